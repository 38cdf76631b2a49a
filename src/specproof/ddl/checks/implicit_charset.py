"""CREATE TABLE with columns of its own that names neither a character set nor a collation.

Where a house has rules of its own for this, a collation alone does not count as naming the character set.
"""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import CreateTable


def check(subject: Subject) -> Hits:
    enough = {"charset"} if "implicit-charset" in subject.policy else {"charset", "collate"}
    for judged in subject.statements:
        read = judged.reading.structure
        if isinstance(read, CreateTable) and read.like is None and _known(judged):
            named = {option.name for option in walk.options(judged)}
            if not named & enough:
                table = str(read.table)
                yield Hit(read.table.place, judged.statement.number, table, {"table": table})


def _known(judged: Judged) -> bool:
    """Whether the table's options were all read; of a refused statement they may lie behind the place of refusal."""
    return judged.reading.statement is not None or not walk.names_charset(judged.statement)
