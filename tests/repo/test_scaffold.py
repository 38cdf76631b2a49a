import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "tools" / "new.py"


@pytest.fixture
def new(tmp_path):
    """The tool, working below a temporary folder."""
    spec = importlib.util.spec_from_file_location("new", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ROOT = tmp_path
    (tmp_path / "ddl" / "checks").mkdir(parents=True)
    (tmp_path / "src" / "specproof" / "ddl" / "checks").mkdir(parents=True)
    return module


def test_a_check_is_a_pair_of_files_of_one_slug(new, tmp_path):
    said = new.main(["check", "no-float-money"])
    assert said.startswith("wrote ddl/checks/no-float-money.yaml, src/specproof/ddl/checks/no_float_money.py;")
    assert "id: no-float-money\n" in (tmp_path / "ddl/checks/no-float-money.yaml").read_text("utf-8")
    compile((tmp_path / "src/specproof/ddl/checks/no_float_money.py").read_text("utf-8"), "check", "exec")


def test_it_overwrites_nothing(new):
    new.main(["check", "a"])
    assert new.main(["check", "a"]).startswith("error: ddl/checks/a.yaml, ")


@pytest.mark.parametrize("arguments", [[], ["check"], ["nothing", "a"], ["check", "No_Slug"], ["check", "../x"]])
def test_wrong_words_are_refused(new, arguments):
    assert new.main(arguments).startswith("error: ")
