"""Fixtures for every test: golden files here; servers below."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specproof import engines
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
