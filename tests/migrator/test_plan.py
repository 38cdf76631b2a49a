import hashlib

SCRIPT = "﻿-- head\r\nALTER TABLE a ADD COLUMN b INT  COMMENT '答；案';\r\n/* x */ CREATE TABLE t (id INT) ;"


def test_statements_are_the_exact_slices_of_the_script(plan):
    made = plan(SCRIPT)
    assert [s.sql.decode() for s in made.statements] == [
        "ALTER TABLE a ADD COLUMN b INT  COMMENT '答；案'",
        "CREATE TABLE t (id INT)",
    ]
    assert all(s.sql in SCRIPT.encode() for s in made.statements)
    assert made.statements[0].sha256 == hashlib.sha256(made.statements[0].sql).hexdigest()
    assert [s.line for s in made.statements] == [2, 3]


def test_any_edit_makes_another_plan(plan):
    hashes = {plan(text).hash for text in (SCRIPT, SCRIPT + "\n", SCRIPT.replace("head", "Head"), SCRIPT[1:])}
    assert len(hashes) == 4
    assert plan(SCRIPT).hash == hashlib.sha256(SCRIPT.encode()).hexdigest()


def test_what_the_script_makes_and_what_it_needs(plan):
    made = plan(
        "CREATE TABLE t (id INT); ALTER TABLE t ADD COLUMN x INT; ALTER TABLE a ADD COLUMN b INT, ADD KEY k (b);"
        "CREATE INDEX i ON a (b); DROP TABLE IF EXISTS old; CREATE TABLE old (id INT); DROP TABLE gone;"
    ).made
    assert made.tables == ("t",)
    assert made.columns == (("a", "b"),)
    assert made.indexes == (("a", "k"), ("a", "i"))
    assert made.touched == ("a", "gone")


def test_delimiter_and_use_of_the_same_schema_are_not_sent(plan):
    made = plan("USE shop;\nDELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; END//\nDELIMITER ;\nSELECT 1;", "shop")
    assert made.problems == ()
    assert [s.kind for s in made.sent] == ["create procedure", "select"]
    assert [s.number for s in made.sent] == [3, 5]
    assert made.runnable() is made


def test_a_message_about_a_password_loses_its_literals(plan):
    made = plan("CREATE USER u IDENTIFIED BY 'geheim';ALTER TABLE t ADD COLUMN b INT;")
    said = "You have an error near 'BY 'geheim'' at line 1"
    assert "geheim" not in made.statements[0].discreet(said)
    assert made.statements[1].discreet(said) == said


def test_the_plan_as_data_holds_no_statement_text(plan):
    data = plan("ALTER TABLE t ADD COLUMN b INT COMMENT 'private';").to_data()
    assert data["schema"] == "specproof/plan/1"
    assert data["statements"][0]["kind"] == "alter table"
    assert "private" not in repr(data)


def test_without_a_baseline_the_changed_table_must_be_there(plan):
    made = plan(
        "ALTER TABLE a ADD COLUMN b INT; ALTER TABLE a ADD COLUMN c INT; CREATE TABLE copy LIKE d;"
        "ALTER TABLE e RENAME TO f; ALTER TABLE a MODIFY z INT, ADD KEY k (z);"
    )
    said = [([t.en for t in s.conditions.before], [t.en for t in s.conditions.after]) for s in made.statements]
    assert said[0] == (["table a exists", "there is no column a.b"], ["column a.b exists"])
    assert said[1] == (["there is no column a.c"], ["column a.c exists"])
    assert "there is no table copy" in said[2][0]
    assert "table copy exists" in said[2][1]
    assert "there is no table d" not in said[2][0]
    assert "table d exists" not in said[2][1]
    assert "there is no table f" in said[3][0]
    assert "table f exists" in said[3][1]
    assert said[4] == (["there is no index a.k"], ["index a.k exists"])
