"""H2 in its Oracle mode, in a Java machine inside this process: speaks for the few laws that the engine's file names.

For machines that have no Oracle. It is asked on request only, everything that it says carries the evidence `emulated`,
and it refuses to be a provider: nothing takes it for an Oracle.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from specproof.engines import artifact, cache, facts
from specproof.engines.base import Address, Options, Provider, Result, Row, Scratch, Secret, Server, SqlError
from specproof.engines.facts import Emulation
from specproof.errors import EnvironmentProblem
from specproof.evidence import EngineIdentity, Evidence, ProviderKind

T = TypeVar("T")

_NAME = "oracle"
_DRIVER = "org.h2.Driver"


class H2Session:
    """One connection of JDBC, autocommit. Places for values are not offered: the probes have none."""

    connection_id = 0

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def query(self, sql: str, params: Sequence[object] = ()) -> tuple[Row, ...]:
        if params:
            raise NotImplementedError("the emulation takes no bind values")
        return self.run(sql).rows

    def run(self, sql: str | bytes) -> Result:
        def send(statement: Any) -> Result:
            if not statement.execute(sql.decode() if isinstance(sql, bytes) else sql):
                return Result((), (), max(int(statement.getUpdateCount()), 0))
            found = statement.getResultSet()
            meta = found.getMetaData()
            width = int(meta.getColumnCount())
            rows = []
            while found.next():
                rows.append(tuple(_text(found.getString(at + 1)) for at in range(width)))
            return Result(tuple(str(meta.getColumnLabel(at + 1)) for at in range(width)), tuple(rows), 0)

        return self._guarded(send)

    def load(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        raise NotImplementedError("the emulation takes no bind values")

    def close(self) -> None:
        with suppress(Exception):  # a Java exception of a connection that is given up
            self._connection.close()

    def _guarded(self, action: Callable[[Any], T]) -> T:
        import jpype  # noqa: PLC0415 - an extra, and heavy

        try:
            statement = self._connection.createStatement()
            try:
                return action(statement)
            finally:
                statement.close()
        except jpype.JException as error:
            state = str(error.getSQLState()) if hasattr(error, "getSQLState") else "HY000"
            raise SqlError(0, state, str(error.getMessage())) from None


class EmulatedOracle:
    """Implements `base.Engine` as far as probes go: databases in memory that vanish with their last session."""

    name = _NAME

    def providers(self, _url: str | None = None, _options: Options | None = None) -> tuple[Provider, ...]:
        return ()

    def scratch(self, address: Address, name: str, _defaults: str) -> Scratch:
        return Scratch(address.at(name), (), ())

    def connect(self, address: Address) -> H2Session:
        import jpype  # noqa: PLC0415 - an extra, and heavy

        url = f"jdbc:h2:mem:{address.database or 'specproof'};MODE=Oracle"
        properties = jpype.JClass("java.util.Properties")()
        return H2Session(jpype.JClass(_DRIVER)().connect(url, properties))

    def dbapi(self, _address: Address) -> Any:
        raise NotImplementedError("the emulation has no second session")


@contextmanager
def open(options: Options | None = None) -> Iterator[tuple[EmulatedOracle, Server]]:  # noqa: A001 - as engines.open
    """The emulation and what it says of itself.

    Raises EnvironmentProblem `engine.driver-missing`, `engine.no-java`, `engine.artifact-*`, `engine.cache-unwritable`.
    """
    options = options or Options()
    emulation = facts.load(_NAME).emulation
    assert emulation is not None  # this module is there because the file has one
    _start(emulation, options)
    address = Address("in this process", 0, "", Secret(""))
    engine = EmulatedOracle()
    session = engine.connect(address)
    version = str(session.query("SELECT H2VERSION() FROM DUAL")[0][0])
    session.close()
    yield (
        engine,
        Server(EngineIdentity(_NAME, emulation.product, version, ProviderKind.LOCAL, Evidence.EMULATED), address),
    )


def _start(emulation: Emulation, options: Options) -> None:
    """A Java machine cannot be started twice in a process, so that it stays."""
    try:
        import jpype  # noqa: PLC0415 - an extra, and heavy
    except ImportError:
        raise EnvironmentProblem(
            "engine.driver-missing",
            f"What runs {emulation.product} in this process is not installed.",
            cause="It is an extra of specproof.",
            next_step=f"pip install 'specproof[{emulation.extra}]'",
        ) from None
    if jpype.isJVMStarted():
        return
    jar = _jar(emulation, options)
    try:
        jpype.startJVM("-XX:TieredStopAtLevel=1", classpath=[str(jar)], convertStrings=False)
    except (jpype.JVMNotFoundException, OSError) as error:
        raise EnvironmentProblem(
            "engine.no-java",
            "No Java machine can be started.",
            cause=" ".join(str(error).split()),
            next_step="Install a Java runtime (apt-get install default-jre-headless), or set JAVA_HOME.",
        ) from None


def _jar(emulation: Emulation, options: Options) -> Path:
    wanted = emulation.artifact
    folder = cache.folder(options.environment)

    def build(place: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            found = artifact.obtained(wanted, Path(scratch), options.environment, options.say)
            shutil.copyfile(found, place / wanted.file)

    return cache.built(artifact.place(wanted, folder), build) / wanted.file


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
