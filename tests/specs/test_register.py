"""The law by its names: what is asked for is found, and nothing else is read."""

from __future__ import annotations

import dataclasses

import pytest

from specproof.errors import UsageProblem
from specproof.specs.register import Law
from specproof.text import Text


@pytest.fixture
def law(small_law):
    return Law(small_law.root)


def test_a_statement_costs_its_register_only(law):
    found = law.statement("FS-002")
    assert found.text == Text(zh="今天清除会留下空行。", en="Today clearing leaves an empty row.")
    assert (found.system, found.sections, found.kind, found.see) == ("demo", ("§2",), "current-deviation", ("FS-003",))
    assert set(law._values) == {"specs/manifest.yaml", "specs/demo/statements.yaml"}
    assert law.statement("FS-099") is None
    assert law.statement("XX-001") is None


def test_rules_on_a_statement_are_found_by_the_bytes_that_mention_it(law):
    assert [rule.id for rule in law.rules_on("FS-003")] == ["fs.clearing"]
    assert "specs/demo/rules/writing.yaml" not in law._values
    assert [question.id for question in law.questions_on("FS-004")] == ["fs.q.blank"]


@pytest.mark.parametrize("name", ["fs.writing", "fs.overwriting"])
def test_a_rule_has_its_name_and_its_earlier_one(law, name):
    rule = law.rule(name)
    assert (rule.id, rule.revision, rule.questions) == ("fs.writing", 2, ("fs.q.blank",))
    assert rule.proof.engines == ("postgresql",)
    assert rule.engine_notes["oracle"].en == "Empty text is stored as NULL."


@pytest.mark.parametrize("name", ["fs.gone", "qbd.writing", "writing", "fs.q.blank"])
def test_other_names_are_no_rule(law, name):
    assert law.rule(name) is None


def test_things_of_all_systems_together(law):
    assert [rule.id for rule in law.rules()] == ["fs.clearing-today", "fs.clearing", "fs.no-foreign-key", "fs.writing"]
    assert [question.id for question in law.questions("demo")] == ["fs.q.blank"]
    assert [error.code for error in law.errors] == ["demo.half-way", "demo.no-gate"]
    assert [code.exit for code in law.exits] == [0, 1, 2, 3, 4, 5, 70, 130]
    assert [term.aliases for term in law.terms] == [("boarding gate", "闸口")]
    assert [check.slug for check in law.checks] == ["foreign-key"]
    assert [query.id for query in law.queries] == ["verify/no-foreign-keys"]
    assert law.structured("demo") == ("specs/demo/policy.yaml",)
    assert law.sections("demo")["§1"].en == "Writing"


def test_what_uses_a_thing(law):
    assert [r.id for r in law.rules_naming("fs.q.blank", lambda rule: rule.questions)] == ["fs.writing"]
    assert law.rules_naming("fs.q.blank", lambda rule: rule.aliases) == ()


def test_there_are_no_cases_without_their_room(law):
    assert law.cases == ()
    assert law.cases_of("fs.writing") == ()


def test_cases_name_rules_at_a_revision(small_law, law):
    small_law.write("conformance/cases/demo/a.yaml", "id: fs.writing.twice\nrules: [fs.writing@2]\ntitle: Twice\n")
    law.rooms["conformance"] = small_law.root / "conformance"
    (case,) = law.cases_of("fs.writing")
    assert (case.id, case.rules, case.title.en) == ("fs.writing.twice", ("fs.writing",), "Twice")


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("specs/demo/rules/writing.yaml", "norm:", "nrm:", "'norm' is missing"),
        ("specs/demo/rules/writing.yaml", "statements: [FS-001, FS-004]", "statements: FS-001", "not built"),
        ("specs/demo/rules/writing.yaml", "zh: 写入即覆盖", "zh: 3", "not built"),
        ("specs/demo/rules/writing.yaml", "level: must", "level: [", "not YAML"),
    ],
)
def test_a_broken_file_is_told_and_never_a_traceback(small_law, path, old, new, said):
    small_law.edit(path, old, new)
    with pytest.raises(UsageProblem) as caught:
        Law(small_law.root).rules()
    assert caught.value.code == "spec.invalid"
    assert said in caught.value.what
    assert "specproof spec validate" in caught.value.next_step


def test_objects_cannot_be_changed(law):
    with pytest.raises(dataclasses.FrozenInstanceError):
        law.rule("fs.writing").revision = 3


def test_the_installed_law_holds_at_least_what_was_counted_on_the_sources():
    law = Law()
    counted = {system.id: system.counted for system in law.systems}
    assert sum(counted.values()) == 425
    assert {name: len(law.statements(name)) >= count for name, count in counted.items()} == dict.fromkeys(counted, True)
