"""The strict reader: one statement of a script, read by the grammar of MySQL 5.7 and nothing else.

Stands between the splitter and the simulator. It accepts nothing that it cannot place: a statement is understood,
refused as the server would refuse it, or named as not placed. It refuses to know what exists in a schema.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor, Refused
from specproof.ddl.reader.literal_values import impossible_literals
from specproof.ddl.reader.statements import read_statement
from specproof.ddl.script import Script, Statement
from specproof.ddl.syntax import Reading, ReadStatement

__all__ = ["read"]


def read(statement: Statement, script: Script) -> Reading:
    """What 5.7 reads in this statement. Never raises for any input."""
    cursor = Cursor(statement.tokens, statement.end)
    found: ReadStatement | None = None
    try:
        found = read_statement(cursor, statement, script)
        if not cursor.at_end():
            cursor.record_here("the end of the statement")
    except Refused as refused:
        cursor.record(refused)
    except RecursionError:
        return Reading(unplaced="parentheses are nested deeper than the reader follows")
    problems = (*cursor.problems, *cursor.late)
    if not problems:
        problems = tuple(impossible_literals(statement.tokens))
    if problems:
        return Reading(problem=problems[0], notes=problems[1:], partial=found)
    return Reading(statement=found)
