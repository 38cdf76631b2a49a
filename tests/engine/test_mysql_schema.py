from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from specproof import engines
from specproof.engines import scratch
from specproof.engines.base import Address, Server
from specproof.engines.mysql_schema import create_statements, read_schema
from specproof.errors import EnvironmentProblem
from specproof.schema import Column, ForeignKey, Index, IndexPart, Schema, diff

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


def test_an_empty_database_has_no_tables(session, mysql57_database: Address):
    schema = read_schema(session, mysql57_database.database)
    assert schema == Schema(tables=(), charset="utf8mb4", collation="utf8mb4_general_ci", others=())


def test_every_part_of_a_table_is_read(session, mysql57_database: Address):
    built(session, EVERYTHING)
    schema = read_schema(session, mysql57_database.database)
    assert [table.name for table in schema.tables] == ["child", "parent", "parts"]
    child = schema.table("child")
    assert child.columns[:4] == (
        Column("id", "bigint(20) unsigned", nullable=False, extra="auto_increment"),
        Column(
            "a",
            "varchar(20)",
            nullable=True,
            default="x",
            charset="utf8mb4",
            collation="utf8mb4_bin",
            comment="it's \n AUTO_INCREMENT=5",
        ),
        Column("b", "decimal(10,2)", nullable=False, default="0.00"),
        Column(
            "ts",
            "timestamp",
            nullable=False,
            default="CURRENT_TIMESTAMP",
            extra="on update CURRENT_TIMESTAMP",
        ),
    )
    assert child.column("g") == Column("g", "int(11)", nullable=True, extra="VIRTUAL GENERATED", generation="(`p` + 1)")
    assert child.indexes == (
        Index("PRIMARY", unique=True, parts=(IndexPart("id"),)),
        Index("u", unique=True, parts=(IndexPart("a", 5), IndexPart("b"))),
        Index("k", unique=False, parts=(IndexPart("p"),), comment="of the parent"),
        Index("f", unique=False, parts=(IndexPart("body"),), kind="FULLTEXT"),
    )
    assert child.foreign_keys == (ForeignKey("fk", ("p",), "parent", ("id",), "CASCADE", "RESTRICT"),)
    assert (child.engine, child.collation, child.row_format) == ("InnoDB", "utf8mb4_general_ci", "Compact")
    assert child.create_options == "stats_persistent=1 row_format=COMPACT"
    assert child.comment == "of AUTO_INCREMENT=7"
    body = hashlib.sha256("SET NEW.a = '新'".encode()).hexdigest()
    assert child.triggers == (f"stamp BEFORE INSERT {body}",)
    assert schema.table("parts").partitions == (
        "p0 RANGE (y) 10 / p0sp0 HASH (id) 'old'",
        "p0 RANGE (y) 10 / p0sp1 HASH (id) 'old'",
        "p1 RANGE (y) MAXVALUE / p1sp0 HASH (id)",
        "p1 RANGE (y) MAXVALUE / p1sp1 HASH (id)",
    )
    assert [other.rsplit(" ", 1)[0] for other in schema.others] == ["view a_second", "view b_first"]


def test_rows_and_counters_are_no_structure(session, mysql57_database: Address):
    built(session, EVERYTHING[:2])
    before = read_schema(session, mysql57_database.database)
    session.run("INSERT INTO child (b) VALUES (1), (2)")
    session.run("ANALYZE TABLE child")
    assert read_schema(session, mysql57_database.database) == before


def test_a_change_of_a_body_is_seen(session, mysql57_database: Address):
    built(session, EVERYTHING)
    session.run("CREATE PROCEDURE p() SELECT 1")
    before = read_schema(session, mysql57_database.database)
    built(session, ["DROP PROCEDURE p", "CREATE PROCEDURE p() SELECT 2", "CREATE OR REPLACE VIEW a_second AS SELECT 1"])
    built(session, ["DROP TRIGGER stamp", "CREATE TRIGGER stamp BEFORE INSERT ON child FOR EACH ROW SET NEW.a = ''"])
    after = read_schema(session, mysql57_database.database)
    assert {a.split()[1] for a, b in zip(before.others, after.others, strict=True) if a != b} == {"p", "a_second"}
    assert [change.path for change in diff(before, after)] == ["child.triggers"]


def test_no_such_database(session):
    with pytest.raises(EnvironmentProblem) as caught:
        read_schema(session, "specproof_nothing")
    assert caught.value.code == "engine.no-database"


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
