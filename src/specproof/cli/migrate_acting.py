"""The two commands of `specproof migrate` that change the live schema: apply and resume.

Both run under a brake and report also when they stop. They refuse to act unasked: without a terminal to ask on, --yes
has to say it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import desk, exits
from specproof.cli.options import Settings
from specproof.errors import ExitCode
from specproof.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from specproof.migrator.apply import Briefing, Migration
    from specproof.migrator.hooks import Hooks
    from specproof.migrator.plan import Plan
    from specproof.migrator.resume import Word

_ASK = Text(zh="现在执行？", en="Apply it now?")


@click.command()
@desk.script_argument
@desk.server_option()
@click.option("--yes", is_flag=True, help="Do not ask. Needed where nobody can answer.")
@desk.lock_wait_option
@desk.state_option
@desk.print_sql_option
@desk.format_option
@desk.schema_option("apply")
@click.pass_obj
def apply(
    settings: Settings,
    script: Path,
    url: str,
    lock_wait_timeout: int | None,
    state_dir: Path | None,
    form: str,
    *,
    yes: bool,
    print_sql: bool,
) -> int:
    """Run SCRIPT on the live schema, statement by statement, with a journal.

    Refuses without a rehearsal of exactly this script for this server and structure.

    \b
    Reads    the structure of the live schema, before the first statement and after each
    Writes   what the script writes; a journal in the state folder, each line on disk before the next step
    Locks    the named lock specproof:<schema>; what each statement locks, waiting --lock-wait-timeout at most
    To stop  Ctrl-C stops after the statement; a second one ends the statement on the server, which undoes it.
             From elsewhere: KILL QUERY id. After kill -9: `migrate status`, then `migrate resume`

    Exit code 0: done; 3 and 4: nothing was changed; 5: stopped part-way, the journal knows where; 130: interrupted.

    \b
    specproof migrate apply up.sql --server mysql://dba@db1:3306/shop
    specproof migrate apply up.sql --server mysql://dba@db1:3306/shop --yes --format json
    """
    from specproof.migrator.apply import apply as run
    from specproof.migrator.apply import brief

    live = desk.database(settings, url, lock_wait_timeout)
    if print_sql:
        desk.print_statements(desk.plan(script, live.schema).runnable())
        return ExitCode.OK
    # With the live structure the plan knows what each change does to its table.
    found = desk.plan(script, live.schema, *desk.look(live))
    state = desk.folder(settings, state_dir)

    return _act(
        settings,
        found,
        lambda hooks: run(found, live, state, hooks),
        form,
        first=lambda: _confirm(brief(found, live, state), settings, yes=yes),
    )


def _confirm(briefing: Briefing, settings: Settings, *, yes: bool) -> None:
    """Shows what is about to happen; asks unless told not to. Raises Refusal `apply.unconfirmed`."""
    import sys

    from specproof.errors import Refusal
    from specproof.migrator import tell

    for line in tell.briefing(briefing, settings.language):
        click.echo(line, err=True)
    if yes:
        return
    asked = sys.stdin.isatty() and sys.stderr.isatty()
    try:
        agreed = asked and click.confirm(_ASK.pick(settings.language), err=True)
    except click.Abort:  # Ctrl-C or the end of input at the question
        agreed = False
    if not agreed:
        raise Refusal(
            "apply.unconfirmed",
            "Nobody said yes. Nothing was changed.",
            where=briefing.target.address,
            cause=None if asked else "There is no terminal to ask on.",
            next_step="Read the lines above, then run it again with --yes.",
        )


def _act(
    settings: Settings,
    found: Plan,
    act: Callable[[Hooks], Migration],
    form: str,
    first: Callable[[], None] = lambda: None,
) -> int:
    """Runs an apply or resume under the brake and reports it, also in JSON when it stops; `first` runs without it."""
    from specproof.cli.terminal import SignalBrake, TerminalProgress
    from specproof.errors import EnvironmentProblem, Interrupted, SpecproofError
    from specproof.migrator import as_json, tell
    from specproof.migrator.hooks import Hooks

    progress = TerminalProgress()
    try:
        first()
        with SignalBrake(settings.language).installed() as brake:
            done = act(Hooks(progress=progress, brake=brake))
    except (SpecproofError, KeyboardInterrupt) as error:
        progress.clear()
        stop = (
            error
            if isinstance(error, SpecproofError)
            else Interrupted(
                "apply.left",
                "Left at once, on request. A statement that was under way may still be at work on the server.",
                next_step=f"`specproof migrate status {found.script}` tells where it stands; then `migrate resume`.",
            )
        )
        if form == "json":
            with suppress(EnvironmentProblem):  # how the run stopped matters more than where its report went
                desk.show_json(as_json.stopped(found, stop))
        raise stop from None
    progress.clear()
    try:
        if form == "json":
            desk.show_json(as_json.migration(done))
        else:
            desk.show(tell.migration(done, settings.language))
    except EnvironmentProblem as error:  # the migration is done all the same, and the journal says so
        exits.show(error, settings.language)
    return ExitCode.OK


@click.command()
@desk.script_argument
@desk.server_option()
@click.option(
    "--wait",
    type=click.FloatRange(0),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the interrupted run's last statement.",
)
@click.option("--assume-done", type=int, metavar="N", help="Statement N ran: the DBA's word, with --because.")
@click.option("--assume-not-done", type=int, metavar="N", help="Statement N did not run: likewise.")
@click.option("--abandon", is_flag=True, help="Close the journal without finishing, with --because.")
@click.option("--because", metavar="REASON", help="The reason, kept in the journal.")
@desk.lock_wait_option
@desk.state_option
@desk.format_option
@desk.schema_option("apply")
@click.pass_obj
def resume(settings: Settings, /, script: Path, url: str, form: str, **options: Any) -> int:
    """Finish an interrupted apply of SCRIPT. Nothing runs twice, nothing is left out.

    Waits until the dead run's last statement is over, reads from the structure whether it took effect, and goes on
    from there. What the structure cannot tell is asked of you.

    \b
    Reads    the journal, the rehearsal record, the structure of the live schema
    Writes   what is left of the script; further lines of the same journal
    Locks    as apply does
    To stop  as apply

    \b
    specproof migrate resume up.sql --server mysql://dba@db1:3306/shop
    specproof migrate resume up.sql --server mysql://dba@db1:3306/shop --assume-done 3 --because "rows are updated"
    specproof migrate resume up.sql --server mysql://dba@db1:3306/shop --abandon --because "done by hand"
    """
    from specproof.migrator import as_json, tell
    from specproof.migrator import status as statuses
    from specproof.migrator.journal import read
    from specproof.migrator.resume import abandon
    from specproof.migrator.resume import resume as run

    live = desk.database(settings, url, options["lock_wait_timeout"])
    state = desk.folder(settings, options["state_dir"])
    word = _word(options)
    if options["abandon"]:
        closed = read(abandon(live, state, options["because"], script).path)
        if form == "json":
            desk.show_json(as_json.abandoned(closed))
        else:
            desk.show(tell.status(statuses.status(closed), settings.language))
        return ExitCode.OK
    found = desk.plan(script, live.schema)
    return _act(
        settings, found, lambda hooks: run(found, live, state, wait=options["wait"], word=word, hooks=hooks), form
    )


def _word(options: dict[str, Any]) -> Word | None:
    """The DBA's word, if any. Raises a usage error for words without a reason and reasons without a word."""
    from specproof.migrator.resume import Word

    said = [n for n in ("assume_done", "assume_not_done", "abandon") if options[n] not in {None, False}]
    if len(said) > 1:
        raise click.UsageError("Give one of --assume-done, --assume-not-done and --abandon.")
    reason = (options["because"] or "").strip()
    if bool(said) != bool(reason):
        raise click.UsageError("--because goes with --assume-done, --assume-not-done or --abandon, and they with it.")
    if not said or said == ["abandon"]:
        return None
    return Word(options[said[0]], said == ["assume_done"], reason)
