"""Gathering: every YAML file is found, wherever it lies."""

from __future__ import annotations

from specproof import resources
from specproof.specs.content import gather


def test_no_yaml_file_of_the_installed_rooms_escapes():
    found = gather()
    on_disk = {
        f"{room}/{p.relative_to(resources.room(room))}"
        for room in resources.ROOMS
        for p in resources.room(room).rglob("*.yaml")
    }
    assert set(found.paths) == on_disk
    assert set(found.documents) == on_disk
    assert found.problems == ()


def test_files_of_a_folder_are_named_below_it(rooms, monkeypatch):
    monkeypatch.chdir(rooms.root)
    rooms.write("specs/bad.yaml", "a: *b\n")
    found = gather(rooms.root)
    assert "specs/bad.yaml" in found.paths
    assert [(p.file, p.code) for p in found.problems] == [("specs/bad.yaml", "yaml.alias")]
    assert set(found.rooms) == {"specs", "ddl", "migrator"}


def test_look_ups(rooms):
    found = gather(rooms.root)
    assert found.has("specs/manifest.yaml")
    assert found.has("ddl/changes")
    assert not found.has("ddl/checks")
    assert not found.has("elsewhere/file")
    assert found.stems("specs/engines", ".yaml") == ["mysql-5.7", "oracle", "postgresql"]
