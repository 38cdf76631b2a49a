from contextlib import contextmanager

import pytest

from specproof.conformance import run as running
from specproof.conformance.lending import Lent
from specproof.conformance.report.text import render
from specproof.conformance.run import run
from specproof.conformance.select import NO_ENGINE, Planned, Selection, plan
from specproof.conformance.subjects.reference import Reference
from specproof.conformance.verdict import Judgement, Verdict
from specproof.errors import EnvironmentProblem, ExitCode, InternalProblem, UsageProblem
from specproof.evidence import EngineIdentity, Evidence, ProviderKind

IDENTITY = EngineIdentity("postgresql", "PostgreSQL", "16.4", ProviderKind.LOCAL, Evidence.ENGINE)


def report_of(made, suite, answer, lend=None, claims=None):
    fake = made.Fake(answer, claims)
    report = run(suite, plan(suite, Selection()), lambda: fake, lend or made.no_engine)
    return report, fake


def verdicts(report):
    return [(one.case.id.rpartition(".")[2], one.profile, one.engine, one.verdict) for one in report.results]


def test_a_good_subject_is_clean(made):
    report, _ = report_of(made, made.suite(made.case()), made.VALUE)
    assert verdicts(report) == [("one", "target", None, "pass")]
    assert (report.exit_code, report.red) == (ExitCode.OK, ())
    assert (report.subject, report.version, report.systems) == ("fake", "1", ("flight-state",))


def test_a_subject_that_is_always_wrong_is_red_everywhere(made):
    suite = made.suite(made.case("one"), made.rejecting("two"))
    report, _ = report_of(made, suite, made.WRONG)
    assert [one[-1] for one in verdicts(report)] == ["fail", "fail"]
    assert report.exit_code is ExitCode.FINDINGS
    wrong, _ = report_of(made, suite, {"outcome": "rejected", "error": {"code": "json-invalid"}})
    assert [one[-1] for one in verdicts(wrong)] == ["fail", "wrong_code"]


def test_a_subject_that_crashes_is_red_and_has_no_self_check(made):
    report, _ = report_of(made, made.suite(made.case()), made.crash)
    assert verdicts(report)[0][-1] == "crash"
    assert report.self_check is None
    assert report.exit_code is ExitCode.FINDINGS


def test_a_subject_that_claims_too_much_is_red(made):
    suite = made.suite(made.case("extended", level="extended"))
    claiming, _ = report_of(made, suite, made.UNSUPPORTED)
    assert verdicts(claiming)[0][-1] == "fail"
    modest = made.Fake().hello()
    modest["claims"][0]["features"] = []
    silent, _ = report_of(made, suite, made.UNSUPPORTED, claims=modest)
    assert verdicts(silent)[0][-1] == "unsupported"
    assert silent.exit_code is ExitCode.OK


def test_a_subject_that_answers_a_verdict_is_red(made):
    report, _ = report_of(made, made.suite(made.case()), {"outcome": "pass"})
    assert verdicts(report)[0][-1] == "crash"


def test_a_system_that_is_not_claimed_is_a_usage_error(made):
    claims = made.Fake().hello()
    claims["claims"][0]["system"] = "qbd"
    with pytest.raises(UsageProblem) as caught:
        report_of(made, made.suite(made.case()), made.VALUE, claims=claims)
    assert caught.value.code == "conformance.not-claimed"


# --- engines ----------------------------------------------------------------------------------------------------------


def test_cases_whose_engine_is_missing_are_not_run_and_never_green(made):
    suite = made.suite(made.case("free"), made.case("store", engines=("postgresql",)))
    report, _ = report_of(made, suite, made.VALUE)
    assert verdicts(report) == [("free", "target", None, "pass"), ("store", "target", "postgresql", "not_run")]
    assert "No postgresql server can be had here. None." in report.results[1].judgement.why.en
    assert report.exit_code is ExitCode.ENVIRONMENT
    assert [one.holds for one in report.rules] == [False]


def test_an_engine_that_a_run_may_do_without_is_told_and_leaves_the_rest_green(made):
    suite = made.suite(made.case("free"), made.case("store", engines=("postgresql", "oracle")))

    @contextmanager
    def lend(name):
        if name == "oracle":
            raise EnvironmentProblem("engine.none", "No oracle server can be had here.", next_step="Give a URL.")
        yield Lent(IDENTITY, "postgresql://u:secret@127.0.0.1:5432/x")

    report, _ = report_of(made, suite, made.VALUE, lend)
    assert [one[2:] for one in verdicts(report)] == [(None, "pass"), ("oracle", "not_run"), ("postgresql", "pass")]
    assert (report.exit_code, report.red) == (ExitCode.OK, ())
    assert [(one.holds, one.holds_so_far) for one in report.rules] == [(False, True)]
    assert "No oracle server can be had here." in render(report, "en")
    assert "0 of 1 hold in every case, 1 more in every case that was run" in render(report, "en")


@pytest.mark.parametrize(("named", "code"), [(("oracle",), "engine.none"), ((), "engine.unreachable")])
def test_one_that_was_named_or_given_has_to_be_there(made, named, code):
    @contextmanager
    def lend(_name):
        raise EnvironmentProblem(code, "Nobody listens.", next_step="Look.")
        yield

    suite = made.suite(made.case("store", engines=("oracle",)))
    report = run(suite, plan(suite, Selection()), lambda: made.Fake(made.VALUE), lend, named)
    assert [one.verdict for one in report.results] == ["not_run"]
    assert report.exit_code is ExitCode.ENVIRONMENT


def test_an_engine_is_lent_once_for_each_system_and_profile(made):
    lent = []

    @contextmanager
    def lend(name):
        lent.append(name)
        yield Lent(IDENTITY, "postgresql://u:secret@127.0.0.1:5432/x")
        lent.append("back")

    suite = made.suite(
        made.case("a", engines=("postgresql",), profiles=("current", "target")),
        made.case("b", engines=("postgresql",), profiles=("target",)),
    )
    report, fake = report_of(made, suite, made.VALUE, lend)
    assert lent == ["postgresql", "back"] * 2
    opened = [message for kind, *rest in fake.told if kind == "open" for message in rest]
    assert [one["profile"] for one in opened] == ["current", "target"]
    assert opened[0]["engine"] == {
        "name": "postgresql",
        "version": "16.4",
        "url": "postgresql://u:secret@127.0.0.1:5432/x",
    }
    assert report.engines == (IDENTITY,)
    assert "secret" not in repr(report)
    assert [one[0:2] for one in verdicts(report)] == [("a", "current"), ("a", "target"), ("b", "target")]


# --- self-check -------------------------------------------------------------------------------------------------------


def test_one_case_with_a_wrong_expectation_comes_out_red_and_is_not_counted(made):
    report, fake = report_of(made, made.suite(made.case("one"), made.case("two")), made.VALUE)
    assert (report.self_check.case, report.self_check.verdict) == ("fs.made.one", Verdict.FAIL)
    assert len(report.results) == 2
    assert [rest[0] for kind, *rest in fake.told if kind == "run"] == ["fs.made.one", "fs.made.one", "fs.made.two"]


def test_a_refusal_is_checked_by_another_code(made):
    report, _ = report_of(made, made.suite(made.rejecting()), made.REJECTED)
    assert report.self_check.verdict is Verdict.WRONG_CODE


def test_a_comparison_that_accepts_anything_ends_the_run(made, monkeypatch):
    monkeypatch.setattr(running, "judge", lambda *_: Judgement(Verdict.PASS, red=False))
    with pytest.raises(InternalProblem) as caught:
        report_of(made, made.suite(made.case()), made.VALUE)
    assert caught.value.code == "conformance.self-check"


# --- the reference ----------------------------------------------------------------------------------------------------


def test_the_reference_passes_every_shipped_case_twice_alike(made, flight_suite):
    planned = plan(flight_suite, Selection(engines=(NO_ENGINE,)))
    first = run(flight_suite, planned, Reference, made.no_engine)
    second = run(flight_suite, planned[::-1], Reference, made.no_engine)
    assert [(one.case.id, one.judgement) for one in first.red] == []
    assert first.count(Verdict.PASS) == len(planned) > 100
    assert verdicts(first) == verdicts(second)


def test_what_is_expected_on_engines_comes_out_in_memory_too(made, flight_suite):
    """The rows in memory keep to no engine's ways, and the law asks for none of them."""
    planned = [Planned(case, profile, None) for case in flight_suite.cases if case.engines for profile in case.profiles]
    report = run(flight_suite, planned, Reference, made.no_engine)
    assert [(one.case.id, one.judgement) for one in report.red] == []
    assert report.count(Verdict.PASS) == len(planned) > 0
