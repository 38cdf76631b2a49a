"""A desk for migration tests: a live schema on a real 5.7, a state folder, and the means to make things go wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from specproof import engines
from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script
from specproof.engines.base import Address, Options, Server, Session
from specproof.errors import EnvironmentProblem
from specproof.evidence import ProviderKind
from specproof.migrator.plan import Plan, plan_of
from specproof.migrator.rehearsal import Rehearsal
from specproof.migrator.rehearse import rehearse
from specproof.migrator.rows import load_of
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Database, Target, identify

CHANGE = Path(__file__).parents[2] / "ddl" / "changes" / "0001-answer-delivery"
DRIVER = Path(__file__).with_name("migrate_driver.py")
DEADLINE = 60.0  # for things that take a second; only a broken test reaches it


@dataclass
class Desk:
    """One live schema with everything around it."""

    server: Server
    database: Database
    folder: StateFolder
    work: Path
    _processes: list[subprocess.Popen] = field(default_factory=list)

    @property
    def address(self) -> Address:
        return self.database.address

    @contextmanager
    def session(self) -> Iterator[Session]:
        with closing(self.database.engine.connect(self.address)) as session:
            yield session

    def run(self, *statements: str) -> None:
        with self.session() as session:
            for sql in statements:
                session.run(sql)

    def query(self, sql: str, *params: object) -> tuple:
        with self.session() as session:
            return session.query(sql, params)

    def baseline(self, rows: int = 3) -> None:
        script = read_script((CHANGE / "baseline.sql").read_bytes(), "baseline.sql")
        self.run(*(script.sql(s) for s in script.statements))
        with self.session() as session:
            structure = self.database.structure(session)
            load = load_of(structure, structure.table("answer"), rows)
            session.load(load.sql, load.rows)

    def script(self, sql: str, name: str = "up.sql") -> Path:
        path = self.work / name
        path.write_text(sql, encoding="utf-8", newline="")
        return path

    def plan(self, script: Path | str) -> Plan:
        path = self.script(script) if isinstance(script, str) else script
        text = read_script(path.read_bytes(), str(path))
        return plan_of(judge(text), self.database.schema)

    def change(self) -> Plan:
        return self.plan(CHANGE / "up.sql")

    def rehearse(self, plan: Plan, rows: int = 0, scratch: Server | None = None) -> Rehearsal:
        """On the live server itself, which is quick, unless another one is given."""
        server = scratch or self.server
        return rehearse(plan, self.database, server, self.folder, rows=rows, same_server=scratch is None)

    def target(self) -> Target:
        with self.session() as session:
            return identify(session, self.database)

    def journal(self):
        return self.folder.latest(self.target())

    def columns(self, table: str) -> list[str]:
        rows = self.query(
            "SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = %s AND TABLE_NAME = %s"
            " ORDER BY ORDINAL_POSITION",
            self.database.schema,
            table,
        )
        return [r[0] for r in rows]

    def executed(self, start: str) -> tuple[int, int]:
        """How often the server finished statements of the schema that start so: with success, and with an error."""
        rows = self.query(
            "SELECT SUM(COUNT_STAR - SUM_ERRORS), SUM(SUM_ERRORS) FROM"
            " performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME = %s AND DIGEST_TEXT LIKE %s",
            self.database.schema,
            start.replace("_", "\\_") + "%",
        )
        return int(rows[0][0] or 0), int(rows[0][1] or 0)

    # --- processes that die ------------------------------------------------------------------------------------------

    def start(self, plan: Plan, *, lock_wait_timeout: int = 600, **orders: object) -> subprocess.Popen:
        """An apply in a process of its own."""
        given = {
            "script": plan.script,
            "state": str(self.folder.root),
            "lock_wait_timeout": lock_wait_timeout,
            "address": {
                "host": self.address.host,
                "port": self.address.port,
                "user": self.address.user,
                "database": self.database.schema,
            },
            **orders,
        }
        process = subprocess.Popen(
            [sys.executable, str(DRIVER), json.dumps(given)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "DRIVER_PASSWORD": self.address.password.reveal()},
        )
        self._processes.append(process)
        return process

    def wait_for(self, what: Callable[[], object], process: subprocess.Popen | None = None) -> object:
        end = time.monotonic() + DEADLINE
        while not (found := what()):
            if process is not None and process.poll() is not None:
                pytest.fail(f"the process ended early: {process.stderr.read()}")
            if time.monotonic() > end:
                pytest.fail("what the test waits for did not happen")
            time.sleep(0.02)
        return found

    def waiting_statement(self, start: str) -> int | None:
        """The connection whose statement starts so and waits for a lock."""
        rows = self.query(
            "SELECT ID FROM information_schema.PROCESSLIST"
            " WHERE DB = %s AND INFO LIKE %s AND STATE LIKE 'Waiting for%%'",
            self.database.schema,
            start + "%",
        )
        return int(rows[0][0]) if rows else None

    def end(self) -> None:
        for process in self._processes:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.fixture(scope="session")
def scratch57(mysql57: Server) -> Iterator[Server]:
    """A second 5.7, started for rehearsals and so free to be changed."""
    kinds = (ProviderKind.LOCAL, ProviderKind.CONTAINER)
    try:
        opened = engines.open("mysql-5.7", kinds=kinds, options=Options(environment=_without_url()))
        server = opened.__enter__()
    except EnvironmentProblem as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{problem.what} {problem.cause} {problem.next_step}")
    try:
        yield server
    finally:
        opened.__exit__(None, None, None)


def _without_url() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "SPECPROOF_MYSQL57_URL"}


@pytest.fixture
def desk(mysql57: Server, mysql57_database: Address, tmp_path: Path) -> Iterator[Desk]:
    engine = engines.find("mysql-5.7")
    work = tmp_path / "work"
    work.mkdir()
    made = Desk(
        Server(mysql57.identity, mysql57.address.at(None)),
        Database(engine, mysql57_database, lock_wait_timeout=1),
        StateFolder(tmp_path / "state"),
        work,
    )
    try:
        yield made
    finally:
        made.end()
