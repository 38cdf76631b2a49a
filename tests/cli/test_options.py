import pytest

from specproof.cli.options import Settings
from specproof.errors import UsageProblem


def load(tmp_path, text, name="specproof.toml", **options):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return Settings.load(file, isolated=False, environment=options.get("environment", {}), lang=options.get("lang"))


def refused(tmp_path, text, name="specproof.toml"):
    with pytest.raises(UsageProblem) as caught:
        load(tmp_path, text, name)
    return caught.value


def test_values_are_read_by_table(tmp_path):
    settings = load(tmp_path, 'lang = "zh"\n[engine]\n"mysql-5.7" = "mysql://h/d"\n[migrate]\nrows = 5\n')
    assert settings.language == "zh"
    assert settings.get("engine", "mysql-5.7") == "mysql://h/d"
    assert settings.get("migrate", "rows") == 5
    assert settings.get("migrate", "state_dir") is None


def test_the_command_line_wins_over_the_file_and_the_file_over_the_environment(tmp_path):
    assert load(tmp_path, 'lang = "zh"', lang="en").language == "en"
    assert load(tmp_path, 'lang = "en"', environment={"LANG": "zh_CN.UTF-8"}).language == "en"
    assert load(tmp_path, "", environment={"LANG": "zh_CN.UTF-8"}).language == "zh"


def test_pyproject_is_read_in_its_own_table(tmp_path):
    text = '[project]\nname = "x"\n[tool.specproof]\nlang = "zh"\n[tool.specproof.migrate]\nlock_wait_timeout = 3\n'
    settings = load(tmp_path, text, "pyproject.toml")
    assert (settings.language, settings.get("migrate", "lock_wait_timeout")) == ("zh", 3)


def test_the_nearest_file_upwards_is_taken_and_isolated_takes_none(tmp_path, monkeypatch):
    (tmp_path / "specproof.toml").write_text('lang = "zh"', encoding="utf-8")
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    assert Settings.load(None, isolated=False, environment={}, lang=None).file == tmp_path / "specproof.toml"
    assert Settings.load(None, isolated=True, environment={}, lang=None).file is None


def test_a_misspelt_key_is_refused_with_the_nearest_one(tmp_path):
    error = refused(tmp_path, "[migrate]\nstate_dri = 'x'\n")
    assert error.code == "config.unknown-key"
    assert "Did you mean 'migrate.state_dir'?" in error.what


def test_a_misspelt_table_is_refused_with_the_nearest_one(tmp_path):
    assert "Did you mean 'engine'?" in refused(tmp_path, "[engien]\na = 'b'\n").what


@pytest.mark.parametrize("text", ["[migrate]\nrows = 'many'\n", "[migrate]\nrows = true\n", "lang = 'de'"])
def test_a_value_of_the_wrong_type_is_refused(tmp_path, text):
    assert refused(tmp_path, text).code == "config.wrong-type"


@pytest.mark.parametrize("text", ["lang = ", "[a\n", "\udcff"])
def test_a_file_that_is_no_toml_is_refused(tmp_path, text):
    file = tmp_path / "specproof.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageProblem) as caught:
        Settings.load(file, isolated=False, environment={}, lang=None)
    assert (caught.value.code, caught.value.where) == ("config.unreadable", str(file))


def test_the_environment_never_shows_in_the_repr():
    settings = Settings.load(None, isolated=True, environment={"SPECPROOF_MYSQL57_PASSWORD": "geheim"}, lang="en")
    assert "geheim" not in repr(settings)
