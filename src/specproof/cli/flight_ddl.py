"""`specproof flight ddl`: the tables of the flight state as SQL for one engine."""

from __future__ import annotations

import json

import click

from specproof.cli import exits, law

SCHEMA = "specproof/flight-ddl/1"
ENGINES = ("mysql-5.7", "oracle", "postgresql")


@click.command()
@click.option("--engine", required=True, type=click.Choice(ENGINES), help="Whose SQL.")
@click.option("--profile", type=click.Choice(["current", "target"]), default="target", show_default=True)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("flight-ddl")
def ddl(engine: str, profile: str, form: str) -> None:
    """Print the CREATE TABLE statements for one engine.

    The same text lies in the repository as ddl/flight-state/<engine>-<profile>.sql, so that changes of it are reviewed.

    \b
    specproof flight ddl --engine postgresql | psql
    specproof flight ddl --engine mysql-5.7 --profile current
    specproof flight ddl --engine oracle --format json
    """
    from specproof.persistence import ddl as scripts
    from specproof.reference.flight_state import layout

    found = layout.read(profile)
    if form == "text":
        exits.echo(scripts.script(engine, profile, found), nl=False)
        return
    data = {"schema": SCHEMA, "engine": engine, "profile": profile, "statements": scripts.statements(engine, found)}
    exits.echo(json.dumps(data, ensure_ascii=False, indent=2))
