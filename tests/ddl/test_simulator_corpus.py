"""The simulator against what a real 5.7.22 said to two thousand statements (`tests/ddl/corpus`, errors recorded)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

CORPUS = Path(__file__).parent / "corpus"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def scripts(path: Path) -> list[list[dict[str, Any]]]:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.yaml")), ids=lambda p: p.stem)
def test_every_statement_gets_the_servers_answer(path, replay):
    wrong = []
    for number, steps in enumerate(scripts(path)):
        text = "".join(f"{step['sql']}\n;\n" for step in steps)
        said = replay(text, version="5.7.22").errnos
        expected = [step.get("errno", 0) for step in steps]
        if said != expected:
            wrong.append((number, text, expected, said))
    assert wrong == []


def test_the_corpus_is_large_and_mixed():
    steps = [step for path in CORPUS.glob("*.yaml") for script in scripts(path) for step in script]
    refused = [step for step in steps if "errno" in step]
    assert len(steps) > 2000
    assert len({step["errno"] for step in refused}) > 40
    assert len(steps) > 2 * len(refused)
