"""The parts of a workbook and how they name each other, from the root relationships to the sheets.

Transitional and Strict names are told apart by the workbook's own root. It refuses targets outside the package, parts
that are named and missing, and two sheets of one name.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from specproof.reference.qbd.workbook.container import Container
from specproof.reference.qbd.workbook.xml_part import Element, elements
from specproof.reference.rejection import Rejected

_PACKAGE = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_DRAWING = (
    "{http://schemas.openxmlformats.org/drawingml/2006/main}",
    "{http://purl.oclc.org/ooxml/drawingml/main}",
)
_MACROS = ("macroEnabled", "macroenabled")


@dataclass(frozen=True, slots=True)
class Relation:
    type: str  # the last step of the type's URI
    target: str  # the name of a part


@dataclass(frozen=True, slots=True)
class SheetPart:
    name: str
    part: str
    worksheet: bool


class Package:
    """`main` is the namespace of the workbook in braces, `sheets` are in the order of the workbook."""

    def __init__(self, container: Container, law: Mapping[str, Any], limits: Mapping[str, Any]) -> None:
        self._container = container
        self._limits = limits
        self._spaces = [(f"{{{one['main']}}}", f"{{{one['relationships']}}}") for one in law["namespaces"]]
        workbook = next((one.target for one in self._relations("") if one.type == "officeDocument"), None)
        if workbook is None:
            raise Rejected("missing-part")
        self._judge_type(workbook, law["content_type"])
        self._relations_of_workbook = {one[0]: one[1] for one in self._named_relations(workbook)}
        self.date_system = "1900"
        self.main = ""
        self.sheets = tuple(self._sheets(workbook))

    def part(self, kind: str) -> str | None:
        """The part of the workbook of that type of relationship; None when it has none."""
        return next((one.target for one in self._relations_of_workbook.values() if one.type == kind), None)

    def elements(self, part: str, root: str, *wanted: str) -> Iterator[Element]:
        """Elements of a part by their local names; `root` is that of the outermost one."""
        return self._elements(part, [space for space, _ in self._spaces], root, wanted)

    def streamed(self, part: str, root: str, *wanted: str) -> Iterator[Element]:
        """As `elements`, of a part that may be as large as a part can be: whoever asks must not keep them all."""
        return self._elements(part, [space for space, _ in self._spaces], root, wanted, limit="part_bytes")

    def themes(self, part: str, *wanted: str) -> Iterator[Element]:
        """Elements of the theme, which has namespaces of its own."""
        return self._elements(part, _DRAWING, "theme", wanted)

    def _elements(
        self, part: str, spaces: Iterable[str], root: str, wanted: Iterable[str], *, limit: str = "small_part_bytes"
    ) -> Iterator[Element]:
        spaces = list(spaces)
        roots = frozenset(space + root for space in spaces)
        names = frozenset(space + name for space in spaces for name in wanted)
        return elements(self._container.pieces(part, limit), self._limits, roots, names)

    # --- reading ------------------------------------------------------------------------------------------------------

    def _sheets(self, workbook: str) -> Iterable[SheetPart]:
        found: list[SheetPart] = []
        for element in self.elements(workbook, "workbook", "workbookPr", "sheet"):
            space, _, name = element.tag.rpartition("}")
            if name == "workbookPr":
                self.date_system = "1904" if element.get("date1904") in ("1", "true") else "1900"
            elif name == "sheet":
                self.main = space + "}"
                found.append(self._sheet(element))
        if not found:
            raise Rejected("missing-part")
        if len({one.name for one in found}) != len(found):
            raise Rejected("doubled-sheet-name")
        return found

    def _sheet(self, element: Element) -> SheetPart:
        relation = next((element.get(f"{space}id") for _, space in self._spaces if element.get(f"{space}id")), None)
        target = self._relations_of_workbook.get(relation or "")
        if target is None or target.target not in self._container.names:
            raise Rejected("missing-part")
        return SheetPart(element.get("name") or "", target.target, target.type == "worksheet")

    def _judge_type(self, workbook: str, wanted: str) -> None:
        said = None
        for element in self._elements("[Content_Types].xml", [_TYPES], "Types", ["Override"]):
            if (element.get("PartName") or "").lower() == f"/{workbook}".lower():
                said = element.get("ContentType") or ""
        if said == wanted:
            return
        raise Rejected("macro-workbook" if said and any(word in said for word in _MACROS) else "wrong-content-type")

    def _relations(self, part: str) -> Iterator[Relation]:
        return (relation for _, relation in self._named_relations(part))

    def _named_relations(self, part: str) -> Iterator[tuple[str, Relation]]:
        folder, _, file = part.rpartition("/")
        place = posixpath.join(folder, "_rels", f"{file}.rels")
        for element in self._elements(place, [_PACKAGE], "Relationships", ["Relationship"]):
            kind = (element.get("Type") or "").rpartition("/")[2]
            if element.get("TargetMode") == "External":
                if kind in ("officeDocument", "worksheet", "styles", "sharedStrings", "theme"):
                    raise Rejected("target-outside")
                continue
            yield element.get("Id") or "", Relation(kind, _inside(folder, element.get("Target") or ""))


def _inside(folder: str, target: str) -> str:
    if "\\" in target or "://" in target:
        raise Rejected("target-outside")
    path = posixpath.normpath(target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target))
    if path.startswith(".."):
        raise Rejected("target-outside")
    return path
