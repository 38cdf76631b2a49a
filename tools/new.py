"""Writes the first draft of one thing, with an example that fails until it is done: `nox -s new -- check my-slug`.

It edits no list, because there is none; it refuses to overwrite.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

_CHECK_YAML = """\
id: {slug}
title:
  zh: 待写：所指的写法
  en: "To write: the pattern that is flagged"
message:
  zh: 待写：{{object}} 发生了什么。
  en: "To write: what happens to {{object}}."
why:
  zh: 待写：后果，而不只是过错。
  en: "To write: the consequence, not only the fault."
advice:
  zh: 待写：应当怎样写。
  en: "To write: what to write instead."
effect: unsafe
severity: warning
errno: null
status: preview
policy: null
source:
  manual: create-table
bad:
  - sql: |
      CREATE TABLE example (id BIGINT NOT NULL PRIMARY KEY) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
    at: [1, 1]
    errno: 0
good:
  - sql: |
      CREATE TABLE example (id BIGINT NOT NULL PRIMARY KEY) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
"""
_CHECK_CODE = '''\
"""To write: what this check looks at, in one or two sentences."""

from __future__ import annotations

from specproof.ddl.subject import Hits, Subject


def check(subject: Subject) -> Hits:
    for _judged in subject.statements:
        yield from ()
'''


def check(slug: str) -> dict[Path, str]:
    """The two files of a DDL check."""
    return {
        ROOT / "ddl" / "checks" / f"{slug}.yaml": _CHECK_YAML.format(slug=slug),
        ROOT / "src" / "specproof" / "ddl" / "checks" / f"{slug.replace('-', '_')}.py": _CHECK_CODE,
    }


KINDS = {"check": check}


def main(arguments: list[str]) -> str:
    """Writes the files and gives their names; a message beginning with `error` when it wrote nothing."""
    if len(arguments) != 2 or arguments[0] not in KINDS:  # noqa: PLR2004 - kind and slug
        return f"error: give a kind ({', '.join(KINDS)}) and a slug, for example: check no-float-money"
    kind, slug = arguments
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        return f"error: '{slug}' is no slug: lower-case words joined by hyphens"
    files = KINDS[kind](slug)
    taken = [str(f.relative_to(ROOT)) for f in files if f.exists()]
    if taken:
        return f"error: {', '.join(taken)} is there already"
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")
    names = ", ".join(str(f.relative_to(ROOT)) for f in files)
    return f"wrote {names}; its bad example fails until the check is written: nox -s unit -- -k {slug}"


if __name__ == "__main__":
    said = main(sys.argv[1:])
    sys.stdout.write(said + "\n")
    sys.exit(2 if said.startswith("error") else 0)
