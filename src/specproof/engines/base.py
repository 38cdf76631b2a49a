"""The seam between specproof and a database server: addresses, sessions, providers, engines.

Every provider (URL, container, local) yields a `Server`; every engine opens `Session`s on it. Callers above this
room see only what is declared here and never a driver. It refuses to substitute: a server of another version is an
error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, Protocol, TypeAlias

from specproof.errors import ExitCode, SpecproofError
from specproof.evidence import EngineIdentity, ProviderKind

Row = tuple[Any, ...]
Say: TypeAlias = Callable[[str], None]


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - progress of something slow and rare, never data


@dataclass(frozen=True, slots=True)
class Options:
    """What the user said beyond a URL: environment variables, image names by engine, who hears progress."""

    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ), repr=False)
    images: Mapping[str, str] = field(default_factory=dict)
    say: Say = _to_stderr


class Secret:
    """A password. Shows itself as *** in every output; `reveal` is called only where the driver needs it.

    Not a dataclass, so that `asdict` over a value that holds one cannot spell it out; it refuses to be pickled.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __str__(self) -> str:
        return "***"

    def __repr__(self) -> str:
        return "Secret(***)"

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash((Secret, self._value))

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, _memo: object) -> Secret:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a password is not pickled: it would leave the process in the clear")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens and as whom to log in. `socket` replaces host and port when set."""

    host: str
    port: int
    user: str
    password: Secret
    database: str | None = None
    socket: str | None = None
    options: tuple[tuple[str, str], ...] = ()

    def at(self, database: str | None) -> Address:
        return replace(self, database=database)

    def display(self) -> str:
        """`user@host:port/database`, without the password: the form for every output, journal and report."""
        place = self.socket or f"{self.host}:{self.port}"
        return f"{self.user}@{place}" + (f"/{self.database}" if self.database else "")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server and what it said of itself."""

    identity: EngineIdentity
    address: Address


@dataclass(frozen=True, slots=True)
class ServerWarning:
    level: str
    code: int
    message: str


@dataclass(frozen=True, slots=True)
class Result:
    """What one statement gave: rows (empty without a result set), affected rows, the server's warnings."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    affected: int
    warnings: tuple[ServerWarning, ...] = ()


class SqlError(SpecproofError):
    """The server refused one statement. `errno` is the server's number, `lost` tells that the connection is gone."""

    exit_code = ExitCode.ENVIRONMENT

    def __init__(self, errno: int, sqlstate: str, message: str, *, lost: bool = False) -> None:
        super().__init__(
            "sql.connection-lost" if lost else "sql.refused",
            message,
            next_step="See the statement named with this error.",
        )
        self.errno = errno
        self.sqlstate = sqlstate
        self.lost = lost


class Session(Protocol):
    """One connection. Autocommit is on. Every method raises SqlError."""

    @property
    def connection_id(self) -> int: ...

    def query(self, sql: str, params: Sequence[object] = ()) -> tuple[Row, ...]:
        """Rows of one statement; `%s` places are bound. Without params the text is sent as it is."""
        ...

    def run(self, sql: str | bytes) -> Result:
        """One statement sent byte for byte as given, with its warnings. No value is interpolated."""
        ...

    def load(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        """One INSERT repeated over many rows in one transaction; gives the number of rows."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a provider can give a server here and now; `how` is the step that would make it usable."""

    provider: ProviderKind
    usable: bool
    why: str
    how: str = ""


class Provider(Protocol):
    """One way to come by a server of one engine."""

    @property
    def kind(self) -> ProviderKind: ...

    def availability(self) -> Availability:
        """Looks without starting anything; takes at most a second or two."""
        ...

    def open(self) -> AbstractContextManager[Server]:
        """Starts or reaches the server and checks its version; what was started is stopped at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Scratch:
    """An empty database yet to be made: who is to say what to make it, where it then is, and how it goes again."""

    address: Address
    create: tuple[str, ...]
    drop: tuple[str, ...]


class Engine(Protocol):
    """One product at one major version. Discovered as `specproof.engines.<module>.ENGINE`."""

    @property
    def name(self) -> str:
        """The slug: `mysql-5.7`, `postgresql`. Equal to the file name in `specs/engines/`."""
        ...

    def providers(self, url: str | None = None, options: Options | None = None) -> tuple[Provider, ...]:
        """In the order of preference: the given URL (or that of the environment) alone when there is one, else

        container, local. None for options means the process's own environment.
        """
        ...

    def scratch(self, address: Address, name: str, defaults: str) -> Scratch:
        """How an empty database of that name is made by the account of that address.

        `defaults` is what CREATE DATABASE is told beside the name, such as `CHARACTER SET utf8mb4`.
        """
        ...

    def dbapi(self, address: Address) -> Any:
        """A connection of the driver itself (PEP 249) with autocommit off, for a library that builds on it.

        Raises what `connect` raises.
        """
        ...

    def connect(self, address: Address) -> Session:
        """Opens a session. Raises EnvironmentProblem `engine.unreachable` or `engine.access-denied`."""
        ...
