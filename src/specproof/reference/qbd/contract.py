"""A parsed_fact_set that comes back from a store: read under its contract, copied for its readers, filled in by people.

Its other members are other systems' business and pass through. It refuses versions that it does not know, observations
that are not as declared or not as hashed, and values for fields that are not to be recovered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from specproof.errors import UsageProblem
from specproof.reference import strict_json
from specproof.reference.qbd import dependencies, facts, graph
from specproof.reference.qbd.declared import Declared
from specproof.reference.qbd.graph import Gate
from specproof.reference.qbd.index import Index
from specproof.reference.qbd.law import Law
from specproof.reference.qbd.unresolved import unresolved
from specproof.reference.rejection import Rejected

Json = dict[str, Any]


def read(law: Law, data: bytes) -> Json:
    """The document of these bytes, with every member that the contract declares. Raises Rejected.

    What JSON of before does not hold yet is read as empty.
    """
    said = law.observation["contract"]
    value = strict_json.plain(strict_json.read(data, said["input"]))
    if not isinstance(value, dict):
        raise Rejected(said["input"]["refusals"]["not-json"])
    _judge_version(said, value, "contract_version", ())
    members = {one["name"]: one for one in law.observation["objects"][said["carrier"]]["members"]}
    document: Json = {**value}
    for name, member in members.items():
        if name not in value and member.get("from") == "ours":
            document[name] = []
        elif name not in value and name == said["member"]:
            document[name] = None
    observations = document.pop(said["member"], None)
    declared = Declared(law)
    if observations is not None:
        _judge_observations(law, declared, observations)
    for name, member in members.items():
        if name not in (said["member"], "facts"):
            _fits(declared, document.get(name), member["type"], (name,))
    if not isinstance(document.get("facts"), list):
        raise Rejected("misshapen", ("facts",))
    return {**document, said["member"]: observations}


def copy(law: Law, document: Mapping[str, Any], reader: str) -> Json:
    """What a reader of observation.yaml's `copies` may have of it. Raises UsageProblem `reference.unknown-reader`."""
    line = next((one for one in law.observation["copies"] if one["reader"] == reader), None)
    if line is None:
        known = ", ".join(one["reader"] for one in law.observation["copies"])
        raise UsageProblem(
            "reference.unknown-reader",
            f"There is no reader '{reader}'.",
            next_step=f"Use one of {known}.",
        )
    return {name: value for name, value in document.items() if name not in line["without"]}


def effective(law: Law, document: Mapping[str, Any], accepted: Mapping[str, Any]) -> Json:
    """The document as it stands once values were accepted, by field id: facts and unresolved fields are made anew.

    The observations in it are the effective ones and keep the hash of the parser's. Raises Rejected.
    """
    observations = document["parser_observations"]
    if observations is None:
        if accepted:
            raise Rejected("not-acceptable")
        return dict(document)
    declared, index = Declared(law), Index(observations)
    for identifier, value in accepted.items():
        field = index.field(identifier)
        if field is None or not dependencies.is_acceptable(field):
            raise Rejected("not-acceptable", (identifier,))
        if not declared.fits_role(field["semantic_role"], value):
            raise Rejected("misshapen", (identifier,))
    found = dependencies.resolve(law, observations, accepted)
    return {
        **document,
        "facts": facts.project(law, found, map(_gate, document["review_gates"])),
        "unresolved_fields": list(unresolved(law, found)),
        "parser_observations": found,
    }


def _judge_version(said: Mapping[str, Any], value: Mapping[str, Any], name: str, path: tuple[str, ...]) -> None:
    if value.get(name) not in said["accepted"][name]:
        raise Rejected("unknown-version", (*path, name))


def _judge_observations(law: Law, declared: Declared, value: Any) -> None:
    """Its version first: what a later one means, nobody here can say."""
    said = law.observation["contract"]
    path = (said["member"],)
    if not isinstance(value, dict):
        raise Rejected("misshapen", path)
    _judge_version(said, value, "observation_contract_version", path)
    _fits(declared, value, "object parser_observation_set", path)
    try:
        Index(value)
    except UsageProblem:
        raise Rejected("doubled-id", path) from None
    if graph.observation_hash(law, value) != value["observation_hash"]:
        raise Rejected("hash-differs", (*path, "observation_hash"))


def _fits(declared: Declared, value: Any, kind: str, path: tuple[str, ...]) -> None:
    for misfit in declared.misfits(value, kind, path):
        raise Rejected("misshapen", misfit)


def _gate(said: Mapping[str, Any]) -> Gate:
    return Gate(
        code=said["code"],
        target_kind=said["target"]["target_kind"],
        target_id=said["target"]["target_id"],
        segment_ids=tuple(said["segment_ids"]),
        merge=said["merge_status"] is not None,
    )
