from specproof.engines.base import SqlError
from specproof.migrator import settings


class FakeSession:
    def __init__(self, **values):
        self.values, self.set = dict(values), []

    def query(self, sql, params=()):
        if sql == "SHOW VARIABLES":
            return tuple(self.values.items())
        _, scope, name, *_ = sql.split()
        if name == "innodb_strict_mode":
            raise SqlError(1227, "42000", "denied")
        self.set.append((scope, name, params[0]))
        self.values[name] = str(params[0])
        return ()


LIVE = {"sql_mode": "ANSI", "innodb_large_prefix": "OFF", "innodb_page_size": "8192", "innodb_strict_mode": "OFF"}


def test_only_known_settings_are_read():
    assert settings.read(FakeSession(sql_mode="", port="3306")) == {"sql_mode": ""}


def test_a_server_of_somebody_else_keeps_its_global_settings():
    session = FakeSession(sql_mode="", innodb_large_prefix="ON", innodb_page_size="16384", innodb_strict_mode="ON")
    taken = settings.take_over(session, LIVE, ours=False)
    assert session.set == [("SESSION", "sql_mode", "ANSI")]
    assert taken.values["sql_mode"] == "ANSI"
    assert set(taken.differing) == {
        ("innodb_large_prefix", "OFF", "ON"),
        ("innodb_page_size", "8192", "16384"),
        ("innodb_strict_mode", "OFF", "ON"),
    }


def test_our_own_server_takes_the_global_ones_over_too():
    session = FakeSession(sql_mode="", innodb_large_prefix="ON")
    settings.take_over(session, LIVE, ours=True)
    assert ("GLOBAL", "innodb_large_prefix", "OFF") in session.set
