"""The simulator against the server itself: same errors, and after each script the same schema, column by column."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from specproof import engines
from specproof.ddl import baseline, words
from specproof.ddl.reader import read
from specproof.ddl.simulator.replay import Simulator
from specproof.ddl.splitter import read_script
from specproof.engines.base import Address, Server, Session, SqlError
from specproof.engines.mysql_schema import read_schema
from specproof.schema import Schema, diff

CORPUS = Path(__file__).parent.parent / "ddl" / "corpus"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
EMPTY = Schema(tables=(), charset="utf8mb4", collation="utf8mb4_general_ci")
START = (
    f"SET SESSION sql_mode = '{words.server_defaults()['sql_mode']}'",
    "SET SESSION explicit_defaults_for_timestamp = 0, foreign_key_checks = 1, innodb_strict_mode = 1",
)

pytestmark = pytest.mark.engine


def run(session: Session, sql: str) -> int:
    try:
        session.run(sql)
    except SqlError as error:
        return error.errno
    return 0


def empty(session: Session) -> None:
    session.run("SET SESSION foreign_key_checks = 0")
    kinds = session.query(
        "SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()"
    )
    for name, kind in kinds:
        session.run(f"DROP {'VIEW' if kind == 'VIEW' else 'TABLE'} `{name}`")
    for sql in START:
        session.run(sql)


def disagreements(session: Session, database: str, version: str, steps: list[dict[str, Any]]) -> Iterator[object]:
    """Statements on which simulator and server part, and differences of the schemas at the end."""
    empty(session)
    simulator = Simulator(EMPTY, {"version": version})
    script = read_script("".join(f"{step['sql']}\n;\n" for step in steps).encode(), "corpus.sql")
    for statement in script.statements:
        reading = read(statement, script)
        if reading.problem is not None:
            expected = reading.problem.errno
        else:
            assert reading.statement is not None, script.sql(statement)
            expected = simulator.run(statement, reading.statement, script.text).errno or 0
        errno = run(session, script.sql(statement))
        if errno != expected:
            yield script.sql(statement), f"server {errno}, simulator {expected}"
            return
    live, simulated = (comparable(s) for s in (read_schema(session, database), simulator.state.schema))
    if live != simulated:
        yield script.text, diff(live, simulated)
    dumped = dump(session, live)
    if live.tables and dumped != (as_dumped := without_what_no_dump_says(live)):
        yield script.text, "as a baseline", diff(as_dumped, dumped)


def dump(session: Session, schema: Schema) -> Schema:
    """What SHOW CREATE TABLE says of every table, read back as a baseline."""
    for sql in START:
        session.run(sql)
    text = "CREATE DATABASE d DEFAULT CHARACTER SET utf8mb4;\nUSE d;\n"
    for table in schema.tables:
        text += f"{session.query(f'SHOW CREATE TABLE `{table.name}`')[0][1]};\n"
    found = baseline.of_text(text.encode(), "dump.sql") if schema.tables else schema
    return without_what_no_dump_says(found)


def without_what_no_dump_says(schema: Schema) -> Schema:
    """Triggers have statements of their own; a TIMESTAMP that may be neither NULL nor absent cannot be written."""
    return replace(
        schema,
        tables=tuple(
            replace(
                table,
                triggers=(),
                columns=tuple(
                    replace(c, default=None) if c.type == "timestamp" and not c.nullable else c for c in table.columns
                ),
            )
            for table in schema.tables
        ),
    )


def comparable(schema: Schema) -> Schema:
    """Without views and routines, which the simulator does not hold."""
    return replace(schema, others=())


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.yaml")), ids=lambda p: p.stem)
def test_the_server_and_the_simulator_agree(path: Path, mysql57: Server, mysql57_database: Address) -> None:
    assert mysql57_database.database is not None
    found: list[object] = []
    with closing(engines.find("mysql-5.7").connect(mysql57_database)) as session:
        for steps in yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER):
            found += disagreements(session, mysql57_database.database, mysql57.identity.version, steps)
    assert found == []
