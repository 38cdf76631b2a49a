"""From the set of fields of one flight, as bytes, to a command for each key: `presence → command`.

The fields are judged in the order of the text and the first refusal decides; a refusal takes all of it. What each form
of a value becomes is read from the law. It refuses to look at any state: what a flight holds has no say here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from specproof.reference import strict_json
from specproof.reference.flight_state.commands import UNCHANGED, Clear, Command, Replace, Set, Unchanged
from specproof.reference.flight_state.law import COLLECTION, SYSTEM, Field, Form, Key, Law
from specproof.reference.rejection import Rejected, Rejection, pointer
from specproof.reference.source import lawless, only
from specproof.reference.strict_json import Number

_Path = tuple[str | int, ...]
_UNKNOWN = "unknown"
_MISSING = "key-missing"
_OTHER_ELEMENTS = "array-with-other-elements"


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that was accepted all the same; `path` as in a refusal."""

    code: str
    path: str


@dataclass(frozen=True, slots=True)
class Translation:
    """A command for every key of the law, and the warnings in the order of the input."""

    commands: Mapping[str, Command]
    warnings: tuple[Warned, ...]

    @property
    def changing(self) -> dict[str, Command]:
        """The commands other than Unchanged, in the order of the input."""
        return {key: command for key, command in self.commands.items() if not isinstance(command, Unchanged)}


def translate(data: bytes, law: Law, options: Mapping[str, bool]) -> Translation | Rejection:
    """What the fields ask for, or why they are refused.

    `options` are those that a deployment declares, by the names of the law; what is not declared has its default.
    """
    try:
        return _Translator(law, options).run(_object(data, law))
    except Rejected as rejected:
        return rejected.rejection


def translate_fields(
    fields: Mapping[str, Any], law: Law, options: Mapping[str, bool], path: _Path = ()
) -> Translation | Rejection:
    """As `translate`, for fields that were read already; every path begins with `path`."""
    try:
        found = _Translator(law, options).run(fields)
    except Rejected as rejected:
        return Rejection(rejected.rejection.code, pointer(path) + rejected.rejection.path)
    if not found.warnings:
        return found
    return Translation(found.commands, tuple(Warned(one.code, pointer(path) + one.path) for one in found.warnings))


def _object(data: bytes, law: Law) -> dict[str, Any]:
    fields = strict_json.read(data, law.input)
    if not isinstance(fields, dict):
        raise Rejected(law.input["refusals"]["envelope"])
    return fields


class _Translator:
    """One run over one set of fields."""

    def __init__(self, law: Law, options: Mapping[str, bool]) -> None:
        self._law = law
        self._strict = options.get(law.strict_option, law.strict_by_default)
        self._warnings: list[Warned] = []

    def run(self, fields: Mapping[str, Any]) -> Translation:
        commands: dict[str, Command] = {}
        for name, value in fields.items():
            key = self._law.keys.get(name)
            if key is None:
                self._outcome(self._law.forms["outer-key"][_UNKNOWN], (name,))
                continue
            commands[name] = self._command(key, value)
        for name, key in self._law.keys.items():
            if name not in fields:
                commands[name] = self._plain(key, self._outcome(key.forms[_MISSING], (name,)), None)
        return Translation(commands, tuple(self._warnings))

    def _command(self, key: Key, value: Any) -> Command:
        path = (key.name,)
        form = self._form(key, value)
        outcome = self._outcome(key.forms[form], (*path, *_place(form, value)))
        if key.kind == COLLECTION:
            return self._collection(key, outcome, value)
        if isinstance(value, dict) and key.attributes is not None:
            # Judged before a Clear as well: an attribute that nobody knows must not clear anything.
            attributes = self._attributes(key, value, "exception-attribute", path)
            return Set(attributes) if outcome == "set" else self._plain(key, outcome, value)
        if isinstance(value, str) and outcome == "set" and key.value is not None:
            return Set(self._text(value, key.value, path))
        return self._plain(key, outcome, value)

    def _plain(self, key: Key, outcome: str, value: Any) -> Command:
        """The command of an outcome that needs no more of the value than its text."""
        match outcome:
            case "unchanged":
                return UNCHANGED
            case "clear":
                return Clear()
            case "set-json-text" if key.value is not None:
                return Set(self._text(strict_json.text_of(value), key.value, (key.name,)))
        raise lawless(SYSTEM, f"'{outcome}' is no outcome for {key.name}.")

    # --- forms --------------------------------------------------------------------------------------------------------

    def _form(self, key: Key, value: Any) -> str:
        """The name of the form of a value, among those of the kind of its key."""
        if key.kind == COLLECTION:
            return self._form_of_collection(key, value)
        if value is None:
            return "json-null"
        if isinstance(value, dict) and key.attributes is not None:
            if not value:
                return "empty-object"
            return "object-all-null" if all(item is None for item in value.values()) else "object"
        if value == {} and "empty-object" in key.forms:
            return "empty-object"
        if not isinstance(value, str) or isinstance(value, Number):
            return "other"
        if not value:
            return "empty-text"
        if value == "null" and "null-text" in key.forms:
            return "null-text"
        return "text" if "text" in key.forms else "other"

    def _form_of_collection(self, key: Key, value: Any) -> str:
        if not isinstance(value, list):
            return "other"
        if not value:
            return "empty-array"
        zeros = sum(self._is_zero(key, item) for item in value)
        if zeros == len(value) >= self._law.zero_entries_needed:
            return "array-all-zero"
        if 0 < zeros < len(value):
            return "array-zero-mixed"
        objects = all(isinstance(item, dict) for item in value)
        return "array-of-objects" if objects else _OTHER_ELEMENTS

    def _is_zero(self, key: Key, item: Any) -> bool:
        if key.sequence is None or not isinstance(item, dict):
            return False
        value = item.get(key.sequence)
        return value == self._law.zero_marker and not isinstance(value, Number)

    # --- values -------------------------------------------------------------------------------------------------------

    def _collection(self, key: Key, outcome: str, value: Any) -> Command:
        if outcome == "clear" and isinstance(value, list):
            self._zero_entries(key, value)
        if outcome != "replace":
            return self._plain(key, outcome, value)
        if len(value) > key.max_items:
            raise Rejected(self._law.too_many_items, (key.name,))
        return Replace(tuple(self._item(key, item, (key.name, index)) for index, item in enumerate(value)))

    def _zero_entries(self, key: Key, entries: Iterable[Mapping[str, Any]]) -> None:
        for index, entry in enumerate(entries):
            if len(entry) > 1:
                path = (key.name, index)
                if self._strict:
                    raise Rejected(self._law.strict_refusal, path)
                self._warnings.append(Warned(self._law.zero_entry_warning, pointer(path)))

    def _item(self, key: Key, item: Any, path: _Path) -> Any:
        if not isinstance(item, dict):
            return {}  # let through unlooked at: an item without attributes
        if key.sequence is not None and key.sequence not in item:
            self._outcome(self._law.forms["sequence-attribute"][_MISSING], (*path, key.sequence))
        return self._attributes(key, item, "item-attribute", path)

    def _attributes(self, key: Key, item: Mapping[str, Any], forms: str, path: _Path) -> dict[str, Any]:
        """The attributes that remain of an item or object, judged in its order."""
        fields = key.attributes or {}
        taken: dict[str, Any] = {}
        for name, value in item.items():
            place = (*path, name)
            if name == key.sequence:
                form, field = self._law.forms["sequence-attribute"][_attribute_form(value)], self._law.sequence
            elif name in fields:
                form, field = self._law.forms[forms][_attribute_form(value)], fields[name]
            else:
                form, field = self._law.forms[forms][_UNKNOWN], None
            match self._outcome(form, place):
                case "value" if field is not None:
                    taken[name] = self._text(value, field, place)
                case "empty-text":
                    taken[name] = ""
                case "not-stored":
                    taken[name] = value
                case "absent":
                    pass
                case other:
                    raise lawless(SYSTEM, f"'{other}' is no outcome for an attribute.")
        for name in fields:
            if name not in item:
                only(SYSTEM, self._outcome(self._law.forms[forms][_MISSING], (*path, name)), "absent")
        return taken

    def _text(self, value: str, field: Field, path: _Path) -> str:
        # The empty text was judged as a form; no domain holds it.
        if value and not field.pattern.fullmatch(value):
            raise Rejected(self._law.outside_domain, path)
        if len(value) > field.max_chars:
            raise Rejected(self._law.value_too_long, path)
        if value and field.shape is not None and not field.shape.fullmatch(value):
            self._warnings.append(Warned(field.warning, pointer(path)))
        return value

    def _outcome(self, form: Form, path: _Path) -> str:
        if form.outcome == "refuse":
            raise Rejected(form.refusal, path)
        return form.outcome


def _place(form: str, value: Any) -> _Path:
    """Where below its key a form as such offends: at the first element that is no object, else at the key itself."""
    if form != _OTHER_ELEMENTS:
        return ()
    return (next(index for index, item in enumerate(value) if not isinstance(item, dict)),)


def _attribute_form(value: Any) -> str:
    if value is None:
        return "json-null"
    if not isinstance(value, str) or isinstance(value, Number):
        return "other"
    return "text" if value else "empty-text"
