"""New columns whose name matches the pattern of the house; case does not count, as in information_schema."""

from __future__ import annotations

import re

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    pattern = subject.policy["secret-column"]["pattern"]
    wanted = re.compile(pattern, re.IGNORECASE)
    for judged in subject.statements:
        table = walk.table_of(judged)
        for column in walk.new_columns(judged):
            name = column.name.value
            if wanted.search(name):
                values = {"column": name, "pattern": pattern}
                yield Hit(column.name.place, judged.statement.number, f"{table}.{name}", values)
