"""Lines that only the mysql client understands. DELIMITER and USE belong to every script and are left alone."""

from __future__ import annotations

from specproof.ddl.subject import Hit, Hits, Subject

_USUAL = ("delimiter", "use", "\\d", "\\u")
_READS_A_FILE = ("source", "\\.")


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        statement = judged.statement
        if statement.client:
            text = subject.script.sql(statement)
            word = text[:2].lower() if text.startswith("\\") else text.split(None, 1)[0].lower()
            if word not in _USUAL:
                variant = "source" if word in _READS_A_FILE else None
                yield Hit((statement.start, statement.end), statement.number, values={"word": word}, variant=variant)
