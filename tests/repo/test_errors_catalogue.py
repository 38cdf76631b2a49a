"""The catalogue of error codes against the source: every code that is raised is explained, and nothing else is.

A code is recognised by where it stands: first argument of an error class, or any text of the form `room.reason` whose
room raises errors elsewhere. Names of steps and files look alike and are told apart below.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import specproof
from specproof import resources
from specproof.errors import ExitCode, SpecproofError
from specproof.specs import load

CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z]+(?:-[a-z0-9]+)*")
CATALOGUE = {entry["code"]: entry for entry in load.read(resources.path("specs", "errors.yaml"))}
# Problems of data are values before they become an error; they end `spec validate` with 2.
PROBLEMS = {"yaml", "spec"}
NO_CODE = re.compile(r".*\.(?:yaml|yml|sql|json|toml|md|html|log|zh|en)")


SOURCE = Path(specproof.__file__).parent
TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(SOURCE.rglob("*.py"))}
# Steps of a proof are named like codes; in this module only first arguments of error classes count.
NAMES_STEPS = SOURCE / "prove.py"


def _error_classes() -> dict[str, int]:
    """Exit code of every error class by its name, wherever it is defined."""
    classes = {cls.__name__: int(cls.exit_code) for cls in (SpecproofError, *SpecproofError.__subclasses__())}
    found = True
    while found:
        found = False
        for node in (node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
            bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
            if bases and node.name not in classes:
                own = [int(ExitCode[n.attr]) for n in ast.walk(node) if isinstance(n, ast.Attribute) and _is_exit(n)]
                classes[node.name] = own[0] if own else classes[bases[0]]
                found = True
    return classes


def _is_exit(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "ExitCode"


ERRORS = _error_classes()


class Raised:
    """What one module raises: codes with the exit codes of their classes, and all texts that look like codes."""

    def __init__(self, tree: ast.Module) -> None:
        self.classes: dict[str, set[int]] = {}
        self.texts: set[str] = set()
        self._not_codes: set[int] = set()
        self._visit(tree, "")

    def _visit(self, node: ast.AST, owner: str) -> None:
        if isinstance(node, ast.ClassDef):
            owner = node.name
        if isinstance(node, ast.Call):
            self._call(node, owner)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
            self._not_codes.add(id(node.body[0].value))
        if isinstance(node, ast.Constant) and id(node) not in self._not_codes and _is_code(node.value):
            self.texts.add(node.value)
        for child in ast.iter_child_nodes(node):
            self._visit(child, owner)

    def _call(self, call: ast.Call, owner: str) -> None:
        function = call.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if name == "__init__":
            name = owner
        if name in ERRORS and call.args:
            for part in ast.walk(call.args[0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    self.classes.setdefault(part.value, set()).add(ERRORS[name])


def _is_code(value: object) -> bool:
    return isinstance(value, str) and bool(CODE.fullmatch(value)) and not NO_CODE.fullmatch(value)


RAISED = {file: Raised(tree) for file, tree in TREES.items()}
EXITS: dict[str, set[int]] = {}
for _module in RAISED.values():
    for _code, _exits in _module.classes.items():
        EXITS.setdefault(_code, set()).update(_exits)
ROOMS = {code.split(".")[0] for code in (*EXITS, *CATALOGUE)}
TEXTS = {text for file, module in RAISED.items() if file != NAMES_STEPS for text in module.texts}
CODES = set(EXITS) | {text for text in TEXTS if text.split(".")[0] in ROOMS}


def test_codes_have_their_form():
    assert [code for code in EXITS if not CODE.fullmatch(code)] == []


def test_every_code_of_the_source_is_explained():
    assert sorted(CODES - set(CATALOGUE)) == []


def test_every_explained_code_is_in_the_source():
    assert sorted(set(CATALOGUE) - CODES) == []


@pytest.mark.parametrize("code", sorted(set(EXITS) & set(CATALOGUE)))
def test_exit_code_is_that_of_the_class(code):
    assert EXITS[code] == {CATALOGUE[code]["exit"]}


def test_problems_of_data_end_with_2():
    found = {entry["exit"] for code, entry in CATALOGUE.items() if code.split(".")[0] in PROBLEMS}
    assert found == {int(ExitCode.USAGE)}


def test_explanations_are_sentences():
    for entry in CATALOGUE.values():
        assert entry["cause"]["zh"].endswith("。")
        assert entry["next"]["zh"].endswith("。")
        assert entry["cause"]["en"].endswith(".")
        assert entry["next"]["en"].endswith(".")
        assert not entry["title"]["en"].endswith(".")
        assert not entry["title"]["zh"].endswith("。")
