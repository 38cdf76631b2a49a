"""Damaged scripts: whatever is cut out of an example or put into it, the checker answers and every place is real."""

from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specproof.ddl import catalogue, policy
from specproof.ddl.apply import apply
from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script
from specproof.errors import UsageProblem
from specproof.finding import DdlReport
from specproof.report import github, json, junit, sarif, text

CATALOGUE = catalogue.load()
HOUSE = policy.load(policy.DEFAULT, CATALOGUE)
EXAMPLES = [example.sql for slug in CATALOGUE.checks for group in catalogue.examples(slug) for example in group]
PIECES = [
    "，",
    "\u3000",
    "(",
    ")",
    "'",
    '"',
    "`",
    "--",
    "/*",
    "*/",
    "/*!80000 ",
    "\n",
    "\r",
    "\\",
    ";",
    ",",
    "${x}",
    "𠮷",
]
WORDS = [" FOREIGN KEY ", " CHECK (", " COLLATE x ", " DEFAULT ", "-- specproof: allow x", "DELIMITER //\n", "\u200b"]


@st.composite
def damaged(draw):
    sql = draw(st.sampled_from(EXAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(sql)))
        end = draw(st.integers(start, min(len(sql), start + 12)))
        sql = sql[:start] + draw(st.sampled_from(["", *PIECES, *WORDS])) + sql[end:]
    return sql


@given(sql=damaged(), language=st.sampled_from(["zh", "en"]))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_script_gets_a_report_in_every_format(sql, language):
    try:
        script = read_script(sql.encode(), "damaged.sql")
    except UsageProblem:
        return
    file = apply(judge(script), catalogue=CATALOGUE, policy=HOUSE, language=language, today=date(2026, 12, 1))
    lines = [*script.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    for finding in file.findings:
        span = finding.span
        assert 1 <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 2
        assert (span.line, span.column) <= (span.end_line, span.end_column)
    report = DdlReport("mysql-5.7", (file,))
    for rendered in (
        text.render(report, language),
        json.render(report),
        sarif.render(report, language),
        junit.render(report, language),
        github.render(report, language),
    ):
        assert rendered.endswith("\n")
