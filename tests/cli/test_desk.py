from pathlib import Path

import pytest

from specproof.cli import desk
from specproof.cli.options import Settings
from specproof.errors import UsageProblem


def settings(**tables):
    return Settings("en", values=tables, environment={"SPECPROOF_MYSQL57_PASSWORD": "s3cret"})


def test_the_state_folder_is_the_option_then_the_file_then_the_default():
    assert desk.folder(settings(migrate={"state_dir": "kept"}), Path("given")).root == Path("given")
    assert desk.folder(settings(migrate={"state_dir": "kept"}), None).root == Path("kept")
    assert desk.folder(settings(), None).root == Path(".specproof")


@pytest.mark.parametrize(("given", "kept", "seconds"), [(9, 7, 9), (None, 7, 7), (None, None, 5)])
def test_the_lock_wait_is_the_option_then_the_file_then_five_seconds(given, kept, seconds):
    found = desk.database(settings(migrate={"lock_wait_timeout": kept}), "mysql://me@h/shop", given)
    assert found.lock_wait_timeout == seconds


def test_the_password_comes_from_the_environment_and_is_not_shown():
    found = desk.database(settings(), "mysql://me@h:3307/shop")
    assert found.address.password.reveal() == "s3cret"
    assert (found.address.display(), found.schema) == ("me@h:3307/shop", "shop")
    assert "s3cret" not in repr(found)


def test_a_schema_has_to_be_named():
    with pytest.raises(UsageProblem) as caught:
        desk.database(settings(), "mysql://me@h:3307/")
    assert caught.value.code == "target.no-schema"


def printed(capsys, tmp_path, sql):
    script = tmp_path / "up.sql"
    script.write_text(sql, encoding="utf-8")
    desk.print_statements(desk.plan(script, None))
    return [line for line in capsys.readouterr().out.splitlines() if not line.startswith("-- ")]


def test_statements_are_printed_as_they_would_be_sent(capsys, tmp_path):
    assert printed(capsys, tmp_path, "USE shop;\nSELECT  1 ;SELECT 2") == ["SELECT  1;", "SELECT 2;"]


def test_a_body_with_semicolons_gets_a_delimiter_that_it_does_not_hold(capsys, tmp_path):
    body = "CREATE PROCEDURE p() BEGIN SELECT '//'; END"
    lines = printed(capsys, tmp_path, f"DELIMITER $$\n{body}$$\nDELIMITER ;\nSELECT 1;")
    assert lines == ["DELIMITER $$", f"{body}$$", "DELIMITER ;", "SELECT 1;"]


def test_queries_are_printed_with_their_values(capsys):
    desk.print_queries("preflight", {"lock_name": "specproof:it's"}, ["other-specproof"])
    out = capsys.readouterr().out
    assert "IS_USED_LOCK('specproof:it''s')" in out
    assert out.startswith("-- other-specproof: Is another specproof at work")
