"""Cross-checks: what no schema can say of one kind of file."""

from __future__ import annotations

import pytest

from specproof.specs.validate import validate

SCHEMA = "specs/answer-delivery/schema.yaml"
CHANGE = "ddl/changes/0001-answer-delivery/change.yaml"
MANIFEST = "specs/manifest.yaml"


def problems(rooms):
    return [(p.code, p.file.removeprefix(f"{rooms.root}/"), p.path, p.line) for p in validate(rooms.root).problems]


@pytest.mark.parametrize(
    ("path", "edit", "code", "pointer"),
    [
        (SCHEMA, ("columns: [event_id]", "columns: [event_di]"), "spec.dangling", "/tables/1/keys/1/columns/0"),
        (
            SCHEMA,
            ("unique: true, columns: [id]", "unique: false, columns: [id]"),
            "spec.contradiction",
            "/tables/1/keys/0/unique",
        ),
        (SCHEMA, ("[id], statements", "[last_error], statements"), "spec.contradiction", "/tables/1/keys/0/columns/0"),
        (SCHEMA, ("default: PENDING", "default: WAITING"), "spec.contradiction", "/tables/1/columns/16/default"),
        (SCHEMA, ("default: 0", "default: null"), "spec.contradiction", "/tables/0/columns/0/default"),
        (SCHEMA, ("name: last_error", "name: last_secret"), "spec.contradiction", "/tables/1/columns/23/name"),
        (SCHEMA, ("self_check: no-foreign-keys", "self_check: no-keys"), "spec.dangling", "/forbidden/4/self_check"),
        (SCHEMA, ("  - context-unique-keys", "  - context-keys"), "spec.dangling", "/self_checks/1"),
        (SCHEMA, ("check: cte", "check: ctes"), "spec.dangling", "/forbidden/0/check"),
        (SCHEMA, ("token$|retry_policy", "token$"), "spec.contradiction", "/forbidden/6/pattern"),
        (SCHEMA, ("system: answer-delivery", "system: flight-state"), "spec.wrong-name", "/system"),
        (SCHEMA, ("engine: mysql-5.7", "engine: mysql-5.6"), "spec.dangling", "/engine"),
        (CHANGE, ("id: 0001-answer-delivery", "id: 0002-answer-delivery"), "spec.wrong-name", "/id"),
        (CHANGE, ("up: up.sql", "up: upp.sql"), "spec.dangling", "/scripts/up"),
        (CHANGE, ("depends: []", "depends: [0000-nothing]"), "spec.dangling", "/depends/0"),
        (CHANGE, ("depends: []", "depends: [0001-answer-delivery]"), "spec.cycle", "/depends/0"),
        (CHANGE, ("system: answer-delivery", "system: answers"), "spec.dangling", "/system"),
        (CHANGE, ("tables: [answer,", "tables: [answers,"), "spec.dangling", "/expected/tables/0"),
        (MANIFEST, ("id: answer-delivery", "id: answer-delivry"), "spec.dangling", "/systems/0/id"),
        (MANIFEST, ("[mysql-5.7]", "[mysql-8.0]"), "spec.dangling", "/systems/0/engines/0"),
        (
            "specs/engines/oracle.yaml",
            ("unique-part-null]", "unique-part]"),
            "spec.dangling",
            "/emulation/laws/3",
        ),
        (
            "specs/engines/oracle.yaml",
            ("duplicate-key: ['23505']", "duplicated: []"),
            "spec.dangling",
            "/emulation/errors/duplicated",
        ),
        ("specs/engines/postgresql.yaml", ("engine: postgresql", "engine: postgres"), "spec.wrong-name", "/engine"),
    ],
)
def test_damage_is_found_at_its_place(rooms, path, edit, code, pointer):
    line = rooms.line(path, edit[0])
    rooms.edit(path, *edit)
    found = problems(rooms)
    assert (code, path, pointer, line) in found
    assert {file for _, file, _, _ in found} <= {path, CHANGE, MANIFEST}  # what refers to the file may suffer as well


def test_a_folder_of_no_system_is_a_problem(rooms):
    rooms.write("specs/other/schema.yaml", (rooms.root / SCHEMA).read_bytes())
    rooms.edit("specs/other/schema.yaml", "system: answer-delivery", "system: other")
    assert [(code, path, pointer) for code, path, pointer, _ in problems(rooms)] == [
        ("spec.dangling", MANIFEST, "/systems")
    ]
