"""H2 in its Oracle mode behind the face of Oracle's driver, so that the store's own SQL for Oracle runs somewhere.

Proves that the text is well formed and does what it does elsewhere, and nothing about Oracle. Records each statement.
"""

from __future__ import annotations

import datetime as dt
import re
from types import SimpleNamespace

import jpype
import oracledb

_PLACE = re.compile(r":(\w+)")
# What SQLAlchemy asks a new connection.
_ASKED = {
    "SYS_CONTEXT": ("PUBLIC",),
    "V$PARAMETER": ("23.0.0",),
    "V$SESSION": ("READ COMMITTED",),
    "V$TRANSACTION": (None,),
    "LOCAL_TRANSACTION_ID": (None,),
    "SELECT 1.1": ("1.1",),
}


class Connection:
    def __init__(self, url: str, seen: list[str]) -> None:
        self._jdbc = jpype.JClass("org.h2.Driver")().connect(url, jpype.JClass("java.util.Properties")())
        self._jdbc.setAutoCommit(False)
        self.seen = seen
        self.version = "23.4.0.24.5"
        self.thin = True
        self.max_identifier_length = 128
        self.autocommit = False
        self.outputtypehandler = None
        self.stmtcachesize = 0

    def cursor(self):
        return Cursor(self._jdbc, self.seen)

    def commit(self):
        self._jdbc.commit()

    def rollback(self):
        self._jdbc.rollback()

    def close(self):
        self._jdbc.close()

    def ping(self):
        pass


class Cursor:
    description = None
    rowcount = -1
    arraysize = 100
    outputtypehandler = None

    def __init__(self, jdbc, seen) -> None:
        self._jdbc, self._seen, self._rows = jdbc, seen, []

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.close()

    def setinputsizes(self, *_sizes, **_named):
        pass

    def execute(self, sql, values=None):
        own = next((answer for word, answer in _ASKED.items() if word in sql.upper()), None)
        if own or sql.startswith("ALTER SESSION"):
            self._rows, self.description = (
                ([own] if own else []),
                ([("X", None, None, None, None, None, True)] if own else None),
            )
            return
        self._seen.append(sql)
        self._run(sql, [values or {}])

    def executemany(self, sql, many):
        self._seen.append(sql)
        self._run(sql, many)

    def _run(self, sql, many):
        names = _PLACE.findall(sql)
        try:
            statement = self._jdbc.prepareStatement(_PLACE.sub("?", sql))
            self.rowcount = 0
            for values in many:
                for at, name in enumerate(names):
                    statement.setObject(at + 1, _to_java(values[name] if isinstance(values, dict) else values[at]))
                if statement.execute():
                    self._rows, self.description = _read(statement.getResultSet())
                else:
                    self.rowcount += int(statement.getUpdateCount())
                    self._rows, self.description = [], None
            statement.close()
        except jpype.JException as error:
            told = SimpleNamespace(code=1, full_code="ORA-00001", message=str(error.getMessage()), context="")
            kind = oracledb.IntegrityError if str(error.getSQLState()).startswith("23") else oracledb.DatabaseError
            raise kind(told) from None

    def fetchone(self):
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size=100):
        some, self._rows = self._rows[:size], self._rows[size:]
        return some

    def fetchall(self):
        some, self._rows = self._rows, []
        return some

    def close(self):
        pass


def _read(found):
    meta = found.getMetaData()
    width = int(meta.getColumnCount())
    rows = []
    while found.next():
        rows.append(tuple(_to_python(found.getObject(at + 1)) for at in range(width)))
    columns = [(str(meta.getColumnLabel(at + 1)), None, None, None, None, None, True) for at in range(width)]
    return rows, columns


def _to_java(value):
    if isinstance(value, dt.datetime):
        return jpype.JClass("java.sql.Timestamp").valueOf(value.strftime("%Y-%m-%d %H:%M:%S.%f"))
    return jpype.JLong(value) if isinstance(value, int) else value


def _to_python(value):
    if value is None:
        return None
    text = str(value)
    kind = str(value.getClass().getName()) if hasattr(value, "getClass") else type(value).__name__
    if kind.endswith("Timestamp"):
        return dt.datetime.fromisoformat(text[:23].ljust(23, "0") if "." in text else text)
    return text if kind in ("java.lang.String", "str") else int(text)
