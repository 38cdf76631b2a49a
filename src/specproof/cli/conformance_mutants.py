"""`specproof conformance mutants`: whether the cases notice a reference that does something wrong."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import exits, law
from specproof.cli.options import Settings
from specproof.errors import ExitCode, UsageProblem
from specproof.report.frame import safe
from specproof.text import Text

if TYPE_CHECKING:
    from specproof.conformance.kill import Kill

SCHEMA = "specproof/conformance-mutants/1"
_SURVIVES = Text(zh="存活：没有案例发现它", en="SURVIVES: no case notices it")
_HUNG = Text(zh="超时被杀", en="killed by the deadline")
_SUM = Text(
    zh="{mutants} 个变异体，{killed} 个被杀，{survivors} 个存活",
    en="{mutants} mutants, {killed} killed, {survivors} survive",
)

_NOT_RUN = Text(zh="未运行：{why}", en="not run: {why}")
_SUM_SO_FAR = Text(
    zh="{mutants} 个变异体，{killed} 个被杀，{survivors} 个存活，{not_run} 个未运行",
    en="{mutants} mutants, {killed} killed, {survivors} survive, {not_run} not run",
)


@click.command()
@click.option("--system", required=True, metavar="NAME", help="Whose reference is changed.")
@click.option("--mutant", "slugs", multiple=True, metavar="SLUG", help="Only this one; again for more.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("conformance-mutants")
@click.pass_obj
def mutants(settings: Settings, system: str, slugs: tuple[str, ...], form: str) -> int:
    """Change the reference in one place at a time, and show which case notices.

    Each mutant is a file of conformance/mutants with the piece of text that it replaces. Cases run in memory, and for
    mutants of the persistence on the engine that they name. Exit code 1 when one survives, 3 when one was not run.

    \b
    specproof conformance mutants --system flight-state
    specproof conformance mutants --system flight-state --mutant ordinal-from-zero
    """
    from specproof.cli import servers
    from specproof.conformance import kill, mutant
    from specproof.conformance.lending import lender

    found = mutant.find(system)
    known = [one.slug for one in found]
    chosen = [one for one in found if not slugs or one.slug in slugs]
    if not chosen or set(slugs) - set(known):
        raise UsageProblem(
            "mutants.none",
            f"There is no such mutant of {system}.",
            cause=f"Known are: {', '.join(known) or 'none at all'}.",
            next_step="Correct --system or --mutant.",
        )
    lend = lender(lambda name: servers.url_of(settings, name), servers.options(settings))
    kills = kill.run(chosen, lend, lambda one: _progress(one, len(chosen)))
    if form == "json":
        exits.echo(json.dumps({"schema": SCHEMA, "system": system, "mutants": [_data(one) for one in kills]}, indent=2))
    else:
        exits.echo("\n".join(_lines(kills, settings)))
    if any(one.not_run for one in kills):
        return ExitCode.ENVIRONMENT
    return ExitCode.FINDINGS if any(one.survived for one in kills) else ExitCode.OK


def _progress(one: Kill, number: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"{one.mutant.slug} ({number})", err=True)


def _data(one: Kill) -> dict[str, Any]:
    return {
        "mutant": one.mutant.slug,
        "rules": list(one.mutant.rules),
        "engine": one.mutant.engine,
        "killed": not one.survived and one.not_run is None,
        "not_run": one.not_run,
        "case": one.case,
        "profile": one.profile,
        "verdict": one.verdict,
        "asked": one.asked,
        "hung": one.hung,
    }


def _lines(kills: tuple[Kill, ...], settings: Settings) -> list[str]:
    width = max(len(one.mutant.slug) for one in kills)
    lines = []
    for one in kills:
        told = _told(one, settings)
        lines.append(f"{one.mutant.slug:{width}}  {told}")
        lines.append(f"{'':{width}}    {one.mutant.title.pick(settings.language)} [{', '.join(one.mutant.rules)}]")
    survivors, not_run = sum(one.survived for one in kills), sum(one.not_run is not None for one in kills)
    killed = len(kills) - survivors - not_run
    counts = {"mutants": len(kills), "killed": killed, "survivors": survivors, "not_run": not_run}
    return [*lines, "", (_SUM_SO_FAR if not_run else _SUM).fill(settings.language, counts)]


def _told(one: Kill, settings: Settings) -> str:
    if one.case:
        place = ", ".join(filter(None, (one.profile, one.mutant.engine, one.verdict)))
        return f"{one.case} ({place})"
    if one.not_run is not None:
        return safe(_NOT_RUN.fill(settings.language, {"why": one.not_run}))
    return (_HUNG if one.hung else _SURVIVES).pick(settings.language)
