"""One mail through the deterministic parser: sender, attachments, template, observations, facts, issues.

Bytes and metadata in, a `parsed_fact_set` out; the same in, the same out. It refuses to read an attachment before the
sender is known, and to fall back on anything.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from specproof.reference.qbd import channel, facts, graph, template
from specproof.reference.qbd.graph import Gate, Observed, Source
from specproof.reference.qbd.identity import identity
from specproof.reference.qbd.law import SYSTEM, Law
from specproof.reference.qbd.template import Template
from specproof.reference.qbd.unresolved import unresolved
from specproof.reference.rejection import Rejected
from specproof.reference.source import lawless

Json = dict[str, Any]
_MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Attachment:
    attachment_id: str
    file_name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """`kind` is new, historical or test; a test may use the colours of fixtures."""

    sender: str
    message_id: str
    message_revision: str
    attachments: tuple[Attachment, ...]
    kind: str = "new"


def parse(law: Law, mail: Mail) -> Json:
    """The parsed_fact_set of a mail, members in the order of observation.yaml."""
    route = channel.sender(law, mail.sender, mail.kind)
    if route.applicability is not None:
        return _ended(law, mail, route.applicability, route.issue, None)
    with _without_collector():
        try:
            attachment, found = _one_template(law, mail)
        except Rejected as rejected:
            return _refused(law, mail, rejected.rejection.code)
        source = Source(mail.message_id, mail.message_revision, attachment.attachment_id, _sha256(attachment.data))
        return _parsed(law, mail, found, graph.observe(law, source, found))


def _one_template(law: Law, mail: Mail) -> tuple[Attachment, Template]:
    """The one attachment that is a template. Raises Rejected with the refusal that decides."""
    name = law.grammar(law.profile["attachments"]["candidate"])
    candidates = [one for one in mail.attachments if name.fullmatch(one.file_name)]
    templates: list[tuple[Attachment, Template]] = []
    refusals: list[str] = []
    for one in candidates:
        try:
            templates.append((one, template.read(law, one.data, fixture=mail.kind == "test")))
        except Rejected as rejected:
            refusals.append(rejected.rejection.code)
    unreadable = [code for code in refusals if _outcome_of(law, code) != "template-mismatch"]
    counts = {"candidates": len(candidates), "unreadable": len(unreadable), "templates": len(templates)}
    for line in law.profile["attachments"]["decisions"]:
        if all(_fits(counts[name], wanted) for name, wanted in line["when"].items()):
            code = line["refusal"]
            if code is None:
                return templates[0]
            named = {"of-first-unreadable": unreadable, "of-first-candidate": refusals}.get(code, [code])
            raise Rejected(named[0])
    raise lawless(SYSTEM, "No decision on the attachments fits.")


def _fits(count: int, wanted: int | str) -> bool:
    if isinstance(wanted, int):
        return count == wanted
    return count >= int(wanted.removesuffix("-or-more"))


def _outcome_of(law: Law, refusal: str) -> str:
    for line in law.profile["refusals"]:
        if line["id"] == refusal:
            outcome: str = line["outcome"]
            return outcome
    raise lawless(SYSTEM, f"'{refusal}' is no refusal.")


def _refused(law: Law, mail: Mail, refusal: str) -> Json:
    outcome = _outcome(law, _outcome_of(law, refusal))
    return _ended(law, mail, outcome["applicability"], outcome["issue"], refusal)


def _outcome(law: Law, name: str) -> Any:
    return next(one for one in law.profile["outcomes"] if one["id"] == name)


def _parsed(law: Law, mail: Mail, found: Template, observed: Observed) -> Json:
    outcome = _outcome(law, "parsed" if found.rows else law.profile["selection"]["no_row"])
    said = law.profile["selection"]["orange"]["theme_part"]
    codes = [outcome["issue"], said["warning"] if found.accent_differs else None]
    observations = observed.observations
    return {
        **_empty(law, outcome["applicability"]),
        "issues": [_issue(law, mail, code, None) for code in codes if code is not None],
        "facts": facts.project(law, observations, observed.gates),
        "unresolved_fields": list(unresolved(law, observations)),
        "review_gates": [_gate(law, one) for one in observed.gates],
        "parser_observations": observations,
    }


def _ended(law: Law, mail: Mail, applicability: str, issue: str | None, refusal: str | None) -> Json:
    issues = [_issue(law, mail, issue, refusal)] if issue is not None else []
    return {**_empty(law, applicability), "issues": issues}


def _empty(law: Law, applicability: str) -> Json:
    return {
        "contract_version": law.profile["versions"]["contracts"],
        "applicability": applicability,
        "issues": [],
        "facts": [],
        "unresolved_fields": [],
        "review_gates": [],
        "parser_observations": None,
    }


def _issue(law: Law, mail: Mail, code: str, refusal: str | None) -> Json:
    target = identity(law, _MESSAGE, {"message_id": mail.message_id, "message_revision": mail.message_revision}).id
    return {
        "issue_id": _issue_id(law, code, _MESSAGE, target),
        "code": code,
        "detail": refusal,
        "target": {"target_kind": _MESSAGE, "target_id": target},
    }


def _gate(law: Law, gate: Gate) -> Json:
    return {
        "gate_id": _issue_id(law, gate.code, gate.target_kind, gate.target_id),
        "code": gate.code,
        "target": {"target_kind": gate.target_kind, "target_id": gate.target_id},
        "merge_status": gate.code if gate.merge else None,
        "segment_ids": list(gate.segment_ids),
    }


def _issue_id(law: Law, code: str, kind: str, target: str) -> str:
    return identity(law, "issue", {"code": code, "target_kind": kind, "target_id": target}).id


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@contextmanager
def _without_collector() -> Iterator[None]:
    """Nothing that is made here is cyclic, and the collector would walk millions of cells again and again."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
