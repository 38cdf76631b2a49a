"""Fixtures of the DDL checker's tests: a script replayed over a schema."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from specproof.ddl.reader import read
from specproof.ddl.simulator.replay import Outcome, Simulator
from specproof.ddl.splitter import read_script
from specproof.schema import Schema, Table

EMPTY = Schema(tables=(), charset="utf8mb4", collation="utf8mb4_general_ci")


@dataclass(frozen=True)
class Replay:
    """A script after its run: the outcome of each statement and the schema at the end."""

    outcomes: tuple[Outcome, ...]
    schema: Schema

    @property
    def last(self) -> Outcome:
        return self.outcomes[-1]

    @property
    def errnos(self) -> list[int]:
        """The error number of each statement, 0 for those that the server accepts."""
        return [o.errno or 0 for o in self.outcomes]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the last statement's conflicts."""
        return [c.kind for c in self.last.conflicts]

    def table(self, name: str = "t") -> Table:
        found = self.schema.table(name)
        assert found is not None
        return found


@pytest.fixture
def replay() -> Callable[..., Replay]:
    """`replay(sql)`: the script over an empty utf8mb4 database; `baseline=None` for a database that nobody knows."""

    def run(sql: str, baseline: Schema | None = EMPTY, **variables: str) -> Replay:
        script = read_script(sql.encode(), "test.sql")
        simulator = Simulator(baseline, variables)
        outcomes = []
        for statement in script.statements:
            reading = read(statement, script)
            if reading.problem is not None:
                state = simulator.state
                outcomes.append(Outcome(state, state, refused=True, errno=reading.problem.errno))
                continue
            assert reading.statement is not None, (reading.unplaced, script.sql(statement))
            outcomes.append(simulator.run(statement, reading.statement, script.text))
        return Replay(tuple(outcomes), simulator.state.schema)

    return run
