"""The simulator as a whole: state between statements, what nobody defined, databases, settings, doubts."""

from __future__ import annotations

import pytest

from specproof.schema import Index, IndexPart


def columns(table) -> list[str]:
    return [c.name for c in table.columns]


# --- after a refusal --------------------------------------------------------------------------------------------------


def test_a_refused_alter_changes_nothing(replay):
    run = replay("CREATE TABLE t (a INT); ALTER TABLE t ADD b INT, ADD c INT, DROP nosuch;")
    assert run.errnos == [0, 1091]
    assert columns(run.table()) == ["a"]
    assert run.last.before == run.last.after


def test_drop_of_several_tables_drops_what_it_can(replay):
    run = replay("CREATE TABLE a (i INT); CREATE TABLE b (i INT); DROP TABLE a, nosuch, b;")
    assert run.last.errno == 1051
    assert run.schema.tables == ()


def test_rename_of_several_tables_is_all_or_nothing(replay):
    run = replay("CREATE TABLE a (i INT); RENAME TABLE a TO b, nosuch TO c;")
    assert run.last.errno == 1017
    assert [t.name for t in run.schema.tables] == ["a"]


def test_tables_may_swap_names(replay):
    run = replay("CREATE TABLE a (i INT); CREATE TABLE b (j INT); RENAME TABLE a TO c, b TO a, c TO b;")
    assert columns(run.table("a")) == ["j"]
    assert columns(run.table("b")) == ["i"]


def test_a_literal_with_garbage_is_an_error_and_makes_the_table_all_the_same(replay):
    run = replay("CREATE TABLE t (d DATE DEFAULT '2020-01-02x'); ALTER TABLE t ADD e INT;")
    assert run.errnos == [1292, 0]
    assert run.table().column("d").default == "2020-01-02"


def test_every_conflict_is_found_and_the_first_is_the_prediction(replay):
    run = replay("CREATE TABLE t (a INT, a INT, b TEXT, KEY k (b), KEY k (nosuch));")
    assert run.last.errno == 1060
    assert [(c.kind, c.errno) for c in run.last.conflicts] == [
        ("duplicate-column", 1060),
        ("blob-key-without-length", 1170),
        ("missing-column", 1072),
    ]


def test_a_conflict_knows_its_place(replay):
    sql = "CREATE TABLE t (a INT);\nALTER TABLE t ADD b INT AFTER nosuch;"
    conflict = replay(sql).last.conflicts[0]
    assert sql[slice(*conflict.place)] == "nosuch"
    assert conflict.object == "t"
    assert conflict.values["column"] == "nosuch"


# --- what nobody defined ----------------------------------------------------------------------------------------------


def test_a_table_that_nobody_defined_is_taken_to_exist(replay):
    run = replay("ALTER TABLE t ADD a INT, ADD KEY k (a, b), DROP COLUMN c;", baseline=None)
    assert run.errnos == [0]
    assert run.last.after.unknown == {"t"}
    assert columns(run.table()) == ["a"]


@pytest.mark.parametrize(
    ("second", "errno"),
    [
        ("ALTER TABLE t ADD a INT", 1060),
        ("ALTER TABLE t DROP gone", 1091),
        ("ALTER TABLE t MODIFY gone INT", 1054),
        ("ALTER TABLE t ADD b INT AFTER gone", 1054),
        ("ALTER TABLE t ADD KEY k (a)", 1061),
        ("ALTER TABLE t DROP KEY old", 1091),
        ("ALTER TABLE t RENAME KEY old TO new", 1176),
        ("ALTER TABLE t ADD PRIMARY KEY (x)", 1068),
        ("ALTER TABLE t DROP other", 0),
        ("ALTER TABLE t MODIFY other INT", 0),
        ("ALTER TABLE t ADD b INT AFTER other", 0),
        ("ALTER TABLE t ADD gone INT", 0),
        ("ALTER TABLE t ADD KEY old (x)", 0),
    ],
)
def test_only_what_the_script_itself_told_is_certain(replay, second, errno):
    first = "ALTER TABLE t ADD a INT, DROP gone, ADD KEY k (a), DROP KEY old, ADD PRIMARY KEY (id);"
    assert replay(f"{first} {second};", baseline=None).errnos == [0, errno]


def test_a_table_that_the_script_dropped_is_certainly_gone(replay):
    run = replay("DROP TABLE t; ALTER TABLE t ADD a INT;", baseline=None)
    assert run.errnos == [0, 1146]
    assert run.last.after.dropped == {"t"}


def test_a_renamed_column_of_an_unknown_table_is_known_by_its_new_name(replay):
    run = replay("ALTER TABLE t CHANGE a b INT; ALTER TABLE t ADD b INT; ALTER TABLE t DROP a;", baseline=None)
    assert run.errnos == [0, 1060, 1091]


def test_a_key_over_unknown_columns_is_kept(replay):
    run = replay("ALTER TABLE t ADD UNIQUE KEY u (x, y(10));", baseline=None)
    assert run.table().indexes == (Index("u", unique=True, parts=(IndexPart("x"), IndexPart("y", 10))),)


def test_a_baseline_makes_absence_certain(replay):
    assert replay("ALTER TABLE t ADD a INT;").errnos == [1146]


def test_a_table_from_a_query_has_columns_that_are_not_known(replay):
    run = replay("CREATE TABLE t (a INT) AS SELECT 1 AS b; ALTER TABLE t DROP b; ALTER TABLE t ADD a INT;")
    assert run.errnos == [0, 0, 1060]
    assert run.last.after.unknown == {"t"}


# --- databases --------------------------------------------------------------------------------------------------------


def test_the_first_database_named_is_the_scripts_own(replay):
    run = replay("USE shop; CREATE TABLE t (a INT); ALTER TABLE shop.t ADD b INT;")
    assert columns(run.table("t")) == ["a", "b"]


def test_tables_of_other_databases_keep_their_qualifier(replay):
    run = replay("CREATE TABLE t (a INT); CREATE TABLE log.t (a INT); DROP TABLE log.t;", baseline=None)
    assert [t.name for t in run.schema.tables] == ["t"]
    assert run.errnos == [0, 0, 0]


def test_a_database_that_the_script_makes_is_empty(replay):
    run = replay("CREATE DATABASE d; USE d; ALTER TABLE t ADD a INT;", baseline=None)
    assert run.errnos[-1] == 1146


def test_a_database_gives_its_tables_their_collation(replay):
    run = replay(
        "CREATE DATABASE d CHARACTER SET utf8 COLLATE utf8_bin; USE d; CREATE TABLE t (a CHAR(1));", baseline=None
    )
    assert run.table().collation == "utf8_bin"
    assert run.table().column("a").charset == "utf8"


def test_dropping_a_database_drops_its_tables(replay):
    run = replay("CREATE DATABASE d; USE d; CREATE TABLE t (a INT); DROP DATABASE d; ALTER TABLE t ADD b INT;", None)
    assert run.errnos[-1] == 1146


def test_a_collation_that_nobody_told_stays_open(replay):
    table = replay("CREATE TABLE t (a CHAR(1), b INT);", baseline=None).table()
    assert (table.collation, table.column("a").charset) == (None, None)


@pytest.mark.parametrize(
    ("length", "errno", "kinds"),
    [(768, None, []), (769, None, ["key-too-long"]), (3072, None, ["key-too-long"]), (3073, 1071, ["key-too-long"])],
)
def test_a_key_of_unknown_character_set_is_refused_only_where_that_is_certain(replay, length, errno, kinds):
    run = replay(f"CREATE TABLE t (a VARCHAR({length}), KEY (a));", baseline=None)
    assert run.last.errno == errno
    assert run.kinds == kinds
    assert run.last.doubtful == (errno is None and bool(kinds))


# --- settings ---------------------------------------------------------------------------------------------------------


def test_what_mysqldump_sets_and_restores_is_followed(replay):
    zero = "(d DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00');"
    run = replay(
        "/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;\n"
        f"CREATE TABLE a {zero}\n/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;\nCREATE TABLE b {zero}"
    )
    assert run.errnos == [0, 0, 0, 1067]


def test_a_setting_that_the_text_does_not_tell_makes_a_doubt(replay):
    run = replay("SET sql_mode = (SELECT v FROM conf); CREATE TABLE t (d DATE DEFAULT '0000-00-00');")
    assert run.last.errno is None
    assert run.last.doubtful


def test_concat_and_default_are_read(replay):
    run = replay(
        "SET sql_mode = ''; CREATE TABLE a (d DATE DEFAULT 0); SET SESSION sql_mode = DEFAULT;"
        "SET @@session.sql_mode = CONCAT(@@sql_mode, ',ALLOW_INVALID_DATES'); CREATE TABLE b (d DATE DEFAULT 0);"
    )
    assert run.errnos == [0, 0, 0, 0, 1067]


def test_global_settings_leave_the_session_alone(replay):
    run = replay("SET GLOBAL sql_mode = ''; SET @@GLOBAL.sql_mode = ''; CREATE TABLE t (d DATE DEFAULT 0);")
    assert run.last.errno == 1067


def test_without_foreign_key_checks_a_parent_may_be_missing(replay):
    child = "CREATE TABLE c (a INT, FOREIGN KEY (a) REFERENCES p (id));"
    assert replay(child).errnos == [1215]
    assert replay(f"SET foreign_key_checks = 0; {child}").errnos == [0, 0]


@pytest.mark.parametrize(
    ("variables", "errno"),
    [({}, 0), ({"innodb_large_prefix": "OFF"}, 1071), ({"innodb_default_row_format": "compact"}, 1709)],
)
def test_settings_of_the_server_decide_about_key_lengths(replay, variables, errno):
    run = replay("CREATE TABLE t (a VARCHAR(255), KEY (a)) DEFAULT CHARSET=utf8mb4;", **variables)
    assert run.errnos == [errno]


# --- rows -------------------------------------------------------------------------------------------------------------


def test_a_table_that_the_script_made_is_empty_until_it_is_filled(replay):
    add = "ALTER TABLE t ADD d{} DATE NOT NULL;"
    run = replay(f"CREATE TABLE t (a INT); {add.format(1)} INSERT INTO t VALUES (1); {add.format(2)}")
    assert [o.doubtful for o in run.outcomes] == [False, False, False, True]


# --- temporary tables, views ------------------------------------------------------------------------------------------


def test_a_temporary_table_hides_another_and_leaves_no_trace(replay):
    run = replay("CREATE TABLE t (a INT); CREATE TEMPORARY TABLE t (b INT); ALTER TABLE t DROP a; DROP TABLE t;")
    assert run.errnos == [0, 0, 1091, 0]
    assert columns(run.table()) == ["a"]


def test_a_view_is_no_table(replay):
    run = replay("CREATE VIEW v AS SELECT 1 AS a; ALTER TABLE v ADD b INT; CREATE TABLE v (a INT); DROP TABLE v;")
    assert run.errnos == [0, 1347, 1050, 1051]


# --- what 5.7 reads and drops -----------------------------------------------------------------------------------------


def test_what_the_server_ignores_is_noted_and_accepted(replay):
    run = replay("CREATE TABLE t (a INT CHECK (a > 0), b INT REFERENCES p (id), KEY k (a DESC), CHECK (b > 0));")
    assert run.errnos == [0]
    assert [c.errno for c in run.last.conflicts] == [None] * 4
    assert run.kinds == ["check-ignored", "inline-reference-ignored", "index-direction-ignored", "check-ignored"]


def test_create_if_not_exists_of_another_shape_is_noted(replay):
    run = replay("CREATE TABLE t (a INT); CREATE TABLE IF NOT EXISTS t (b CHAR(3));")
    assert run.kinds == ["table-exists-already"]
    assert columns(run.table()) == ["a"]
