import pytest

from specproof.engines.base import SqlError
from specproof.migrator import locks


class FakeSession:
    """Answers by the start of the statement; the lock is let go after some tries."""

    def __init__(self, busy=0, rows=(), denied=None):
        self.busy, self.rows, self.denied, self.tries = busy, rows, denied, 0

    def query(self, sql, _params=()):
        if "GET_LOCK" in sql:
            self.tries += 1
            return ((1 if self.tries > self.busy else 0,),)
        if "IS_USED_LOCK" in sql:
            return ((42,),)
        if self.denied:
            raise SqlError(self.denied, "42000", "denied")
        return self.rows


def test_the_lock_is_named_after_the_schema():
    assert locks.lock_name("shop") == "specproof:shop"


def test_long_names_stay_within_the_servers_limit_and_apart():
    one, two = locks.lock_name("x" * 64), locks.lock_name("x" * 63 + "y")
    assert len(one) == len(two) == 64
    assert one != two


def test_waiting_tells_who_holds_the_lock():
    heard = []
    session = FakeSession(busy=2, rows=(("me", "h", "Query", 3, "Waiting for table metadata lock", "ALTER TABLE t"),))
    assert locks.take_within(session, "shop", 60, heard.append, sleep=lambda _: None) is None
    assert [c.id for c in heard] == [42, 42]
    assert heard[0].tell("en") == "connection 42 (me@h, 3 s: Waiting for table metadata lock / ALTER TABLE t)"
    assert heard[0].tell("zh") == "连接 42（me@h，已 3 秒：Waiting for table metadata lock / ALTER TABLE t）"


def test_waiting_ends_and_gives_the_holder():
    moments = iter([0.0, 1.0, 5.0])
    found = locks.take_within(
        FakeSession(busy=99), "shop", 2, lambda _: None, clock=lambda: next(moments), sleep=lambda _: None
    )
    assert found.id == 42
    assert "PROCESS" in found.tell("en")


def test_blockers_without_the_privilege_are_hidden_not_absent():
    assert locks.blockers(FakeSession(denied=1227), "t") == locks.Blockers((), hidden=True)


@pytest.mark.parametrize("errno", [1064, 2013])
def test_other_errors_pass(errno):
    with pytest.raises(SqlError):
        locks.blockers(FakeSession(denied=errno), "t")
