"""Cases made by hand, subjects that misbehave, and a small copy of the content rooms that a test may damage."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

from specproof import resources
from specproof.conformance.cases import Case, Expected, Reject, Suite, compile_suite
from specproof.errors import EnvironmentProblem
from specproof.specs.operations import Operation, of_room
from specproof.text import Text

TRANSLATE = Operation("flight-state", "translate", "", ("strict-zero-entries",), "wire.yaml#/refusals", False)


def make_case(slug="one", **changes):
    """A case of flight-state that expects nothing but commands and warnings to be empty."""
    said = {
        "id": f"fs.made.{slug}",
        "system": "flight-state",
        "file": f"conformance/cases/flight-state/made/{slug}.yaml",
        "title": Text(zh=f"案例 {slug}", en=f"Case {slug}"),
        "rules": ("fs.clear-marker@1",),
        "level": "core",
        "profiles": ("target",),
        "requires": (),
        "engines": (),
        "operation": TRANSLATE,
        "given": {},
        "input": {"fields": {"text": "{}"}},
        "expect": (Expected({"commands": {}, "warnings": []}),),
        "compare": {},
        "digest": slug.encode().hex().ljust(64, "0")[:64],
    }
    return Case(**{**said, **changes})


def rejecting(slug="refused", code="zero-entry-mixed", path="/GTDT", **changes):
    return make_case(slug, expect=(Reject(code, path),), **changes)


def make_suite(*cases):
    return Suite(tuple(cases), (), of_room(resources.room("conformance")))


@pytest.fixture(scope="session")
def flight_suite():
    """The shipped cases of the flight state."""
    return compile_suite(("flight-state",))


class Fake:
    """A subject that claims translate and answers one and the same message; what it was told is kept."""

    def __init__(self, answer=None, claims=None):
        self.answer = answer
        self.said = claims
        self.told = []

    def hello(self):
        return self.said or {
            "protocol": 1,
            "implementation": {"name": "fake", "version": "1"},
            "claims": [{"system": "flight-state", "profiles": ["target"], "features": ["translate"]}],
        }

    def open(self, environment):
        self.told.append(("open", environment))

    def run(self, request):
        self.told.append(("run", request["case"]))
        return self.answer(request) if callable(self.answer) else self.answer

    def reset(self):
        self.told.append(("reset",))

    def close(self):
        self.told.append(("close",))


VALUE = {"outcome": "value", "observed": {"commands": {}, "warnings": []}}
WRONG = {"outcome": "value", "observed": {"commands": {"FLNO": {"command": "clear"}}, "warnings": []}}
REJECTED = {"outcome": "rejected", "error": {"code": "zero-entry-mixed", "path": "/GTDT"}}
UNSUPPORTED = {"outcome": "unsupported", "feature": "translate"}


def crash(_request):
    raise RuntimeError("out of\ncheese")


@contextmanager
def no_engine(name):
    raise EnvironmentProblem("engine.none", f"No {name} server can be had here.", cause="None.", next_step="Start one.")
    yield


class Rooms:
    """The copy: `case` writes one case file, `edit` replaces one piece of text in a file."""

    CASE = """\
id: fs.made.one
title: {zh: 一个案例, en: One case}
rules: [fs.clear-marker@1]
since: '2026.1'
level: core
profiles: [target]
when: {op: translate, fields: {text: '{}'}}
expect: {value: {commands: {}, warnings: []}}
origin: {kind: rule}
"""

    def __init__(self, root: Path) -> None:
        self.root = root

    def case(self, old="", new="", name="flight-state/made/one.yaml"):
        assert old in self.CASE
        self.write(f"conformance/cases/{name}", self.CASE.replace(old, new, 1) if old else self.CASE + new)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def edit(self, path, old, new):
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def rooms(tmp_path):
    shutil.copytree(resources.path("conformance", "protocol"), tmp_path / "conformance" / "protocol")
    shutil.copytree(resources.path("specs", "flight-state"), tmp_path / "specs" / "flight-state")
    shutil.copy(resources.path("specs", "manifest.yaml"), tmp_path / "specs")
    return Rooms(tmp_path)


class Made:
    """The makers above for tests, which cannot import from here."""

    case = staticmethod(make_case)
    rejecting = staticmethod(rejecting)
    suite = staticmethod(make_suite)
    Fake = Fake
    Expected = Expected
    VALUE, WRONG, REJECTED, UNSUPPORTED = VALUE, WRONG, REJECTED, UNSUPPORTED
    crash = staticmethod(crash)
    no_engine = staticmethod(no_engine)


@pytest.fixture
def made():
    return Made
