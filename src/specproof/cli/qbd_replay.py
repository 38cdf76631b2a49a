"""`specproof qbd replay`: a stored parsed_fact_set read again, with values that people accepted, for one reader."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from specproof.cli import exits, law
from specproof.cli.options import Settings
from specproof.cli.qbd_parse import SCHEMA as PARSED
from specproof.cli.qbd_parse import bytes_of, lines
from specproof.errors import ExitCode, UsageProblem
from specproof.text import Language, Text

SCHEMA = "specproof/qbd-replay/1"
Json = dict[str, Any]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--accept",
    "accepted",
    multiple=True,
    metavar="FIELD=VALUE",
    help="A value that people accepted, by the id or the path of its field; again for more.",
)
@click.option("--reader", default="layer-3-artifact", show_default=True, help="Whose copy: see copies of the law.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("qbd-replay")
@click.pass_obj
def replay(settings: Settings, file: Path, accepted: tuple[str, ...], reader: str, form: str) -> int:
    """Read a stored parsed_fact_set again: its versions, members, ids and hash are judged first.

    FILE is that JSON document, or the JSON of `qbd parse` over one workbook. What rests on an accepted value is
    computed anew, facts included.

    \b
    specproof qbd parse AUGUST.xlsx --format json > facts.json
    specproof qbd replay facts.json
    specproof qbd replay facts.json --accept /row_units/0/group_in=2026-08-05
    specproof qbd replay facts.json --reader booking-agent --format json
    """
    from specproof.reference.qbd import contract
    from specproof.reference.qbd.law import Law
    from specproof.reference.rejection import Rejected

    the_law = Law()
    try:
        found = contract.read(the_law, _document(bytes_of(file)))
        if accepted:
            found = contract.effective(the_law, found, _values(the_law, found, accepted))
    except Rejected as rejected:
        raise _refused(the_law, rejected, file, settings.language) from None
    found = contract.copy(the_law, found, reader)
    if form == "json":
        exits.echo(json.dumps({"schema": SCHEMA, "reader": reader, "result": found}, ensure_ascii=False, indent=2))
    else:
        exits.echo("\n".join(lines(file, found, settings.language)))
    return ExitCode.OK


def _document(data: bytes) -> bytes:
    """The bytes themselves, or the one result of a report of `qbd parse`."""
    try:
        report = json.loads(data)
    except (ValueError, RecursionError):
        return data
    if not isinstance(report, dict) or report.get("schema") != PARSED:
        return data
    files = report.get("files")
    if not isinstance(files, list) or len(files) != 1 or not isinstance(files[0], dict):
        raise UsageProblem(
            "qbd.several-results",
            "The report of `qbd parse` holds more than one result, or none.",
            next_step="Give the report of one workbook, or the `result` of one of its files.",
        )
    return json.dumps(files[0].get("result"), ensure_ascii=False).encode("utf-8", "surrogatepass")


def _values(the_law: Any, found: Mapping[str, Any], accepted: Iterable[str]) -> Json:
    """By field id. A value is text where its field takes that text, else what it says as JSON."""
    from specproof.reference.qbd.declared import Declared
    from specproof.reference.qbd.index import Index

    declared = Declared(the_law)
    fields = list(Index(found["parser_observations"]).fields()) if found["parser_observations"] else []
    named = {one[name]: one for one in fields for name in ("field_path", "field_id")}
    values: Json = {}
    for said in accepted:
        name, separator, spelt = said.partition("=")
        if not separator:
            raise UsageProblem(
                "qbd.accept-malformed",
                f"'{said}' has no '='.",
                where="--accept",
                next_step="Write FIELD=VALUE, such as /row_units/0/group_in=2026-08-05.",
            )
        field = named.get(name)
        if field is None:
            values[name] = spelt
        else:
            fits = declared.fits_role(field["semantic_role"], spelt)
            values[field["field_id"]] = spelt if fits else _json(spelt)
    return values


def _json(spelt: str) -> Any:
    try:
        return json.loads(spelt)
    except (ValueError, RecursionError):
        return spelt


def _refused(the_law: Any, rejected: Any, file: Path, language: Language) -> UsageProblem:
    code, path = rejected.rejection.code, rejected.rejection.path
    said = next(one["meaning"] for one in the_law.observation["contract"]["refusals"] if one["id"] == code)
    return UsageProblem(
        "qbd.not-replayable",
        f"The document is refused: {code}.",
        where=f"{file}, at {path or 'the top'}",
        cause=f"{Text(**said).pick(language)}.",
        next_step="Give the JSON as the parser made it, or a value that the field can take.",
    )
