from __future__ import annotations

import hashlib

import pytest

from specproof import engines
from specproof.engines.base import Address
from specproof.engines.mysql_schema import read_schema
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
