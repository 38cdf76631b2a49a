"""`specproof qbd explain-row`: why a row of a workbook was selected or not, cell by cell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import exits, law
from specproof.cli.options import Settings
from specproof.cli.qbd_parse import bytes_of
from specproof.errors import ExitCode, UsageProblem
from specproof.text import Language, Text

if TYPE_CHECKING:
    from specproof.reference.qbd.row_report import CellReport, RowReport

SCHEMA = "specproof/qbd-row/1"
_WORDS = {
    "selected": Text(zh="第 {row} 行被选中：核心单元格都是橙色", en="Row {row} is selected: every core cell is orange"),
    "above": Text(
        zh="第 {row} 行没有选中：它不在表头（第 {header} 行）之下",
        en="Row {row} is not selected: it is not below the header, which is row {header}",
    ),
    "not": Text(zh="第 {row} 行没有选中：{columns} 不是橙色", en="Row {row} is not selected: {columns} not orange"),
    "orange": Text(zh="橙色（{how}）", en="orange ({how})"),
    "plain": Text(zh="不是橙色", en="not orange"),
    "absent": Text(zh="没有这个单元格", en="there is no such cell"),
    "covered": Text(zh="被合并区盖住", en="covered by a merged range"),
}


@click.command("explain-row")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("row", type=click.IntRange(1, 1_048_576))
@click.option("--kind", type=click.Choice(["new", "test"]), default="new", show_default=True)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("qbd-row")
@click.pass_obj
def explain_row(settings: Settings, file: Path, row: int, kind: str, form: str) -> int:
    """Why ROW of the business sheet was selected, or why not: fill, kind and text of each core cell.

    Exit code 1 when the workbook is not the template.

    \b
    specproof qbd explain-row AUGUST.xlsx 22
    specproof qbd explain-row AUGUST.xlsx 22 --format json
    """
    from specproof.reference.qbd import row_report
    from specproof.reference.qbd.law import Law
    from specproof.reference.rejection import Rejected

    try:
        report = row_report.explain(Law(), bytes_of(file), row, fixture=kind == "test")
    except Rejected as rejected:
        raise UsageProblem(
            "qbd.not-the-template",
            f"The workbook is turned down before any row is looked at: {rejected.rejection.code}.",
            where=str(file),
            next_step="`specproof qbd parse` tells the outcome; profile.yaml has every refusal with its meaning.",
        ) from None
    if form == "json":
        exits.echo(json.dumps(_data(report), ensure_ascii=False, indent=2))
    else:
        exits.echo("\n".join(_lines(report, settings.language)))
    return ExitCode.OK


def _data(report: RowReport) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "sheet": report.sheet_name,
        "row": report.number,
        "header_row": report.header_row,
        "selected": report.selected,
        "cells": [
            {
                "cell": f"{one.column}{report.number}",
                "there": one.there,
                "orange": one.orange,
                "covered": one.covered,
                "kind": one.cell.kind,
                "text": one.cell.text.text,
            }
            for one in report.cells
        ],
    }


def _lines(report: RowReport, language: Language) -> Iterator[str]:
    from specproof.report import table
    from specproof.report.cells import safe

    lacking = [one.column for one in report.cells if one.orange is None]
    word = "selected" if report.selected else "not" if lacking else "above"
    values = {"row": report.number, "header": report.header_row, "columns": ", ".join(lacking)}
    yield _WORDS[word].fill(language, values)
    rows = [
        (
            f"{one.column}{report.number}",
            _fill(one, language),
            one.cell.kind,
            safe(one.cell.text.text.replace("\n", " / ")),
        )
        for one in report.cells
    ]
    yield from table.aligned(rows)


def _fill(one: CellReport, language: Language) -> str:
    if not one.there:
        return _WORDS["absent"].pick(language)
    told = _WORDS["orange"].fill(language, {"how": one.orange}) if one.orange else _WORDS["plain"].pick(language)
    return f"{told}, {_WORDS['covered'].pick(language)}" if one.covered else told
