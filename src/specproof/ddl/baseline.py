"""The schema before a script: read from a dump (the same readers and simulator), or taken from a live server.

Feeds the judge and the migrator. It refuses a dump that it cannot follow, with the place, because a wrong baseline
would make every later verdict wrong without a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from specproof.ddl.files import read_file
from specproof.ddl.reader import read
from specproof.ddl.script import Script, Statement
from specproof.ddl.simulator.replay import Simulator
from specproof.ddl.splitter import read_script
from specproof.ddl.subject import Conflict
from specproof.ddl.syntax import Other
from specproof.errors import UsageProblem
from specproof.schema import Schema

# A dump made on a server that allowed zero dates must be readable: it says what is, not what a new script may do.
_AS_IT_IS = {
    "sql_mode": "ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION",
    "foreign_key_checks": "0",
    "innodb_strict_mode": "OFF",
}


def of_dump(path: Path, variables: Mapping[str, str] | None = None) -> Schema:
    """The schema that a dump or a collection of SHOW CREATE TABLE statements describes.

    Raises UsageProblem `baseline.*` with the line of the first statement that cannot be followed, and `script.*` for a
    file that is no text.
    """
    return of_text(read_file(path, baseline=True), str(path), variables)


def of_text(data: bytes, where: str, variables: Mapping[str, str] | None = None) -> Schema:
    """The same for the bytes of a dump; `where` names it in messages."""
    script = read_script(data, where)
    if script.problems:
        problem = script.problems[0]
        raise _bad(script, problem.start, problem.message)
    simulator = Simulator(Schema(tables=()), {**(variables or {}), **_AS_IT_IS})
    for statement in script.statements:
        _follow(simulator, statement, script)
    schema = simulator.state.schema
    if not schema.tables:
        raise UsageProblem(
            "baseline.no-tables",
            "The baseline defines no table.",
            where=where,
            cause="It may be a dump without structure (--no-create-info), or not a dump at all.",
            next_step="Make it with `mysqldump --no-data DATABASE`, or pass the statements of SHOW CREATE TABLE.",
        )
    return schema


def _follow(simulator: Simulator, statement: Statement, script: Script) -> None:
    reading = read(statement, script)
    if reading.problem is not None:
        raise _bad(script, reading.problem.place[0], reading.problem.message)
    if reading.statement is None:
        if reading.unplaced is None or _is_about_tables(statement):
            raise _bad(script, statement.start, reading.unplaced or "This statement cannot be read.")
        return
    outcome = simulator.run(statement, reading.statement, script.text)
    refusal = next((c for c in outcome.conflicts if c.errno is not None and c.certain), None)
    if refusal is not None and not isinstance(reading.statement, Other):
        raise _bad(script, refusal.place[0], _refused(refusal))


def _is_about_tables(statement: Statement) -> bool:
    words = {t.upper for t in statement.tokens[:4]}
    return bool(words & {"TABLE", "INDEX"})


def _refused(conflict: Conflict) -> str:
    values = ", ".join(f"{name} {value}" for name, value in conflict.values.items())
    return f"MySQL 5.7 would refuse this with error {conflict.errno} ({conflict.kind}; {values or conflict.object})."


def _bad(script: Script, offset: int, message: str) -> UsageProblem:
    line, column = script.position(offset)
    return UsageProblem(
        "baseline.unusable",
        f"The baseline cannot be followed: {message}",
        where=f"{script.path}:{line}:{column}",
        cause="A baseline must be what the server has, as mysqldump or SHOW CREATE TABLE prints it.",
        next_step="Correct the statement, or leave it out if it is not about tables.",
    )
