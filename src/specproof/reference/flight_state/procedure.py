"""How a message is judged and what its commands bring about, in one profile: the words of commands.yaml and wire.yaml.

Lies beside `law`, which knows the forms of fields, and `layout`, which knows the tables. It refuses a word that the
reference cannot follow instead of doing something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specproof.reference.flight_state import law as laws
from specproof.reference.flight_state import layout as layouts
from specproof.reference.flight_state.law import SYSTEM, Law
from specproof.reference.flight_state.layout import Layout
from specproof.reference.source import in_profile, lawless, only, table

SNAPSHOT = "snapshot"
APPLIED = "APPLIED"
_KEPT = "acknowledged-without-effect"


@dataclass(frozen=True, slots=True)
class Effect:
    """What one command does to a key; `when` tells apart the effects of one command on one kind."""

    when: str
    state: str
    store: str
    wire: str  # the word for the key in the message that goes out


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the judgement and the outcome that it ends with."""

    name: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Procedure:
    """Everything that one message needs; compiled once, used for every message."""

    law: Law
    layout: Layout
    effects: Mapping[tuple[str, str], tuple[Effect, ...]]  # by command and kind
    steps: Mapping[str, tuple[Step, ...]]  # by kind of message, without reading and without the compare-and-set
    shapes: Mapping[str, str]  # by kind of message: snapshot or increment
    refused: str  # the outcome of bytes that are no message
    failed: str  # the outcome of a compare-and-set that fails
    equal_is_older: bool
    suppress_option: str
    suppress_by_default: bool
    payload: tuple[str, ...]

    def is_snapshot(self, kind: str) -> bool:
        return self.shapes[kind] == SNAPSHOT


def read(profile: str, root: Path | None = None) -> Procedure:
    """The procedure as it stands. Raises UsageProblem `spec.invalid`, `reference.unknown-word`."""
    wire = in_profile(table(SYSTEM, "wire", root), profile)
    said = in_profile(table(SYSTEM, "commands", root), profile)
    order = wire["order_token"]
    _known_ways(wire, said)
    _outcomes(wire)
    equal_content = said["commands"]["replace"]["equal_content"]
    return Procedure(
        law=laws.read(profile, root),
        layout=layouts.read(profile, root),
        effects=_effects(said["commands"], wire["output"]["forms"], table(SYSTEM, "structures", root)["kinds"]),
        steps={kind: _steps(kind, wire["judgement"]) for kind in wire["messages"]},
        shapes={kind: one["shape"] for kind, one in wire["messages"].items()},
        refused=_outcome_of("read", wire["judgement"]),
        failed=_outcome_of("compare-and-set", wire["judgement"]),
        equal_is_older=order["equal"] == _KEPT,
        suppress_option=equal_content["option"]["name"],
        suppress_by_default=equal_content["option"]["default"],
        payload=tuple(wire["output"]["payload"]),
    )


def _effects(
    commands: Mapping[str, Any], forms: Mapping[str, Any], kinds: Iterable[str]
) -> dict[tuple[str, str], tuple[Effect, ...]]:
    return {
        (name, kind): tuple(
            Effect(one.get("when", ""), one["state"], one["store"], forms[one["wire"]]["key"])
            for one in said["effects"]
            if kind in one["on"]
        )
        for name, said in commands.items()
        for kind in kinds
    }


def _steps(kind: str, judgement: list[Mapping[str, Any]]) -> tuple[Step, ...]:
    return tuple(
        Step(one["step"], one["outcome"])
        for one in judgement
        if kind in one["on"] and one["step"] not in ("read", "compare-and-set")
    )


def _outcome_of(step: str, judgement: Iterable[Mapping[str, Any]]) -> str:
    return next(str(one["outcome"]) for one in judgement if one["step"] == step)


def _outcomes(wire: Mapping[str, Any]) -> None:
    for one in wire["judgement"]:
        if one["outcome"] not in wire["outcomes"]:
            raise lawless(SYSTEM, f"The outcome '{one['outcome']}' is explained nowhere.")
        effect = wire["outcomes"][one["outcome"]]["effect"]
        only(SYSTEM, effect, "rolled-back" if one["step"] == "compare-and-set" else "none")
    only(SYSTEM, wire["outcomes"][APPLIED]["effect"], "written")


def _known_ways(wire: Mapping[str, Any], commands: Mapping[str, Any]) -> None:
    """The places where the law could say something else and the reference knows one way only."""
    order = wire["order_token"]
    only(SYSTEM, order["field"], "version")
    only(SYSTEM, order["older"], _KEPT)
    only(SYSTEM, order["equal"] in ("applied", _KEPT), known=True)
    only(SYSTEM, order["judges_replay"], known=False)
    only(SYSTEM, order["newer_flight_in_snapshot"], "kept-and-stamped")
    for kind, said in wire["messages"].items():
        like = wire["messages"][said["like"]] if "like" in said else said
        only(SYSTEM, like["transaction"], "one")
        for merge in like["merge"].values():
            only(SYSTEM, merge["present"], "command-of-form")
            only(SYSTEM, merge["missing"], "unchanged")
        if like["shape"] == SNAPSHOT:
            deletion = like["deletion"]
            only(SYSTEM, deletion["by"], "generation-difference")
            only(SYSTEM, deletion["scope"], "FDAY")
            only(SYSTEM, deletion["members"], "flights-of-earlier-generations")
            only(SYSTEM, deletion["increments_only"], "kept")
            only(SYSTEM, deletion["newer_than_snapshot"], "kept")
        else:
            only(SYSTEM, like["unknown_flight"]["outcome"], "created")
            only(SYSTEM, order["compared_in"][kind], "flight")
    only(SYSTEM, wire["output"]["reading"], "full-state")
    only(SYSTEM, wire["output"]["unit"], "flight")
    only(SYSTEM, wire["output"]["deleted_flight"], "no-message")
    only(SYSTEM, wire["refusal"]["reach"], "message")
    match = commands["commands"]["apply"]["match"]
    for word, known in (
        ("compare", "exact-text"),
        ("others", "kept"),
        ("ordinal", "kept"),
        ("append_at", "after-the-last"),
    ):
        only(SYSTEM, match[word], known)
    only(SYSTEM, commands["commands"]["replace"]["equal_content"]["outcome"], "runs")
