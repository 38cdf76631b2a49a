"""Calls of functions that a later MySQL brought, unless the script makes a stored function of that name."""

from __future__ import annotations

from specproof.ddl import words
from specproof.ddl.subject import Hit, Hits, Subject
from specproof.ddl.syntax import Other


def check(subject: Subject) -> Hits:
    later = words.table("later")["functions_added_later"]
    own: set[str] = set()
    for judged in subject.statements:
        read = judged.reading.statement
        if isinstance(read, Other) and read.kind == "create function" and read.object:
            own.add(read.object.rpartition(".")[2].upper())
        tokens = judged.statement.tokens
        for index, token in enumerate(tokens[:-1]):
            since = later.get(token.upper) if tokens[index + 1].text == "(" and token.upper not in own else None
            # After a dot it is a stored function of that database, after FUNCTION the name of one.
            if since and not (index and tokens[index - 1].text.upper() in (".", "FUNCTION")):
                values = {"function": token.upper, "since": since}
                yield Hit((token.start, token.end), judged.statement.number, values=values)
