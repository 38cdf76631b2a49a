"""A dump as the structure to start from: the statements that make tables, and nothing else of it.

For scratch databases only. Rows, settings, users and other databases in the dump are left alone; a table that is named
together with its schema is refused, because it would lead out of the scratch database.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from specproof.ddl.reader import read
from specproof.ddl.script import Script, Statement
from specproof.ddl.splitter import read_script
from specproof.ddl.syntax import AlterTable, CreateIndex, CreateTable, DropTable, TableName
from specproof.engines.base import Session
from specproof.errors import UsageProblem


def load_structure(session: Session, file: Path) -> int:
    """Runs the table statements of the file in the session's database and gives their number.

    Raises UsageProblem `baseline.other-schema`, `baseline.no-table`, SqlError.
    """
    script = read_script(file.read_bytes(), str(file))
    statements = tuple(_structural(script))
    if not statements:
        raise UsageProblem(
            "baseline.no-table",
            "The baseline makes no table.",
            where=str(file),
            cause="It holds rows only, or is the upgrade script itself.",
            next_step="Give a structure dump of the schema before the upgrade (mysqldump --no-data).",
        )
    # Dumps list tables in any order and rely on this, as their own header would set it.
    session.run("SET SESSION foreign_key_checks = 0")
    for statement in statements:
        session.run(script.sql(statement))
    session.run("SET SESSION foreign_key_checks = 1")
    return len(statements)


def _structural(script: Script) -> Iterator[Statement]:
    for statement in script.statements:
        tables = _tables(script, statement)
        for table in tables:
            if table.schema:
                line, _ = script.position(table.place[0])
                raise UsageProblem(
                    "baseline.other-schema",
                    f"The baseline names the table {table} together with its schema.",
                    where=f"{script.path}:{line}",
                    cause="The baseline is loaded into a scratch database and may touch no other.",
                    next_step="Dump one schema without --databases, or remove the schema in front of the name.",
                )
        if tables:
            yield statement


def _tables(script: Script, statement: Statement) -> tuple[TableName, ...]:
    found = read(statement, script).statement
    if isinstance(found, DropTable):
        return found.tables
    if isinstance(found, CreateTable):
        return (found.table, found.like) if found.like else (found.table,)
    if isinstance(found, AlterTable | CreateIndex):
        return (found.table,)
    return ()
