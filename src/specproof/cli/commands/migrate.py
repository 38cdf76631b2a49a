"""`specproof migrate`: an upgrade script on one MySQL 5.7 schema, from the first look to the verified result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from specproof.cli import desk, exits, migrate_acting
from specproof.cli.options import Settings
from specproof.errors import ExitCode

if TYPE_CHECKING:
    from specproof.migrator.journal import Journal
    from specproof.migrator.state import StateFolder
    from specproof.migrator.status import Status
    from specproof.migrator.target import Database


class _InOrder(click.Group):
    """Lists its commands in the order of work and not of the alphabet."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's signature
        order = ["check", "plan", "preflight", "rehearse", "apply", "verify", "status", "resume"]
        return sorted(self.commands, key=lambda name: (order.index(name) if name in order else len(order), name))


@click.group("migrate", cls=_InOrder)
def command() -> None:
    """Take an upgrade script to a live MySQL 5.7 schema, one safe step at a time.

    The order is check, preflight, rehearse, apply, verify; each works alone. Only apply and resume change the live
    schema, and both keep a journal that survives kill -9.

    \b
    specproof migrate preflight up.sql --server mysql://dba@db1:3306/shop
    specproof migrate rehearse  up.sql --server mysql://dba@db1:3306/shop --rows 10000
    specproof migrate apply     up.sql --server mysql://dba@db1:3306/shop
    specproof migrate verify    up.sql --server mysql://dba@db1:3306/shop
    specproof migrate resume    up.sql --server mysql://dba@db1:3306/shop     after an interruption
    """


@command.command()
@desk.script_argument
@desk.server_option(required=False)
@click.option(
    "--baseline",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A dump of the schema before the script (mysqldump --no-data), instead of a server.",
)
@click.option("--policy", metavar="NAME|FILE", help="House rules, as in `ddl check`.")
@desk.format_option
@desk.schema_option("check")
@click.pass_obj
def check(
    settings: Settings, script: Path, url: str | None, baseline: Path | None, policy: str | None, form: str
) -> int:
    """Check SCRIPT offline, and whether specproof can run it at all.

    \b
    Reads    the script; with --server the structure and settings of the live schema
    Writes   nothing
    Locks    nothing
    To stop  Ctrl-C at any time

    Exit code 0: nothing of severity error; 1: findings, or statements that specproof does not run.

    \b
    specproof migrate check up.sql --baseline before.sql
    specproof migrate check up.sql --server mysql://dba@db1:3306/shop --format json
    """
    from importlib import import_module

    from specproof.ddl import policy as policies
    from specproof.ddl.run import Options, check_paths
    from specproof.finding import Status
    from specproof.migrator import tell

    live = desk.database(settings, url) if url else None
    structure, variables = desk.look(live) if live else (None, {})
    report = check_paths(
        (script,),
        Options(
            policy=policy or settings.get("ddl", "policy") or policies.DEFAULT,
            baseline=structure or baseline,
            language=settings.language,
            variables=variables,
        ),
    )
    found = desk.plan(script, live.schema if live else None, structure, variables)
    if form == "json":
        ddl = import_module("specproof.report.json").to_data(report)
        desk.show_json({"schema": "specproof/migrate-check/1", "ddl": ddl, "plan": found.to_data()})
    else:
        exits.echo(import_module("specproof.report.text").render(report, settings.language), nl=False)
        desk.show(tell.plan(found, settings.language))
    return ExitCode.FINDINGS if report.count(Status.VIOLATION) or found.problems else ExitCode.OK


@command.command()
@desk.script_argument
@desk.server_option(required=False)
@desk.print_sql_option
@desk.format_option
@desk.schema_option("plan")
@click.pass_obj
def plan(settings: Settings, script: Path, url: str | None, form: str, *, print_sql: bool) -> int:
    """Print the plan of SCRIPT: its hash, and each statement with what must hold before it and what holds after.

    \b
    Reads    the script; with --server the structure of the live schema
    Writes   nothing
    Locks    nothing
    To stop  Ctrl-C at any time

    \b
    specproof migrate plan up.sql --format json > plan.json
    specproof migrate plan up.sql --print-sql
    """
    from specproof.migrator import tell

    live = desk.database(settings, url) if url else None
    structure, variables = desk.look(live) if live else (None, {})
    found = desk.plan(script, live.schema if live else None, structure, variables)
    if print_sql:
        desk.print_statements(found.runnable())
    elif form == "json":
        desk.show_json(found.to_data())
    else:
        desk.show(tell.plan(found, settings.language))
    return ExitCode.FINDINGS if found.problems else ExitCode.OK


@command.command()
@desk.script_argument
@desk.server_option()
@desk.print_sql_option
@desk.format_option
@desk.schema_option("preflight")
@click.pass_obj
def preflight(settings: Settings, script: Path, url: str, form: str, *, print_sql: bool) -> int:
    """Look at the live server for whatever would get in the way of SCRIPT.

    \b
    Reads    variables, the account's own grants, information_schema, the process list; never a row of yours
    Writes   nothing: its transactions are read-only
    Locks    nothing; a table that somebody holds is waited for as long as lock_wait_timeout at most
    To stop  Ctrl-C at any time

    Exit code 0: no error found; 1: errors. What could not be asked is listed as not checked.

    \b
    specproof migrate preflight up.sql --server mysql://dba@db1:3306/shop
    specproof migrate preflight up.sql --server mysql://dba@db1:3306/shop --print-sql | less
    """
    from contextlib import closing

    from specproof.finding import Severity
    from specproof.migrator import as_json, tell
    from specproof.migrator.preflight import bindings
    from specproof.migrator.preflight import preflight as run
    from specproof.migrator.target import identify

    live = desk.database(settings, url)
    found = desk.plan(script, live.schema)
    if print_sql:
        with closing(live.open()) as session:
            desk.print_queries("preflight", bindings(found, identify(session, live)))
        return ExitCode.OK
    looked = run(found, live)
    if form == "json":
        desk.show_json(as_json.preflight(looked))
    else:
        desk.show(tell.preflight(looked, settings.language))
    return ExitCode.FINDINGS if looked.count(Severity.ERROR) else ExitCode.OK


@command.command()
@desk.script_argument
@desk.server_option()
@click.option(
    "--scratch",
    metavar="URL|same-server",
    help="The 5.7 to rehearse on. Left out: SPECPROOF_MYSQL57_URL where it is set, else one is started (container or "
    "local). 'same-server': the live one.",
)
@click.option("--rows", type=click.IntRange(0, 1_000_000), help="Synthetic rows in every changed table.  [default: 0]")
@desk.state_option
@desk.format_option
@desk.schema_option("rehearse")
@click.pass_obj
def rehearse(
    settings: Settings,
    script: Path,
    url: str,
    scratch: str | None,
    rows: int | None,
    state_dir: Path | None,
    form: str,
) -> int:
    """Run SCRIPT on a scratch server that carries a copy of the live structure, and keep the record for apply.

    \b
    Reads    the structure and settings of the live schema; never a row
    Writes   a scratch database, dropped at the end; a record in the state folder
    Locks    nothing on the live server
    To stop  Ctrl-C at any time; the scratch database is dropped

    Exit code 0: every statement passed; 1: a statement was refused.

    \b
    specproof migrate rehearse up.sql --server mysql://dba@db1:3306/shop --rows 10000
    specproof migrate rehearse up.sql --server mysql://dba@db1:3306/shop --scratch mysql://root@test1:3306/
    """
    from dataclasses import replace

    from specproof import engines
    from specproof.cli import servers
    from specproof.cli.terminal import TerminalProgress, stopped_softly
    from specproof.migrator import as_json, tell
    from specproof.migrator.hooks import Hooks
    from specproof.migrator.rehearse import rehearse as run

    live = desk.database(settings, url)
    found = desk.plan(script, live.schema).runnable()
    same = scratch == "same-server"
    progress = TerminalProgress()
    options = replace(servers.options(settings), say=progress.waiting)
    own = url if same else scratch or servers.url_of(settings, desk.ENGINE)
    with stopped_softly(), engines.open(desk.ENGINE, own, options=options) as server:
        done = run(
            found,
            live,
            server,
            desk.folder(settings, state_dir),
            rows=rows if rows is not None else settings.get("migrate", "rows") or 0,
            same_server=same,
            hooks=Hooks(progress=progress),
        )
    progress.clear()
    if form == "json":
        desk.show_json(as_json.rehearsal(done, found))
    else:
        desk.show(tell.rehearsal(done, found, settings.language))
    return ExitCode.FINDINGS if done.failed else ExitCode.OK


@command.command()
@desk.script_argument
@desk.server_option()
@click.option("--spec", metavar="SYSTEM", help="The spec to compare with, or 'none'. Default: that of the change.")
@desk.state_option
@desk.format_option
@desk.schema_option("verify")
@click.pass_obj
def verify(settings: Settings, script: Path, url: str, spec: str | None, state_dir: Path | None, form: str) -> int:
    """Compare the live structure with the rehearsed one, with the spec, and run the self-checks.

    \b
    Reads    information_schema; for self-checks about rows, the tables that they name
    Writes   nothing: its transactions are read-only
    Locks    nothing
    To stop  Ctrl-C at any time

    Exit code 0: all as expected; 1: a difference, or nothing could be compared.

    \b
    specproof migrate verify up.sql --server mysql://dba@db1:3306/shop
    specproof migrate verify up.sql --server mysql://dba@db1:3306/shop --spec answer-delivery
    """
    from specproof.evidence import Outcome
    from specproof.migrator import as_json, tell
    from specproof.migrator.verify import verify as run

    live = desk.database(settings, url)
    found = run(desk.plan(script, live.schema), live, desk.folder(settings, state_dir), spec)
    if form == "json":
        desk.show_json(as_json.verification(found))
    else:
        desk.show(tell.verification(found, settings.language))
    return ExitCode.OK if found.outcome is Outcome.OK else ExitCode.FINDINGS


@command.command()
@click.argument("script", required=False, type=click.Path(path_type=Path))
@desk.server_option(required=False)
@desk.state_option
@desk.format_option
@desk.schema_option("status")
@click.pass_obj
def status(settings: Settings, script: Path | None, url: str | None, state_dir: Path | None, form: str) -> int:
    """Tell in words where migrations stand: all of this state folder, or those of SCRIPT.

    \b
    Reads    the journals; with --server the structure of the live schema as well
    Writes   nothing
    Locks    nothing
    To stop  Ctrl-C at any time

    \b
    specproof migrate status
    specproof migrate status up.sql --server mysql://dba@db1:3306/shop
    """
    from specproof.migrator import as_json, tell

    state = desk.folder(settings, state_dir)
    found, code = _statuses(settings, state, script, url)
    if form == "json":
        desk.show_json(as_json.statuses(found))
    elif not found and code is ExitCode.OK:
        exits.echo(tell.nothing(state.root, settings.language, script, others=len(state.all_journals())))
    for one in found if form == "text" else ():
        desk.show(tell.status(one, settings.language))
    return code


def _statuses(
    settings: Settings, state: StateFolder, script: Path | None, url: str | None
) -> tuple[tuple[Status, ...], ExitCode]:
    """The newest journal last; the live structure has its say about the newest of its target.

    A journal that cannot be read is told on stderr and leaves its exit code: the others are not to be hidden by it.
    """
    from specproof.errors import SpecproofError
    from specproof.migrator.journal import read
    from specproof.migrator.status import status as tell_of

    live = desk.database(settings, url) if url else None
    found: list[Status] = []
    codes: list[ExitCode] = []
    for path in state.all_journals():
        try:
            journal = read(path)
        except SpecproofError as error:
            exits.show(error, settings.language)
            codes.append(error.exit_code)
            continue
        if script is not None and Path(str(journal.header["script"])).name != script.name:
            continue
        found.append(_seen(settings, journal, live, state) or tell_of(journal))
    return tuple(found), exits.highest(*codes)


def _seen(settings: Settings, journal: Journal, live: Database | None, state: StateFolder) -> Status | None:
    """A journal together with the live structure; None, and the reason on stderr, when that cannot be had."""
    from specproof.errors import SpecproofError
    from specproof.migrator.status import of_live

    if live is None:
        return None
    try:
        return of_live(journal, live, state)
    except SpecproofError as error:
        # A journal is most wanted when its server is not there.
        exits.show(error, settings.language)
        return None


command.add_command(migrate_acting.apply)
command.add_command(migrate_acting.resume)
