"""Every kind of change between two states of the law: its name, whether it breaks, whether it was announced."""

from __future__ import annotations

import copy

import pytest

from specproof.specs.diff.changes import KINDS, Effect
from specproof.specs.diff.compare import compare
from specproof.specs.diff.values import differences
from specproof.specs.states import State, of_folder

RULES = "specs/demo/rules/"
REGISTER = "specs/demo/statements.yaml"
POLICY = "specs/demo/policy.yaml"
MANIFEST = "specs/manifest.yaml"
WRITING = f"{RULES}writing.yaml"


@pytest.fixture
def law(small_law):
    return of_folder(small_law.root, "small")


class Edited:
    """A state that a test changes in place."""

    def __init__(self, state: State) -> None:
        self.old = state
        self.values = copy.deepcopy(dict(state.values))
        self.texts, self.schemas = dict(state.texts), copy.deepcopy(dict(state.schemas))

    def rule(self, name):
        return self.values[f"{RULES}{name}.yaml"]

    def statement(self, index):
        return self.values[REGISTER]["statements"][index]

    def edition(self):
        self.values[MANIFEST]["edition"] = "2026.2"

    def diff(self):
        return compare(self.old, State("edited", self.values, self.texts, self.schemas))

    def kinds(self):
        return [(one.subject, one.kind, one.stepped) for one in self.diff().changes]


@pytest.fixture
def edited(law):
    return Edited(law)


def test_the_same_law_does_not_change(edited):
    assert edited.kinds() == []


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "value", "kind"),
    [
        (("norm", "en"), "Another thing holds.", "norm-changed"),
        (("norm", "en"), "The new value takes the place of the old one; a blank is a value!", "norm-punctuation"),
        (("level",), "must-not", "level-tightened"),
        (("level",), "may", "level-loosened"),
        (("profiles",), ["target"], "profile-removed"),
        (("codes",), [], "code-removed"),
        (("codes",), ["value-empty", "other"], "code-added"),
        (("aliases",), [], "alias-removed"),
        (("status",), "provisional", "status-loosened"),
        (("statements",), ["FS-001"], "gathers"),
        (("proof",), {"cases": True}, "proof"),
        (("revision",), 3, "revision-raised"),
        (("revision",), 1, "revision-lowered"),
        (("title", "zh"), "别的题目", "text"),
        (("why", "en"), "Another reason.", "text"),
        (("data",), ["policy.yaml#/rules"], "trace"),
    ],
)
def test_each_change_of_a_rule_has_its_kind(edited, keys, value, kind):
    *path, last = keys
    target = edited.rule("writing")
    for key in path:
        target = target[key]
    target[last] = value
    assert edited.kinds() == [("fs.writing", kind, False)]


def test_a_norm_that_changes_needs_a_revision_of_its_own_rule(edited):
    edited.rule("writing")["norm"]["en"] = "Another thing holds."
    assert [one.subject for one in edited.diff().refused] == ["fs.writing"]
    edited.edition()
    assert [one.subject for one in edited.diff().refused] == ["fs.writing"]
    edited.rule("writing")["revision"] = 3
    assert edited.diff().refused == ()
    assert [(one.kind, one.stepped) for one in edited.diff().of(Effect.BREAKING)] == [("norm-changed", True)]


def test_a_rule_that_is_gone_needs_an_edition(edited):
    del edited.values[f"{RULES}no-foreign-key.yaml"]
    assert edited.kinds() == [("fs.no-foreign-key", "removed", False)]
    edited.edition()
    assert ("fs.no-foreign-key", "removed", True) in edited.kinds()


def test_a_rule_that_is_renamed_keeps_its_old_name_as_an_alias(edited):
    rule = edited.values.pop(WRITING)
    edited.values[f"{RULES}storing.yaml"] = {**rule, "id": "fs.storing", "aliases": ["fs.overwriting", "fs.writing"]}
    assert edited.kinds() == [("fs.writing", "renamed", False)]
    edited.values[f"{RULES}storing.yaml"]["norm"] = {"zh": "别的。", "en": "Other."}
    assert ("fs.storing", "norm-changed", False) in edited.kinds()
    edited.values[f"{RULES}storing.yaml"]["revision"] = 3
    assert ("fs.storing", "norm-changed", True) in edited.kinds()


@pytest.mark.parametrize(
    ("level", "status", "kind"),
    [("must", "stable", "obligation-added"), ("may", "stable", "added"), ("must", "provisional", "added")],
)
def test_a_new_rule_announces_itself(edited, level, status, kind):
    new = {**edited.rule("writing"), "id": "fs.new", "level": level, "status": status, "aliases": []}
    edited.values[f"{RULES}new.yaml"] = new
    assert edited.kinds() == [("fs.new", kind, True)]


def test_a_provisional_rule_that_becomes_binding_breaks(edited):
    provisional = Edited(edited.old)
    provisional.rule("writing")["status"] = "provisional"
    back = Edited(provisional.diff().new)
    back.rule("writing")["status"] = "stable"
    assert back.kinds() == [("fs.writing", "status-binding", False)]


# --- statements, questions, codes -------------------------------------------------------------------------------------


def test_statements(edited):
    edited.statement(0)["text"]["en"] = "Said otherwise."
    edited.statement(1)["see"] = []
    edited.statement(4)["kind"] = "must"
    assert edited.kinds() == [
        ("FS-005", "kind-changed", False),
        ("FS-001", "text", False),
        ("FS-002", "trace", False),
    ]
    edited.rule("no-foreign-key")["revision"] = 2
    assert ("FS-005", "kind-changed", True) in edited.kinds()


def test_a_statement_that_is_gone_or_new(edited):
    edited.values[REGISTER]["statements"][0]["id"] = "FS-006"
    assert edited.kinds() == [("FS-001", "removed", False), ("FS-006", "added", False)]


def test_a_position_that_changes_needs_a_revision_of_the_rules_that_rest_on_it(edited):
    edited.values["specs/demo/questions/blank.yaml"]["position"]["choice"] = "nothing"
    assert edited.kinds() == [("fs.q.blank", "position-changed", False)]
    edited.rule("writing")["revision"] = 3
    assert ("fs.q.blank", "position-changed", True) in edited.kinds()


def test_a_question_that_is_answered_as_proposed_changes_nothing_for_others(edited):
    edited.values["specs/demo/questions/blank.yaml"]["status"] = "confirmed"
    assert edited.kinds() == [("fs.q.blank", "answered", False)]


def test_codes_and_terms(edited):
    edited.values["specs/errors.yaml"][1]["exit"] = 3
    edited.values["specs/exits.yaml"][0]["meaning"] = {"zh": "别的", "en": "other"}
    edited.values["specs/glossary.yaml"]["terms"][0]["aliases"] = ["door"]
    del edited.values["specs/exits.yaml"][1]
    assert edited.kinds() == [
        ("demo.no-gate", "exit-changed", False),
        ("exit 1", "removed", False),
        ("exit 0", "text", False),
        ("gate", "trace", False),
    ]
    edited.edition()
    assert edited.diff().refused == ()


def test_checks_and_queries(edited):
    check = edited.values["ddl/checks/foreign-key.yaml"]
    check["severity"] = "warning"
    check["why"] = {"zh": "别的", "en": "other"}
    check["bad"] = []
    edited.texts["migrator/queries/verify/no-foreign-keys.sql"] = "SELECT 1"
    assert sorted(edited.kinds()) == [
        ("foreign-key", "effect-changed", False),
        ("foreign-key", "proof", False),
        ("foreign-key", "text", False),
        ("migrator/queries/verify/no-foreign-keys.sql", "query-changed", False),
    ]


def test_a_case_may_expect_something_else_with_the_revision_of_its_rule_only(edited):
    path = "conformance/cases/demo/a.yaml"
    case = {"id": "fs.writing.a", "rules": ["fs.writing@2"], "expect": {"value": 1}, "when": {"op": "x"}}
    edited.values[path] = case
    assert edited.kinds() == [("fs.writing.a", "case-added", False)]
    again = Edited(edited.diff().new)
    again.values[path]["expect"] = {"value": 2}
    again.values[path]["when"] = {"op": "y"}
    assert again.kinds() == [("fs.writing.a", "expectation-changed", False), ("fs.writing.a", "proof", False)]
    again.rule("writing")["revision"] = 3
    assert again.diff().refused == ()
    del again.values[path]
    assert ("fs.writing.a", "case-removed", False) in again.kinds()


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_datum_needs_a_revision_of_the_rule_that_points_to_it(edited):
    edited.values[POLICY]["rules"]["foreign-key"]["severity"] = "warning"
    place = f"{POLICY}#/rules/foreign-key/severity"
    assert edited.kinds() == [(place, "datum-changed", False)]
    edited.edition()
    assert (place, "datum-changed", False) in edited.kinds()
    edited.rule("writing")["revision"] = 3
    assert (place, "datum-changed", True) in edited.kinds()


def test_a_datum_of_no_rules_pointer_needs_one_that_shares_its_statements(edited):
    edited.values[POLICY]["rules"]["foreign-key"]["pattern"] = "x"
    del edited.rule("writing")["data"]
    place = f"{POLICY}#/rules/foreign-key/pattern"
    assert (place, "datum-added", False) in edited.kinds()
    edited.rule("no-foreign-key")["revision"] = 2
    assert (place, "datum-added", True) in edited.kinds()


def test_a_datum_that_no_rule_answers_for_needs_an_edition(edited):
    edited.values[MANIFEST]["systems"][0]["engines"] = ["postgresql"]
    edited.values[MANIFEST]["systems"][0]["prefix"] = "XX"
    assert edited.kinds() == [
        (f"{MANIFEST}#/systems/0/prefix", "datum-changed", False),
        (f"{MANIFEST}#/systems/0/engines", "datum-added", False),
    ]
    edited.edition()
    assert edited.diff().refused == ()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({"max_chars": 8}, {"max_chars": 9}, [("/max_chars", "loosened")]),
        ({"max_chars": 8}, {"max_chars": 7}, [("/max_chars", "tightened")]),
        ({"maximum": 8}, {"maximum": 7}, [("/maximum", "tightened")]),
        (
            {"ceiling_bytes": {"current": 1, "target": 2}},
            {"ceiling_bytes": {"current": 1, "target": 3}},
            [("/ceiling_bytes/target", "loosened")],
        ),
        ({"min_rows": 1}, {"min_rows": 2}, [("/min_rows", "tightened")]),
        ({"nullable": True}, {"nullable": False}, [("/nullable", "tightened")]),
        ({"nullable": False}, {"nullable": True}, [("/nullable", "loosened")]),
        ({"unique": False}, {"unique": True}, [("/unique", "tightened")]),
        ({"outcome": "set"}, {"outcome": "refuse"}, [("/outcome", "tightened")]),
        ({"outcome": "refuse"}, {"outcome": "clear"}, [("/outcome", "loosened")]),
        ({"outcome": "set"}, {"outcome": "clear"}, [("/outcome", "datum-changed")]),
        ({"a": 1}, {"a": True}, [("/a", "datum-changed")]),
        ({"a": 1}, {"a": 1.0}, []),
        ({"a": None}, {"a": 0}, [("/a", "datum-changed")]),
        ({"a": 1}, {"a": {"current": 1, "target": 2}}, [("/a", "datum-changed")]),
        ({"a": {"zh": "一", "en": "one"}}, {"a": {"zh": "二", "en": "one"}}, [("/a", "text")]),
        ({}, {"a": {"zh": "一", "en": "one"}}, [("/a", "text")]),
        ({"a": {"statements": ["FS-001"]}}, {"a": {"statements": []}}, [("/a/statements", "trace")]),
        ({"a": ["x", "y"]}, {"a": ["y", "x"]}, [("/a", "order-changed")]),
        ({"a": ["x"]}, {"a": ["x", "y"]}, [("/a", "datum-added")]),
        ({"a": ["x", "y"]}, {"a": ["x"]}, [("/a", "datum-removed")]),
        ({"a": ["x", "y"]}, {"a": ["x", "z"]}, [("/a", "datum-changed")]),
        ([{"id": "a", "v": 1}], [{"id": "b", "v": 2}, {"id": "a", "v": 1}], [("/0", "datum-added")]),
        (
            [{"id": "a", "v": 1}, {"id": "b"}],
            [{"id": "b"}, {"id": "a", "v": 2}],
            [("/1/v", "datum-changed"), ("", "order-changed")],
        ),
        ([[1], [2]], [[1], [3], [4]], [("/1", "datum-changed"), ("/2", "datum-added")]),
        ({"a/b": 1}, {}, [("/a~1b", "datum-removed")]),
    ],
)
def test_values_are_compared_to_the_last_datum(old, new, found):
    assert [(one.pointer, one.kind) for one in differences(old, new)] == found


# --- schemas and scripts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "change", "kind"),
    [
        ("rule.schema.json", {"required": ["id"]}, "demand-added"),
        ("report/x.schema.json", {"required": ["id"]}, "schema-added"),
        ("rule.schema.json", {"title": "Other"}, "text"),
        ("rule.schema.json", {"properties": {"id": {}, "new": {}}}, "schema-added"),
        ("rule.schema.json", {"properties": {}}, "schema-removed"),
        ("rule.schema.json", {"enum": ["a", "b"]}, "schema-added"),
        ("rule.schema.json", {"enum": ["b"]}, "schema-changed"),
        ("rule.schema.json", {"minItems": 2}, "schema-changed"),
    ],
)
def test_schemas(edited, name, change, kind):
    before = {"title": "T", "properties": {"id": {}}, "enum": ["a"]}
    edited.old = State("old", edited.values, edited.texts, {name: before})
    edited.schemas = {name: {**before, **change}}
    assert [one.kind for one in edited.diff().changes] == [kind]


def test_whole_files_come_and_go(edited):
    edited.old = State("old", edited.values, {"ddl/changes/1/up.sql": "a"}, {"a.schema.json": {}})
    edited.values = {**edited.values, "specs/demo/wire.yaml": {}}
    edited.texts, edited.schemas = {"ddl/changes/1/up.sql": "b"}, {}
    assert edited.kinds() == [
        ("ddl/changes/1/up.sql", "script-changed", False),
        ("specs/metaschema/a.schema.json", "removed", False),
        ("specs/demo/wire.yaml", "added", False),
    ]


def test_every_kind_of_change_says_why_in_both_languages():
    for kind, (effect, reason) in KINDS.items():
        assert effect in Effect, kind
        assert reason.zh != reason.en
        assert reason.zh.strip()
