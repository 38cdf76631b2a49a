"""Bad input to `specproof spec validate`: one clear error each, exit code 2, and never a traceback."""

from __future__ import annotations

import os

import pytest

from specproof.cli.main import main

RULE = "specs/demo/rules/writing.yaml"
REGISTER = "specs/demo/statements.yaml"
GLOSSARY = "specs/glossary.yaml"
BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cache folder of the test's own."""
    monkeypatch.setenv("SPECPROOF_CACHE", str(tmp_path / "cache"))


def validated(capsys, rooms, *arguments):
    """The lines of problems; each is `file:line:column: what [code]`."""
    code = main(["--isolated", "--lang", "en", "spec", "validate", str(rooms.root), *arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    assert captured.err == ""
    lines = captured.out.replace(f"{rooms.root}/", "").splitlines()
    return code, [line for line in lines if line.endswith("]") and not line.startswith(" ")]


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        # --- wrong types
        (RULE, "revision: 2", "revision: '2'", '"2" is text, not a whole number. [spec.wrong-type]'),
        (RULE, "revision: 2", "revision: 2.5", "2.5 is a number, not a whole number. [spec.wrong-type]"),
        (RULE, "aliases: [fs.overwriting]", "aliases: {a: b}", "is a mapping, not a list. [spec.wrong-type]"),
        (RULE, "level: must", "level: ~", "null is not allowed here. [spec.wrong-value]"),
        (RULE, "level: must", "level: [must]", '["must"] is not allowed here.'),
        # --- missing translation
        (
            RULE,
            "title: {zh: 写入即覆盖, en: Writing overwrites}",
            "title: {zh: 写入即覆盖}",
            "The English text is missing.",
        ),
        (RULE, "zh: 写入即覆盖, ", "", "The Chinese text is missing. [spec.missing-translation]"),
        (RULE, "zh: 写入即覆盖", "zh: Overwriting", "The Chinese text holds no Chinese character."),
        # --- ids
        (RULE, "[fs.q.blank]", "[fs.q.blnk]", "no question 'fs.q.blnk'. Did you mean 'fs.q.blank'? [spec.dangling]"),
        (RULE, "[FS-001, FS-004]", "[FS-001, FS-077]", "The register of demo has no FS-077. [spec.dangling]"),
        (REGISTER, "id: FS-002", "id: FS-001", "The id 'FS-001' was given to item 0 already. [spec.not-unique]"),
        # --- cycles
        (RULE, "aliases: [fs.overwriting]", "aliases: [fs.writing]", "is an alias of itself. [spec.cycle]"),
        (REGISTER, "see: [FS-003]", "see: [FS-002]", "FS-002 refers to itself. [spec.cycle]"),
        (RULE, "level: must", "level: must\ndiffers: fs.writing", "The rule differs from itself. [spec.cycle]"),
        # --- YAML that two readers could understand differently, or that asks for more than data
        (RULE, "revision: 2", "revision: 2\nrevision: 3", "The key 'revision' stands twice in one mapping"),
        (RULE, "level: must", "level: !!python/object/apply:os.system [id]", "[yaml.tag]"),
        (RULE, "level: must", "level: !!python/name:os.system ''", "[yaml.tag]"),
        (RULE, "level: must", "level: !custom must", "The tag '!custom' asks for a type of its own. [yaml.tag]"),
        (RULE, "level: must", "level:\tmust", "A tab stands in the file. [yaml.tab]"),
        (RULE, "level: must", "level: \u0007must", "The invisible character U+0007 stands in the file."),
        (RULE, "level: must", "level: [must", "This is not YAML"),
        (RULE, "level: must", "level: 017", "is octal to some readers of YAML"),
        (RULE, "level: must", "? [a, b]\n: must", "is used as a key. [yaml.key-not-text]"),
    ],
)
def test_a_mistake_in_the_law_is_told_at_its_line(capsys, small_law, path, old, new, said):
    line = small_law.line(path, old.split("\n")[0])
    small_law.edit(path, old, new)
    code, found = validated(capsys, small_law)
    assert code == 2
    told = [one for one in found if said in one]
    assert told, found
    assert int(told[0].split(":")[1]) in range(line - 3, line + 3)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "yaml.empty"),
        (b"# nothing\n", "yaml.empty"),
        (b"a: \xff\xfe\n", "yaml.not-utf8"),
        ("id: 规则\n".encode("gb18030"), "yaml.not-utf8"),
        ("id: x\n".encode("utf-16"), "yaml.not-utf8"),
        (b"\xef\xbb\xbfid: x\n", "yaml.bom"),
        (b"id: x\x00y\n", "yaml.control-character"),
        (b"a: 1\n---\nb: 2\n", "yaml.several-documents"),
        (b"%TAG ! tag:yaml.org,2002:\n---\na: 1\n", "yaml.directive"),
        (BOMB.encode(), "yaml.anchor"),
        (b"a: [" * 3000, "yaml.too-deep"),
        (b"[" * 1_000_000, "yaml.too-deep"),
        (b"- x\n" * 2_600_000, "yaml.too-large"),
        (b"a: '" + b"x" * 10_500_000 + b"'\n", "yaml.too-large"),
        (b"12: 1\n", "yaml.key-not-text"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_cannot_be_read_is_one_problem_of_that_file(capsys, small_law, content, code):
    small_law.write("specs/demo/rules/new.yaml", content)
    outcome, found = validated(capsys, small_law)
    assert outcome == 2
    assert f"[{code}]" in "\n".join(found)
    assert all(one.startswith("specs/demo/rules/new.yaml:") for one in found), found
    if code in ("yaml.too-deep", "yaml.too-large", "yaml.not-utf8", "yaml.bom", "yaml.empty"):
        assert len(found) == 1


def test_a_cycle_of_aliases_is_told_in_every_rule_of_it(capsys, small_law):
    small_law.edit(RULE, "[fs.overwriting]", "[fs.clearing]")
    small_law.edit("specs/demo/rules/clearing.yaml", "revision: 1", "revision: 1\naliases: [fs.writing]")
    code, found = validated(capsys, small_law)
    assert code == 2
    assert [one.split(":")[0].rsplit("/", maxsplit=1)[1] for one in found] == ["clearing.yaml", "writing.yaml"]
    assert all("are aliases of each other. [spec.cycle]" in one for one in found)


def test_a_pipe_a_folder_and_a_link_to_nowhere_are_no_files(capsys, small_law):
    folder = small_law.root / "specs" / "demo" / "rules"
    os.mkfifo(folder / "pipe.yaml")
    (folder / "gone.yaml").symlink_to("nowhere.yaml")
    (folder / "round.yaml").symlink_to("round.yaml")
    (folder / "folder.yaml").mkdir()
    code, found = validated(capsys, small_law)
    assert code == 2
    assert [(one.split(":")[0].rsplit("/", maxsplit=1)[1], one.rsplit("[", maxsplit=1)[1]) for one in found] == [
        ("gone.yaml", "yaml.unreadable]"),
        ("pipe.yaml", "yaml.unreadable]"),
        ("round.yaml", "yaml.unreadable]"),
    ]


def test_a_key_cannot_steer_the_terminal(capsys, small_law):
    small_law.edit(RULE, "level: must", 'level: must\n"\\e[2Jgone": 1')
    code, found = validated(capsys, small_law)
    assert code == 2
    assert "\x1b" not in "\n".join(found)


@pytest.mark.parametrize(
    "command", [["spec", "list"], ["spec", "coverage"], ["spec", "questions"], ["explain", "FS-001"]]
)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"a: b: c\n",
        b"[]\n",
        b"systems: 3\n",
        b"systems: [3]\n",
        b"systems: [{id: demo}]\n",
        b"{}\n",
        b"x\n",
    ],
)
def test_commands_over_a_broken_law_tell_it_and_end_with_2(capsys, small_law, command, content):
    small_law.write("specs/manifest.yaml", content)
    code = main(["--isolated", "--lang", "en", *command, "--root", str(small_law.root)])
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert "[spec.invalid]" in captured.err
    assert "Traceback" not in captured.err
