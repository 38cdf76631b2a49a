"""What the commands of `specproof migrate` share: options, the database behind --server, the plan of a script.

Keeps the commands themselves short. A password comes from the URL, from SPECPROOF_MYSQL57_PASSWORD or from an option
file, and goes nowhere but into the driver.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from specproof.cli import exits
from specproof.cli.options import Settings

if TYPE_CHECKING:
    from specproof.migrator.plan import Plan
    from specproof.migrator.state import StateFolder
    from specproof.migrator.target import Database
    from specproof.schema import Schema

ENGINE = "mysql-5.7"
LOCK_WAIT = 5  # seconds
F = TypeVar("F", bound=Callable[..., Any])


def script_argument(function: F) -> F:
    return click.argument("script", type=click.Path(path_type=Path))(function)


def server_option(*, required: bool = True) -> Callable[[F], F]:
    return click.option(
        "--server",
        "url",
        metavar="URL",
        required=required,
        help="The live schema: mysql://user@host:port/schema. The password may stand in SPECPROOF_MYSQL57_PASSWORD or "
        "in an option file (...?defaults-file=FILE) instead.",
    )


def state_option(function: F) -> F:
    return click.option(
        "--state-dir",
        type=click.Path(file_okay=False, path_type=Path),
        help="Folder for rehearsal records and journals.  [default: .specproof, or migrate.state_dir]",
    )(function)


def format_option(function: F) -> F:
    return click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)(
        function
    )


def schema_option(name: str) -> Callable[[F], F]:
    """`--schema` prints `migrate-<name>.schema.json` and ends."""

    def show(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:  # noqa: ARG001 - Click's signature
        if wanted:
            from specproof import resources

            file = resources.path("specs", "metaschema", "report", f"migrate-{name}.schema.json")
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


print_sql_option = click.option(
    "--print-sql", is_flag=True, help="Print the SQL for running it by hand, and do nothing else."
)
lock_wait_option = click.option(
    "--lock-wait-timeout",
    type=click.IntRange(1, 31_536_000),
    help=f"Seconds to wait for a metadata lock.  [default: {LOCK_WAIT}, or migrate.lock_wait_timeout]",
)


def database(settings: Settings, url: str, lock_wait_timeout: int | None = None) -> Database:
    """The schema behind a URL; nothing is opened. Raises UsageProblem `engine.url`, `target.no-schema`."""
    from specproof import engines
    from specproof.engines import facts
    from specproof.engines.url import parse
    from specproof.migrator.target import Database

    address = parse(facts.load(ENGINE), url, settings.environment)
    seconds = lock_wait_timeout or settings.get("migrate", "lock_wait_timeout") or LOCK_WAIT
    found = Database(engines.find(ENGINE), address, int(seconds))
    assert found.schema
    return found


def look(live: Database) -> tuple[Schema, dict[str, str]]:
    """Structure and settings of a live schema."""
    from contextlib import closing

    from specproof.migrator import settings as server_settings

    with closing(live.open()) as session:
        return live.structure(session), server_settings.read(session)


def folder(settings: Settings, given: Path | None) -> StateFolder:
    from specproof.migrator.hint import DEFAULT_STATE
    from specproof.migrator.state import StateFolder

    said = settings.get("migrate", "state_dir")
    return StateFolder(given or (Path(said) if said else DEFAULT_STATE))


def plan(script: Path, schema: str | None, baseline: Schema | None = None, variables: Any = None) -> Plan:
    """Reads, judges and plans a script. Raises UsageProblem `script.*`."""
    from specproof.ddl.files import read_file
    from specproof.ddl.judge import judge
    from specproof.ddl.splitter import read_script
    from specproof.migrator.plan import plan_of

    text = read_script(read_file(script), str(script))
    return plan_of(judge(text, baseline=baseline, variables=variables), schema)


def show(lines: Iterable[str]) -> None:
    for line in lines:
        exits.echo(line)


def show_json(data: dict[str, Any]) -> None:
    exits.echo(json.dumps(data, ensure_ascii=False, indent=2))


def print_statements(found: Plan) -> None:
    """The statements for a mysql client, exactly as they would be sent, each closed by a delimiter it does not hold."""
    delimiter = ";"
    for statement in found.sent:
        sql = statement.sql.decode()
        wanted = ";" if ";" not in sql else next(d for d in ("//", "$$", "-- end --") if d not in sql)
        if wanted != delimiter:
            exits.echo(f"DELIMITER {wanted}")
            delimiter = wanted
        exits.echo(f"-- {statement.number}: {statement.title}, line {statement.line}, sha256 {statement.sha256}")
        exits.echo(
            f"{sql}\n{delimiter}" if sql.rpartition("\n")[2].lstrip().startswith(("--", "#")) else sql + delimiter
        )
    if delimiter != ";":
        exits.echo("DELIMITER ;")


def print_queries(folder_name: str, values: dict[str, object], slugs: Iterable[str] | None = None) -> None:
    """The queries of a folder with their values written in, for running by hand."""
    from specproof.migrator import queries

    wanted = None if slugs is None else set(slugs)
    for query in queries.load(folder_name):
        if wanted is None or query.slug in wanted:
            exits.echo(f"-- {query.slug}: {query.asks.en}\n-- expects: {query.expects}; cost: {query.cost}")
            exits.echo(queries.written_out(query, values) + ";\n")
