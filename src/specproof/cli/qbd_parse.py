"""`specproof qbd parse`: what the deterministic parser makes of booking workbooks, for people and for programs.

Each file is a mail of its own with one attachment. It refuses to write anywhere.
"""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from specproof.cli import exits, law
from specproof.cli.options import Settings
from specproof.errors import ExitCode, UsageProblem
from specproof.text import Language, Text

SCHEMA = "specproof/qbd-parse/1"
_MOST = 1 << 28  # far above `file_bytes` of the law, which judges the size
_KINDS = ("new", "historical", "test")
_WORDS = {
    "row": Text(zh="行", en="row"),
    "facts": Text(zh="事实", en="facts"),
    "review": Text(zh="待复核", en="review"),
    "unresolved": Text(zh="未解决", en="unresolved"),
    "issue": Text(zh="问题", en="issue"),
    "nights": Text(zh="晚", en="nights"),
    "sum": Text(
        zh="{rows} 个订单行，{segments} 条明细，{facts} 条事实，{gates} 处待复核，{unresolved} 个未解决的字段",
        en="{rows} rows, {segments} segments, {facts} facts, {gates} to review, {unresolved} unresolved fields",
    ),
}


@dataclass(frozen=True, slots=True)
class _Task:
    file: Path
    sender: str | None
    message_id: str
    message_revision: str
    attachment_id: str
    kind: str


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--sender", help="Who sent the mail.  [default: the sender of QBD]")
@click.option("--message-id", default="message", show_default=True, help="Goes into every id.")
@click.option("--message-revision", default="1", show_default=True, help="Goes into every id.")
@click.option("--attachment-id", default="attachment", show_default=True, help="Goes into every id.")
@click.option(
    "--kind", type=click.Choice(_KINDS), default="new", show_default=True, help="A test may use fixture colours."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Files at a time.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("qbd-parse")
@click.pass_obj
def parse(settings: Settings, /, files: tuple[Path, ...], jobs: int, form: str, **said: Any) -> int:
    """Parse booking workbooks; a folder stands for every .xlsx in it.

    Shows rows, segments with their roles (what was struck is struck through on a terminal), room items, prices, what
    waits for people, and what could not be read. The JSON holds the whole parsed_fact_set of each file. Exit code 1
    when a file is no template or gives no workbook.

    \b
    specproof qbd parse AUGUST.xlsx
    specproof qbd parse AUGUST.xlsx --message-id m-17 --format json > facts.json
    specproof qbd parse mails/ --jobs 4
    """
    tasks = [_Task(file, **said) for file in _spread(files)]
    found = list(_progressing(_parsed(tasks, jobs), len(tasks)))
    if form == "json":
        data = {"schema": SCHEMA, "files": [{"file": str(file), "result": result} for file, result in found]}
        exits.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        exits.echo("\n".join(line for file, result in found for line in lines(file, result, settings.language)))
    applicable = all(result["applicability"] == "APPLICABLE" for _, result in found)
    return ExitCode.OK if applicable else ExitCode.FINDINGS


def _spread(files: Iterable[Path]) -> list[Path]:
    found: list[Path] = []
    for file in files:
        inside = sorted(file.glob("*.xlsx")) if file.is_dir() else [file]
        if not inside:
            raise _unreadable(file, "The folder holds no .xlsx.")
        found += inside
    return found


def _parsed(tasks: Sequence[_Task], jobs: int) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    if jobs == 1 or len(tasks) == 1:
        yield from map(_one, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        yield from pool.map(_one, tasks)


def _one(task: _Task) -> tuple[Path, Mapping[str, Any]]:
    from specproof.reference.qbd import parse as parser
    from specproof.reference.qbd.law import Law

    the_law = Law()
    attachment = parser.Attachment(task.attachment_id, task.file.name, bytes_of(task.file))
    sender = task.sender if task.sender is not None else own_sender(the_law)
    mail = parser.Mail(sender, task.message_id, task.message_revision, (attachment,), task.kind)
    return task.file, parser.parse(the_law, mail)


def own_sender(the_law: Any) -> str:
    """The sender whose workbooks are parsed."""
    registry = the_law.profile["senders"]["registry"]
    return next(str(one["sender"]) for one in registry if one["state"] == "ACTIVE")


def bytes_of(file: Path) -> bytes:
    """The bytes of a file; of one beyond every limit no more than shows that it is.

    Raises UsageProblem `qbd.unreadable`.
    """
    try:
        regular = stat.S_ISREG(file.stat().st_mode)
        data = b""
        if regular:
            with file.open("rb") as stream:
                data = stream.read(_MOST)
    except OSError as error:
        raise _unreadable(file, f"The file cannot be read: {error.strerror or error}.") from None
    if not regular:
        raise _unreadable(file, "This is no regular file.")
    return data


def _unreadable(file: Path, what: str) -> UsageProblem:
    step = "Name a workbook, or a folder of some."
    return UsageProblem("qbd.unreadable", what, where=str(file), next_step=step)


def _progressing(found: Iterable[tuple[Path, Any]], number: int) -> Iterator[tuple[Path, Any]]:
    for at, one in enumerate(found, 1):
        if number > 1 and sys.stderr.isatty():
            click.echo(f"{at}/{number} {one[0].name}", err=True)
        yield one


# --- text -------------------------------------------------------------------------------------------------------------


def lines(file: Path, result: Mapping[str, Any], language: Language) -> Iterator[str]:
    """A parsed_fact_set, or a copy of one that lacks members, for people."""
    from specproof.report.frame import safe

    yield safe(f"{file}: {result['applicability']}")
    for issue in result.get("issues", ()):
        detail = f" ({issue['detail']})" if issue["detail"] else ""
        yield f"  {_say('issue', language)}: {issue['code']}{detail}"
    observations = result.get("parser_observations")
    units = observations["row_units"] if observations else []
    for unit in units:
        yield from (safe(line) for line in _row(unit, language))
        yield from (line for segment in unit["detail_segments"] for line in _segment(segment, unit, language))
    for gate in result.get("review_gates", ()):
        yield f"  {_say('review', language)}: {gate['code']} {_place(units, gate['target']['target_id'])}"
    for field in _unresolved(units):
        yield safe(
            f"  {_say('unresolved', language)}: {field['semantic_role']} {field['reason_code']}: {field['raw_value']!r}"
        )
    numbers = {
        "rows": len(units),
        "segments": sum(len(unit["detail_segments"]) for unit in units),
        "facts": len(result["facts"]),
        "gates": len(result.get("review_gates", ())),
        "unresolved": len(result.get("unresolved_fields", ())),
    }
    yield f"  {_WORDS['sum'].fill(language, numbers)}"


def _row(unit: Mapping[str, Any], language: Language) -> Iterator[str]:
    operation, number = unit["operation"], unit["source_scope"]["row_number"]
    words = (_value(unit["group_code"]), _value(operation["operation_date"]), _value(operation["operation_kind"]))
    cells = f"C{number} {words[0]}  H{number} {words[1]} {words[2]}  J{number} {_value(unit['group_in'])}"
    yield f"  {_say('row', language)} {number}  {cells}"


def _segment(segment: Mapping[str, Any], unit: Mapping[str, Any], language: Language) -> Iterator[str]:
    from specproof.report.frame import safe

    stay, number = segment["stay"], unit["source_scope"]["row_number"]
    text = safe(segment["raw_text"])
    if segment["change_role"] == "BEFORE" and sys.stdout.isatty():
        text = click.style(text, strikethrough=True, dim=True)
    days = (
        f"{_value(stay['arrival'])} – {_value(stay['departure'])}, {_value(stay['nights'])} {_say('nights', language)}"
    )
    yield f"    E{number} {segment['change_role']:7} {days}  {text}"
    for item in segment["room_items"]:
        parts = [
            str(item["item_role"] or "?"),
            f"{_value(item['quantity'])} x {_value(item['source_room_type'])}",
            f"BF {_value(item['breakfast'])}",
            " ".join(item["qualifiers"]["normalized_value"] or ["-"]),
            f"{_value(item['source_price_token'])} = {_value(item['source_price'])}",
        ]
        yield safe("      " + "  ".join(parts))


def _value(field: Mapping[str, Any]) -> str:
    """The value, or the state of a field that has none."""
    return str(field["normalized_value"]) if field["status"] == "RESOLVED" else field["status"].lower()


def _place(units: Sequence[Mapping[str, Any]], identifier: str) -> str:
    """The cell that an id belongs to."""
    for unit in units:
        for segment in unit["detail_segments"]:
            known = {segment["segment_id"], *(item["room_item_id"] for item in segment["room_items"])}
            if identifier in known:
                return f"E{unit['source_scope']['row_number']}"
        if identifier == unit["row_unit_id"]:
            return f"{unit['source_scope']['row_number']}"
    return ""


def _unresolved(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        for one in value:
            yield from _unresolved(one)
    elif isinstance(value, dict) and "field_id" in value:
        if value["status"] == "UNRESOLVED":
            yield value
    elif isinstance(value, dict):
        yield from _unresolved(list(value.values()))


def _say(word: str, language: Language) -> str:
    return _WORDS[word].pick(language)
