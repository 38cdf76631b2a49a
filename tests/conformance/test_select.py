import pytest

from specproof.conformance.select import Selection, plan
from specproof.errors import UsageProblem


@pytest.fixture
def suite(made):
    return made.suite(
        made.case("both", profiles=("current", "target")),
        made.case("engines", profiles=("target",), engines=("postgresql", "mysql-5.7"), rules=("fs.round-trip@2",)),
        made.case("today", profiles=("current",)),
    )


def chosen(suite, **said):
    return [
        (one.case.id.rpartition(".")[2], one.profile, one.engine)
        for one in plan(suite, Selection(**{k: v if k == "profile" else tuple(v) for k, v in said.items()}))
    ]


def test_all_by_case_profile_and_engine(suite):
    assert chosen(suite) == [
        ("both", "current", None),
        ("both", "target", None),
        ("engines", "target", "postgresql"),
        ("engines", "target", "mysql-5.7"),
        ("today", "current", None),
    ]


def test_filters(suite):
    assert chosen(suite, profile="current") == [("both", "current", None), ("today", "current", None)]
    assert chosen(suite, cases=["fs.made.t*"]) == [("today", "current", None)]
    assert chosen(suite, rules=["fs.round-trip"]) == chosen(suite, rules=["fs.round-trip@2"]) == chosen(suite)[2:4]
    assert chosen(suite, engines=["mysql-5.7"]) == [("engines", "target", "mysql-5.7")]
    assert chosen(suite, engines=["none"], profile="target") == [("both", "target", None)]
    assert len(chosen(suite, engines=["none", "postgresql"])) == 4


@pytest.mark.parametrize(
    ("said", "code", "near"),
    [
        ({"cases": ["fs.made.bot"]}, "conformance.unknown-case", "'fs.made.both'"),
        ({"rules": ["fs.clear-markers"]}, "conformance.unknown-rule", "'fs.clear-marker'"),
        ({"rules": ["fs.clear-marker@2"]}, "conformance.unknown-rule", "'fs.clear-marker@1'"),
    ],
)
def test_names_that_fit_nothing_are_told_with_the_nearest(suite, said, code, near):
    with pytest.raises(UsageProblem) as caught:
        chosen(suite, **said)
    assert caught.value.code == code
    assert near in caught.value.what


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"cases": ["fs.made.today"], "profile": "target"}, "--case fs.made.today, --profile target"),
        ({"engines": ["oracle"]}, "--engine oracle"),
    ],
)
def test_a_selection_without_a_case_is_an_error(suite, said, reason):
    with pytest.raises(UsageProblem) as caught:
        chosen(suite, **said)
    assert caught.value.code == "conformance.nothing-selected"
    assert reason in caught.value.cause


def test_systems_without_cases_are_an_error(made):
    with pytest.raises(UsageProblem) as caught:
        plan(made.suite(), Selection())
    assert (caught.value.code, caught.value.cause) == (
        "conformance.nothing-selected",
        "The chosen systems have no cases.",
    )
