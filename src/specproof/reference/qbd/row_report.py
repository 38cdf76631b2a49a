"""Why a row was selected or not, cell by cell: for people who look at a workbook and wonder.

Goes through the same gates as the parser. It refuses to decide: what it tells is what `template` decides by.
"""

from __future__ import annotations

from dataclasses import dataclass

from specproof.reference.qbd import template
from specproof.reference.qbd.law import Law
from specproof.reference.qbd.workbook.cells import Cell, Cells
from specproof.reference.qbd.workbook.sheet import Row, Sheet


@dataclass(frozen=True, slots=True)
class CellReport:
    """One core cell. `orange` is how its fill is orange; `covered`: a merged range shows another cell's text there."""

    column: str
    there: bool
    orange: str | None
    cell: Cell
    covered: bool


@dataclass(frozen=True, slots=True)
class RowReport:
    """`selected` is as the parser has it."""

    number: int
    sheet_name: str
    header_row: int
    cells: tuple[CellReport, ...]
    selected: bool


def explain(law: Law, data: bytes, number: int, *, fixture: bool = False) -> RowReport:
    """The report of one row. Raises Rejected as `template.read` does."""
    found = template.read(law, data, fixture=fixture)
    package, part = template.opened(law, data)
    cells = template.cells_of(law, package)
    sheet = Sheet(package, part.part, law.profile["limits"])
    columns = sorted(name for name, one in law.profile["columns"].items() if one["core"])
    row = Row(number, {})
    for one in sheet.rows(frozenset(columns)):
        row = one if one.number == number else row
    sheet.sealed()
    cells.fetch(row.cells.values())
    return RowReport(
        number=number,
        sheet_name=found.sheet_name,
        header_row=found.header_row,
        cells=tuple(_cell(cells, sheet, row, column) for column in columns),
        selected=any(one.number == number for one in found.rows),
    )


def _cell(cells: Cells, sheet: Sheet, row: Row, column: str) -> CellReport:
    raw = row.cells.get(column)
    covered = sheet.covered(column, row.number)
    return CellReport(
        column=column,
        there=raw is not None,
        orange=cells.look(raw).orange if raw is not None else None,
        cell=cells.read(None if covered else raw),
        covered=covered,
    )
