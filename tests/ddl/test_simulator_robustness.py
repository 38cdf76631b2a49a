"""Damaged statements: whatever a script holds, the judge gives a verdict and never an exception."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml

from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script
from specproof.errors import SpecproofError
from specproof.finding import Prediction
from specproof.schema import Schema

CORPUS = Path(__file__).parent / "corpus"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
EMPTY = Schema(tables=(), charset="utf8mb4", collation="utf8mb4_general_ci")
STATEMENTS = [
    step["sql"]
    for path in sorted(CORPUS.glob("*.yaml"))
    for script in yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    for step in script
]


def words(sql: str) -> list[str]:
    return sql.replace("(", " ( ").replace(")", " ) ").replace(",", " , ").split()


WORDS = [word for sql in STATEMENTS for word in words(sql)]


def damaged(chance: random.Random) -> str:
    """A few statements with words changed, lost, doubled or swapped."""
    parts = []
    for _ in range(chance.randint(1, 4)):
        text = words(chance.choice(STATEMENTS))
        for _ in range(chance.choice([0, 1, 1, 2, 3])):
            at = chance.randrange(len(text))
            text[at : at + chance.choice([0, 1])] = chance.choice([[], [chance.choice(WORDS)], [text[at], text[at]]])
            if not text:
                text = ["SELECT"]
        parts.append(" ".join(text))
    return ";\n".join(parts)


@pytest.mark.parametrize("seed", range(150))
def test_a_damaged_script_gets_a_verdict(seed):
    sql = damaged(random.Random(seed))
    for baseline in (None, EMPTY):
        try:
            found = judge(read_script(sql.encode("utf-8", "replace"), "x.sql"), baseline=baseline)
        except SpecproofError:
            continue
        for judged in found.statements:
            assert (judged.errno is not None) == (judged.predicted is Prediction.REJECTED)
