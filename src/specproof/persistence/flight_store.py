"""The rows of flights in a database: the `Store` of the reference on PostgreSQL, MySQL 5.7 and Oracle.

One transaction at READ COMMITTED writes a message: rows are locked in the order of their keys, compared with what the
look had shown, read, and changed in batches. It refuses to decide what changes, and to let an engine's error through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Select, delete, or_, select
from sqlalchemy.exc import DBAPIError

from specproof.engines.base import Address
from specproof.persistence import connecting, failing, statements, tables
from specproof.persistence.statements import chunks
from specproof.reference.flight_state.decide import Decision
from specproof.reference.flight_state.judge import DayMark, FlightMark, Peek
from specproof.reference.flight_state.layout import Table as LayoutTable
from specproof.reference.flight_state.message import Message
from specproof.reference.flight_state.procedure import Procedure
from specproof.reference.flight_state.process import COMPARE_AND_SET, Decide, Failure
from specproof.reference.flight_state.read_back import Held
from specproof.reference.flight_state.rows import Value

T = TypeVar("T")
_READ_COMMITTED = "READ COMMITTED"


class _Moved(Exception):
    """Under the lock a row is not what the look had shown."""


class FlightStore:
    """Holds a pool of connections to one database; use as a context, or close it."""

    def __init__(self, engine: str, address: Address, procedure: Procedure) -> None:
        self._address = address
        self._procedure = procedure
        self._layout = procedure.layout
        self._metadata = tables.metadata(procedure.layout)
        self._engine = connecting.engine(engine, address, isolation=_READ_COMMITTED)
        self._snapshot_level = connecting.snapshot_level(engine)
        self._main = self._layout.only_of("main")
        self._generation = self._layout.only_of("generation")
        self._log = self._layout.only_of("log")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._engine.dispose()

    def create(self) -> None:
        """Creates the tables; none of them may be there."""
        self._metadata.create_all(self._engine, checkfirst=False)

    def clear(self) -> None:
        """Deletes every row of every table."""
        with self._engine.begin() as connection:
            for table in self._metadata.tables.values():
                connection.execute(delete(table))

    # --- Store --------------------------------------------------------------------------------------------------------

    def peek(self, message: Message) -> Peek:
        """Raises EnvironmentProblem `store.unreadable`."""
        try:
            with self._engine.connect() as connection:
                return self._peek(connection, message)
        except DBAPIError as error:
            raise failing.unreadable(error, self._address) from None

    def write(self, message: Message, peek: Peek, decide: Decide) -> Decision | Failure:
        committing = False
        try:
            with self._engine.connect() as connection, connection.begin() as transaction:
                self._lock(connection, message, peek)
                decision = decide(self._held(connection, [flight.flid for flight in message.flights]))
                for change in decision.changes:
                    statements.execute(connection, self._metadata.tables[change.table], change)
                committing = True
                transaction.commit()
        except _Moved as moved:
            return Failure(COMPARE_AND_SET, str(moved))
        except DBAPIError as error:
            return failing.failure(error, self._address, committing=committing)
        return decision

    # --- reading ------------------------------------------------------------------------------------------------------

    def held(self, flid: str) -> Held | None:
        """The rows of one flight in one consistent look. Raises EnvironmentProblem `store.unreadable`."""
        return self._snapshot(lambda connection: self._held(connection, [flid])).get(flid)

    def rows(self) -> dict[str, list[dict[str, Value]]]:
        """All rows by table in the order of the primary keys, in one consistent look.

        Raises EnvironmentProblem `store.unreadable`.
        """
        return self._snapshot(
            lambda connection: {name: list(self._all(connection, table)) for name, table in self._layout.tables.items()}
        )

    def _snapshot(self, look: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect().execution_options(isolation_level=self._snapshot_level) as connection:
                return look(connection)
        except DBAPIError as error:
            raise failing.unreadable(error, self._address) from None

    def _all(self, connection: Connection, table: LayoutTable) -> Iterator[dict[str, Value]]:
        of = self._metadata.tables[table.name]
        for row in connection.execute(select(of).order_by(*of.primary_key.columns)):
            yield dict(zip(table.names, map(_plain, row), strict=True))

    # --- the look without a lock --------------------------------------------------------------------------------------

    def _peek(self, connection: Connection, message: Message) -> Peek:
        log = self._metadata.tables[self._log.name]
        key = log.c[self._log.filled_by("identity-key")]
        flids = [flight.flid for flight in message.flights]
        snapshot = self._procedure.is_snapshot(message.kind)
        return Peek(
            seen=connection.execute(select(key).where(key == message.identity_key)).first() is not None,
            day=_day_mark(connection.execute(self._day(message.fday)).first()),
            flights=self._marks(connection, flids, message.fday if snapshot else None),
        )

    def _day(self, fday: str) -> Select[Any]:
        table, said = self._metadata.tables[self._generation.name], self._generation
        words = ("next-generation", "message-id", "message-version")
        columns = [table.c[said.filled_by(word)] for word in words]
        return select(*columns).where(table.c[said.filled_by("flight-day")] == fday)

    def _marks(self, connection: Connection, flids: Sequence[str], fday: str | None) -> dict[str, FlightMark]:
        found: dict[str, FlightMark] = {}
        for some in chunks(flids):
            found |= _flight_marks(connection.execute(self._flights(some, None)))
        if fday is not None:
            found |= _flight_marks(connection.execute(self._flights((), fday)))
        return found

    def _flights(self, flids: Sequence[str], fday: str | None) -> Select[Any]:
        table, said = self._metadata.tables[self._main.name], self._main
        flid, day = table.c[said.filled_by("flight-id")], table.c[said.filled_by("flight-day")]
        words = ("message-version", "generation")
        chosen = [one for one in (flid.in_(flids) if flids else None, day == fday if fday else None) if one is not None]
        return select(flid, day, *(table.c[said.filled_by(word)] for word in words)).where(or_(*chosen)).order_by(flid)

    # --- under the lock -----------------------------------------------------------------------------------------------

    def _lock(self, connection: Connection, message: Message, peek: Peek) -> None:
        """Day first, then flights by their ids: every writer in the same order, so that none waits in a circle."""
        if self._procedure.is_snapshot(message.kind):
            day = _day_mark(connection.execute(self._day(message.fday).with_for_update()).first())
            if day != peek.day:
                raise _Moved(f"the day {message.fday} moved")
        flids = sorted({*peek.flights, *(flight.flid for flight in message.flights)})
        for some in chunks(flids):
            locked = _flight_marks(connection.execute(self._flights(some, None).with_for_update()))
            for flid in some:
                if locked.get(flid) != peek.flights.get(flid):
                    raise _Moved(f"the flight {flid} moved")

    def _held(self, connection: Connection, flids: Sequence[str]) -> dict[str, Held]:
        main = dict(self._rows_of(connection, self._main, flids))
        details: dict[str, dict[str, list[Sequence[Value]]]] = {flid: {} for flid in main}
        for table in self._layout.of_role("detail"):
            for flid, row in self._rows_of(connection, table, list(main)):
                details[flid].setdefault(table.name, []).append(row)
        return {flid: Held(row, details[flid]) for flid, row in main.items()}

    def _rows_of(
        self, connection: Connection, table: LayoutTable, flids: Sequence[str]
    ) -> Iterator[tuple[str, Sequence[Value]]]:
        of = self._metadata.tables[table.name]
        name = table.filled_by("flight-id")
        at = table.names.index(name)
        order = [of.c[name], *(of.c[one] for one in table.names if one == _ordinal(table))]
        for some in chunks(flids):
            for row in connection.execute(select(of).where(of.c[name].in_(some)).order_by(*order)):
                plain = tuple(map(_plain, row))
                yield str(plain[at]), plain


def _ordinal(table: LayoutTable) -> str:
    return next((one.name for one in table.columns if one.value == "input-order"), "")


def _day_mark(row: Any) -> DayMark | None:
    return None if row is None else DayMark(int(row[0]), row[1], int(row[2]))


def _flight_marks(rows: Iterable[Any]) -> dict[str, FlightMark]:
    return {
        flid: FlightMark(fday, int(version), None if generation is None else int(generation))
        for flid, fday, version, generation in rows
    }


def _plain(value: Any) -> Value:
    """Whole numbers as such: Oracle's driver may give them as decimals."""
    return int(value) if hasattr(value, "as_tuple") else value
