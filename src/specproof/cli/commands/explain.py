"""`specproof explain`: one page about anything that has a name in the law, for a reader who never saw the source."""

from __future__ import annotations

import json
from pathlib import Path

import click

from specproof.cli import law
from specproof.cli.options import Settings


@click.command()
@click.argument("name", nargs=-1, required=True)
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text", show_default=True)
@law.root_option
@law.schema_option("explain")
@click.pass_obj
def command(settings: Settings, name: tuple[str, ...], root: Path | None, form: str) -> None:
    """Explain NAME: what it says, why, how it is proven, what is open.

    NAME is a statement (FS-022 or fs-22), a rule, a question, a DDL check, a query of the migrator, a conformance case,
    a term, an error code or an exit code. JSON holds both languages. Exit code 2 for a name that nothing has.

    \b
    specproof explain FS-022
    specproof explain fs.clear-marker
    specproof explain foreign-key --lang zh
    specproof explain exit 5
    specproof explain yaml.tab --format md
    """
    from specproof.report import page_json, page_markdown, page_text
    from specproof.specs.explain import lookup
    from specproof.specs.register import Law

    pages = lookup.pages(Law(root), name)
    if form == "json":
        data = page_json.to_data(" ".join(name), pages)
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        render = page_text.render if form == "text" else page_markdown.render
        click.echo(render(pages, settings.language), nl=False)
