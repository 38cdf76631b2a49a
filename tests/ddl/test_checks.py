"""Every example of every check, through the whole checker: bad ones fire exactly their check, good ones nothing."""

import re
from datetime import date

import pytest

from specproof.ddl import catalogue, policy
from specproof.ddl.apply import Selection, apply
from specproof.ddl.judge import judge
from specproof.ddl.policy import Policy
from specproof.ddl.splitter import read_script
from specproof.finding import Prediction, Status
from specproof.text import LANGUAGES, Text

CATALOGUE = catalogue.load()
HOUSE = policy.load(policy.DEFAULT, CATALOGUE)
EXAMPLES = {slug: catalogue.examples(slug) for slug in CATALOGUE.checks}
BAD = [(slug, n, example) for slug, (bad, _) in EXAMPLES.items() for n, example in enumerate(bad, 1)]
GOOD = [(slug, n, example) for slug, (_, good) in EXAMPLES.items() for n, example in enumerate(good, 1)]

each_bad = pytest.mark.parametrize(("slug", "number", "example"), BAD, ids=[f"{s}-{n}" for s, n, _ in BAD])
each_good = pytest.mark.parametrize(("slug", "number", "example"), GOOD, ids=[f"{s}-{n}" for s, n, _ in GOOD])

# Checks that no example can show: one speaks for conflicts that nobody has words for yet.
WITHOUT_EXAMPLES = {"refused"}


def house_for(slug):
    """MySQL 5.7 alone, and the one house rule that switches the check on."""
    name = CATALOGUE.get(slug).policy
    rules = {name: HOUSE.rules[name]} if name else {}
    return Policy("example", Text("示例", "example"), rules)


def report(sql, house, language="en", selection=None):
    return apply(
        judge(read_script(sql.encode(), "example.sql")),
        catalogue=CATALOGUE,
        policy=house,
        language=language,
        today=date(2026, 12, 1),
        selection=selection or Selection(),
    )


def test_every_check_has_examples():
    assert {slug for slug, (bad, good) in EXAMPLES.items() if not (bad and good)} == WITHOUT_EXAMPLES


@each_bad
def test_a_bad_example_fires_its_check_and_nothing_else(slug, number, example):
    findings = report(example.sql, house_for(slug)).findings
    own = [f for f in findings if f.check == slug]
    assert [f.check for f in own] == [slug] * example.count
    assert (own[0].span.line, own[0].span.column) == (example.line, example.column)
    assert sorted({f.check for f in findings} - {slug}) == sorted(example.also)


@each_bad
def test_its_prose_is_whole_in_both_languages(slug, number, example):
    for language in LANGUAGES:
        for finding in report(example.sql, house_for(slug), language).findings:
            prose = (finding.message, finding.why, finding.advice)
            # A template's placeholder may be quoted; a place of ours that was left open may not be there.
            assert all(text and not re.search(r"(?<!\$)\{|\bNone\b|…(?!$)", text) for text in prose), prose


@pytest.mark.parametrize(
    ("slug", "number", "example"),
    [item for item in BAD if item[2].errno is not None],
    ids=[f"{slug}-{number}" for slug, number, example in BAD if example.errno is not None],
)
def test_what_the_server_answers_is_predicted(slug, number, example):
    checked = report(example.sql, house_for(slug))
    statement = next(s for s in checked.statements if s.line <= example.line <= s.end_line)
    if example.errno == 0:
        assert statement.predicted is Prediction.ACCEPTED
    elif example.unverified:
        assert statement.predicted is Prediction.UNKNOWN
        assert statement.status is Status.UNVERIFIED
    elif example.errno:
        assert statement.predicted is Prediction.REJECTED
        assert statement.errno == example.errno


@each_good
def test_a_good_example_fires_nothing(slug, number, example):
    checked = report(example.sql, house_for(slug))
    expected = {"unverified"} if example.unverified else set()
    assert {f.check for f in checked.findings} == expected, [f.message for f in checked.findings]
    wanted = {Prediction.ACCEPTED, Prediction.UNKNOWN} if example.unverified else {Prediction.ACCEPTED}
    assert {s.predicted for s in checked.statements} <= wanted


def test_every_kind_that_has_words_of_its_own_can_be_told_in_both_languages():
    """Variants that no example shows are filled with the values that their places ask for."""
    for check in CATALOGUE.checks.values():
        for variant in check.variants.values():
            for text in filter(None, (variant.what, variant.message, variant.why, variant.advice)):
                for language in LANGUAGES:
                    assert text.fill(language, AnyValue())


class AnyValue(dict):
    def __missing__(self, key):
        return "x"


def test_the_whole_catalogue_runs_over_an_example_in_every_policy():
    sql = "CREATE TABLE t (id INT, parent INT REFERENCES p (id), FOREIGN KEY (parent) REFERENCES p (id));"
    alone, house = (report(sql, policy.load(name, CATALOGUE)) for name in (policy.NONE, policy.DEFAULT))
    assert {f.check for f in alone.findings} == {"implicit-charset", "inline-references-ignored"}
    assert alone.status is Status.OK
    assert {f.check for f in house.findings} == {"foreign-key", "implicit-charset", "inline-references-ignored"}
    assert house.status is Status.VIOLATION
