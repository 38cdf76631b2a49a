"""The shape that the design promises: content rooms without code, small modules, tests in a mirror."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from specproof import __version__

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "specproof"
MODULES = sorted(SOURCE.rglob("*.py"))
# Modules above the ceiling, each with the reason why it is not split.
LONG: dict[str, str] = {}


def test_content_rooms_hold_no_python():
    found = [str(p) for room in ("specs", "ddl", "migrator", "conformance") for p in (ROOT / room).rglob("*.py")]
    assert found == []


@pytest.mark.parametrize("module", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_module_says_what_it_is_for(module):
    assert ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))), "no opening docstring"


def test_modules_stay_below_400_lines_and_checks_below_120():
    long = {str(p.relative_to(SOURCE)): len(p.read_text(encoding="utf-8").splitlines()) for p in MODULES}
    above = {n: c for n, c in long.items() if c > (120 if n.startswith("ddl/checks/") else 400)}
    assert above.keys() == LONG.keys(), above


def test_tests_mirror_the_source():
    # __init__ modules and the data-like seams are proven through their users.
    data_only = {
        "evidence.py",
        "finding.py",
        "ddl/script.py",
        "ddl/syntax/elements.py",
        "ddl/syntax/clauses.py",
        "ddl/subject.py",
        "engines/base.py",
    }
    tested = {p.name.removeprefix("test_").removesuffix(".py") for p in (ROOT / "tests").rglob("test_*.py")}
    missing = []
    for module in MODULES:
        name = str(module.relative_to(SOURCE))
        if module.stem.startswith("_") or name in data_only or name.startswith("ddl/checks/"):
            continue
        own = {module.stem, f"{module.parent.name}_{module.stem}", module.parent.name}
        if not any(t == o or t.startswith(f"{o}_") for t in tested for o in own):
            missing.append(name)
    assert missing == []


def test_every_lint_exception_is_argued():
    bare = []
    for path in [*MODULES, *(ROOT / "tests").rglob("*.py")]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            mark = re.search(r"# (noqa|type: ignore)(\S*:? ?[A-Z0-9, ]*)?(.*)$", line)
            if mark and path != Path(__file__) and "- " not in line[mark.start() :]:
                bare.append(f"{path.relative_to(ROOT)}:{number}")
    assert bare == []


def test_versions_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__


def test_fragments_are_named_by_kind():
    names = [p.name for p in (ROOT / "changes").iterdir()]
    assert names
    assert [n for n in names if not re.fullmatch(r"[a-z0-9-]+\.(added|changed|fixed)\.md", n)] == []


def test_decisions_are_numbered_without_gap_and_say_context_choice_consequences():
    records = sorted((ROOT / "decisions").glob("*.md"))
    assert [int(p.name[:4]) for p in records] == list(range(1, len(records) + 1))
    for record in records:
        text = record.read_text(encoding="utf-8")
        assert all(f"## {part}" in text for part in ("Context", "Choice", "Consequences")), record.name


@pytest.mark.parametrize("pair", [("README.md", "README.zh.md")])
def test_both_readmes_show_the_same_commands(pair):
    blocks = [re.findall(r"```sh\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL) for name in pair]
    assert blocks[0] == blocks[1]
    assert len(blocks[0]) >= 3
