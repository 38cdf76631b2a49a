"""The three renderings of a run, each against its golden file in both languages.

`pytest --golden` rewrites the golden files.
"""

import json
from html.parser import HTMLParser

import jsonschema
import pytest

from specproof import resources
from specproof.evidence import (
    EngineIdentity,
    Evidence,
    NotRun,
    Outcome,
    Proof,
    ProviderKind,
    RunOutcome,
    RunReport,
    Step,
)
from specproof.report import html, prove_json, prove_text

ENGINE = EngineIdentity("mysql-5.7", "MySQL Community Server (GPL)", "5.7.22", ProviderKind.LOCAL, Evidence.ENGINE)
REPORT = RunReport(
    started="2026-01-02T03:04:05Z",
    version="9.9.9",
    outcome=RunOutcome.FINDINGS,
    steps=(
        Step("spec.validate", Outcome.OK, 0.1234, detail="12 files"),
        Step("migrate.apply", Outcome.OK, 1.5, engine=ENGINE),
        Step("migrate.verify", Outcome.FAILED, 0.25, reason="1 difference <b>", engine=ENGINE),
        Step("report", Outcome.NOT_RUN, 0.0, reason="an earlier step failed"),
    ),
    proofs=(
        Proof("两个唯一键", ("DDL-104",), "no rows", "no rows", Outcome.OK),
        Proof("no backfill", ("DDL-021", "DDL-110"), "0", "7 & more", Outcome.FAILED),
    ),
    not_run=(NotRun("oracle", "no server", "give a URL"),),
    inputs=(("up.sql", "ab" * 32),),
)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_text(language, golden):
    golden(f"prove/report.{language}.txt", prove_text.render(REPORT, language, files=("build/prove/report.json",)))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_html(language, golden):
    golden(f"prove/report.{language}.html", html.render(REPORT, language))


def test_json(golden):
    golden("prove/report.json", prove_json.render(REPORT))


def test_json_keeps_its_schema():
    schema = json.loads(resources.path("specs", "metaschema", "report", "prove.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(prove_json.to_data(REPORT), schema)


def test_colour_is_only_what_the_caller_paints():
    painted = prove_text.render(REPORT, "en", paint=lambda text, colour: f"<{colour}>{text}</>")
    assert "<red>FAILED  </>migrate.verify" in painted
    assert "<yellow>not run </>report" in painted


def test_html_is_self_contained_and_escapes_what_it_was_given():
    page = html.render(REPORT, "en")
    assert "1 difference &lt;b&gt;" in page
    assert "7 &amp; more" in page
    seen = []

    class Look(HTMLParser):
        def handle_starttag(self, tag, attrs):
            seen.append((tag, dict(attrs)))

    Look().feed(page)
    assert not [t for t, a in seen if t in ("script", "link", "img", "iframe") or "src" in a or "href" in a]
    assert "http" not in page


def test_an_empty_run_has_no_empty_headings_in_text():
    empty = RunReport(started="s", version="v", outcome=RunOutcome.OK, steps=())
    assert prove_text.render(empty, "en") == "specproof v  s\n\nSteps\n\nAll clean: 0 steps, 0 proofs\n"
