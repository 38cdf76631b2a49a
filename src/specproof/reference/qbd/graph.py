"""The observations of one workbook: rows, segments, items and fields with their stable ids, evidence and hash.

Members, roles and identities are those of observation.yaml. Pure: the same bytes and the same message give the same
graph. It refuses to project anything into facts.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from specproof.reference.qbd import operation
from specproof.reference.qbd import stay as stays
from specproof.reference.qbd.identity import canonical, identity
from specproof.reference.qbd.law import SYSTEM, Law, Reading
from specproof.reference.qbd.operation import Entry
from specproof.reference.qbd.segments import Item, Segment, segments
from specproof.reference.qbd.template import Selected, Template
from specproof.reference.qbd.workbook.cells import Cell
from specproof.reference.qbd.workbook.rich_text import RichText
from specproof.reference.source import lawless

CXL = "CXL"
Json = dict[str, Any]
_Span = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Source:
    """Whose attachment it is."""

    message_id: str
    message_revision: str
    attachment_id: str
    attachment_sha256: str


@dataclass(frozen=True, slots=True)
class Gate:
    """Something that people have to decide; `segment_ids` are the segments that it concerns."""

    code: str
    target_kind: str
    target_id: str
    segment_ids: tuple[str, ...] = ()
    merge: bool = False


@dataclass(frozen=True, slots=True)
class Observed:
    """`observations` is a parser_observation_set with its hash, `gates` stand in the order of the document."""

    observations: Json
    gates: tuple[Gate, ...]


def observe(law: Law, source: Source, template: Template) -> Observed:
    versions = law.profile["versions"]
    rows = [_Row(law, source, template, selected, at).read() for at, selected in enumerate(template.rows)]
    observations: Json = {
        "observation_contract_version": versions["observation"],
        "profile_version": versions["profile"],
        "sender_registry_version": versions["sender_registry"],
        "parser_version": versions["parser"],
        "rule_bundle_version": versions["rule_bundle"],
        "parser_normalization_catalog_version": versions["normalization_catalog"],
        "observation_hash": "",
        "row_units": [row.unit for row in rows],
    }
    return Observed(
        observations={**observations, "observation_hash": observation_hash(law, observations)},
        gates=tuple(gate for row in rows for gate in row.gates),
    )


def observation_hash(law: Law, observations: Mapping[str, Any]) -> str:
    """Of a set, whatever hash it carries itself. Fed row by row, so that no text of the whole graph is ever held."""
    without = law.observation["observation_hash"]["without"]
    digest, separator = hashlib.sha256(), "{"
    for name in sorted(observations.keys() - set(without)):  # ASCII names: their order is that of RFC 8785
        digest.update(f"{separator}{canonical(law, name)}:".encode())
        separator = ","
        value = observations[name]
        if isinstance(value, list):
            digest.update(b"[")
            for number, one in enumerate(value):
                digest.update((("," if number else "") + canonical(law, one)).encode())
            digest.update(b"]")
        else:
            digest.update(canonical(law, value).encode())
    digest.update(b"}")
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class _Done:
    unit: Json
    gates: tuple[Gate, ...]


class _Row:
    """One selected row on its way into the graph."""

    def __init__(self, law: Law, source: Source, template: Template, selected: Selected, index: int) -> None:
        self._law = law
        self._source = source
        self._sheet = template.sheet_name
        self._header = template.header_row
        self._selected = selected
        self._cells = selected.cells
        self._path = f"/row_units/{index}"
        rules, needs = law.observation["other_rule_refs"], law.observation["dependencies"]["fields"]
        self._selected_by = next(one["rule_ref"] for one in rules if one["used_by"] == "selection/rule_ref")
        self._stay_by_cxl = next(one["by"] for one in needs if (one["role"], one["when"]) == ("STAY_ARRIVAL", "cxl"))
        self._roles = {one["code"]: one for one in law.observation["semantic_roles"]}
        self._inputs = {
            "message_id": source.message_id,
            "message_revision": source.message_revision,
            "attachment_id": source.attachment_id,
            "attachment_sha256": source.attachment_sha256,
            "sheet_name": template.sheet_name,
            "row_number": str(selected.number),
        }
        self._id = identity(law, "row_unit", self._inputs).id
        self._gates: list[Gate] = []
        self._known: dict[tuple[str, _Span], Json] = {}

    def read(self) -> _Done:
        group_in, arrival, cxl = self._group_in()
        entry = self._operation(cxl=cxl)
        date = dt.date.fromisoformat(entry.date.value) if entry.date.resolved else None
        detail, active = self._detail(arrival, date, cxl=cxl)
        unit = {
            "row_unit_id": self._id,
            "source_scope": {
                "message_id": self._source.message_id,
                "message_revision": self._source.message_revision,
                "attachment_id": self._source.attachment_id,
                "attachment_sha256": self._source.attachment_sha256,
                "sheet_name": self._sheet,
                "row_number": self._selected.number,
            },
            "selection": {
                "rule_ref": self._selected_by,
                "fill_identity": self._selected.fill,
                "header_row_number": self._header,
                "evidence_refs": [self._evidence(column, None) for column in self._columns("selection")],
            },
            "group_code": self._of_row("GROUP_CODE", self._group_code()),
            "operation": {
                "cell_raw": self._of_row("OPERATION_CELL_RAW", self._cell_raw()),
                "operation_date": self._of_row("OPERATION_DATE", entry.date),
                "operation_target_raw": self._of_row("OPERATION_TARGET_RAW", entry.target),
                "operation_kind": self._of_row("OPERATION_KIND", entry.kind),
            },
            "source_rate_code": self._of_row("SOURCE_RATE_CODE", self._rate_code()),
            "group_in": self._of_row("GROUP_IN", group_in),
            "detail_segments": detail,
        }
        if len(active) > 1:
            merge = self._law.profile["merge_review"]
            self._gates.append(Gate(merge["code"], merge["target"], self._id, active, merge=True))
        return _Done(unit, tuple(self._gates))

    # --- fields of the row --------------------------------------------------------------------------------------------

    def _kind(self, column: str) -> str:
        """How profile.yaml calls what a cell holds."""
        cell = self._cells[column]
        match cell.kind:
            case "text":
                return "text" if self._law.trimmed(cell.text.text) else "empty"
            case "empty":
                return "empty"
            case "date" if column == self._roles["GROUP_IN"]["column"]:
                return "date"
        return "other"

    def _unread(self, role: str) -> Reading | None:
        """The state of a field whose cell is not read; None when it is."""
        column = self._roles[role]["column"]
        state = self._law.cell(column, self._kind(column))
        return None if state is None else self._law.reading(role, state)

    def _group_code(self) -> Reading:
        return self._unread("GROUP_CODE") or operation.group_code(self._law, self._text("C"))

    def _cell_raw(self) -> Reading:
        return self._unread("OPERATION_CELL_RAW") or self._law.resolved("OPERATION_CELL_RAW", self._text("H"))

    def _rate_code(self) -> Reading:
        return self._law.reading("SOURCE_RATE_CODE", self._law.profile["rate_code"])

    def _group_in(self) -> tuple[Reading, dt.date | None, bool]:
        """The field, the date in J, and whether J says CXL."""
        unread = self._unread("GROUP_IN")
        if unread is not None:
            return unread, None, False
        cell = self._cells["J"]
        if cell.date is not None:
            return self._law.resolved("GROUP_IN", cell.date.isoformat()), cell.date, False
        found = operation.group_in(self._law, cell.text.text)
        cxl = found.value == self._law.profile["group_in"]["cxl"]["normalized"]
        return (replace(found, rule_ref=self._stay_by_cxl) if cxl else found), None, cxl

    def _operation(self, *, cxl: bool) -> Entry:
        unread = self._unread("OPERATION_DATE")
        if unread is not None:
            forced = operation.entry(self._law, "", cxl=cxl)
            kind = forced.kind if cxl else self._unread("OPERATION_KIND") or forced.kind
            target = self._unread("OPERATION_TARGET_RAW") or forced.target
            return Entry(unread, kind, target, forced.hint if cxl else None)
        return operation.whole(self._law, self._text("H"), cxl=cxl)

    def _text(self, column: str) -> str:
        return self._cells[column].text.text

    # --- segments -----------------------------------------------------------------------------------------------------

    def _detail(
        self, arrival: dt.date | None, operated: dt.date | None, *, cxl: bool
    ) -> tuple[list[Json], tuple[str, ...]]:
        state = self._law.cell("E", self._kind("E"))
        if state is not None:
            self._gates.append(Gate(state["gate"], state["target"], self._id))
            return [], ()
        found, active = [], []
        for index, one in enumerate(segments(self._law, self._cells["E"].text)):
            stay = stays.stay(self._law, one.text, arrival, cxl=cxl, operation_date=operated)
            segment = self._segment(one, stay, index, cxl=cxl)
            found.append(segment)
            active += [segment["segment_id"]] if one.active else []
        return found, tuple(active)

    def _segment(self, one: Segment, stay: stays.Stay, index: int, *, cxl: bool) -> Json:
        path = f"{self._path}/detail_segments/{index}"
        inputs = {
            **self._inputs,
            "segment_order": str(one.order),
            "segment_start": str(one.start),
            "segment_end": str(one.end),
        }
        identifier = identity(self._law, "detail_segment", inputs).id
        self._gates += [Gate(code, "detail_segment", identifier, (identifier,)) for code in one.gates]
        span = (one.start, one.end)

        def field(role: str, reading: Reading) -> Json:
            reading = replace(reading, rule_ref=self._stay_by_cxl, origin="PROFILE_DERIVED") if cxl else reading
            return self._field(role, reading, identifier, path, one.text, span)

        return {
            "segment_id": identifier,
            "change_role": one.role,
            "raw_text": one.text,
            "raw_text_span": {"start": one.start, "end": one.end},
            "stay": {
                "arrival": field("STAY_ARRIVAL", stay.arrival),
                "departure": field("STAY_DEPARTURE", stay.departure),
                "nights": self._field("STAY_NIGHTS", stay.nights, identifier, path, None, span),
            },
            "room_items": [
                self._item(item, inputs, f"{path}/room_items/{at}", identifier) for at, item in enumerate(one.items)
            ],
        }

    def _item(self, item: Item, inputs: Mapping[str, str], path: str, segment: str) -> Json:
        own = {"item_order": str(item.order), "item_start": str(item.start), "item_end": str(item.end)}
        identifier = identity(self._law, "room_item", {**inputs, **own}).id
        if item.gate is not None:
            self._gates.append(Gate(item.gate, "room_item", identifier, (segment,)))

        def field(role: str, reading: Reading, raw: str) -> Json:
            return self._field(role, reading, identifier, path, raw, (item.start, item.end))

        label, text = item.label, item.label_text
        whole = self._law.resolved("ROOM_SOURCE_LABEL", text) if text else self._law.missing("ROOM_SOURCE_LABEL")
        return {
            "room_item_id": identifier,
            "item_role": item.role,
            "source_label": field("ROOM_SOURCE_LABEL", whole, text),
            "source_room_type": field("ROOM_SOURCE_TYPE", label.room, text),
            "breakfast": field("ROOM_BREAKFAST", label.breakfast, text),
            "qualifiers": field("ROOM_QUALIFIERS", label.qualifiers, text),
            "quantity": field("ROOM_QUANTITY", item.quantity, item.outer_text),
            "source_price_token": field("ROOM_SOURCE_PRICE_TOKEN", label.token, text),
            "source_price": field("ROOM_SOURCE_PRICE", label.price, text),
        }

    # --- fields and their evidence ------------------------------------------------------------------------------------

    def _of_row(self, role: str, reading: Reading) -> Json:
        column = self._roles[role]["column"]
        raw = None if column is None or self._cells[column].kind == "empty" else self._text(column)
        return self._field(role, reading, self._id, self._path, raw, None)

    def _field(self, role: str, reading: Reading, owner: str, path: str, raw: str | None, span: _Span) -> Json:
        said = self._roles[role]
        return {
            "field_id": identity(self._law, "field", {"owner_id": owner, "semantic_role": role}).id,
            "semantic_role": role,
            "field_path": f"{path}/{said['place']}",
            "status": reading.status,
            "raw_value": raw,
            "normalized_value": reading.value,
            "origin": reading.origin,
            "patchability": reading.patchability,
            "reason_code": reading.reason,
            "rule_ref": reading.rule_ref or said["rule_refs"][0],
            "evidence_refs": list(self._evidence_of(role, said, span)),
        }

    def _evidence_of(self, role: str, said: Mapping[str, Any], span: _Span) -> Iterator[Json]:
        if said["owner"] == "row_unit":
            yield from (self._evidence(column, None) for column in [said["column"]] if column is not None)
            return
        for column in self._columns(said["owner"]):
            yield self._evidence(column, span)
        for line in self._law.observation["evidence"]["refs"]:
            if line["owner"] == role:
                yield from (self._evidence(column, None) for column in line["cells"])

    def _columns(self, owner: str) -> Sequence[str]:
        for line in self._law.observation["evidence"]["refs"]:
            if line["owner"] == owner:
                cells: Sequence[str] = line["cells"]
                return cells
        raise lawless(SYSTEM, f"Nothing is said of the evidence of {owner}.")

    def _evidence(self, column: str, span: _Span) -> Json:
        """One piece of evidence; made once, however many fields rest on it."""
        if (column, span) not in self._known:
            self._known[column, span] = self._new_evidence(column, span)
        return self._known[column, span]

    def _new_evidence(self, column: str, span: _Span) -> Json:
        cell = self._cells[column]
        text = cell.text if span is None else cell.text.part(*span)
        content = content_hash(self._law, cell, text)
        start, end = (None, None) if span is None else (str(span[0]), str(span[1]))
        inputs = {**self._inputs, "column": column, "span_start": start, "span_end": end, "content_hash": content}
        return {
            "evidence_id": identity(self._law, "evidence", inputs).id,
            "locator": {
                "attachment_id": self._source.attachment_id,
                "attachment_sha256": self._source.attachment_sha256,
                "sheet_name": self._sheet,
                "row_number": self._selected.number,
                "column": column,
                "span": None if span is None else {"start": span[0], "end": span[1]},
            },
            "content_hash": content,
        }


def content_hash(law: Law, cell: Cell, text: RichText) -> str:
    """The hash of what a cell, or a stretch of it, holds: kind, value and the signature of its strikes."""
    content = {"cell_kind": cell.kind, "value": text.text, "struck": [list(one) for one in text.struck]}
    return hashlib.sha256(canonical(law, content).encode()).hexdigest()
