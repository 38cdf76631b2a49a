"""One page in its three forms: text, Markdown, JSON."""

from __future__ import annotations

import json

import jsonschema
import pytest

from specproof import resources
from specproof.report import page_json, page_markdown, page_text
from specproof.report.page import Code, Entry, Fact, Link, Page, Paragraph, Section, same
from specproof.text import Text


@pytest.fixture
def page():
    return Page(
        id="a.b",
        kind="rule",
        kind_name=Text(zh="规则", en="rule"),
        title=Text(zh="标题", en="A *title*"),
        facts=(Fact("file", Text(zh="文件", en="file"), same("x_y.yaml")),),
        sections=(
            Section("says", Text(zh="规范", en="It says"), (Paragraph(Text(zh="一段。", en="One paragraph.")),)),
            Section(
                "list",
                Text(zh="列表", en="A list"),
                (
                    Entry(Text(zh="对", en="good"), Text(zh="好", en="fine"), (Text(zh="下", en="below"),)),
                    Entry(None, same("plain")),
                    Code("sql", "SELECT 1;\n\n\x1bDROP"),
                    Code("sql", "a ``` b"),
                ),
            ),
        ),
        related=(Link("c", Text(zh="丙", en="see")), Link("long.name", Text(zh="长", en="there"))),
    )


def test_text(page):
    assert page_text.render([page], "en").splitlines() == [
        "a.b  A *title*",
        "",
        "  what  rule",
        "  file  x_y.yaml",
        "",
        "It says",
        "  One paragraph.",
        "",
        "A list",
        "  good  fine",
        "    below",
        "  - plain",
        "",
        "    SELECT 1;",
        "",
        "    ␛DROP",
        "",
        "    a ``` b",
        "",
        "See also",
        "  c          see",
        "  long.name  there",
    ]
    assert page_text.render([page], "zh").splitlines()[:4] == ["a.b  标题", "", "  类别  规则", "  文件  x_y.yaml"]


def test_several_pages_are_parted_by_a_blank_line(page):
    once = page_text.render([page], "en")
    assert page_text.render([page, page], "en") == f"{once}\n{once}"


def test_markdown(page):
    assert page_markdown.render([page], "en").splitlines() == [
        "# a.b: A \\*title\\*",
        "",
        "- **what**: rule",
        "- **file**: x\\_y.yaml",
        "",
        "## It says",
        "",
        "One paragraph.",
        "",
        "## A list",
        "",
        "- **good** fine",
        "  - below",
        "- plain",
        "",
        "```sql",
        "SELECT 1;",
        "",
        "\x1bDROP",
        "```",
        "",
        "````sql",
        "a ``` b",
        "````",
        "",
        "## See also",
        "",
        "- `c` see",
        "- `long.name` there",
    ]


def test_json_keeps_to_its_schema_and_holds_both_languages(page):
    data = page_json.to_data("b", [page])
    schema = resources.path("specs", "metaschema", "report", "explain.schema.json").read_text(encoding="utf-8")
    jsonschema.validate(data, json.loads(schema))
    assert data["pages"][0]["sections"][1]["blocks"][0] == {
        "type": "entry",
        "mark": {"zh": "对", "en": "good"},
        "text": {"zh": "好", "en": "fine"},
        "below": [{"zh": "下", "en": "below"}],
    }
