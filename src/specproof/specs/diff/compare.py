"""Two states of the law compared: every change, those first that break without being announced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from specproof.specs.diff import schemas, things
from specproof.specs.diff.changes import Change, Effect
from specproof.specs.diff.steps import Steps
from specproof.specs.states import State

_REGISTER = "/statements.yaml"
_CASES = "conformance/cases/"
_LISTS: dict[str, tuple[str, str | None, Callable[[things.Named, things.Named, Steps], Iterator[Change]]]] = {
    "specs/errors.yaml": ("code", None, things.codes),
    "specs/exits.yaml": ("exit", None, things.codes),
    "specs/glossary.yaml": ("id", "terms", things.terms),
}
_ORDER = list(Effect)


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed from one state to another."""

    old: State
    new: State
    changes: tuple[Change, ...]

    def of(self, effect: Effect) -> tuple[Change, ...]:
        return tuple(one for one in self.changes if one.effect is effect)

    @property
    def refused(self) -> tuple[Change, ...]:
        """The breaking changes that no revision announces."""
        return tuple(one for one in self.changes if one.refused)


def compare(old: State, new: State) -> Diff:
    steps = Steps(old, new)
    found = [
        *_things(old, new, steps),
        *_tables(old, new, steps),
        *_texts(old, new, steps.edition),
        *_schemas(old, new, steps.edition),
    ]
    found.sort(key=lambda one: (not one.refused, _ORDER.index(one.effect), one.file, one.subject, one.kind))
    return Diff(old, new, tuple(found))


def _things(old: State, new: State, steps: Steps) -> Iterator[Change]:
    yield from things.statements(_registers(old), _registers(new), steps)
    yield from things.rules(_folder(old, "rules"), _folder(new, "rules"), steps)
    yield from things.questions(_folder(old, "questions"), _folder(new, "questions"), steps)
    yield from things.checks(_checks(old), _checks(new), steps)
    yield from things.cases(_cases(old), _cases(new), steps)
    for path, (key, inside, compared) in _LISTS.items():
        yield from compared(_listed(old, path, key, inside), _listed(new, path, key, inside), steps)
    if old.edition != new.edition:
        yield Change("edition", "specs/manifest.yaml", "edition", old=old.edition, new=new.edition)


def _tables(old: State, new: State, steps: Steps) -> Iterator[Change]:
    """Everything else that is YAML: tables of the law, the manifest, engines, changes."""
    before, after = _rest(old), _rest(new)
    for path, value in after.items():
        if path not in before:
            yield Change(path, path, "added")
        else:
            yield from things.tables(path, before[path], value, steps)
    for path in before:
        if path not in after:
            yield Change(path, path, "removed", steps.edition)


def _texts(old: State, new: State, edition: bool) -> Iterator[Change]:
    for path, text in new.texts.items():
        if path not in old.texts:
            yield Change(path, path, "added")
        elif text != old.texts[path]:
            kind = "query-changed" if path.startswith("migrator/") else "script-changed"
            yield Change(path, path, kind, edition)
    for path in old.texts:
        if path not in new.texts:
            yield Change(path, path, "removed", edition)


def _schemas(old: State, new: State, edition: bool) -> Iterator[Change]:
    for name, schema in new.schemas.items():
        path = f"specs/metaschema/{name}"
        if name not in old.schemas:
            yield Change(path, path, "added")
        output = name.startswith("report/")
        for one in schemas.differences(old.schemas.get(name, schema), schema, output=output):
            yield Change(f"{path}#{one.pointer}", path, one.kind, edition, one.old, one.new)
    for name in old.schemas:
        if name not in new.schemas:
            path = f"specs/metaschema/{name}"
            yield Change(path, path, "removed", edition)


# --- what is where ----------------------------------------------------------------------------------------------------


def _registers(state: State) -> things.Named:
    return {
        one["id"]: (path, one)
        for path, value in state.values.items()
        if _is_register(path)
        for one in _items(value, "statements", "id")
    }


def _folder(state: State, name: str) -> things.Named:
    return {
        value["id"]: (path, value)
        for path, value in state.values.items()
        if path.split("/")[2:3] == [name] and isinstance(value, dict) and isinstance(value.get("id"), str)
    }


def _checks(state: State) -> things.Named:
    return {
        path.split("/")[-1].removesuffix(".yaml"): (path, value)
        for path, value in state.values.items()
        if path.startswith("ddl/checks/") and isinstance(value, dict)
    }


def _cases(state: State) -> things.Named:
    return {
        value["id"]: (path, value)
        for path, value in state.values.items()
        if path.startswith(_CASES) and isinstance(value, dict) and isinstance(value.get("id"), str)
    }


def _listed(state: State, path: str, key: str, inside: str | None) -> things.Named:
    prefix = "exit " if key == "exit" else ""
    return {f"{prefix}{one[key]}": (path, one) for one in _items(state.values.get(path), inside, key)}


def _items(value: Any, inside: str | None, key: str) -> list[dict[str, Any]]:
    listed = value.get(inside) if inside and isinstance(value, dict) else value
    return [one for one in listed if isinstance(one, dict) and key in one] if isinstance(listed, list) else []


def _rest(state: State) -> dict[str, Any]:
    return {path: _without_edition(path, value) for path, value in state.values.items() if not _named(path)}


def _named(path: str) -> bool:
    """Whether a file is compared thing by thing. What a register says beside its statements is compared as a table."""
    folder = path.split("/")[2:3]
    return path in _LISTS or folder in (["rules"], ["questions"]) or path.startswith(("ddl/checks/", _CASES))


def _without_edition(path: str, value: Any) -> Any:
    if isinstance(value, dict) and path == "specs/manifest.yaml":
        return {key: item for key, item in value.items() if key != "edition"}
    if isinstance(value, dict) and _is_register(path):
        return {key: item for key, item in value.items() if key != "statements"}
    return value


def _is_register(path: str) -> bool:
    return path.startswith("specs/") and path.endswith(_REGISTER)
