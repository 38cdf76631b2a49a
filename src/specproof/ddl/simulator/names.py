"""Identifiers as the server takes them: lengths, forbidden shapes, and what its own character set makes of them.

Part of the simulator. Limits come from `ddl/facts/limits.yaml`.
"""

from __future__ import annotations

from specproof.ddl import words
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import Name, TableName

_BASIC_PLANE = 0xFFFF


def stored_text(text: str) -> str:
    """A name or comment as the data dictionary keeps it: in three-byte utf8, where an emoji is a question mark."""
    return (
        text if text.isascii() or max(text) <= "\uffff" else "".join(c if ord(c) <= _BASIC_PLANE else "?" for c in text)
    )


def check_identifier(trial: Trial, name: Name, what: str) -> bool:
    """Length of a column, index, constraint or partition name; records 1059."""
    limit = words.limits()["identifier_characters"][what]
    if len(name.value) > limit:
        trial.refuse(
            "identifier-too-long", name.place, 1059, name=name.value, length=len(name.value), most=limit, what=what
        )
        return False
    return True


def check_column_name(trial: Trial, name: str, place: tuple[int, int]) -> None:
    """A column's name is not empty and ends in no blank; records 1166."""
    if not name or name.endswith(" "):
        trial.refuse("wrong-column-name", place, 1166, name=name)


def check_table_name(trial: Trial, table: TableName) -> bool:
    """A table's name; records 1059 for its length and 1103 for its shape."""
    name = table.name
    if not check_identifier(trial, name, "table"):
        return False
    if not name.value or name.value.endswith(" "):
        trial.refuse("wrong-table-name", name.place, 1103, name=name.value)
        return False
    return True
