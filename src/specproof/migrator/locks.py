"""Locks on the server: the one that keeps two specproofs apart, and those of others that a statement waits for.

Uses MySQL's named locks, which end with the connection that took them; whoever holds the lock knows that no earlier
run of specproof is still at work on the schema. This module refuses to end anybody's connection: it names it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from specproof.engines.base import Session, SqlError
from specproof.text import Language, Text

_NAME_LIMIT = 64  # GET_LOCK, since 5.7.5
_NO_PRIVILEGE = {1142, 1227}

_HOLDER = """
SELECT p.USER, p.HOST, p.COMMAND, p.TIME, IFNULL(p.STATE, ''), IFNULL(LEFT(p.INFO, 120), '')
FROM information_schema.PROCESSLIST p WHERE p.ID = %s
"""

# What can be seen without the metadata-lock instrument, which 5.7 leaves off: whoever has a transaction open may hold a
# lock on any table it has touched, reads included.
_TRANSACTIONS = """
SELECT x.trx_mysql_thread_id, p.USER, p.HOST, TIMESTAMPDIFF(SECOND, x.trx_started, NOW()),
       IFNULL(LEFT(x.trx_query, 120), '')
FROM information_schema.INNODB_TRX x JOIN information_schema.PROCESSLIST p ON p.ID = x.trx_mysql_thread_id
WHERE x.trx_mysql_thread_id <> CONNECTION_ID() ORDER BY x.trx_started
"""

_METADATA_LOCKS = """
SELECT DISTINCT t.PROCESSLIST_ID, t.PROCESSLIST_USER, t.PROCESSLIST_HOST, t.PROCESSLIST_TIME,
       IFNULL(LEFT(t.PROCESSLIST_INFO, 120), '')
FROM performance_schema.metadata_locks m JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID
WHERE m.OBJECT_TYPE = 'TABLE' AND m.OBJECT_SCHEMA = DATABASE() AND m.LOCK_STATUS = 'GRANTED'
  AND m.OBJECT_NAME = %s AND t.PROCESSLIST_ID <> CONNECTION_ID()
"""


@dataclass(frozen=True, slots=True)
class Connection:
    """One connection of somebody. `seconds` is how long its statement (or transaction, or idleness) has lasted.

    `account` is empty when this account may not see the connection.
    """

    id: int
    account: str = ""
    host: str = ""
    seconds: int = 0
    doing: str = ""

    def tell(self, language: Language) -> str:
        if not self.account:
            return _UNSEEN.fill(language, {"id": self.id})
        return _SEEN.fill(
            language,
            {
                "id": self.id,
                "account": self.account,
                "host": self.host,
                "seconds": self.seconds,
                "doing": self.doing or _IDLE.pick(language),
            },
        )


_SEEN = Text(
    zh="连接 {id}（{account}@{host}，已 {seconds} 秒：{doing}）",
    en="connection {id} ({account}@{host}, {seconds} s: {doing})",
)
_UNSEEN = Text(
    zh="连接 {id}（无 PROCESS 权限，看不到其账号）",
    en="connection {id} (its account is hidden without the PROCESS privilege)",
)
_IDLE = Text(zh="空闲", en="idle")


def lock_name(schema: str) -> str:
    """The named lock of one schema: readable, and within the server's limit of 64 characters."""
    name = f"specproof:{schema}"
    if len(name) <= _NAME_LIMIT:
        return name
    return f"{name[:47]}:{hashlib.sha256(schema.encode()).hexdigest()[:16]}"


def take(session: Session, schema: str) -> bool:
    """Tries to take the lock without waiting."""
    return bool(session.query("SELECT GET_LOCK(%s, 0)", (lock_name(schema),))[0][0])


def holder(session: Session, schema: str) -> Connection | None:
    """Who holds the lock now."""
    identity = session.query("SELECT IS_USED_LOCK(%s)", (lock_name(schema),))[0][0]
    return None if identity is None else look_at(session, int(identity))


def look_at(session: Session, identity: int) -> Connection:
    """What this account may see of a connection."""
    rows = session.query(_HOLDER, (identity,))
    if not rows:
        return Connection(identity)
    user, host, command, seconds, state, info = (str(v) for v in rows[0])
    doing = " / ".join(t for t in (state, info) if t) or ("" if command == "Sleep" else command)
    return Connection(identity, user, host, int(seconds), doing)


def is_alive(session: Session, identity: int) -> bool:
    """Whether a connection of this account still exists."""
    return bool(session.query("SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = %s", (identity,)))


def take_within(
    session: Session,
    schema: str,
    seconds: float,
    waiting: Callable[[Connection], None],
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Connection | None:
    """Tries for so long; gives None once the lock is ours, else the connection that would not let go."""
    end = clock() + seconds
    while not take(session, schema):
        owner = holder(session, schema)
        if owner is None:
            continue
        if clock() >= end:
            return owner
        waiting(owner)
        sleep(0.5)
    return None


@dataclass(frozen=True, slots=True)
class Blockers:
    """Who a statement waited for. `exact` when the server records metadata locks, else these are all who might be it.

    `hidden` when this account may not see the transactions of others.
    """

    connections: tuple[Connection, ...]
    exact: bool = False
    hidden: bool = False


def blockers(session: Session, table: str | None) -> Blockers:
    """The connections that hold, or may hold, a metadata lock on a table."""
    exact = _metadata_locks(session, table) if table else ()
    if exact:
        return Blockers(exact, exact=True)
    try:
        return Blockers(_connections(session, _TRANSACTIONS))
    except SqlError as error:
        if error.errno in _NO_PRIVILEGE:
            return Blockers((), hidden=True)
        raise


def _metadata_locks(session: Session, table: str) -> tuple[Connection, ...]:
    try:
        return _connections(session, _METADATA_LOCKS, (table,))
    except SqlError as error:
        if error.errno in _NO_PRIVILEGE:
            return ()
        raise


def _connections(session: Session, sql: str, params: tuple[object, ...] = ()) -> tuple[Connection, ...]:
    rows = session.query(sql, params)
    return tuple(Connection(int(r[0]), str(r[1]), str(r[2]), int(r[3] or 0), str(r[4])) for r in rows)
