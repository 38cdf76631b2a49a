"""What the commands over the law share: where the law is read from, and the schema of their JSON output."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def root_option(function: F) -> F:
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Folder that contains specs, ddl and migrator.  [default: the installed content]",
    )(function)


def schema_option(name: str) -> Callable[[F], F]:
    """`--schema` prints `specs/metaschema/report/<name>.schema.json` and ends."""

    def show(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:  # noqa: ARG001 - Click's signature
        if wanted:
            from specproof import resources

            file = resources.path("specs", "metaschema", "report", f"{name}.schema.json")
            click.echo(file.read_text(encoding="utf-8"), nl=False)
            ctx.exit()

    return click.option(
        "--schema",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Print the JSON Schema of the JSON output and exit.",
    )
