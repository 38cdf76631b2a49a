"""Plans from SQL text, without a server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script
from specproof.ddl.subject import Subject
from specproof.migrator.plan import Plan, plan_of


def subject_of(sql: str, path: str = "up.sql") -> Subject:
    """The script judged without a baseline."""
    return judge(read_script(sql.encode(), path))


@pytest.fixture
def subject() -> Callable[..., Subject]:
    return subject_of


@pytest.fixture
def plan() -> Callable[..., Plan]:
    def make(sql: str, schema: str | None = None, path: str = "up.sql") -> Plan:
        return plan_of(subject_of(sql, path), schema)

    return make
