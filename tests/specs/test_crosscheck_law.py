"""Register, rules, questions and glossary hold together: each kind of damage gives its own problem at its place."""

from __future__ import annotations

import pytest

from specproof.specs.validate import validate

REGISTER = "specs/demo/statements.yaml"
WRITING = "specs/demo/rules/writing.yaml"
TODAY = "specs/demo/rules/clearing-today.yaml"
CLEARING = "specs/demo/rules/clearing.yaml"
NO_KEY = "specs/demo/rules/no-foreign-key.yaml"
BLANK = "specs/demo/questions/blank.yaml"
POLICY = "specs/demo/policy.yaml"
GLOSSARY = "specs/glossary.yaml"


def problems(rooms):
    return [(p.code, p.file.removeprefix(f"{rooms.root}/"), p.path) for p in validate(rooms.root).problems]


def test_the_small_law_is_sound(small_law):
    assert problems(small_law) == []


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        # --- the register
        (REGISTER, "system: demo", "system: demi", [("spec.wrong-name", "/system")]),
        (REGISTER, "id: FS-005", "id: FS-007", [("spec.wrong-name", "/statements/4/id")]),
        (REGISTER, "section: [§1, §2]", "section: [§1, §3]", [("spec.dangling", "/statements/3/section/1")]),
        (REGISTER, "see: [FS-003]", "see: [FS-009]", [("spec.dangling", "/statements/1/see/0")]),
        (REGISTER, "see: [FS-003]", "see: [FS-002]", [("spec.cycle", "/statements/1/see/0")]),
        (REGISTER, "kind: open-question", "kind: must", [("spec.contradiction", "/statements/3/id")]),
        (REGISTER, "kind: must\n", "kind: open-question\n", [("spec.unmapped", "/statements/0/id")]),
        # --- rules
        (WRITING, "id: fs.writing", "id: fs.writting", [("spec.wrong-name", "/id")]),
        (WRITING, "id: fs.writing", "id: fs.clearing", [("spec.wrong-name", "/id"), ("spec.not-unique", "/id")]),
        (WRITING, "[FS-001, FS-004]", "[FS-001, FS-009]", [("spec.dangling", "/statements/1")]),
        (WRITING, "空白也是值", "空白不是值", [("spec.norm-changed", "/digest")]),
        (WRITING, "[fs.overwriting]", "[fs.writing]", [("spec.cycle", "/aliases/0")]),
        (WRITING, "[fs.overwriting]", "[fs.clearing]", [("spec.not-unique", "/aliases/0")]),
        (WRITING, "[fs.q.blank]", "[fs.q.blink]", [("spec.dangling", "/questions/0")]),
        (WRITING, "#/rules/foreign-key/severity", "#/rules/key", [("spec.dangling", "/data/0")]),
        (WRITING, "policy.yaml#", "polcy.yaml#", [("spec.dangling", "/data/0")]),
        (NO_KEY, "checks: [foreign-key]", "checks: [foreign]", [("spec.dangling", "/proof/checks/0")]),
        (NO_KEY, "verify/no-foreign-keys", "verify/none", [("spec.dangling", "/proof/queries/0")]),
        (CLEARING, "differs: fs.clearing-today", "differs: fs.gone", [("spec.dangling", "/differs")]),
        (CLEARING, "differs: fs.clearing-today", "differs: fs.clearing", [("spec.cycle", "/differs")]),
        (CLEARING, "profiles: [target]", "profiles: [current]", [("spec.contradiction", "/differs")]),
        (CLEARING, "statements: [FS-003]", "statements: [FS-002, FS-003]", [("spec.contradiction", "/statements/0")]),
        (TODAY, "differs: fs.clearing\n", "", [("spec.contradiction", "/profiles")]),
        # --- questions
        (BLANK, "id: fs.q.blank", "id: fs.blank", [("spec.wrong-value", "/id")]),
        (BLANK, "choice: value", "choice: valu", [("spec.dangling", "/position/choice")]),
        (BLANK, "policy.yaml#/rules/foreign-key", "policy.yaml#/rule", [("spec.dangling", "/position/data/0")]),
        (BLANK, "The cases of fs.writing.", "The cases of fs.reading.", [("spec.dangling", "/flips")]),
        # --- tables
        (
            POLICY,
            "statements: [FS-005]",
            "statements: [FS-099]",
            [("spec.dangling", "/rules/foreign-key/statements/0")],
        ),
        # --- glossary
        (GLOSSARY, "boarding gate", "gate", [("spec.cycle", "/terms/0/aliases/0")]),
        (GLOSSARY, "systems: [demo]", "systems: [demi]", [("spec.dangling", "/terms/0/systems/0")]),
    ],
)
def test_damage_is_found_at_its_place(small_law, path, old, new, expected):
    small_law.edit(path, old, new)
    found = problems(small_law)
    assert [one for one in expected if (one[0], path, one[1]) not in found] == []


def test_a_statement_without_a_rule_is_found(small_law):
    small_law.edit(WRITING, "[FS-001, FS-004]", "[FS-004]")
    assert problems(small_law) == [("spec.unmapped", REGISTER, "/statements/0/id")]


def test_a_duplicate_id_is_found(small_law):
    small_law.edit(REGISTER, "id: FS-002", "id: FS-001")
    assert ("spec.not-unique", REGISTER, "/statements/1/id") in problems(small_law)


def test_pairs_that_do_not_point_back_are_a_cycle(small_law):
    small_law.edit(CLEARING, "differs: fs.clearing-today", "differs: fs.writing")
    small_law.edit(WRITING, "level: must", "differs: fs.clearing-today\nlevel: must")
    assert [(code, path) for code, path, _ in problems(small_law) if code == "spec.cycle"] == [
        ("spec.cycle", TODAY),
        ("spec.cycle", CLEARING),
        ("spec.cycle", WRITING),
    ]


def test_aliases_of_each_other_are_a_cycle(small_law):
    small_law.edit(WRITING, "[fs.overwriting]", "[fs.clearing]")
    small_law.edit(CLEARING, "revision: 1", "revision: 1\naliases: [fs.writing]")
    assert problems(small_law) == [
        ("spec.cycle", CLEARING, "/aliases/0"),
        ("spec.cycle", WRITING, "/aliases/0"),
    ]


def test_one_alias_of_two_rules_is_found_in_both(small_law):
    small_law.edit(CLEARING, "revision: 1", "revision: 1\naliases: [fs.overwriting]")
    assert problems(small_law) == [
        ("spec.not-unique", CLEARING, "/aliases/0"),
        ("spec.not-unique", WRITING, "/aliases/0"),
    ]


def test_a_word_of_two_terms_is_found(small_law):
    term = "  - id: door\n    term: {zh: 门, en: door}\n    aliases: [GATE]\n    meaning: {zh: 门。, en: A door.}\n"
    small_law.edit(GLOSSARY, "terms:\n", f"terms:\n{term}")
    assert problems(small_law) == [("spec.not-unique", GLOSSARY, "/terms/0/aliases/0")]


def test_a_value_that_is_the_same_in_both_profiles_is_no_deviation(small_law):
    # No schema of the small law allows a pair, so the place is told beside what the schema says.
    small_law.edit(POLICY, "severity: error", "severity: {current: error, target: error}")
    assert ("spec.contradiction", POLICY, "/rules/foreign-key/severity") in problems(small_law)


def test_a_system_without_questions_yet_is_judged_by_its_register(small_law):
    (small_law.root / BLANK).unlink()
    small_law.edit(WRITING, "[FS-001, FS-004]", "[FS-004]")
    assert problems(small_law) == []


def test_house_rules_are_named_as_their_folder_and_switch_something_on(small_law):
    small_law.edit(POLICY, "name: demo", "name: demi")
    small_law.edit(POLICY, "  foreign-key:", "  foreign-keys: {severity: off}\n  foreign-key:")
    assert problems(small_law) == [
        ("spec.wrong-name", POLICY, "/name"),
        ("spec.dangling", POLICY, "/rules/foreign-keys"),
    ]
