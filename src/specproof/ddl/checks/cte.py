"""WITH name AS (...) anywhere in a statement; no other WITH of 5.7 (ROLLUP, PARSER) has a name and AS ( behind it."""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        tokens = judged.statement.tokens
        for index, token in enumerate(tokens):
            if token.upper != "WITH":
                continue
            name = index + 1 + (index + 1 < len(tokens) and tokens[index + 1].upper == "RECURSIVE")
            after = name + 1
            if after < len(tokens) and walk.is_word(tokens[after], "("):
                after = walk.closing(tokens, after) + 1
            if list(walk.sequences(tokens[after : after + 2], "AS", "(")):
                place = (token.start, tokens[name].end)
                yield Hit(place, judged.statement.number, values={"name": tokens[name].value})
