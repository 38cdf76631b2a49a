"""The probes against servers that misbehave: what is a word, what is none, and that no line stops the others."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from specproof.engines import laws, probe, scratch
from specproof.engines.base import Address, Result, Secret, Server, ServerWarning, SqlError
from specproof.engines.laws import Line, Preparation, Probe, Step
from specproof.engines.probe import Verdict
from specproof.errors import EnvironmentProblem, SpecproofError, UsageProblem
from specproof.evidence import EngineIdentity, Evidence, ProviderKind
from specproof.text import Text

ADDRESS = Address("127.0.0.1", 1, "app", Secret("hush"))
SERVER = Server(EngineIdentity("fake", "Fake", "1", ProviderKind.URL, Evidence.ENGINE), ADDRESS)
WORDS = {name: Text(name, name) for name in ("kept", "becomes-null", "refused")}


def rows(*values):
    return Result(("v",), tuple((value,) for value in values), 0)


def done(affected=0):
    return Result((), (), affected, (ServerWarning("Note", 1265, "cut"),))


def refused(errno, *, lost=False):
    return SqlError(errno, "HY000", f"number {errno}\nLINE 1", lost=lost)


class Session:
    """Answers by the text of the statement; an exception in place of an answer is raised."""

    def __init__(self, name, engine) -> None:
        self.name, self._engine = name, engine

    def run(self, sql):
        self._engine.sent.append((self.name, sql))
        said = self._engine.answers.get(sql, done())
        said = said.pop(0) if isinstance(said, list) else said
        if isinstance(said, SpecproofError):
            raise said
        return said

    def close(self):
        self._engine.closed.append(self.name)


class FakeEngine:
    name = "fake"

    def __init__(self, **answers) -> None:
        self.answers = {sql.replace("_", " "): said for sql, said in answers.items()}
        self.sent: list[tuple[str, str]] = []
        self.closed: list[str] = []
        self.unreachable: list[int] = []  # which calls of connect fail
        self.connected = 0

    def connect(self, _address):
        self.connected += 1
        if self.connected in self.unreachable:
            raise EnvironmentProblem("engine.unreachable", "Nobody there.", cause="Refused.", next_step="Look.")
        return Session("main", self)


@pytest.fixture(autouse=True)
def fakes(monkeypatch):
    @contextmanager
    def database(_engine, _server, *, defaults=""):
        assert defaults == "WITH PILLOWS"
        yield ADDRESS.at("scratch")

    monkeypatch.setattr(scratch, "database", database)
    monkeypatch.setattr(laws, "preparation", lambda _name: Preparation("WITH PILLOWS", ("BE QUICK",)))
    monkeypatch.setattr(laws, "conditions", lambda _name: {"1406": "too-long", "1062": "duplicate-key"})
    monkeypatch.setattr(probe, "Transaction", lambda engine, address: Session(address.database, engine))


def line(law="demo", value="kept", **parts) -> Line:
    asked = {"setup": (), "attempts": (), "ask": Step("ASK"), "answers": {}, "errors": {}, **parts}
    text = Text("甲", "a")
    return Line(law, "text", text, text, WORDS, value, None, Probe(**asked))


def observe(engine, *lines, only=()):
    return probe.run(engine, SERVER, only, {one.law: one for one in lines})


def the_one(engine, one):
    (found,) = observe(engine, one)
    return found.verdict, found.observed, found.detail


def test_the_word_of_the_line():
    assert the_one(FakeEngine(ASK=rows("kept")), line()) == (Verdict.OK, "kept", None)


def test_another_word_is_wrong():
    assert the_one(FakeEngine(ASK=rows("becomes-null")), line()) == (Verdict.WRONG, "becomes-null", None)


@pytest.mark.parametrize("value", [word for word in WORDS if word != "kept"])
def test_a_line_that_is_changed_fails_alone(value):
    found = observe(FakeEngine(ASK=rows("kept")), line("a"), line("b", value), line("c"))
    assert [one.verdict for one in found] == [Verdict.OK, Verdict.WRONG, Verdict.OK]


def test_a_line_without_a_value_shows_what_to_write():
    assert the_one(FakeEngine(ASK=rows("kept")), line(value=None)) == (Verdict.UNSETTLED, "kept", None)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (rows(None), "null"),
        (rows(), "no-row"),
        (rows(3, 4), "3"),
        (rows(b"ab"), "ab"),
        (rows(b"\xff"), "\ufffd"),
        (rows("ab   "), "ab   "),
        (Result(("name", "text"), (("t", "CREATE"),), 0), "CREATE"),
        (done(2), "2"),
    ],
    ids=["null", "no row", "first row", "bytes", "no utf-8", "blanks", "last column", "affected"],
)
def test_what_an_answer_is_called(said, answer):
    engine = FakeEngine(ASK=said)
    assert the_one(engine, line(answers={answer: "kept"})) == (Verdict.OK, "kept", None)


def test_an_answer_that_is_no_word_is_no_verdict():
    for value in ("kept", None):
        found = the_one(FakeEngine(ASK=rows("maybe")), line(value=value))
        assert found == (Verdict.BROKEN, "maybe", "The answer 'maybe' is no word of the law.")


def test_a_foreseen_error_is_a_word():
    asked = line(value="refused", attempts=(Step("TRY"),), errors={"too-long": "refused"})
    assert the_one(FakeEngine(TRY=refused(1406)), asked) == (Verdict.OK, "refused", None)
    asked = line(value="refused", errors={"too-long": "refused"})
    assert the_one(FakeEngine(ASK=refused(1406)), asked) == (Verdict.OK, "refused", None)


@pytest.mark.parametrize("errno", [1062, 9999])
def test_another_error_is_no_word(errno):
    asked = line(value="refused", attempts=(Step("TRY"),), errors={"too-long": "refused"})
    verdict, observed, detail = the_one(FakeEngine(TRY=refused(errno)), asked)
    assert (verdict, observed) == (Verdict.BROKEN, None)
    assert detail == f"number {errno} ({errno}) At: TRY"


def test_a_state_stands_in_for_a_number():
    assert probe.code(SqlError(0, "22001", "too long")) == "22001"
    assert probe.code(SqlError(1406, "22001", "too long")) == "1406"


def test_an_error_in_the_setup_is_no_answer():
    asked = line(value="refused", setup=(Step("PREPARE"),), errors={"too-long": "refused"})
    engine = FakeEngine(PREPARE=refused(1406), ASK=rows("refused"))
    assert the_one(engine, asked) == (Verdict.BROKEN, None, "number 1406 (1406) At: PREPARE")
    assert ("main", "ASK") not in engine.sent


@pytest.mark.parametrize("part", ["setup", "attempts"])
def test_a_statement_that_has_to_fail(part):
    asked = line(**{part: (Step("CLASH", fails="duplicate-key"),)})
    assert the_one(FakeEngine(CLASH=refused(1062), ASK=rows("kept")), asked)[0] is Verdict.OK
    verdict, _, detail = the_one(FakeEngine(CLASH=refused(1406), ASK=rows("kept")), asked)
    assert (verdict, detail) == (Verdict.BROKEN, "number 1406 (1406) At: CLASH")
    verdict, _, detail = the_one(FakeEngine(ASK=rows("kept")), asked)
    assert (verdict, detail) == (Verdict.BROKEN, "Not refused as 'duplicate-key', as it has to be: CLASH")


def test_each_line_has_sessions_of_its_own_and_starts_without_tables():
    engine = FakeEngine(ASK=rows("kept"), DROP_TABLE_t=refused(1051))
    asked = line(setup=(Step("A"), Step("B", "other"), Step("C", "other")))
    assert [one.verdict for one in observe(engine, asked, line("second"))] == [Verdict.OK] * 2
    first = [("main", "DROP TABLE t"), ("main", "DROP TABLE u"), ("main", "BE QUICK")]
    assert engine.sent == [
        *first,
        ("main", "A"),
        ("scratch", "BE QUICK"),
        ("scratch", "COMMIT"),
        ("scratch", "B"),
        ("scratch", "C"),
        ("main", "ASK"),
        *first,
        ("main", "ASK"),
    ]
    assert engine.closed == ["scratch", "main", "main"]


def test_a_connection_that_is_lost_costs_its_line_alone():
    engine = FakeEngine(ASK=[rows("kept"), refused(2013, lost=True), rows("kept")])
    found = observe(engine, line("a"), line("b"), line("c"))
    assert [one.verdict for one in found] == [Verdict.OK, Verdict.BROKEN, Verdict.OK]
    assert found[1].detail == "number 2013 (2013) At: ASK"
    assert engine.closed == ["main"] * 3


def test_a_session_that_cannot_be_prepared_costs_its_line_alone():
    engine = FakeEngine(ASK=rows("kept"), BE_QUICK=[refused(1193), done()])
    found = observe(engine, line("a"), line("b"))
    assert [(one.verdict, one.detail) for one in found] == [(Verdict.BROKEN, "number 1193"), (Verdict.OK, None)]
    assert [one.unreachable for one in found] == [False, False]
    assert engine.closed == ["main"] * 2


def test_a_second_session_that_cannot_be_had_costs_its_line_alone(monkeypatch):
    def fail(_engine, _address):
        raise EnvironmentProblem("engine.unreachable", "Too many.", next_step="Wait.")

    monkeypatch.setattr(probe, "Transaction", fail)
    found = observe(FakeEngine(ASK=rows("kept")), line("a", setup=(Step("A", "other"),)), line("b"))
    assert [(one.verdict, one.detail) for one in found] == [(Verdict.BROKEN, "Too many."), (Verdict.OK, None)]


def test_a_server_that_is_away_for_a_moment():
    engine = FakeEngine(ASK=rows("kept"))
    engine.unreachable = [1, 2]
    found = observe(engine, *(line(law) for law in "abcd"))
    assert [one.verdict for one in found] == [Verdict.BROKEN, Verdict.BROKEN, Verdict.OK, Verdict.OK]
    assert [one.unreachable for one in found] == [True, True, False, False]
    assert found[0].detail == "Nobody there. Refused."


def test_a_server_that_is_gone_is_not_asked_for_ever():
    engine = FakeEngine(ASK=rows("kept"))
    engine.unreachable = list(range(2, 100))
    found = observe(engine, *(line(law) for law in "abcdefgh"))
    assert [one.verdict for one in found] == [Verdict.OK, *[Verdict.BROKEN] * 7]
    assert [one.unreachable for one in found] == [False, *[True] * 7]
    assert {one.detail for one in found[1:]} == {"Nobody there. Refused."}
    assert engine.connected == 4


def test_some_laws_only():
    found = observe(FakeEngine(ASK=rows("kept")), line("a"), line("b"), line("c"), only=("c", "a"))
    assert [one.line.law for one in found] == ["a", "c"]


def test_a_law_that_nobody_knows():
    with pytest.raises(UsageProblem) as caught:
        observe(FakeEngine(), line("a"), only=("a", "x"))
    assert caught.value.code == "engine.unknown-law"
    assert "'x'" in caught.value.what


def test_the_lines_of_the_file_are_asked_where_none_are_given(monkeypatch):
    monkeypatch.setattr(laws, "load", lambda name: {name: line(name)})
    (found,) = probe.run(FakeEngine(ASK=rows("kept")), SERVER)
    assert found.line.law == "fake"
