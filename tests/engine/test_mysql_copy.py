from __future__ import annotations

from dataclasses import replace

import pytest

from specproof import engines
from specproof.engines import scratch
from specproof.engines.base import Address, Server
from specproof.engines.mysql_schema import create_statements, read_schema

pytestmark = pytest.mark.engine

EVERYTHING = [
    "CREATE TABLE parent (id INT PRIMARY KEY)",
    """CREATE TABLE child (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
        a VARCHAR(20) COLLATE utf8mb4_bin DEFAULT 'x' COMMENT 'it''s \\n AUTO_INCREMENT=5',
        b DECIMAL(10,2) NOT NULL DEFAULT '0.00',
        ts TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
        p INT, g INT GENERATED ALWAYS AS (p + 1) VIRTUAL, body TEXT, raw VARBINARY(10),
        PRIMARY KEY (id), UNIQUE KEY u (a(5), b), KEY k (p) COMMENT 'of the parent', FULLTEXT KEY f (body),
        CONSTRAINT fk FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE
    ) AUTO_INCREMENT=50 STATS_PERSISTENT=1 ROW_FORMAT=COMPACT COMMENT='of AUTO_INCREMENT=7'""",
    """CREATE TABLE parts (id INT, y INT) PARTITION BY RANGE (y) SUBPARTITION BY HASH (id) SUBPARTITIONS 2
       (PARTITION p0 VALUES LESS THAN (10) COMMENT 'old', PARTITION p1 VALUES LESS THAN MAXVALUE)""",
    "CREATE TRIGGER stamp BEFORE INSERT ON child FOR EACH ROW SET NEW.a = '新'",
    "CREATE VIEW b_first AS SELECT child.id, a FROM child JOIN parent ON parent.id = child.p",
    "CREATE VIEW a_second AS SELECT id FROM b_first",
]


@pytest.fixture
def session(mysql57_database: Address):
    session = engines.find("mysql-5.7").connect(mysql57_database)
    yield session
    session.close()


def built(session, statements) -> None:
    for statement in statements:
        session.run(statement)


def test_a_copy_equals_the_original(session, mysql57: Server, mysql57_database: Address):
    built(session, EVERYTHING)
    session.run("INSERT INTO parent VALUES (1)")
    copy = create_statements(session, mysql57_database.database)
    assert copy.left_out == ()
    assert not any("AUTO_INCREMENT=50" in statement for statement in copy.statements)
    assert session.query("SELECT DATABASE(), @@sql_mode LIKE '%STRICT%'") == ((mysql57_database.database, 1),)
    engine = engines.find("mysql-5.7")
    with scratch.database(engine, mysql57) as address:
        other = engine.connect(address)
        built(other, copy.statements)
        assert read_schema(other, address.database) == read_schema(session, mysql57_database.database)
        assert other.query("SELECT COUNT(*) FROM parent") == ((0,),)
        assert other.query("SELECT @@foreign_key_checks, @@sql_mode LIKE '%STRICT%'") == ((1, 1),)
        other.close()


def test_a_table_that_todays_modes_refuse_is_copied(session, mysql57: Server, mysql57_database: Address):
    session.run("SET SESSION sql_mode = '', innodb_strict_mode = 0")
    session.run("CREATE TABLE old (d DATE NOT NULL DEFAULT '0000-00-00', n INT) ENGINE=InnoDB ROW_FORMAT=FIXED")
    copy = create_statements(session, mysql57_database.database)
    engine = engines.find("mysql-5.7")
    with scratch.database(engine, mysql57) as address:
        other = engine.connect(address)
        built(other, copy.statements)
        assert read_schema(other, address.database).tables == read_schema(session, mysql57_database.database).tables
        other.close()


def test_what_reaches_out_of_the_database_is_left_out(session, mysql57_database: Address):
    name = mysql57_database.database
    session.run("CREATE TABLE t (id INT)")
    session.run("CREATE FUNCTION f() RETURNS INT DETERMINISTIC RETURN 1")
    session.run("CREATE VIEW of_function AS SELECT f() AS n")
    session.run("CREATE VIEW of_users AS SELECT User FROM mysql.user")
    session.run(f"CREATE TRIGGER back AFTER INSERT ON t FOR EACH ROW DELETE FROM {name}.t WHERE id = 0")
    session.run("CREATE TRIGGER away BEFORE INSERT ON t FOR EACH ROW SET @n = (SELECT COUNT(*) FROM mysql.user)")
    session.run("CREATE EVENT e ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1")
    copy = create_statements(session, name)
    assert set(copy.left_out) == {
        "view of_function: it calls the function f, and routines are not copied.",
        "view of_users: it refers to the database mysql.",
        f"trigger back: its body names the database {name}.",
        "trigger away: its body names the database mysql.",
        "routine f: routines are not copied.",
        "event e: events are not copied; they would run by themselves.",
    }
    assert [s for s in copy.statements if not s.startswith(("SET", "ALTER"))] == [
        "CREATE TABLE `t` (\n  `id` int(11) DEFAULT NULL\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4"
    ]


def test_a_database_named_like_its_table(session, mysql57: Server):
    engine = engines.find("mysql-5.7")
    name = "specproof_same"
    session.run(f"CREATE DATABASE {name}")
    try:
        own = engine.connect(mysql57.address.at(name))
        built(own, [f"CREATE TABLE {name} (id INT)", f"CREATE VIEW v AS SELECT x.id FROM {name} x JOIN {name} y"])
        original = read_schema(own, name)
        copy = create_statements(own, name)
        own.close()
        with scratch.database(engine, mysql57) as address:
            other = engine.connect(address)
            built(other, copy.statements)
            assert replace(read_schema(other, address.database), charset=None) == replace(original, charset=None)
            other.close()
    finally:
        session.run(f"DROP DATABASE {name}")
