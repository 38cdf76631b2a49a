"""Sentences out of the errors of JSON Schema: what is wrong, where, and what to do, for people who edit the data.

Serves the validator. It refuses to show a schema: a reader of the message needs to know the file, not our keywords.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from jsonschema import ValidationError
from jsonschema.exceptions import best_match

from specproof.specs.load import Document
from specproof.specs.problem import Pointer, Problem, pointer_text

_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "a truth value (true or false)",
    "null": "null",
}
_TOO_LITTLE = ("holds too little.", "At least {} must stand here.")
_TOO_MUCH = ("holds too much.", "At most {} may stand here.")
_BOUNDS = {
    **dict.fromkeys(("minLength", "minItems", "minProperties"), _TOO_LITTLE),
    **dict.fromkeys(("maxLength", "maxItems", "maxProperties"), _TOO_MUCH),
    "minimum": ("is too small.", "The value must be at least {}."),
    "maximum": ("is too large.", "The value must be at most {}."),
}
_LANGUAGES = {"zh": "Chinese", "en": "English"}


def problems_of(error: ValidationError, document: Document) -> Iterator[Problem]:
    """The problems that one error stands for: an error about several keys is one problem for each."""
    if error.validator in ("anyOf", "oneOf") and error.context:
        error = best_match(error.context) or error
    pointer: Pointer = tuple(error.absolute_path)
    if error.validator in ("additionalProperties", "unevaluatedProperties"):
        yield from _unknown_keys(error, pointer, document)
    elif error.validator == "required":
        yield _missing_key(error, pointer, document)
    else:
        code, what, step = _told(error)
        yield problem(document, pointer, code, what, step)


def problem(document: Document, pointer: Pointer, code: str, what: str, step: str, *, key: bool = False) -> Problem:
    """A problem at the place of a pointer, or at its key."""
    place = document.place(pointer, key=key)
    return Problem(document.file, place.line, place.column, pointer_text(pointer), code, what, step)


def nearest(word: str, known: list[str]) -> str:
    """' Did you mean …?' for a word that is close to a known one, else nothing."""
    near = get_close_matches(word, known, n=1, cutoff=0.5)
    return f" Did you mean '{near[0]}'?" if near else ""


def _unknown_keys(error: ValidationError, pointer: Pointer, document: Document) -> Iterator[Problem]:
    known = list(error.schema.get("properties", {})) if isinstance(error.schema, dict) else []
    value: Any = error.instance
    for key in value:
        if key not in known:
            free = [name for name in known if name not in value]
            what = f"The key '{key}' is not known here.{nearest(key, free)}"
            yield problem(document, (*pointer, key), "spec.unknown-key", what, f"Use one of: {_list(known)}.", key=True)


def _missing_key(error: ValidationError, pointer: Pointer, document: Document) -> Problem:
    demanded: Any = error.validator_value
    value: Any = error.instance
    # jsonschema makes one error of each missing key and names it only in its message.
    key = next(name for name in demanded if name not in value and error.message.startswith(repr(name)))
    if key in _LANGUAGES and set(demanded) == set(_LANGUAGES):
        what, step = f"The {_LANGUAGES[key]} text is missing.", "Write it: every text stands in both languages."
        return problem(document, pointer, "spec.missing-translation", what, step)
    what, step = f"The key '{key}' is missing.", "Add it; a file of the same kind shows how."
    return problem(document, pointer, "spec.missing-key", what, step)


def _told(error: ValidationError) -> tuple[str, str, str]:
    """Code, sentence and next step of an error about one value."""
    demanded: Any = error.validator_value
    shown = _shown(error.instance)
    match error.validator:
        case "type":
            names = [demanded] if isinstance(demanded, str) else demanded
            kinds = " or ".join(_TYPES[name] for name in names)
            return "spec.wrong-type", f"{shown} is {_kind(error.instance)}, not {kinds}.", _quoting(names)
        case "enum" | "const":
            values = demanded if error.validator == "enum" else [demanded]
            near = nearest(str(error.instance), [str(value) for value in values])
            return "spec.wrong-value", f"{shown} is not allowed here.{near}", f"Use one of: {_list(values)}."
        case "pattern":
            return "spec.wrong-value", f"{shown} is not spelt as this value must be.", f"The pattern is {demanded} ."
        case "format":
            return "spec.wrong-value", f"{shown} is no regular expression.", "Correct the expression."
        case "uniqueItems":
            return "spec.not-unique", f"An item stands twice in {shown}.", "Remove one of the two."
        case "x-language":
            return "spec.language-mixed", error.message, "Write the text in the language of its key."
        case "x-unique-by":
            return "spec.not-unique", error.message, "Give each item a name of its own."
        case "x-sorted-by":
            return "spec.not-sorted", error.message, "Move it to its place."
    if error.validator in _BOUNDS:
        what, step = _BOUNDS[error.validator]
        return "spec.wrong-value", f"{shown} {what}", step.format(demanded)
    return "spec.wrong-value", f"{shown} is not allowed here.", f"The rule of the format is: {error.message}."


def _kind(value: Any) -> str:
    match value:
        case bool():
            return _TYPES["boolean"]
        case None:
            return _TYPES["null"]
        case int():
            return _TYPES["integer"]
        case float():
            return _TYPES["number"]
        case str():
            return _TYPES["string"]
        case list():
            return _TYPES["array"]
    return _TYPES["object"]


def _quoting(wanted: list[str]) -> str:
    if "string" in wanted:
        return "Put the value in quotes if it is meant as text."
    return "Write a value of that kind; text in quotes is always text."


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"  # noqa: PLR2004 - a message stays on one line


def _list(values: list[Any]) -> str:
    return ", ".join(value if isinstance(value, str) else json.dumps(value) for value in values)
