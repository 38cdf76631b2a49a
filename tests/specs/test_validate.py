"""Validation of whole content rooms: sound ones pass, each kind of damage gives its own problem at its place."""

from __future__ import annotations

import pytest

from specproof.errors import UsageProblem
from specproof.specs.validate import validate

SCHEMA = "specs/answer-delivery/schema.yaml"
CHANGE = "ddl/changes/0001-answer-delivery/change.yaml"
MANIFEST = "specs/manifest.yaml"


def problems(rooms):
    return [(p.code, p.file.removeprefix(f"{rooms.root}/"), p.path, p.line) for p in validate(rooms.root).problems]


def test_sound_rooms_pass(rooms):
    validation = validate(rooms.root)
    assert validation.problems == ()
    assert validation.valid
    engines, laws = (len(list(rooms.root.glob(f"specs/engines/{each}"))) for each in ("*.yaml", "laws/*.yaml"))
    assert validation.files == {
        "change": 1,
        "conditions": 1,
        "ddl-policy": 1,
        "engine": engines,
        "engine-law": laws,
        "manifest": 1,
        "schema-spec": 1,
    }


@pytest.mark.parametrize(
    ("path", "edit", "code", "pointer"),
    [
        (SCHEMA, ("type: bigint", "typ: bigint"), "spec.unknown-key", "/tables/0/columns/0/typ"),
        (SCHEMA, ("nullable: false", "nullable: no"), "spec.wrong-type", "/tables/0/columns/0/nullable"),
        (SCHEMA, ("type: bigint", "type: BIGINT(20)"), "spec.wrong-value", "/tables/0/columns/0/type"),
        (SCHEMA, ("engine: InnoDB", "engine: MyISAM"), "spec.wrong-value", "/defaults/engine"),
        (SCHEMA, ("name: submission_context", "name: answer"), "spec.not-unique", "/tables/2/name"),
        (SCHEMA, ("name: event_id", "name: id"), "spec.not-unique", "/tables/1/columns/1/name"),
        (SCHEMA, ("columns: [event_id]", "columns: []"), "spec.wrong-value", "/tables/1/keys/1/columns"),
        (SCHEMA, ("columns: [event_id]", "columns: [id, id]"), "spec.not-unique", "/tables/1/keys/1/columns"),
        (SCHEMA, ("pattern: secret|", "pattern: (secret|"), "spec.wrong-value", "/forbidden/6/pattern"),
        (SCHEMA, ("[DDL-005]", "[DDL-5]"), "spec.wrong-value", "/forbidden/0/statements/0"),
        (CHANGE, ("level: medium", "level: middling"), "spec.wrong-value", "/risk/level"),
        (CHANGE, ("rows: 0", "rows: 0.5"), "spec.wrong-type", "/statements/0/rows"),
        (CHANGE, ("rows: 0", "rows: -1"), "spec.wrong-value", "/statements/0/rows"),
        ("specs/engines/postgresql.yaml", ("port: 5432", "port: 0"), "spec.wrong-value", "/url/port"),
    ],
)
def test_damage_is_found_at_its_place(rooms, path, edit, code, pointer):
    line = rooms.line(path, edit[0])
    rooms.edit(path, *edit)
    found = problems(rooms)
    assert (code, path, pointer, line) in found
    assert {file for _, file, _, _ in found} <= {path, CHANGE, MANIFEST}  # what refers to the file may suffer as well


def test_a_misspelt_key_is_answered_with_the_nearest(rooms):
    rooms.edit(SCHEMA, "ownership: partial", "owneship: partial")
    found = [p for p in validate(rooms.root).problems if p.code == "spec.unknown-key"]
    assert [(p.what, p.column) for p in found] == [
        ("The key 'owneship' is not known here. Did you mean 'ownership'?", 5)
    ]


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        (
            "zh: 不建函数索引, en: No functional index",
            "zh: 不建函数索引",
            "spec.missing-translation",
            "The English text is missing.",
        ),
        ("zh: 不建函数索引, en:", "en:", "spec.missing-translation", "The Chinese text is missing."),
        (
            "zh: 不建函数索引",
            "zh: no such index",
            "spec.language-mixed",
            "The Chinese text holds no Chinese character.",
        ),
        (
            "en: No functional index",
            "en: No 函数 index",
            "spec.language-mixed",
            "The English text holds the Chinese character 函.",
        ),
        ("zh: 不建函数索引", "zh: ' '", "spec.wrong-value", '" " is not spelt as this value must be.'),
        ("zh: 不建函数索引", "zh: ~", "spec.wrong-type", "null is null, not text."),
        (
            "zh: 不建函数索引",
            "de: 不建函数索引, zh: 不建函数索引",
            "spec.unknown-key",
            "The key 'de' is not known here.",
        ),
    ],
)
def test_both_languages_are_demanded_and_told_apart(rooms, old, new, code, what):
    rooms.edit(SCHEMA, old, new)
    assert (code, what) in [(p.code, p.what) for p in validate(rooms.root).problems]


def test_all_problems_of_all_files_come_in_one_run(rooms):
    rooms.edit(SCHEMA, "nullable: false", "nullable: 0")
    rooms.edit(SCHEMA, "engine: InnoDB", "engine: Aria")
    rooms.edit(MANIFEST, "edition: '2026.1'", "edition: 2026.1")
    rooms.edit(CHANGE, "depends: []", "depends: &d []\nagain: *d")
    rooms.write("ddl/changes/0001-answer-delivery/broken.yaml", "a: b: c\n")
    assert {(code, path, pointer) for code, path, pointer, _ in problems(rooms)} == {
        ("spec.wrong-type", SCHEMA, "/tables/0/columns/0/nullable"),
        ("spec.wrong-value", SCHEMA, "/defaults/engine"),
        ("spec.wrong-type", MANIFEST, "/edition"),
        ("yaml.anchor", CHANGE, "/depends"),
        ("yaml.alias", CHANGE, "/again"),
        ("spec.unknown-key", CHANGE, "/again"),
        ("yaml.syntax", "ddl/changes/0001-answer-delivery/broken.yaml", "/a"),
        ("spec.unknown-kind", "ddl/changes/0001-answer-delivery/broken.yaml", ""),
    }


@pytest.mark.parametrize(
    "path",
    [
        "specs/answer-delivery/notes.yaml",
        "specs/schema.yaml",
        "ddl/change.yaml",
        "specs/manifest.yml",
        "migrator/x/y.yaml",
    ],
)
def test_a_file_of_no_kind_is_a_problem(rooms, path):
    rooms.write(path, "a: 1\n")
    assert problems(rooms) == [("spec.unknown-kind", path, "", 1)]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"- some text in a line of a list\n" * 330_000, "yaml.too-large"),
        (b"[" * 100_000, "yaml.too-deep"),
        (b"a: !!python/object/apply:os.system ['true']\n", "yaml.tag"),
        (b"a:\n\tb: 1\n", "yaml.tab"),
        ("a: 表\n".encode("gbk"), "yaml.not-utf8"),
        (b"\xef\xbb\xbfa: 1\n", "yaml.bom"),
        (b"a: \x00\n", "yaml.control-character"),
        (b"", "yaml.empty"),
        (b"a: 1\n---\nb: 1\n", "yaml.several-documents"),
    ],
)
def test_unreadable_content_is_one_of_the_problems(rooms, content, code):
    rooms.write(MANIFEST, content)
    found = problems(rooms)
    assert (code, MANIFEST) in [(one, path) for one, path, _, _ in found]
    assert {path for _, path, _, _ in found} == {MANIFEST}


def test_a_folder_without_rooms_is_refused(tmp_path):
    with pytest.raises(UsageProblem) as caught:
        validate(tmp_path)
    assert caught.value.code == "spec.no-rooms"
    assert caught.value.where == str(tmp_path)
