"""`specproof qbd`: the deterministic parser of booking workbooks."""

from __future__ import annotations

import click

from specproof.cli.qbd_accept import accept
from specproof.cli.qbd_explain_row import explain_row
from specproof.cli.qbd_parse import parse
from specproof.cli.qbd_replay import replay


@click.group()
def command() -> None:
    """Run the law of the booking workbooks.

    \b
    specproof qbd parse AUGUST.xlsx             rows, segments, prices, facts, what waits for people
    specproof qbd explain-row AUGUST.xlsx 22    why a row was selected, or why not
    specproof qbd replay facts.json             a stored result read again, with values that people accepted
    specproof qbd accept --sample AUGUST.xlsx   the real samples against what was confirmed of them
    """


command.add_command(parse)
command.add_command(explain_row)
command.add_command(accept)
command.add_command(replay)
