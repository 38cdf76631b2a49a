from dataclasses import replace

from specproof.report import github


def test_github(ddl_report, language, golden):
    golden(f"ddl-report/report.{language}.github", github.render(ddl_report, language))


def test_the_first_lines_are_errors_and_the_last_is_the_summary(ddl_report):
    lines = github.render(ddl_report, "en").splitlines()
    kinds = [line.split(" ")[0] for line in lines]
    assert kinds == ["::error"] * 4 + ["::warning", "::notice", "2"]


def test_properties_and_text_are_escaped(ddl_report):
    file = ddl_report.files[0]
    odd = replace(file.findings[0], message="100%\r\n::warning::no")
    report = replace(ddl_report, files=(replace(file, path="a,b:c%.sql", findings=(odd,)),), unread=())
    line = github.render(report, "en").splitlines()[0]
    assert line.startswith("::error file=a%2Cb%3Ac%25.sql,line=2,endLine=2,col=12,endColumn=13,title=full-width")
    assert "::100%25%0D%0A::warning::no " in line


def test_columns_stand_only_where_the_span_is_on_one_line(ddl_report):
    lines = github.render(ddl_report, "en").splitlines()
    assert "line=3,endLine=4,title=foreign-key::" in lines[2]
