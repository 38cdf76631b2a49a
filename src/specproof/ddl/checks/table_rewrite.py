"""Changes of tables that hold rows already for which the server writes the table anew or stops writes."""

from __future__ import annotations

from collections.abc import Iterator

from specproof.ddl import walk
from specproof.ddl.online import How, Lock, Online, Operation
from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import AlterTable, CreateIndex, CreateTable, RenameTable
from specproof.finding import Prediction

_WORK = tuple(How)


def check(subject: Subject) -> Hits:
    made: set[str] = set()  # tables of this script, which hold little or nothing
    for judged in subject.statements:
        read = judged.reading.statement
        if isinstance(read, CreateTable):
            made.add(str(read.table))
        elif isinstance(read, RenameTable):
            made |= {str(new) for old, new in read.pairs if str(old) in made}
        elif str(walk.table_of(judged)) not in made and judged.predicted is not Prediction.REJECTED:
            yield from _heavy(judged)


def _heavy(judged: Judged) -> Iterator[Hit]:
    online, read = judged.online, judged.reading.statement
    if online is None or online.temporary or not isinstance(read, AlterTable | CreateIndex):
        return
    variant = _variant(online)
    # Who writes LOCK=NONE knows what happens, and the server keeps the promise or refuses.
    if variant and not (variant == "rebuild" and read.lock):
        worst = max(online.operations, key=_weight)
        name = None if variant == "rebuild" else variant
        yield Hit(worst.place, judged.statement.number, str(read.table), variant=name)


def _variant(online: Online) -> str | None:
    if online.how is How.COPY:
        return "copy"
    if online.how in (How.REBUILD, How.IN_PLACE) and online.lock is not Lock.NONE:
        return "locked"
    return "rebuild" if online.how is How.REBUILD else None


def _weight(operation: Operation) -> tuple[int, bool]:
    return _WORK.index(operation.how), operation.lock is not Lock.NONE
