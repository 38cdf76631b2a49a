"""Expressions of generated columns: what is allowed in them, and how information_schema prints them.

Part of the simulator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import Generated, Place
from specproof.schema import Column, Table

if TYPE_CHECKING:
    from specproof.ddl.simulator.columns import Draft


def check(trial: Trial, drafts: Sequence[Draft], *, complete: bool) -> None:
    """Every generated column against the columns before it."""


def check_drop(trial: Trial, table: Table, column: Column, place: Place) -> None:
    """A column that another is computed from stays."""


def check_change(trial: Trial, table: Table, column: Column, draft: Draft) -> None:
    """What MODIFY may do."""


def printed(generated: Generated) -> str:
    return generated.expression.text
