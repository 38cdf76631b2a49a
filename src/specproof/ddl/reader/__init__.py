"""The strict reader: one statement of a script, read by the grammar of MySQL 5.7 and nothing else.

Stands between the splitter and the simulator. It accepts nothing that it cannot place: a statement is understood,
refused as the server would refuse it, or named as not placed. It refuses to know what exists in a schema.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor, Refused, Unplaced
from specproof.ddl.reader.statements import read_statement
from specproof.ddl.script import Script, Statement
from specproof.ddl.syntax import Reading

__all__ = ["read"]


def read(statement: Statement, script: Script) -> Reading:
    """What 5.7 reads in this statement. Never raises for any input."""
    cursor = Cursor(statement.tokens, statement.end)
    try:
        found = read_statement(cursor, statement, script)
    except Refused as refused:
        return Reading(problem=refused.problem, notes=tuple(cursor.notes))
    except Unplaced as unplaced:
        return Reading(unplaced=unplaced.reason, notes=tuple(cursor.notes))
    return Reading(statement=found, notes=tuple(cursor.notes))
