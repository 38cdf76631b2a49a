"""The commands of `specproof spec` that only look: list, show, questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import law
from specproof.cli.options import Settings
from specproof.text import Language, Text

if TYPE_CHECKING:
    from specproof.specs.index import Entry
    from specproof.specs.listing import Row

_COUNTED = {
    "rule": Text(zh="{count} 条规则", en="{count} rules"),
    "statement": Text(zh="{count} 条条文", en="{count} statements"),
    "question": Text(zh="{count} 个问题", en="{count} questions"),
}


@click.command("list")
@click.option("--kind", type=click.Choice(["rule", "statement", "question"]), default="rule", show_default=True)
@click.option("--system", metavar="NAME", help="Only of this system: flight-state, qbd, answer-delivery.")
@click.option(
    "--level",
    metavar="LEVEL",
    help="must, must-not, may; for statements their kind; for questions contradiction or open.",
)
@click.option("--profile", type=click.Choice(["current", "target"]), help="Only rules that hold in this profile.")
@click.option(
    "--status", metavar="STATUS", help="Of a rule: stable, provisional, superseded; of a question: proposed, confirmed."
)
@click.option(
    "--engine", metavar="NAME", help="Only what is to be proven on this engine: postgresql, mysql-5.7, oracle."
)
@click.option(
    "--check-mark",
    "mark",
    type=click.Choice(["S", "C", "P", "PG", "MY", "OR"]),
    help="Only what gathers a statement with this mark of the register.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.root_option
@law.schema_option("spec-list")
@click.pass_obj
def list_(settings: Settings, /, kind: str, root: Path | None, form: str, **filters: str | None) -> None:
    """List rules, statements or questions, one a line.

    \b
    specproof spec list --system flight-state
    specproof spec list --profile current --level must-not
    specproof spec list --kind statement --check-mark OR
    specproof spec list --engine mysql-5.7 --format json
    """
    from specproof.specs import listing
    from specproof.specs.register import Law

    said = {name: value for name, value in filters.items() if value}
    rows = listing.rows(Law(root), kind, said)
    if form == "json":
        click.echo(json.dumps(_list_data(kind, said, rows), ensure_ascii=False, indent=2))
    else:
        for line in _list_text(rows, settings.language):
            click.echo(line)
        click.echo(_COUNTED[kind].fill(settings.language, {"count": len(rows)}))


def _list_text(rows: tuple[Row, ...], language: Language) -> list[str]:
    from specproof.report.table import aligned

    cells = [(row.id, row.level, "+".join(row.holds) or row.status, row.title.pick(language)) for row in rows]
    return list(aligned(cells, indent=""))


def _list_data(kind: str, filters: dict[str, str], rows: tuple[Row, ...]) -> dict[str, Any]:
    return {
        "schema": "specproof/spec-list/1",
        "kind": kind,
        "filters": filters,
        "entries": [
            {
                "id": row.id,
                "system": row.system,
                "file": row.file,
                "level": row.level,
                "holds": list(row.holds),
                "status": row.status or None,
                "statements": list(row.statements),
                "title": {"zh": row.title.zh, "en": row.title.en},
            }
            for row in rows
        ],
    }


@click.command()
@click.argument("name")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.root_option
@law.schema_option("spec-show")
@click.pass_obj
def show(settings: Settings, name: str, root: Path | None, form: str) -> None:
    """Show what the data says of one thing, and where.

    NAME is a system, a table, a column or key (table.column), a rule, a statement, a question, a change, an engine, a
    check, a fact or an error code. `specproof explain` tells the same to somebody who does not know the data.

    \b
    specproof spec show fs.clear-marker
    specproof spec show submission_context.uk_ctx_intent
    specproof spec show 0001-answer-delivery --format json
    specproof spec show yaml.tab --lang zh
    """
    from specproof.specs import index

    entries = index.find(name, root)
    if form == "json":
        click.echo(json.dumps(_show_data(name, entries), ensure_ascii=False, indent=2))
    else:
        click.echo("\n\n".join(_entry_text(entry, settings.language) for entry in entries))


def _show_data(name: str, entries: tuple[Entry, ...]) -> dict[str, Any]:
    return {
        "schema": "specproof/spec-show/1",
        "name": name,
        "entries": [
            {"kind": one.kind, "file": one.file, "line": one.line, "path": one.path, "value": one.value}
            for one in entries
        ],
    }


def _entry_text(entry: Entry, language: Language) -> str:
    import yaml

    head = f"{entry.name}  ({entry.kind}, {entry.file}:{entry.line})"
    body = yaml.safe_dump(_in_one(entry.value, language), allow_unicode=True, sort_keys=False, width=100)
    return head + "\n" + "".join(f"  {line}\n" for line in body.splitlines()).rstrip("\n")


def _in_one(value: Any, language: Language) -> Any:
    """The value with every text in one language."""
    if isinstance(value, dict):
        if set(value) == {"zh", "en"}:
            return value[language]
        return {key: _in_one(item, language) for key, item in value.items()}
    return [_in_one(item, language) for item in value] if isinstance(value, list) else value


@click.command()
@click.option("--system", metavar="NAME", help="Only of this system.")
@click.option("--status", type=click.Choice(["proposed", "confirmed"]), help="Only questions of this status.")
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text", show_default=True)
@law.root_option
@law.schema_option("spec-questions")
@click.pass_obj
def questions(settings: Settings, system: str | None, status: str | None, root: Path | None, form: str) -> None:
    """What the owner of the law is asked to decide: contradictions first, then what the source leaves open.

    Each comes with its alternatives, the position that the reference takes meanwhile, and what would flip.

    \b
    specproof spec questions
    specproof spec questions --system qbd --lang zh
    specproof spec questions --status proposed --format md > questions.md
    """
    from specproof.report import page_markdown, page_text
    from specproof.specs import asking
    from specproof.specs.register import Law

    found = asking.questions(Law(root), system, status)
    if form == "json":
        click.echo(json.dumps(asking.to_data(found), ensure_ascii=False, indent=2))
    else:
        render = page_text.render if form == "text" else page_markdown.render
        click.echo(render(asking.pages(Law(root), found), settings.language), nl=False)
