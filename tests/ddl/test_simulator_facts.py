"""The exam: every fact about statements on tables and indexes, its set-up replayed, its error number predicted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from specproof.ddl import words
from specproof.ddl.reader import read
from specproof.ddl.script import Statement
from specproof.ddl.simulator.replay import Outcome, Simulator
from specproof.ddl.splitter import read_script
from specproof.ddl.syntax import (
    AlterTable,
    CreateIndex,
    CreateTable,
    DropIndex,
    DropTable,
    Other,
    Reading,
    RenameTable,
)
from specproof.schema import Schema

NOT_DECIDED = yaml.safe_load((Path(__file__).parent / "facts-not-decided.yaml").read_text(encoding="utf-8"))
REASONS = {slug: reason for reason, slugs in NOT_DECIDED.items() for slug in slugs}
TABLES = (CreateTable, AlterTable, DropTable, RenameTable, CreateIndex, DropIndex)
ENTRIES = [e for e in words.table("mysql57")["entries"] if e["probe"]["statement"].strip()]


def statements(sql: str) -> list[tuple[Statement, Reading, str]]:
    script = read_script(f"{sql}\n;".encode(), "fact.sql")
    return [(s, read(s, script), script.text) for s in script.statements]


def is_about_tables(entry: dict[str, Any]) -> bool:
    for _, reading, _ in statements(entry["probe"]["statement"])[:1]:
        found = reading.statement or reading.partial
        return isinstance(found, TABLES) or (isinstance(found, Other) and found.kind == "truncate table")
    return False


EXAM = {e["id"]: e for e in ENTRIES if is_about_tables(e)}


def simulator(entry: dict[str, Any]) -> Simulator:
    """The world of a probe: an empty utf8mb4 database, the settings it needs, its set-up done."""
    probe = entry["probe"]
    needs = probe.get("needs") or {}
    variables = {**(needs.get("session") or {}), **(needs.get("global") or {}), **(probe.get("needs_server") or {})}
    world = Simulator(
        Schema(tables=(), charset="utf8mb4", collation="utf8mb4_general_ci"),
        {name: str(value) for name, value in variables.items()},
    )
    for step in probe.get("setup") or ():
        sql, expected = (step, 0) if isinstance(step, str) else (step.get("sql", ""), step.get("expect_error", 0))
        if isinstance(step, dict) and "session" in step:
            continue
        for statement, reading, text in statements(sql):
            assert reading.statement is not None, sql
            assert (world.run(statement, reading.statement, text).errno or 0) == expected, sql
    return world


def answer(entry: dict[str, Any]) -> int:
    statement, reading, text = statements(entry["probe"]["statement"])[0]
    if reading.problem is not None:
        return reading.problem.errno
    assert reading.statement is not None
    outcome: Outcome = simulator(entry).run(statement, reading.statement, text)
    return outcome.errno or 0


@pytest.mark.parametrize("slug", sorted(EXAM.keys() - REASONS.keys()))
def test_the_servers_answer_is_predicted(slug):
    assert answer(EXAM[slug]) == EXAM[slug]["expected_error"]


@pytest.mark.parametrize("slug", sorted(REASONS))
def test_what_is_listed_as_not_decided_is_not(slug):
    assert answer(EXAM[slug]) != EXAM[slug]["expected_error"]


def test_the_exam_is_large():
    assert len(EXAM) - len(REASONS) > 550
