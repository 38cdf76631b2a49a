"""Objects of the law out of the values of its files: one function a kind.

Called by `register` alone. A file that lacks something is an error of its author, told with the way to all of its
problems; nothing is filled in that the data does not say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from specproof.errors import UsageProblem
from specproof.specs.model import (
    Case,
    Check,
    ErrorCode,
    Example,
    Exit,
    Proof,
    Query,
    Question,
    Rule,
    Statement,
    System,
    Term,
)
from specproof.text import Text

_HEADER = re.compile(r"--\s+([a-z-]+)(?:\.(zh|en))?:\s*(.*)")
T = TypeVar("T")


def guarded(file: str, make: Callable[[], T]) -> T:
    """What `make` builds. Raises UsageProblem `spec.invalid` where the data is not built as its kind is."""
    try:
        return make()
    except (KeyError, TypeError, AttributeError, ValueError, OSError) as error:
        lacking = f": {error.args[0]!r} is missing" if isinstance(error, KeyError) and error.args else ""
        raise UsageProblem(
            "spec.invalid",
            f"The file is not built as files of its kind are{lacking}.",
            where=file,
            cause="It was edited and not validated.",
            next_step="`specproof spec validate` lists every problem with its place.",
        ) from None


def system(value: Mapping[str, Any]) -> System:
    source = value["source"]
    return System(
        id=value["id"],
        title=_said(value["title"]),
        source=source["name"],
        version=source["version"],
        counted=source["statements"],
        prefix=value["prefix"],
        rule_prefix=value["rule_prefix"],
        engines=_names(value, "engines"),
    )


def statement(value: Mapping[str, Any], name: str, file: str) -> Statement:
    return Statement(
        id=value["id"],
        system=name,
        file=file,
        sections=_names(value, "section"),
        kind=value["kind"],
        checks=_names(value, "checks"),
        derived=bool(value.get("derived")),
        text=_said(value["text"]),
        see=_names(value, "see"),
    )


def rule(value: Mapping[str, Any], name: str, file: str) -> Rule:
    proof = value["proof"]
    return Rule(
        id=value["id"],
        system=name,
        file=file,
        revision=int(value["revision"]),
        aliases=_names(value, "aliases"),
        statements=_names(value, "statements"),
        level=value["level"],
        profiles=_names(value, "profiles"),
        differs=value.get("differs"),
        status=value.get("status", "stable"),
        title=_said(value["title"]),
        norm=_said(value["norm"]),
        why=_said(value["why"]),
        examples=tuple(Example(_said(one["good"]), _text(one, "bad")) for one in value.get("examples", ())),
        engine_notes={engine: _said(note) for engine, note in value.get("engine_notes", {}).items()},
        data=_names(value, "data"),
        codes=_names(value, "codes"),
        questions=_names(value, "questions"),
        proof=Proof(
            cases=bool(proof.get("cases")),
            engines=_names(proof, "engines"),
            checks=_names(proof, "checks"),
            queries=_names(proof, "queries"),
            static=_names(proof, "static"),
            untestable=_text(proof, "untestable"),
        ),
    )


def question(value: Mapping[str, Any], name: str, file: str) -> Question:
    position = value["position"]
    return Question(
        id=value["id"],
        system=name,
        file=file,
        statements=_names(value, "statements"),
        status=value["status"],
        contradiction=bool(value.get("contradiction")),
        title=_said(value["title"]),
        open=_said(value["open"]),
        alternatives={one["id"]: _said(one["text"]) for one in value["alternatives"]},
        elsewhere=_text(value, "elsewhere"),
        choice=position["choice"],
        position=_said(position["text"]),
        data=_names(position, "data"),
        proposal=_text(position, "proposal"),
        flips=_said(value["flips"]),
    )


def term(value: Mapping[str, Any]) -> Term:
    return Term(
        id=value["id"],
        term=_said(value["term"]),
        aliases=_names(value, "aliases"),
        meaning=_said(value["meaning"]),
        systems=_names(value, "systems"),
    )


def error_code(value: Mapping[str, Any]) -> ErrorCode:
    return ErrorCode(
        code=value["code"],
        exit=int(value["exit"]),
        title=_said(value["title"]),
        cause=_said(value["cause"]),
        next=_said(value["next"]),
    )


def exit_code(value: Mapping[str, Any]) -> Exit:
    return Exit(
        exit=int(value["exit"]),
        name=value["name"],
        changed=value["changed"],
        title=_said(value["title"]),
        meaning=_said(value["meaning"]),
        next=_said(value["next"]),
    )


def check(value: Mapping[str, Any], file: str) -> Check:
    source = value.get("source", {})
    return Check(
        slug=value["id"],
        file=file,
        title=_said(value["title"]),
        why=_said(value["why"]),
        advice=_said(value["advice"]),
        effect=value["effect"],
        severity=value["severity"],
        errno=value.get("errno"),
        policy=value.get("policy"),
        manual=source.get("manual"),
        facts=_names(source, "facts"),
        statements=_names(source, "statements"),
        bad=tuple(one["sql"].rstrip() for one in value.get("bad", ())),
        good=tuple(one["sql"].rstrip() for one in value.get("good", ())),
        on_server=sum(one.get("server", True) is True for one in (*value.get("bad", ()), *value.get("good", ()))),
    )


def query(name: str, file: str, text: str) -> Query:
    """A query out of a file of SQL: a header of `-- key: value` and `-- key.zh: value` lines, then one SELECT."""
    plain: dict[str, str] = {}
    texts: dict[str, dict[str, str]] = {}
    lines = text.splitlines()
    at = 0
    while at < len(lines) and (found := _HEADER.fullmatch(lines[at])):
        key, language, said = found.groups()
        if language:
            texts.setdefault(key, {})[language] = said.strip()
        else:
            plain[key] = said.strip()
        at += 1
    notes = {key: _said(both) for key, both in texts.items() if key != "asks"}
    return Query(
        id=name,
        file=file,
        asks=_said(texts["asks"]),
        expects=plain["expects"],
        cost=plain["cost"],
        statements=tuple(one.strip() for one in plain.get("statements", "").split(",") if one.strip()),
        notes=notes,
        sql="\n".join(lines[at:]).strip(),
    )


def case(value: Mapping[str, Any], file: str) -> Case:
    title = value.get("title")
    return Case(
        id=value["id"],
        file=file,
        title=_said(title) if isinstance(title, dict) else Text(zh=title, en=title) if title else None,
        rules=tuple(str(one).partition("@")[0] for one in value["rules"]),
        value=value,
    )


def _said(data: Mapping[str, Any]) -> Text:
    zh, en = data["zh"], data["en"]
    if not (isinstance(zh, str) and isinstance(en, str)):
        raise TypeError("a text is no text")
    return Text(zh=zh, en=en)


def _text(value: Mapping[str, Any], key: str) -> Text | None:
    return _said(value[key]) if key in value else None


def _names(value: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of names, which may be left out."""
    named = value.get(key, [])
    if not (isinstance(named, list) and all(isinstance(one, str) for one in named)):
        raise TypeError(f"{key} is no list of names")
    return tuple(named)
