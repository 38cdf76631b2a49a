"""`specproof flight apply`: messages on a state, and everything that should happen: for developers who implement it.

Reads files, runs the reference in memory, prints. It refuses to write a state back where it was not asked to.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import exits, law
from specproof.cli.options import Settings
from specproof.errors import ExitCode, UsageProblem
from specproof.text import Text

if TYPE_CHECKING:
    from specproof.reference.flight_state.process import Processed, Processor

SCHEMA = "specproof/flight-apply/1"
_WORDS = {
    "commands": Text(zh="命令", en="commands"),
    "unchanged": Text(zh="没有命令", en="no commands"),
    "rows": Text(zh="行的改动", en="rows"),
    "wire": Text(zh="发出", en="sent"),
    "state": Text(zh="之后的状态", en="state afterwards"),
    "warning": Text(zh="警告", en="warning"),
    "failed": Text(zh="失败原因", en="failed by"),
    "no_flights": Text(zh="没有航班", en="no flights"),
}


def _moment(_ctx: click.Context, _parameter: click.Parameter, value: str) -> datetime:
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise click.BadParameter("write it as 2026-03-01T08:00:00Z.") from None
    return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment


@click.command()
@click.argument("messages", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="MESSAGE...")
@click.option("--state", "state_file", type=click.Path(path_type=Path), help="The state before.  [default: no flights]")
@click.option("--profile", type=click.Choice(["current", "target"]), default="target", show_default=True)
@click.option("--option", "declared", multiple=True, metavar="NAME", help="An option of the law that is declared.")
@click.option(
    "--at",
    default="2026-03-01T08:00:00Z",
    show_default=True,
    callback=_moment,
    help="The time of the messages, in UTC.",
)
@click.option("--save", type=click.Path(path_type=Path), help="Write the state afterwards to this file.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("flight-apply")
@click.pass_obj
def apply(
    settings: Settings,
    messages: tuple[Path, ...],
    state_file: Path | None,
    profile: str,
    declared: tuple[str, ...],
    at: datetime,
    save: Path | None,
    form: str,
) -> int:
    """What should happen when these messages arrive, one file each, in this order; `-` reads one from stdin.

    A message is JSON or, told by its first character, XML as SIS spells it: attributes are fields.

    Shows the outcome of each, its commands, the changes of rows and what goes out, and the state at the end. Exit code
    1 when a message was refused or failed; the others took effect all the same.

    \b
    specproof flight apply flop.json
    specproof flight apply flop.xml
    specproof flight apply --state s.json --save s.json snapshot.json flop.json
    specproof flight apply --profile current --format json flop.json
    """
    from specproof.reference.flight_state import document
    from specproof.reference.flight_state.memory import Memory
    from specproof.reference.flight_state.process import Processor
    from specproof.reference.rejection import Rejection

    processor = Processor(profile)
    store = Memory(processor.procedure)
    if state_file is not None:
        read = document.read(_bytes(state_file), processor, at)
        if isinstance(read, Rejection):
            raise UsageProblem(
                "flight.state-invalid",
                f"The state is none that the law allows in the profile {profile}: {read.code}.",
                where=f"{state_file}, at {read.path or 'the top'}",
                next_step=f"Compare it with what --save writes; the schema of it is {document.SCHEMA}.",
            )
        store = read
    options = _options(declared, processor)
    done = [(str(file), processor.process(_bytes(file), store, at, options)) for file in messages]
    after = document.write(store, processor)
    if save is not None:
        _write(save, json.dumps(after, ensure_ascii=False, indent=2) + "\n")
    if form == "json":
        data = {"schema": SCHEMA, "profile": profile, "messages": [_data(*one) for one in done], "state": after}
        exits.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        exits.echo("\n".join(_text(done, after, settings)))
    return ExitCode.FINDINGS if any(one.rejection or one.failure for _, one in done) else ExitCode.OK


def _bytes(file: Path) -> bytes:
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read()
        return file.read_bytes()
    except OSError as error:
        raise UsageProblem(
            "flight.unreadable",
            f"The file cannot be read: {error.strerror or error}.",
            where=str(file),
            next_step="Name a file with one message, or - for stdin.",
        ) from None


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageProblem(
            "flight.unwritable",
            f"The state cannot be written: {error.strerror or error}.",
            where=str(file),
            next_step="Give --save a file in a folder that can be written to.",
        ) from None


def _options(declared: Iterable[str], processor: Processor) -> dict[str, bool]:
    known = (processor.procedure.law.strict_option, processor.procedure.suppress_option)
    for name in declared:
        if name not in known:
            raise UsageProblem(
                "flight.unknown-option",
                f"The law knows no option '{name}'.",
                next_step=f"Use one of: {', '.join(known)}.",
            )
    return dict.fromkeys(declared, True)


# --- what is shown ----------------------------------------------------------------------------------------------------


def _data(file: str, done: Processed) -> dict[str, Any]:
    from specproof.reference import strict_json

    decision = done.decision
    return {
        "file": file,
        "outcome": done.outcome,
        "code": done.rejection.code if done.rejection else None,
        "path": done.rejection.path if done.rejection else None,
        "failure": done.failure.reason if done.failure else None,
        "warnings": [{"code": one.code, "path": one.path} for one in done.warnings],
        "commands": {
            flid: {key: _command(one) for key, one in commands.items()} for flid, commands in done.commands.items()
        },
        "rows": [_change(one) for one in decision.changes] if decision else [],
        "wire": strict_json.plain(decision.wire) if decision else [],
        "kept": list(decision.kept) if decision else [],
        "deleted": list(decision.deleted) if decision else [],
    }


def _command(command: Any) -> dict[str, Any]:
    from specproof.reference import strict_json

    found: dict[str, Any] = {"command": command.name}
    for name in ("value", "items", "item", "source_seq"):
        if hasattr(command, name):
            found[name] = strict_json.plain(getattr(command, name))
    return found


def _change(change: Any) -> dict[str, Any]:
    """One change: its kind, its table, and each row by column, the key of an update apart from what it writes."""
    kind = type(change).__name__.lower()
    key = getattr(change, "key", ())
    columns = getattr(change, "columns", ())
    rows = [
        {
            **({"key": dict(zip(key, map(_plain, row[: len(key)]), strict=True))} if key else {}),
            **({"columns": dict(zip(columns, map(_plain, row[len(key) :]), strict=True))} if columns else {}),
        }
        for row in change.rows
    ]
    return {"change": kind, "table": change.table, "rows": rows}


def _plain(value: Any) -> Any:
    return value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value


def _text(done: list[tuple[str, Processed]], after: Mapping[str, Any], settings: Settings) -> list[str]:
    lines: list[str] = []
    for file, one in done:
        data = _data(file, one)
        refused = f" {data['code']} {data['path'] or '/'}" if data["code"] else ""
        lines.append(f"{file}: {data['outcome']}{refused}")
        if data["failure"]:
            lines.append(f"  {_say('failed', settings)}: {data['failure']}")
        lines += [f"  {_say('warning', settings)}: {warned['code']} {warned['path']}" for warned in data["warnings"]]
        if one.decision is None:
            continue
        lines.append(f"  {_say('commands', settings)}")
        for flid, commands in data["commands"].items():
            lines += [f"    {flid}.{key}: {_json(command)}" for key, command in commands.items()]
            if not commands:
                lines.append(f"    {flid}: {_say('unchanged', settings)}")
        lines.append(f"  {_say('rows', settings)}")
        for change in data["rows"]:
            lines += [f"    {change['change']} {change['table']} {_json(row)}" for row in change["rows"]]
        lines.append(f"  {_say('wire', settings)}")
        lines += [f"    {_json(payload)}" for payload in data["wire"]]
    lines.append(_say("state", settings))
    flights = after["flights"]
    lines += [f"  {flid}: {_json(flight)}" for flid, flight in flights.items()]
    return lines if flights else [*lines, f"  {_say('no_flights', settings)}"]


def _say(word: str, settings: Settings) -> str:
    return _WORDS[word].pick(settings.language)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
