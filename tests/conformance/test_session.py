"""Subjects that misbehave, each in its own way."""

import pytest

from specproof import resources
from specproof.conformance.observation import Crashed, NotAsked, Rejected, Unsupported, Value
from specproof.conformance.session import RESTARTS, Session
from specproof.errors import EnvironmentProblem
from specproof.specs.operations import of_room

OPERATIONS = of_room(resources.room("conformance"))
ENVIRONMENT = {"system": "flight-state", "profile": "target", "engine": None}


def session(make):
    opened = Session(make, OPERATIONS)
    opened.open(ENVIRONMENT)
    return opened


def test_answers_are_read(made):
    for answer, expected in (
        (made.VALUE, Value(made.VALUE["observed"])),
        (made.REJECTED, Rejected("zero-entry-mixed", "/GTDT")),
        (made.UNSUPPORTED, Unsupported("translate")),
    ):
        assert session(lambda answer=answer: made.Fake(answer)).ask(made.case()) == expected


def test_a_subject_is_opened_once_reset_after_each_case_and_closed(made):
    fake = made.Fake(made.VALUE)
    with Session(lambda: fake, OPERATIONS) as opened:
        opened.hello()
        opened.open(ENVIRONMENT)
        opened.ask(made.case("one"))
        opened.ask(made.case("two"))
        opened.open({**ENVIRONMENT, "profile": "current"})
        opened.ask(made.case("three"))
    assert fake.told == [
        ("open", ENVIRONMENT),
        ("run", "fs.made.one"),
        ("reset",),
        ("run", "fs.made.two"),
        ("reset",),
        ("open", {**ENVIRONMENT, "profile": "current"}),
        ("run", "fs.made.three"),
        ("reset",),
        ("close",),
    ]


def test_a_request_holds_no_expectation_and_is_the_subjects_own_copy(made):
    seen = []

    def meddling(request):
        seen.append(dict(request))
        request["input"]["fields"] = "gone"
        request["given"]["more"] = 1
        return made.VALUE

    case = made.case()
    opened = session(lambda: made.Fake(meddling))
    opened.ask(case)
    opened.ask(case)
    assert [sorted(one) for one in seen] == [["case", "given", "input", "op"]] * 2
    assert case.given == {}
    assert case.input == {"fields": {"text": "{}"}}


NO_OBSERVATIONS = [
    ({"verdict": "pass"}, "'outcome' is a required property"),
    ({"outcome": "pass"}, "'pass' is not one of ['value', 'rejected', 'unsupported']"),
    ({"outcome": "value", "observed": {}, "error": {"code": "x"}}, "has too many properties"),
    ({"outcome": "value"}, "'observed' is a required property"),
    ({"outcome": "value", "observed": {}, "verdict": "pass"}, "has too many properties"),
    ("pass", "is not of type 'object'"),
    (None, "is not of type 'object'"),
    ({"outcome": "value", "observed": {"when": {1, 2}}}, "a value of type set, which is no JSON"),
    ({"outcome": "value", "observed": {"raw": b"x"}}, "a value of type bytes, which is no JSON"),
    ({"outcome": "value", "observed": {"x": float("nan")}}, "nan, which is no JSON"),
    ({"outcome": "value", "observed": {"x": (1, 2)}}, "a value of type tuple, which is no JSON"),
    ({"outcome": "value", "observed": {1: 2}}, "a key of type int, which is no JSON"),
    ({"outcome": "value", "observed": {"x": "\ud800"}}, "half of a surrogate pair, which is no JSON"),
]


@pytest.mark.parametrize(("answer", "what"), NO_OBSERVATIONS, ids=[str(one[0])[:40] for one in NO_OBSERVATIONS])
def test_what_is_no_observation_is_a_crash(made, answer, what):
    seen = session(lambda: made.Fake(answer)).ask(made.case())
    assert isinstance(seen, Crashed)
    assert seen.what.startswith("its answer is no observation: ")
    assert what in seen.what


def test_a_value_that_the_operation_does_not_give_is_a_crash(made):
    seen = session(lambda: made.Fake({"outcome": "value", "observed": {"commands": {}}})).ask(made.case())
    assert seen == Crashed("its value is none of the operation translate: 'warnings' is a required property")


def test_a_crash_is_one_line_and_the_next_case_gets_a_new_subject(made):
    fakes = []

    def make():
        fakes.append(made.Fake(made.crash if not fakes else made.VALUE))
        return fakes[-1]

    opened = session(make)
    assert opened.ask(made.case()) == Crashed("RuntimeError: out of cheese")
    assert opened.ask(made.case()) == Value(made.VALUE["observed"])
    assert fakes[0].told[-1] == ("close",)
    assert fakes[1].told[0] == ("open", ENVIRONMENT)


def test_leaving_the_process_is_a_crash_too(made):
    def leave(_request):
        raise SystemExit(0)

    assert session(lambda: made.Fake(leave)).ask(made.case()) == Crashed("SystemExit: 0")


def test_a_reset_that_fails_is_a_crash_of_the_case(made):
    class Sticky(made.Fake):
        def reset(self):
            raise OSError("stuck")

    assert session(lambda: Sticky(made.VALUE)).ask(made.case()) == Crashed("OSError: stuck")


def test_restarts_have_a_limit_and_what_follows_is_not_run(made):
    made_so_far = []

    def make():
        made_so_far.append(1)
        return made.Fake(made.crash)

    opened = session(make)
    seen = [opened.ask(made.case()) for _ in range(RESTARTS + 3)]
    assert [type(one) for one in seen] == [Crashed] * (RESTARTS + 1) + [NotAsked] * 2
    assert len(made_so_far) == RESTARTS + 1
    assert "11 times" in seen[-1].why.en


def test_a_subject_that_cannot_be_made_is_a_crash(made):
    def make():
        raise FileNotFoundError("no such jar")

    assert session(make).ask(made.case()) == Crashed("FileNotFoundError: no such jar")


def test_long_errors_are_cut_and_control_characters_shown(made):
    def noisy(_request):
        raise ValueError("\x1b[31m" + "x" * 500)

    seen = session(lambda: made.Fake(noisy)).ask(made.case())
    assert seen.what.startswith("ValueError: \\u001b[31mxxx")
    assert seen.what.endswith("…")
    assert len(seen.what) == 200


# --- hello ------------------------------------------------------------------------------------------------------------


def test_claims_are_read(made):
    claims = Session(made.Fake, OPERATIONS).hello()
    assert (claims.name, claims.version) == ("fake", "1")
    assert claims.profiles == {"flight-state": ("target",)}
    assert claims.features == {"flight-state": frozenset({"translate"})}


@pytest.mark.parametrize(
    "said",
    [
        {"protocol": 2, "implementation": {"name": "x", "version": "1"}, "claims": []},
        {"name": "x"},
        {"protocol": 1, "implementation": {"name": "x", "version": "1"}, "claims": [{"system": "qbd"}]},
        ["hello"],
    ],
)
def test_a_subject_has_to_say_who_it_is(made, said):
    with pytest.raises(EnvironmentProblem) as caught:
        Session(lambda: made.Fake(claims=said), OPERATIONS).hello()
    assert caught.value.code == "conformance.no-hello"
    assert caught.value.cause


def test_a_crash_in_hello_is_told_without_a_traceback(made):
    class Dumb(made.Fake):
        def hello(self):
            raise RuntimeError("who?")

    with pytest.raises(EnvironmentProblem) as caught:
        Session(Dumb, OPERATIONS).hello()
    assert caught.value.cause == "RuntimeError: who?"
