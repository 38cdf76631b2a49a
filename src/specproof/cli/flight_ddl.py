"""`specproof flight ddl`: the tables of the flight state as SQL for one engine."""

from __future__ import annotations

import click

from specproof.cli import exits

ENGINES = ("mysql-5.7", "oracle", "postgresql")


@click.command()
@click.option("--engine", required=True, type=click.Choice(ENGINES), help="Whose SQL.")
@click.option("--profile", type=click.Choice(["current", "target"]), default="target", show_default=True)
def ddl(engine: str, profile: str) -> None:
    """Print the CREATE TABLE statements for one engine.

    The same text lies in the repository as ddl/flight-state/<engine>-<profile>.sql, so that changes of it are reviewed.

    \b
    specproof flight ddl --engine postgresql | psql
    specproof flight ddl --engine mysql-5.7 --profile current
    """
    from specproof.persistence import ddl as scripts
    from specproof.reference.flight_state import layout

    exits.echo(scripts.script(engine, profile, layout.read(profile)), nl=False)
