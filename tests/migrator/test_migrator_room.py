"""The room as a whole: it hands out values, and neither prints nor reads the environment."""

import ast
import inspect
from pathlib import Path

import pytest

import specproof.migrator
from specproof.migrator.apply import apply
from specproof.migrator.plan import plan_of
from specproof.migrator.preflight import preflight
from specproof.migrator.rehearse import rehearse
from specproof.migrator.resume import resume
from specproof.migrator.verify import verify

MODULES = sorted(Path(specproof.migrator.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda p: p.stem)
def test_nothing_is_printed_and_no_environment_read(module):
    tree = ast.parse(module.read_text(encoding="utf-8"))
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    assert "print" not in names
    attributes = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    assert not attributes & {"environ", "getenv", "stdout", "stderr"}
    imported = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names} | {
        n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)
    }
    assert not {i for i in imported if i and i.split(".")[0] in {"click", "rich", "sys"}}


@pytest.mark.parametrize(
    ("step", "given"),
    [
        (plan_of, ["subject", "schema"]),
        (preflight, ["plan", "database"]),
        (rehearse, ["plan", "live", "scratch", "folder", "rows", "same_server", "hooks"]),
        (apply, ["plan", "database", "folder", "hooks"]),
        (verify, ["plan", "database", "folder", "spec"]),
        (resume, ["plan", "database", "folder", "wait", "word", "hooks"]),
    ],
)
def test_the_steps_that_other_rooms_call(step, given):
    assert list(inspect.signature(step).parameters) == given
