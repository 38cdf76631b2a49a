"""The gates of one attachment and the rows it yields: is it the QBD template, and which rows are orange.

Looks at the cells that the law names and at nothing else: the ignored column is not even read. It refuses a workbook
that is not exactly the template, with a refusal of profile.yaml.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from specproof.reference.qbd.channel import Month, sheet_month
from specproof.reference.qbd.law import SYSTEM, Law
from specproof.reference.qbd.workbook import styles
from specproof.reference.qbd.workbook.cells import Cell, Cells
from specproof.reference.qbd.workbook.container import Container
from specproof.reference.qbd.workbook.package import Package, SheetPart
from specproof.reference.qbd.workbook.sheet import Raw, Row, Sheet
from specproof.reference.rejection import Rejected, Rejection
from specproof.reference.source import lawless, only

_CENTURY = 2000


@dataclass(frozen=True, slots=True)
class Selected:
    """A selected row: its core cells by column, and what made it orange."""

    number: int
    cells: Mapping[str, Cell]
    fill: str


@dataclass(frozen=True, slots=True)
class Template:
    """What one attachment yields. `accent_differs`: the orange of its theme is another colour."""

    sheet_name: str
    header_row: int
    rows: tuple[Selected, ...]
    accent_differs: bool


def read(law: Law, data: bytes, *, fixture: bool = False) -> Template:
    """`fixture`: the input is declared a test, so that the colours of fixtures count. Raises Rejected."""
    package, sheet = opened(law, data)
    month = sheet_month(law, sheet.name)
    if isinstance(month, Rejection):
        raise Rejected(month.code)
    gathered = _Gathered(law, cells_of(law, package), fixture=fixture)
    rows = Sheet(package, sheet.part, law.profile["limits"])
    for row in rows.rows(gathered.core, whole=law.profile["header"]["within_rows"]):
        gathered.take(row)
    rows.sealed()
    gathered.fetch()
    gathered.judge_title(month)
    header = gathered.header()
    selected = tuple(gathered.selected(header, rows))
    theme = any(one.fill == styles.THEME for one in selected)
    return Template(sheet.name, header, selected, theme and styles.accent_differs(package, law))


def opened(law: Law, data: bytes) -> tuple[Package, SheetPart]:
    """The package and its one business sheet. Raises Rejected."""
    limits = law.profile["limits"]
    package = Package(Container(data, limits), law.profile["workbook"], limits)
    return package, _business_sheet(law, package.sheets)


def cells_of(law: Law, package: Package) -> Cells:
    return Cells(package, styles.read(package, law), law)


def _business_sheet(law: Law, sheets: Iterable[SheetPart]) -> SheetPart:
    name = law.grammar(law.profile["sheet"]["name"])
    found = [one for one in sheets if one.worksheet and name.fullmatch(one.name)]
    if len(found) != 1:
        raise Rejected("several-business-sheets" if found else "no-business-sheet")
    return found[0]


class _Gathered:
    """What is kept of the rows while they pass: the title, the header rows, the rows whose core cells are orange."""

    def __init__(self, law: Law, cells: Cells, *, fixture: bool) -> None:
        said = law.profile["selection"]
        only(SYSTEM, said["cells"], "every-core-cell")
        self.core = frozenset(name for name, one in law.profile["columns"].items() if one["core"])
        self._law = law
        self._cells = cells
        self._kinds = {styles.THEME, *([styles.FIXTURE] if fixture else [])}
        self._top: list[Row] = []
        self._orange: list[tuple[int, dict[str, Raw], str]] = []

    def take(self, row: Row) -> None:
        if row.number <= self._law.profile["header"]["within_rows"]:
            self._top.append(row)
        fills = {self._orange_of(row.cells.get(column)) for column in self.core}
        if fills <= self._kinds:
            kept = {column: row.cells[column] for column in self.core}
            self._orange.append((row.number, kept, styles.FIXTURE if styles.FIXTURE in fills else styles.THEME))

    def _orange_of(self, raw: Raw | None) -> str | None:
        """An absent cell is not orange, whatever its row or column looks like."""
        return None if raw is None else self._cells.look(raw).orange

    def fetch(self) -> None:
        """Once all rows have passed: the strings of those that were kept, the ignored column's left alone."""
        ignored = self._ignored()
        kept = [raw for row in self._top for column, raw in row.cells.items() if column not in ignored]
        self._cells.fetch([*kept, *(raw for _, raws, _ in self._orange for raw in raws.values())])

    def _is_header(self, row: Row) -> bool:
        return all(self._label(row, column) in texts for column, texts in self._wanted().items())

    def _wanted(self) -> dict[str, set[str]]:
        """The labels of each core column, as they are compared."""
        labels: Mapping[str, list[str]] = self._law.profile["header"]["labels"]
        return {column: {self._law.compared(one) for one in texts} for column, texts in labels.items()}

    def _ignored(self) -> set[str]:
        return {name for name, one in self._law.profile["columns"].items() if one["role"] == "ignored"}

    def _is_doubled(self, row: Row) -> bool:
        """Whether a label stands again in another column, the ignored one apart."""
        wanted = self._wanted()
        every = set().union(*wanted.values())
        return any(self._label(row, column) in every for column in row.cells.keys() - wanted.keys() - self._ignored())

    def _label(self, row: Row, column: str) -> str:
        cell = self._cells.read(row.cells.get(column))
        return self._law.compared(cell.text.text) if cell.kind == "text" else ""

    def header(self) -> int:
        """The number of the header row."""
        wanted = self._law.profile["header"]["rows"]
        headers = [row for row in self._top if self._is_header(row)]
        if len(headers) < wanted:
            raise Rejected("no-header-row")
        if len(headers) > wanted:
            raise Rejected("several-header-rows")
        if any(self._is_doubled(row) for row in headers):
            raise Rejected(self._law.profile["header"]["doubled_label"])
        return headers[0].number

    def judge_title(self, month: Month) -> None:
        said = self._law.profile["title"]
        first = self._top[0] if self._top and self._top[0].number == 1 else None
        title = self._cells.read(first.cells.get("A") if first else None)
        text = self._law.compared(title.text.text)
        if any(self._law.compared(one) not in text for one in said["contains"]):
            raise Rejected("title-incomplete")
        months = set(self._months(text))
        for check in said["agreement"]:
            agrees = {"found-at-least-once": bool(months), "all-equal-sheet": months == {month}}.get(check["id"])
            if agrees is None:
                raise lawless(SYSTEM, f"There is no agreement '{check['id']}' of a title.")
            if not agrees:
                raise Rejected(check["refusal"])

    def _months(self, text: str) -> Iterable[Month]:
        names: list[str] = self._law.profile["months"]
        for form in self._law.profile["title"]["month_forms"]:
            for found in self._law.grammar(form).finditer(text):
                parts = found.groupdict()
                year = int(parts["year"]) + (_CENTURY if len(parts["year"]) == 2 else 0)  # noqa: PLR2004 - two digits
                if "month" in parts:
                    yield Month(year, int(parts["month"]))
                elif parts["month_name"] in names:
                    yield Month(year, names.index(parts["month_name"]) + 1)

    def selected(self, header: int, sheet: Sheet) -> Iterable[Selected]:
        only(SYSTEM, self._law.profile["selection"]["other_sources"]["merged_range"]["text"], "first-row-only")
        for number, raws, fill in self._orange:
            if number > header:
                cells = {
                    column: self._cells.read(None if sheet.covered(column, number) else raw)
                    for column, raw in raws.items()
                }
                yield Selected(number, cells, fill)
