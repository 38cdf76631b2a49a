"""Zero dates among the defaults that the server refuses; which modes are on is the simulator's knowledge.

Of a statement that was refused for another reason no defaults are tried, so there they are looked for as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Judged, Subject

_ZERO = re.compile(r"'?(\d{4}-(00-\d\d|\d\d-00)|0{8}(0{6})?'?$|0'?$)")
_DATED = ("date", "datetime", "timestamp")


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        yield from _refused(judged) if judged.reading.statement else _written(judged)


def _refused(judged: Judged) -> Iterator[Hit]:
    dated = {column.name.value.lower() for column in walk.columns(judged) if column.type.name in _DATED}
    for conflict in judged.conflicts:
        default, column = str(conflict.values.get("default")), str(conflict.values.get("column"))
        # ALTER COLUMN ... SET DEFAULT names a column that is defined elsewhere.
        known = column.lower() in dated or not list(walk.columns(judged))
        if conflict.kind == "invalid-default" and conflict.certain and known and _ZERO.match(default):
            yield Hit(conflict.place, judged.statement.number, conflict.object, {"column": column, "default": default})


def _written(judged: Judged) -> Iterator[Hit]:
    table = walk.table_of(judged)
    for column in walk.columns(judged):
        default = column.default
        literal = default and default.kind in ("string", "number") and default.value
        if default and literal and column.type.name in _DATED and _ZERO.match(literal):
            name = column.name.value
            yield Hit(default.place, judged.statement.number, f"{table}.{name}", {"column": name, "default": literal})
