"""`specproof flight`: what the law makes of messages about flights, and the tables for its rows."""

from __future__ import annotations

import click

from specproof.cli.flight_apply import apply
from specproof.cli.flight_day import day
from specproof.cli.flight_ddl import ddl


@click.group()
def command() -> None:
    """Run the law of the flight state.

    \b
    specproof flight apply --state s.json m1.json m2.xml   what should happen here
    specproof flight day --output build/day                a day of messages, and where it has to end
    specproof flight ddl --engine mysql-5.7                the tables of the rows
    """


command.add_command(apply)
command.add_command(day)
command.add_command(ddl)
