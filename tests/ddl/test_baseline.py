"""Baselines: dumps read by the same readers, and what they may not contain."""

from __future__ import annotations

import pytest

from specproof.ddl import baseline
from specproof.errors import UsageProblem

DUMP = b"""-- MySQL dump 10.13  Distrib 5.7.22, for Linux (x86_64)
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;

CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;
USE `shop`;
DROP TABLE IF EXISTS `line`;
/*!40101 SET character_set_client = utf8 */;
CREATE TABLE `line` (
  `id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `order_id` int(11) NOT NULL,
  `note` varchar(20) COLLATE utf8mb4_bin DEFAULT NULL,
  `since` datetime NOT NULL DEFAULT '0000-00-00 00:00:00',
  PRIMARY KEY (`id`),
  KEY `f1` (`order_id`),
  CONSTRAINT `f1` FOREIGN KEY (`order_id`) REFERENCES `order` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='lines';
LOCK TABLES `line` WRITE;
INSERT INTO `line` VALUES (1,1,'x;y','2020-01-01 00:00:00');
UNLOCK TABLES;
CREATE TABLE `order` (`id` int(11) NOT NULL, PRIMARY KEY (`id`)) ENGINE=InnoDB DEFAULT CHARSET=latin1;
/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
"""


def test_a_dump_gives_the_schema_that_it_describes():
    schema = baseline.of_text(DUMP, "dump.sql")
    assert [t.name for t in schema.tables] == ["line", "order"]
    assert schema.collation == "utf8mb4_general_ci"
    line = schema.table("line")
    assert line is not None
    assert [(c.name, c.type, c.nullable, c.default, c.extra) for c in line.columns] == [
        ("id", "bigint(20) unsigned", False, None, "auto_increment"),
        ("order_id", "int(11)", False, None, ""),
        ("note", "varchar(20)", True, None, ""),
        ("since", "datetime", False, "0000-00-00 00:00:00", ""),
    ]
    assert line.column("note").collation == "utf8mb4_bin"
    assert [i.name for i in line.indexes] == ["PRIMARY", "f1"]
    assert line.foreign_keys[0].ref_table == "order"
    assert line.comment == "lines"


def test_the_bytes_may_come_from_a_file(tmp_path):
    file = tmp_path / "dump.sql"
    file.write_bytes(DUMP)
    assert baseline.of_dump(file) == baseline.of_text(DUMP, "dump.sql")


@pytest.mark.parametrize(
    ("sql", "place", "said"),
    [
        (b"CREATE TABLE t (a INT);\nCREATE TABLE t (a INT);", "dump.sql:2:14", "1050"),
        (b"CREATE TABLE t (a INT);\n  CREATE TABEL u (a INT);", "dump.sql:2:10", "TABEL"),
        (b"CREATE TABLE t (a INT, KEY k (b));", "dump.sql:1:31", "1072"),
    ],
)
def test_a_statement_that_cannot_be_followed_is_named_with_its_place(sql, place, said):
    with pytest.raises(UsageProblem) as caught:
        baseline.of_text(sql, "dump.sql")
    assert caught.value.code == "baseline.unusable"
    assert caught.value.where == place
    assert said in caught.value.what


def test_an_unterminated_string_is_named_with_its_place():
    with pytest.raises(UsageProblem) as caught:
        baseline.of_text(b"CREATE TABLE t (a INT COMMENT 'x);", "dump.sql")
    assert caught.value.code == "baseline.unusable"
    assert caught.value.where == "dump.sql:1:31"


def test_a_dump_without_structure_is_no_baseline():
    with pytest.raises(UsageProblem) as caught:
        baseline.of_text(b"INSERT INTO t VALUES (1);", "dump.sql")
    assert caught.value.code == "baseline.no-tables"


@pytest.mark.parametrize(("make", "code"), [(False, "baseline.missing"), (True, "baseline.folder")])
def test_a_path_that_is_no_file_has_a_code_of_its_own(tmp_path, make, code):
    path = tmp_path / "dump"
    if make:
        path.mkdir()
    with pytest.raises(UsageProblem) as caught:
        baseline.of_dump(path)
    assert caught.value.code == code
