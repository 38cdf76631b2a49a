"""What went wrong in a transaction, in the words of a Failure: the engines' numbers and states, told by kind.

It refuses to show values: an engine's text may hold some, so that only its first line is kept, without bind values.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.exc import DBAPIError, IntegrityError

from specproof.engines import messages
from specproof.engines.base import Address
from specproof.errors import EnvironmentProblem
from specproof.reference.flight_state.process import Failure

IN_DOUBT = "commit-in-doubt"
LOST = "connection-lost"
_CONSTRAINT = "constraint"
_OTHER = "other"
# SQLSTATE of PostgreSQL, error numbers of MySQL and Oracle.
_REASONS = {
    "40P01": "deadlock",
    "1213": "deadlock",
    "60": "deadlock",
    "55P03": "lock-timeout",
    "1205": "lock-timeout",
    "54": "lock-timeout",
    "30006": "lock-timeout",
    "40001": "serialization",
}
_GONE = {"2006", "2013", "1053", "3113", "3114", "57P01", "57P02", "08006", "08003", "1317", "DPY-1001", "DPY-4011"}


def failure(error: DBAPIError, address: Address, *, committing: bool) -> Failure:
    """`committing`: the commit had been sent, so that a lost connection leaves open whether it took place."""
    number = _number(error)
    lost = error.connection_invalidated or number in _GONE
    if lost:
        return Failure(IN_DOUBT if committing else LOST, _text(error, address))
    if isinstance(error, IntegrityError):
        return Failure(_CONSTRAINT, _text(error, address))
    return Failure(_REASONS.get(number, _OTHER), _text(error, address))


def unreadable(error: DBAPIError, address: Address) -> EnvironmentProblem:
    return EnvironmentProblem(
        "store.unreadable",
        "The rows of the flights could not be read.",
        where=address.display(),
        cause=_text(error, address),
        next_step="See whether the server is up and holds the tables; `specproof flight ddl` prints them.",
    )


def _number(error: DBAPIError) -> str:
    """MySQL's error number (its SQLSTATE is mostly HY000), PostgreSQL's SQLSTATE, Oracle's error number."""
    original: Any = error.orig
    first = original.args[0] if original is not None and original.args else ""
    if isinstance(first, int):
        return str(first)
    return str(
        getattr(original, "sqlstate", None) or getattr(first, "code", None) or getattr(first, "full_code", first)
    )


def _text(error: DBAPIError, address: Address) -> str:
    original = str(error.orig).strip()
    return messages.scrubbed(original.splitlines()[0] if original else "", address.password)
