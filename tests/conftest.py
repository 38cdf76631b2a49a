"""Fixtures for every test: golden files here; servers below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="Rewrite golden files instead of comparing with them.")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)`: the text must equal the file `tests/golden/<name>`; `--golden` rewrites it."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")
        assert file.is_file(), f"no golden file {name}: run pytest --golden and read what it wrote"
        assert text == file.read_text(encoding="utf-8")

    return compare
