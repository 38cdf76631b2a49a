"""Pages: every kind of name leads to its page, in every spelling, and the page tells what the data says."""

from __future__ import annotations

import pytest

from specproof.errors import ExitCode, UsageProblem
from specproof.specs.explain import lookup
from specproof.specs.explain.words import KINDS, LEVELS, MARKS, PROFILES, STATUSES
from specproof.specs.kinds import schemas
from specproof.specs.register import Law

CASE = "id: fs.writing.twice\nrules: [fs.writing@2, fs.gone@1]\nwhen: {op: write}\nexpect: {value: A2}\n"


@pytest.fixture
def law(small_law):
    small_law.write("conformance/cases/demo/a.yaml", CASE)
    made = Law(small_law.root)
    made.rooms["conformance"] = small_law.root / "conformance"
    return made


def texts(page, key):
    """The English lines of one section."""
    (section,) = [one for one in page.sections if one.key == key]
    lines = []
    for block in section.blocks:
        mark = f"{block.mark.en}: " if getattr(block, "mark", None) else ""
        lines.append(mark + (block.text if isinstance(block.text, str) else block.text.en))
        lines += [line.en for line in getattr(block, "below", ())]
    return lines


def keys(page):
    return [section.key for section in page.sections]


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("FS-001", ["FS-001"]),
        ("fs-1", ["FS-001"]),
        ("fs001", ["FS-001"]),
        ("FS 1", ["FS-001"]),
        ("fs.writing", ["fs.writing"]),
        ("fs.writing@1", ["fs.writing"]),
        ("FS.WRITING", ["fs.writing"]),
        ("fs.overwriting", ["fs.writing"]),
        ("writing", ["fs.writing"]),
        ("fs.q.blank", ["fs.q.blank"]),
        ("blank", ["fs.q.blank"]),
        ("foreign-key", ["foreign-key"]),
        ("no-foreign-keys", ["verify/no-foreign-keys"]),
        ("verify/no-foreign-keys", ["verify/no-foreign-keys"]),
        ("no-foreign-key", ["fs.no-foreign-key"]),
        ("demo.no-gate", ["demo.no-gate"]),
        ("exit 5", ["exit 5"]),
        ("exit-5", ["exit 5"]),
        ("5", ["exit 5"]),
        ("gate", ["gate"]),
        ("boarding  gate", ["gate"]),
        ("登机口", ["gate"]),
        ("fs.writing.twice", ["fs.writing.twice"]),
    ],
)
def test_a_name_in_any_spelling(law, name, ids):
    assert [page.id for page in lookup.pages(law, name.split(" "))] == ids


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("fs.writting", "'fs.writing'"),
        ("clearin", "'fs.clearing'"),
        ("FS-010", "'FS-005'"),
        ("forein-key", "'foreign-key'"),
        ("demo.no-gates", "'demo.no-gate'"),
        ("exit 6", "'exit 5'"),
        ("boarding gates", "'boarding gate'"),
    ],
)
def test_a_typo_is_answered_with_the_nearest_name(law, name, near):
    with pytest.raises(UsageProblem) as caught:
        lookup.pages(law, [name])
    assert caught.value.code == "spec.unknown-id"
    assert near in caught.value.what


def test_a_name_like_no_other_gets_no_guess(law):
    with pytest.raises(UsageProblem) as caught:
        lookup.pages(law, ["zzzzzzzzzz"])
    assert caught.value.what == "Nothing is called 'zzzzzzzzzz'."


def test_a_statement_shows_its_rule_and_what_stands_beside_it(law):
    (page,) = lookup.pages(law, ["FS-002"])
    assert page.title.en == "Today clearing leaves a row"
    assert [(f.key, f.value.en) for f in page.facts] == [
        ("system", "demo: A gate for example"),
        ("source", "On gates, §2 (Clearing)"),
        ("kind", "deviation of today's code, which the target replaces"),
        ("marks", "by a case without an engine"),
    ]
    assert texts(page, "says") == ["Today clearing leaves an empty row."]
    assert texts(page, "rules") == [
        "fs.clearing-today: Clearing leaves an empty row.",
        "Today clearing leaves a row; must; today's code (current)",
        "Why: The code was not changed yet.",
        "Proof, cases: owed, one that accepts and one that refuses; there are none yet",
    ]
    assert texts(page, "deviation") == [
        "today's code (current): Clearing leaves an empty row.",
        "fs.clearing-today",
        "what is to be accepted (target): After clearing there is no row.",
        "fs.clearing",
    ]
    assert texts(page, "beside")[0] == "FS-003: After clearing there is no row."


def test_an_open_statement_shows_its_question_with_the_position(law):
    (page,) = lookup.pages(law, ["FS-004"])
    assert texts(page, "open") == [
        "fs.q.blank: The source does not say whether a blank is a value.",
        (
            "Position of the reference (value, proposed, waiting for the owner of the law): "
            "A blank is a value and is stored."
        ),
    ]
    assert [link.id for link in page.related] == ["fs.writing", "fs.q.blank"]


def test_a_rule_shows_everything_that_hangs_on_it(law):
    (page,) = lookup.pages(law, ["fs.writing"])
    assert keys(page) == ["says", "why", "examples", "engines", "proof", "open", "statements", "data"]
    assert texts(page, "examples") == ["good: A1 becomes A2.", "bad: A1 is still there."]
    assert texts(page, "engines") == ["oracle: Empty text is stored as NULL."]
    assert texts(page, "proof") == ["cases: fs.writing.twice", "engines: to be run on a real postgresql"]
    assert texts(page, "data") == ["specs/demo/policy.yaml#/rules/foreign-key/severity", '"error"']
    assert texts(page, "statements")[-1] == "open: the source does not decide; §1 (Writing), §2 (Clearing)"


def test_a_rule_that_checks_and_queries_prove_names_them(law):
    (page,) = lookup.pages(law, ["fs.no-foreign-key"])
    told = texts(page, "proof")
    assert told[0] == "DDL check foreign-key: Physical foreign key"
    assert told[1].startswith("query verify/no-foreign-keys: ")


def test_both_halves_of_a_pair_show_both(law):
    today, target = (lookup.pages(law, [name])[0] for name in ("fs.clearing-today", "fs.clearing"))
    assert texts(today, "deviation") == texts(target, "deviation")


def test_a_question_shows_alternatives_position_and_what_would_flip(law):
    (page,) = lookup.pages(law, ["fs.q.blank"])
    assert texts(page, "alternatives") == ["value (taken): It is", "nothing: It is not"]
    assert texts(page, "position") == ["A blank is a value and is stored."]
    assert texts(page, "flips") == ["The cases of fs.writing."]
    assert texts(page, "rules")[0] == "fs.writing: The new value takes the place of the old one; a blank is a value."
    assert texts(page, "data")[1].startswith('{"severity": "error", "because": "Somebody else keeps')


def test_a_check_shows_effect_examples_and_the_rules_it_proves(law):
    (page,) = lookup.pages(law, ["foreign-key"])
    facts = {fact.key: fact.value.en for fact in page.facts}
    assert facts["policy"] == "house rule foreign-key, not MySQL 5.7 itself"
    assert texts(page, "house") == ["demo: Somebody else keeps the table of gates."]
    assert "FOREIGN KEY (parent_id)" in texts(page, "bad")[0]
    assert texts(page, "rules")[0] == "fs.no-foreign-key: No table gets a foreign key."
    # Its statements belong to another system, which is not here.
    assert texts(page, "statements")[0] == "DDL-010: the register does not have it"


def test_an_error_shows_its_exit_code_and_an_exit_code_its_errors(law):
    (error,) = lookup.pages(law, ["demo.no-gate"])
    assert [fact.value.en for fact in error.facts] == ["4: Refused by a guard", "nothing"]
    (code,) = lookup.pages(law, ["exit", "4"])
    assert texts(code, "errors") == ["demo.no-gate: There is no such gate"]


def test_a_case_shows_its_rules_and_its_content(law):
    (page,) = lookup.pages(law, ["fs.writing.twice"])
    assert texts(page, "rules")[-1] == "fs.gone: there is no such rule"
    assert '"value": "A2"' in texts(page, "content")[0]


def test_every_word_of_the_schemas_has_a_label():
    statement = schemas()["statements"]["properties"]["statements"]["items"]["properties"]
    rule = schemas()["rule"]["properties"]
    assert set(statement["kind"]["enum"]) == set(KINDS)
    assert set(statement["checks"]["items"]["enum"]) == set(MARKS)
    assert set(rule["level"]["enum"]) == set(LEVELS)
    assert set(rule["profiles"]["items"]["enum"]) == set(PROFILES)
    question = schemas()["question"]["properties"]
    assert {*rule["status"]["enum"], *question["status"]["enum"]} == set(STATUSES)


def test_every_name_of_the_installed_law_has_a_page():
    law = Law()
    for kind in lookup._kinds():
        for name in list(kind.names(law))[::7]:
            assert lookup.pages(law, [name]), name


def test_exit_codes_are_those_of_the_source():
    assert {one.exit: one.name.replace("-", "_").upper() for one in Law().exits} == {int(c): c.name for c in ExitCode}
