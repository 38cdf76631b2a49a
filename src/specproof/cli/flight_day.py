"""`specproof flight day`: a made-up day of messages and where it ends, to hold another implementation against.

Runs in memory, or on a database that the conformance room lends; writes one file for each part. It refuses to overwrite
files of another origin.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import exits, law
from specproof.cli.options import Settings
from specproof.errors import ExitCode, UsageProblem
from specproof.text import Text

if TYPE_CHECKING:
    from specproof.reference.flight_state.day_result import Result

_FILES = ("messages.jsonl", "outcomes.jsonl", "wire.jsonl", "state.json", "rows.json", "digest.json")
_AT = "2026-03-01T08:00:00"
_WORDS = {
    "messages": Text(zh="消息", en="messages"),
    "outcomes": Text(zh="结果", en="outcomes"),
    "wire": Text(zh="发出", en="sent"),
    "state": Text(zh="航班", en="flights"),
    "rows": Text(zh="行", en="rows"),
    "written": Text(zh="已写入 {folder}", en="written to {folder}"),
}


@click.command()
@click.option("--flights", type=click.IntRange(1, 20_000), default=500, show_default=True, help="How many flights.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Another number is another day.")
@click.option("--profile", type=click.Choice(["current", "target"]), default="target", show_default=True)
@click.option("--output", type=click.Path(path_type=Path), metavar="FOLDER", help="Write the parts to files here.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("flight-day")
@click.pass_obj
def day(settings: Settings, flights: int, seed: int, profile: str, output: Path | None, form: str) -> int:
    """A day of messages for many flights, and the outcomes, wire, state and rows that the law makes of it.

    The same day for everybody: an implementation takes messages.jsonl, one message a line, every one at
    2026-03-01T08:00:00Z, and compares where it ends. The digests are SHA-256 over canonical JSON (RFC 8785), one
    value a line; that of the messages is over the lines as they stand.

    \b
    specproof flight day
    specproof flight day --output build/day
    specproof flight day --flights 20 --seed 7 --profile current --format json
    """
    from specproof.reference.flight_state import day as days
    from specproof.reference.flight_state import day_result
    from specproof.reference.flight_state.memory import Memory
    from specproof.reference.flight_state.process import Processor

    processor = Processor(profile)
    messages = list(days.messages(Processor("target").procedure.law, flights, seed))
    result = day_result.run(processor, messages, Memory(processor.procedure), datetime.fromisoformat(_AT))
    digest = {"flights": flights, "seed": seed, **day_result.digest(profile, messages, result)}
    if output is not None:
        _write(output, messages, result, digest)
    if form == "json":
        exits.echo(json.dumps(digest, ensure_ascii=False, indent=2))
    else:
        exits.echo("\n".join(_text(digest, output, settings)))
    return ExitCode.OK


def _write(folder: Path, messages: Iterable[bytes], result: Result, digest: Mapping[str, Any]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        strange = sorted({one.name for one in folder.iterdir()} - set(_FILES))
        if strange:
            raise UsageProblem(
                "flight.unwritable",
                f"The folder holds something else: {strange[0]}.",
                where=str(folder),
                next_step="Give --output an empty folder, or one of an earlier run.",
            )
        parts = {
            "messages.jsonl": b"".join(message + b"\n" for message in messages),
            "outcomes.jsonl": _lines(result.outcomes),
            "wire.jsonl": _lines(result.wire),
            "state.json": _pretty(result.state),
            "rows.json": _pretty(result.rows),
            "digest.json": _pretty(digest),
        }
        for name in _FILES:
            (folder / name).write_bytes(parts[name])
    except OSError as error:
        raise UsageProblem(
            "flight.unwritable",
            f"The files cannot be written: {error.strerror or error}.",
            where=str(folder),
            next_step="Give --output a folder that can be written to.",
        ) from None


def _lines(values: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()


def _pretty(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _text(digest: Mapping[str, Any], output: Path | None, settings: Settings) -> list[str]:
    from specproof.report import table

    say = {word: text.pick(settings.language) for word, text in _WORDS.items()}
    outcomes = digest["outcomes"]
    rows = [
        (say["messages"], str(digest["messages"]["number"]), digest["messages"]["sha256"]),
        (say["outcomes"], ", ".join(f"{n} {word}" for word, n in outcomes["number"].items()), outcomes["sha256"]),
        (say["wire"], str(digest["wire"]["number"]), digest["wire"]["sha256"]),
        (say["state"], str(digest["state"]["number"]), digest["state"]["sha256"]),
        *((f"{say['rows']} {name}", str(one["number"]), one["sha256"]) for name, one in digest["rows"].items()),
    ]
    lines = list(table.aligned(rows))
    return [*lines, _WORDS["written"].fill(settings.language, {"folder": str(output)})] if output else lines
