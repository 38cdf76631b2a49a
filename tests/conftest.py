"""Fixtures for every test: golden files here; servers below."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specproof import engines, resources
from specproof.engines import scratch
from specproof.engines.base import Address, Server
from specproof.errors import EnvironmentProblem

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


class Rooms:
    """Content rooms that a test may damage: `edit` replaces one piece of text in a file, `write` makes a file."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def write(self, path: str, text: str | bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def line(self, path: str, text: str) -> int:
        """The number of the first line that holds a text."""
        lines = (self.root / path).read_text(encoding="utf-8").splitlines()
        return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.fixture
def rooms_at() -> Callable[[Path], Rooms]:
    """Wraps content rooms below a folder."""
    return Rooms


@pytest.fixture
def small_law(tmp_path: Path) -> Rooms:
    """A whole law of one small system, with what it refers to: a check, a query, the exit codes."""
    root = tmp_path / "law"
    shutil.copytree(Path(__file__).parent / "data" / "small_law", root)
    for part in ("specs/exits.yaml", "ddl/checks/foreign-key.yaml", "migrator/queries/verify/no-foreign-keys.sql"):
        (root / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(resources.path(*part.split("/")), root / part)
    return Rooms(root)


@pytest.fixture(scope="session")
def mysql57() -> Iterator[Server]:
    """A real MySQL 5.7, started once for the whole run (or the one of SPECPROOF_MYSQL57_URL)."""
    yield from _server("mysql-5.7")


@pytest.fixture
def mysql57_database(mysql57: Server) -> Iterator[Address]:
    """The address of an empty utf8mb4 database on the real 5.7, dropped after the test."""
    defaults = "DEFAULT CHARACTER SET utf8mb4"
    with scratch.database(engines.find("mysql-5.7"), mysql57, defaults=defaults) as address:
        yield address


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A real PostgreSQL, started once for the whole run (or the one of SPECPROOF_POSTGRESQL_URL)."""
    yield from _server("postgresql")


@pytest.fixture
def postgresql_database(postgresql: Server) -> Iterator[Address]:
    """The address of an empty database on the real PostgreSQL, dropped after the test."""
    with scratch.database(engines.find("postgresql"), postgresql) as address:
        yield address


def _server(name: str) -> Iterator[Server]:
    try:
        opened = engines.open(name)
        server = opened.__enter__()
    except EnvironmentProblem as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{problem.what} {problem.cause} {problem.next_step}")
    try:
        yield server
    finally:
        opened.__exit__(None, None, None)
