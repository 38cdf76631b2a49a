from specproof.finding import DdlReport
from specproof.report import text


def test_text(ddl_report, language, golden):
    golden(f"ddl-report/report.{language}.txt", text.render(ddl_report, language))


def test_text_with_statements(ddl_report, language, golden):
    golden(f"ddl-report/verbose.{language}.txt", text.render(ddl_report, language, verbose=True))


def test_colour_wraps_heads_and_carets_and_nothing_else(ddl_report, language):
    plain = text.render(ddl_report, language)
    painted = text.render(ddl_report, language, paint=lambda words, colour: f"<{colour}>{words}</{colour}>")
    assert "<red>^" in painted
    for colour in ("red", "yellow", "cyan", "blue"):
        painted = painted.replace(f"<{colour}>", "").replace(f"</{colour}>", "")
    assert painted == plain


def test_no_script_can_write_to_the_terminal(ddl_report, language):
    assert "\x1b" not in text.render(ddl_report, language)


def test_the_summary_counts_files_and_findings(ddl_report):
    assert text.summary(ddl_report, "en") == (
        "2 files checked (1 ok, 1 in violation, 0 unverified), 1 not read: 3 errors, 1 warning, 1 info; "
        "target mysql-5.7, policy answer-delivery"
    )
    assert text.summary(DdlReport("mysql-5.7", ()), "en") == (
        "0 files checked (0 ok, 0 in violation, 0 unverified): 0 errors, 0 warnings, 0 info; "
        "target mysql-5.7, policy none"
    )
