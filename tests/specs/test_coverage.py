"""Coverage counts what it says it counts, on a small law whose numbers can be told by hand, and never falls back."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from specproof import resources
from specproof.report import coverage_html, coverage_text
from specproof.specs import coverage, ratchet
from specproof.specs.recorded import Recorded
from specproof.specs.register import Law

SNAPSHOT = resources.path("specs", "coverage-snapshot.json")


@pytest.fixture
def law(small_law):
    return Law(small_law.root)


def with_cases(small_law, *rules):
    """The small law with one case for each of these rules."""
    for rule in rules:
        small_law.write(f"conformance/cases/{rule}.yaml", f"id: {rule}.one\nrules: [{rule}@1]\n")
    law = Law(small_law.root)
    law.rooms["conformance"] = small_law.root / "conformance"
    return law


def standing(measured, statement):
    (one,) = [one for one in measured.standings if one.statement == statement]
    return one


def missing(measured):
    return {one.statement: one.missing for one in measured.standings if one.missing}


def test_what_is_missing_without_any_case(law):
    measured = coverage.measure(law)
    assert missing(measured) == {
        "FS-001": ("case", "postgresql"),
        "FS-002": ("case",),
        "FS-003": ("case",),
        "FS-004": ("case", "postgresql"),
    }
    # Its check has scripts that are run, and nothing else is owed.
    assert standing(measured, "FS-005").cased


def test_a_case_counts_for_every_statement_of_its_rule(small_law):
    measured = coverage.measure(with_cases(small_law, "fs.writing", "fs.clearing"))
    assert missing(measured) == {"FS-001": ("postgresql",), "FS-002": ("case",), "FS-004": ("postgresql",)}
    assert [one.statement for one in measured.standings if one.cased] == ["FS-001", "FS-003", "FS-004", "FS-005"]


def test_a_statement_of_two_rules_needs_both(small_law):
    small_law.edit("specs/demo/rules/clearing.yaml", "statements: [FS-003]", "statements: [FS-001, FS-003]")
    law = with_cases(small_law, "fs.writing")
    assert missing(coverage.measure(law))["FS-001"] == ("case", "postgresql")


def test_untestable_rules_owe_nothing_and_prove_nothing(small_law):
    small_law.edit(
        "specs/demo/rules/clearing.yaml", "proof: {cases: true}", "proof: {untestable: {zh: 无法, en: Cannot be}}"
    )
    one = standing(coverage.measure(Law(small_law.root)), "FS-003")
    assert (one.mapped, one.excused, one.cased, one.missing) == (True, True, False, ())


def test_a_statement_that_only_a_question_asks_is_asked(small_law):
    small_law.edit("specs/demo/rules/writing.yaml", "[FS-001, FS-004]", "[FS-001]")
    one = standing(coverage.measure(Law(small_law.root)), "FS-004")
    assert (one.mapped, one.asked, one.cased, one.missing) == (True, True, False, ())


def test_a_statement_without_a_place_lacks_a_rule(small_law):
    small_law.edit("specs/demo/rules/writing.yaml", "[FS-001, FS-004]", "[FS-004]")
    one = standing(coverage.measure(Law(small_law.root)), "FS-001")
    assert (one.mapped, one.missing) == (False, ("rule",))


@pytest.mark.parametrize(
    ("proof", "proven"),
    [
        ("{engines: [mysql-5.7], queries: [verify/no-foreign-keys]}", ["mysql-5.7"]),
        ("{engines: [mysql-5.7], checks: [foreign-key]}", ["mysql-5.7"]),
        ("{engines: [mysql-5.7], static: [tests/engine/test_x.py]}", ["mysql-5.7"]),
        ("{engines: [mysql-5.7], static: [tests/specs/test_x.py]}", []),
        ("{engines: [mysql-5.7]}", []),
        ("{engines: [postgresql], queries: [verify/no-foreign-keys]}", []),
        ("{engines: [postgresql, mysql-5.7], static: [tests/engine/test_x.py]}", []),
        ("{engines: [mysql-5.7], queries: [verify/gone]}", []),
    ],
)
def test_proofs_that_run_here(small_law, proof, proven):
    small_law.edit(
        "specs/demo/rules/no-foreign-key.yaml", "{checks: [foreign-key], queries: [verify/no-foreign-keys]}", proof
    )
    assert list(standing(coverage.measure(Law(small_law.root)), "FS-005").proven) == proven


def test_a_rule_that_owes_an_engine_alone_has_no_example_until_it_held_there(small_law):
    small_law.edit("specs/demo/rules/writing.yaml", "{cases: true, engines: [postgresql]}", "{engines: [postgresql]}")
    law = Law(small_law.root)
    assert not standing(coverage.measure(law), "FS-001").cased
    held = Recorded(rules={("fs.writing@2", "postgresql"): True})
    one = standing(coverage.measure(law, held), "FS-001")
    assert (one.cased, one.proven, one.missing) == (True, ("postgresql",), ())


def test_recorded_results_overrule_what_is_taken_on_trust(small_law):
    small_law.edit("specs/demo/rules/no-foreign-key.yaml", "{checks:", "{engines: [mysql-5.7], checks:")
    law = Law(small_law.root)
    assert standing(coverage.measure(law), "FS-005").proven == ("mysql-5.7",)
    failed = Recorded(rules={("fs.no-foreign-key@1", "mysql-5.7"): False})
    assert standing(coverage.measure(law, failed), "FS-005").proven == ()


def test_a_result_counts_for_its_revision_only(law):
    for revision, proven in ((2, ("postgresql",)), (1, ())):
        found = Recorded(rules={(f"fs.writing@{revision}", "postgresql"): True})
        assert standing(coverage.measure(law, found), "FS-001").proven == proven


# --- reports ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
def test_text_and_page(law, golden, language):
    data = coverage.to_data(coverage.measure(law))
    golden(f"spec/coverage.{language}.txt", coverage_text.render(data, language))
    golden(f"spec/coverage.{language}.html", coverage_html.render(data, language))


def test_json_keeps_to_its_schema(law):
    schema = resources.path("specs", "metaschema", "report", "spec-coverage.schema.json").read_text(encoding="utf-8")
    data = coverage.to_data(coverage.measure(law))
    jsonschema.validate(data, json.loads(schema))
    assert {key: data[key] for key in ("statements", "source", "mapped", "cased", "done", "dangling")} == {
        "statements": 5,
        "source": 4,
        "mapped": 5,
        "cased": 1,
        "done": 1,
        "dangling": 0,
    }
    (system,) = data["systems"]
    assert (system["owed"], system["proven"]) == ({"postgresql": 2}, {"postgresql": 0})
    assert [(kind["kind"], kind["statements"]) for kind in system["kinds"]] == [
        ("must", 1),
        ("current-deviation", 1),
        ("target", 1),
        ("open-question", 1),
        ("must-not", 1),
    ]
    assert data["open"][0] == {"statement": "FS-001", "missing": ["case", "postgresql"]}


def test_both_sides_of_a_rule_are_counted(small_law):
    sides = {"a": "value: 1", "b": "reject: {code: x}"}
    for name, expect in sides.items():
        small_law.write(
            f"conformance/cases/{name}.yaml", f"id: fs.x.{name}\nrules: [fs.writing@2]\nexpect: {{{expect}}}\n"
        )
    with_cases(small_law, "fs.clearing")
    law = Law(small_law.root)
    law.rooms["conformance"] = small_law.root / "conformance"
    (system,) = coverage.to_data(coverage.measure(law))["systems"]
    assert system["rules_with_cases"] == {"owed": 3, "any": 2, "accepting_and_refusing": 1}


def test_neighbours_are_written_as_a_range():
    assert coverage_text.ranges(["FS-003", "FS-001", "FS-002", "FS-007"]) == "FS-001..003, FS-007"
    assert coverage_text.ranges([]) == ""


# --- the ratchet ------------------------------------------------------------------------------------------------------


def test_what_was_reached_must_not_be_lost(small_law, tmp_path):
    file = tmp_path / "snapshot.json"
    ratchet.write(file, coverage.snapshot(coverage.measure(with_cases(small_law, "fs.writing", "fs.clearing"))))
    before = ratchet.read(file)
    assert before["statements"]["FS-001"] == ["mapped", "cased"]
    assert coverage.losses(before, coverage.measure(with_cases(small_law))) == ()
    (small_law.root / "conformance/cases/fs.writing.yaml").unlink()
    small_law.edit("specs/demo/statements.yaml", "  - id: FS-005", "  - id: FS-006")
    assert coverage.losses(before, coverage.measure(with_cases(small_law))) == (
        ("FS-001", "cased"),
        ("FS-004", "cased"),
        ("FS-005", "gone"),
    )


@pytest.fixture(scope="module")
def installed():
    return coverage.measure(Law())


def test_the_installed_law_maps_every_statement_and_no_reference_dangles(installed):
    assert [one.statement for one in installed.standings if not one.mapped] == []
    assert installed.dangling == 0


def test_coverage_may_only_improve(installed):
    # After an improvement: specproof spec coverage --ratchet specs/coverage-snapshot.json --update
    assert coverage.losses(ratchet.read(Path(SNAPSHOT)), installed) == ()
