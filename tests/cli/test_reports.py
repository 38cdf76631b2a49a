import pytest

from specproof.cli import reports
from specproof.errors import UsageProblem

FORMATS = ("text", "json")


def test_stdout_comes_first_then_the_files(tmp_path):
    found = reports.targets("text", None, [f"json={tmp_path / 'a=b.json'}"], FORMATS)
    assert found == [("text", None), ("json", tmp_path / "a=b.json")]
    assert reports.targets("json", "out.json", [], FORMATS)[0][1].name == "out.json"


@pytest.mark.parametrize("said", ["json", "json=", "yaml=x", "=x"])
def test_a_report_names_a_format_and_a_file(said):
    with pytest.raises(UsageProblem) as caught:
        reports.targets("text", None, [said], FORMATS)
    assert caught.value.code == "report.unknown-format"


def test_targets_that_cannot_be_written_are_told_before_any_work(tmp_path):
    for target in (tmp_path, tmp_path / "no" / "file"):
        with pytest.raises(UsageProblem) as caught:
            reports.targets("text", None, [f"json={target}"], FORMATS)
        assert caught.value.code == "report.unwritable"


def test_reports_are_delivered(tmp_path, capsys):
    reports.deliver("甲\n", None)
    reports.deliver("甲\n", tmp_path / "x")
    assert capsys.readouterr().out == "甲\n"
    assert (tmp_path / "x").read_bytes() == "甲\n".encode()


def test_a_file_that_goes_away_is_told(tmp_path):
    with pytest.raises(UsageProblem) as caught:
        reports.deliver("x", tmp_path / "gone" / "x")
    assert caught.value.code == "report.unwritable"
