"""`specproof qbd accept`: the two real samples, recognised by their hash, held against what the law says of them.

For whoever holds the files; they are in no repository. It refuses every other file.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from specproof.cli import exits, law
from specproof.cli.options import Settings
from specproof.cli.qbd_parse import bytes_of, own_sender
from specproof.errors import ExitCode, UsageProblem
from specproof.text import Text

SCHEMA = "specproof/qbd-accept/1"
_LINE = Text(zh="{what}：应为 {expected}，实为 {seen}", en="{what}: expected {expected}, seen {seen}")


@click.command()
@click.option(
    "--sample",
    "files",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="A real sample; may be repeated.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("qbd-accept")
@click.pass_obj
def accept(settings: Settings, files: tuple[Path, ...], form: str) -> int:
    """Parse the real samples and compare with what was confirmed of them: rows, and over both the segments by role.

    Exit code 1 when something differs, 2 for a file that is none of the samples.

    \b
    specproof qbd accept --sample AUGUST.xlsx --sample JULY.xlsx
    """
    from specproof.reference.qbd.law import Law

    the_law = Law()
    said = the_law.profile["samples"]
    known = {one["sha256"]: one for one in said["workbooks"]}
    found: dict[str, list[Any]] = {}
    for file in files:
        data = bytes_of(file)
        digest = hashlib.sha256(data).hexdigest()
        if digest not in known:
            raise UsageProblem(
                "qbd.unknown-sample",
                f"The file is none of the samples: its SHA-256 is {digest}.",
                where=str(file),
                next_step=f"Give the workbooks of {' and '.join(one['month'] for one in said['workbooks'])}.",
            )
        found[digest] = _units(the_law, file, data)
    checks = list(_checks(said, found))
    if form == "json":
        exits.echo(json.dumps({"schema": SCHEMA, "checks": checks}, ensure_ascii=False, indent=2))
    else:
        exits.echo("\n".join(_LINE.fill(settings.language, one) for one in checks))
    return ExitCode.OK if all(one["expected"] == one["seen"] for one in checks) else ExitCode.FINDINGS


def _units(the_law: Any, file: Path, data: bytes) -> list[Any]:
    from specproof.reference.qbd.parse import Attachment, Mail, parse

    result = parse(the_law, Mail(own_sender(the_law), "sample", "1", (Attachment("sample", file.name, data),)))
    return list(result["parser_observations"]["row_units"]) if result["parser_observations"] else []


def _checks(said: Mapping[str, Any], found: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    checks = []
    for one in said["workbooks"]:
        if one["sha256"] in found:
            units = found[one["sha256"]]
            rows = [unit["source_scope"]["row_number"] for unit in units]
            checks.append(_check(f"{one['month']} row_units", one["row_units"], len(units)))
            checks.append(
                _check(f"{one['month']} not_selected", [], [row for row in one["not_selected"] if row in rows])
            )
    if len(found) == len(said["workbooks"]):
        roles = Counter(
            segment["change_role"] for units in found.values() for unit in units for segment in unit["detail_segments"]
        )
        together = said["together"]
        checks.append(_check("segments", together["segments"], sum(roles.values())))
        checks.append(_check("BEFORE, AFTER", [together["pairs"]] * 2, [roles["BEFORE"], roles["AFTER"]]))
        checks.append(_check("CURRENT", together["current"], roles["CURRENT"]))
    return checks


def _check(what: str, expected: Any, seen: Any) -> dict[str, Any]:
    return {"what": what, "expected": expected, "seen": seen}
