"""The promises of this repository, one session each. `nox` alone runs those that every change must keep."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import nox

ROOT = Path(__file__).parent
BUILD = ROOT / "build"

nox.options.sessions = ["lint", "types", "arch", "unit", "engine", "conformance", "mutants", "wheel"]
nox.options.reuse_existing_virtualenvs = True
nox.options.error_on_missing_interpreters = True


@nox.session
def lint(session: nox.Session) -> None:
    """Style and likely faults: ruff, every ignore argued in pyproject.toml."""
    session.install("ruff")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Static types: mypy, strict."""
    session.install("-e", ".[dev]", "nox")
    session.run("mypy")


@nox.session
def arch(session: nox.Session) -> None:
    """Imports go downwards only; every room is named in the contract."""
    session.install("-e", ".[dev]")
    session.run("lint-imports", "--no-cache")


@nox.session
def unit(session: nox.Session) -> None:
    """Everything that needs no server: units, golden files, the shape of the repository."""
    session.install("-e", ".[dev]")
    session.run("pytest", "-m", "not engine and not container", *session.posargs)


@nox.session
def engine(session: nox.Session) -> None:
    """The tests that need real servers (MySQL 5.7, PostgreSQL); they start and stop them, loopback only."""
    session.install("-e", ".[dev]")
    session.run("pytest", "-m", "engine", *session.posargs)


@nox.session
def conformance(session: nox.Session) -> None:
    """The reference against every case of the three systems; writes the report as JSON and JUnit."""
    session.install("-e", ".")
    BUILD.mkdir(exist_ok=True)
    reports = [
        f"--report={form}={BUILD / f'conformance.{suffix}'}" for form, suffix in (("json", "json"), ("junit", "xml"))
    ]
    session.run("specproof", "conformance", "run", "--subject", "reference", *reports, *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """Wrong references, one place at a time: a case has to notice each of them; prints the table of kills."""
    session.install("-e", ".")
    for system in ("flight-state", "qbd"):
        session.run("specproof", "conformance", "mutants", "--system", system, *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Damaged workbooks by the thousand: only typed refusals and valid results may come out. Not in the default run."""
    session.install("-e", ".")
    session.run("python", "tests/fuzz_workbooks.py", *session.posargs)


@nox.session
def wheel(session: nox.Session) -> None:
    """The built wheel carries every content file and works from another folder, without the checkout."""
    session.install("build")
    dist = Path(session.create_tmp()).resolve()
    for old in dist.glob("specproof-*"):
        old.unlink()
    session.run("python", "-m", "build", "--outdir", str(dist), str(ROOT), silent=True)
    built = next(dist.glob("specproof-*.whl"))
    session.run("python", str(ROOT / "tests" / "repo" / "wheel_contents.py"), str(built), str(ROOT))
    session.install("--force-reinstall", "--no-deps", str(built))
    session.install(str(built))
    script = ROOT / "ddl" / "changes" / "0001-answer-delivery" / "up.sql"
    copy = shutil.copy(script, dist / "up.sql")
    session.chdir(dist)
    session.run("specproof", "--version")
    session.run("specproof", "spec", "validate")
    session.run("specproof", "explain", "FS-022")
    session.run("specproof", "spec", "coverage")
    session.run("specproof", "spec", "export", "--output", "law.json")
    session.run("specproof", "spec", "export", "--check", "law.json")
    session.run("specproof", "ddl", "check", str(copy))
    session.run("specproof", "conformance", "run")


@nox.session
def bench(session: nox.Session) -> None:
    """Speed and memory side by side with peers; prints ratios, fails nothing."""
    session.install(".", "sqlfluff")  # as users have it: byte-compiled, not editable
    for script in sorted((ROOT / "benchmarks").glob("[!_]*.py")):
        session.run("python", str(script))


@nox.session(default=False)
def new(session: nox.Session) -> None:
    """Scaffolds one thing with a failing example: nox -s new -- check my-slug."""
    session.run("python", str(ROOT / "tools" / "new.py"), *session.posargs)


@nox.session
def container(session: nox.Session) -> None:
    """The container provider through testcontainers, on a Docker engine of its own where none answers (needs root)."""
    session.install("-e", ".[dev,pg]")
    wanted = {"dockerd": "docker.io", "busybox": "busybox-static", "unshare": "util-linux", "ip": "iproute2"}
    lacking = sorted({package for program, package in wanted.items() if not shutil.which(program)})
    if lacking and os.geteuid() == 0 and shutil.which("apt-get"):
        session.run("apt-get", "update", "-qq", external=True, silent=True)
        session.run("apt-get", "install", "-y", "--no-install-recommends", *lacking, external=True, silent=True)
    engine_of_its_own = str(ROOT / "tests" / "container" / "docker_engine.py")
    session.run("python", engine_of_its_own, "pytest", "-m", "container", "tests/container", *session.posargs)
