"""The law of a folder, a commit and a bundle is the same law; what is none is told as such."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from specproof.errors import EnvironmentProblem, UsageProblem
from specproof.specs import export, states


@pytest.fixture
def repository(small_law):
    """The small law as a repository with one commit, tagged v1."""
    root = small_law.root
    for command in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "first", "--no-gpg-sign"),
        ("tag", "v1"),
    ):
        subprocess.run(["git", *command], cwd=root, check=True, capture_output=True)
    return small_law


def content(state):
    return (state.values, state.texts, state.schemas)


def test_folder_commit_and_bundle_give_the_same(repository, tmp_path, monkeypatch):
    folder = states.resolve(str(repository.root))
    monkeypatch.chdir(repository.root / "specs" / "demo")
    for ref in ("v1", "HEAD"):
        assert content(states.resolve(ref)) == content(folder)
    bundle = tmp_path / "law.json"
    bundle.write_bytes(export.bundle(folder))
    assert content(states.resolve(str(bundle))) == content(folder)
    assert folder.edition == "2026.1"


def test_a_commit_is_read_as_it_was(repository, monkeypatch):
    monkeypatch.chdir(repository.root)
    repository.edit("specs/manifest.yaml", "2026.1", "2026.2")
    assert states.resolve("v1").edition == "2026.1"
    assert states.resolve(".").edition == "2026.2"


def test_what_is_no_law_stays_out(small_law):
    small_law.write("ddl/facts/mysql57.yaml", "entries: []\n")
    small_law.write("migrator/runbooks/zh/x.md", "# x\n")
    small_law.write("specs/coverage-snapshot.json", "{}")
    small_law.write("specs/metaschema/report/x.schema.json", "{}")
    small_law.write("conformance/cases/demo/deep/a.yaml", "id: a\n")
    small_law.write("ddl/changes/1/up.sql", "SELECT 1;\r\n")
    state = states.of_folder(small_law.root)
    assert "ddl/facts/mysql57.yaml" not in state.values
    assert set(state.schemas) == {"report/x.schema.json"}
    assert state.texts["ddl/changes/1/up.sql"] == "SELECT 1;\n"
    assert sorted(state.texts) == ["ddl/changes/1/up.sql", "migrator/queries/verify/no-foreign-keys.sql"]


@pytest.mark.parametrize("ref", ["v2", "--all", "-x", "HEAD:specs", "", "v1 v1", "HEAD\n"])
def test_a_word_that_is_no_state_is_told(repository, monkeypatch, ref):
    monkeypatch.chdir(repository.root)
    with pytest.raises(UsageProblem) as caught:
        states.of_commit(ref, repository.root)
    assert caught.value.code == "spec.unknown-state"


def test_outside_a_repository_and_without_the_law_in_it(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UsageProblem, match="git says"):
        states.of_commit("HEAD", tmp_path)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    commit = ("-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "x", "--allow-empty")
    subprocess.run(["git", *commit, "--no-gpg-sign"], cwd=tmp_path, check=True, capture_output=True)
    with pytest.raises(UsageProblem, match="has no folder 'specs'"):
        states.of_commit("HEAD", tmp_path)


def test_without_git_a_commit_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", {}.get)
    with pytest.raises(EnvironmentProblem) as caught:
        states.of_commit("HEAD", tmp_path)
    assert caught.value.code == "law.no-git"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"schema": "specproof/spec-bundle/1"}',
        b'{"schema": "specproof/spec-bundle/1", "parts": {"a": 1}, "schemas": {}}',
        b'{"schema": "specproof/spec-bundle/1", "parts": {}, "schemas": {"a": {"text": ""}}}',
        b'{"schema": "specproof/spec-bundle/1", "parts": {}, "parts": {}, "schemas": {}}',
        b"[" * 100_000,
    ],
)
def test_other_files_are_no_bundle(tmp_path, content):
    file = tmp_path / "x.json"
    file.write_bytes(content)
    with pytest.raises(UsageProblem) as caught:
        states.resolve(str(file))
    assert caught.value.code == "spec.bundle"


def test_a_state_with_broken_yaml_is_told_with_its_place(small_law):
    small_law.write("specs/demo/rules/broken.yaml", "a: b: c\n")
    with pytest.raises(UsageProblem) as caught:
        states.resolve(str(small_law.root))
    assert (caught.value.code, caught.value.where) == ("spec.invalid", "specs/demo/rules/broken.yaml:1:5 at /a")
