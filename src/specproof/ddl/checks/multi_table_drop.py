"""DROP TABLE with more than one name."""

from __future__ import annotations

from specproof.ddl.subject import Hit, Hits, Subject
from specproof.ddl.syntax import DropTable


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        read = judged.reading.structure
        if isinstance(read, DropTable) and len(read.tables) > 1:
            place = (read.tables[0].place[0], read.tables[-1].place[1])
            names = ", ".join(map(str, read.tables))
            yield Hit(place, judged.statement.number, names, {"count": len(read.tables)})
