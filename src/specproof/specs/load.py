"""Strict reader of YAML: text in, JSON values out, with the place of every value kept beside them.

Every room reads its data through here. YAML 1.2 core scalars on PyYAML's event parser with a composer of our own: it
refuses whatever two readers could understand differently (duplicate keys, aliases, merge keys, tags, several
documents, tabs) and collects the problems of a file instead of stopping at the first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from specproof.specs import scalars, screening
from specproof.specs.events import ALIAS, MAPPING_END, MAPPING_START, SCALAR, SEQUENCE_END, Events
from specproof.specs.problem import Pointer, Problem, as_error, pointer_text

_SUSPECT_IN_KEY = scalars.SUSPECT | {"<"}
MAX_PROBLEMS = 100  # of one file; beyond that the list helps nobody


@dataclass(frozen=True, slots=True)
class Place:
    """Line and column, from 1, columns in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Document:
    """One file as JSON values, and where each value stands.

    The marks hang on the identity of each container: two per pair of a mapping (key, value), one per item of a list.
    """

    file: str
    value: Any
    _root: Any = field(repr=False)
    _marks: dict[int, list[Any]] = field(repr=False)

    def place(self, pointer: Pointer = (), *, key: bool = False) -> Place:
        """Where the value of a pointer starts; `key=True` gives its key instead.

        What the document does not have is placed at the nearest container that it has.
        """
        mark, value = self._root, self.value
        for part in pointer:
            marks = self._marks.get(id(value), [])
            if isinstance(value, dict) and part in value:
                position = 2 * list(value).index(str(part))
                mark = marks[position if key else position + 1]
                value = value[part]
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                mark, value = marks[part], value[part]
            else:
                break
        return Place(mark.line + 1, mark.column + 1)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What reading gave. With problems the document is what could be read around them, or None."""

    document: Document | None
    problems: tuple[Problem, ...] = ()


def read(path: Path) -> Any:
    """The value of one file. Raises UsageProblem `spec.invalid` with the first problem and the number of the others."""
    return read_document(path).value


def read_document(path: Path) -> Document:
    """As `read`, with the places."""
    loaded = load(path)
    if loaded.problems or loaded.document is None:
        raise as_error(loaded.problems)
    return loaded.document


def load(path: Path, name: str | None = None) -> Loaded:
    """Reads one file and collects its problems; `name` is how they call the file."""
    file = name or str(path)
    data = screening.fetch(path, file)
    return Loaded(None, (data,)) if isinstance(data, Problem) else load_bytes(data, file)


def load_bytes(data: bytes, file: str) -> Loaded:
    """The same for bytes at hand."""
    text = screening.decode(data, file)
    if isinstance(text, Problem):
        return Loaded(None, (text,))
    screened = screening.screen(text, file)
    # A character that no parser may see ends the file here; a tab alone does not.
    if screened and any(problem.code != "yaml.tab" for problem in screened):
        return Loaded(None, screened)
    composer = _Composer(text, file)
    document = composer.document()
    return Loaded(document, tuple(sorted({*screened, *composer.problems})))


class _Stop(Exception):
    """Ends one file; its problem is already on the list."""


class _Composer:
    """Builds values out of events, one document's worth."""

    def __init__(self, text: str, file: str) -> None:
        self._events = Events(text)
        self._next = self._events.next
        self._file = file
        self._path: list[str | int] = []
        self._marks: dict[int, list[Any]] = {}
        self._refused: list[Any] = []  # keeps refused containers alive: their ids are keys of the marks
        self.problems: list[Problem] = []

    def document(self) -> Document | None:
        try:
            return self._document()
        except _Stop:
            return None
        except self._events.errors as error:
            self.problems.append(screening.syntax_problem(error, self._file, pointer_text(self._path)))
            return None

    def _document(self) -> Document | None:
        start = self._events.start_document()
        if start is None:
            self.problems.append(
                Problem(
                    self._file, 1, 1, "", "yaml.empty", "The file holds no value.", "Write its content, or remove it."
                )
            )
            return None
        if start.version not in (None, (1, 2)) or start.tags:
            self._add(
                start,
                "yaml.directive",
                "A %YAML or %TAG directive changes how the file is read.",
                "Remove the directive: files are read as YAML 1.2 without tags.",
            )
        first = self._next()
        value = self._node(first)
        self._next()  # the end of the document
        further = self._events.start_document()
        if further is not None:
            self._add(
                further,
                "yaml.several-documents",
                "A second document starts here.",
                "Keep one document a file: remove the '---', or split the file.",
            )
        return Document(self._file, value, first.start_mark, self._marks)

    def _node(self, event: Any) -> Any:
        kind = type(event)
        if event.anchor is not None:
            self._anchored(event, alias=kind is ALIAS)
        if kind is ALIAS:
            return None
        if event.tag is not None:
            self._tagged(event)
        if kind is SCALAR:
            value = event.value
            # implicit[0]: plain style, whose meaning depends on its spelling; quoted and block text is text.
            if not event.implicit[0] or (value and value[0] not in scalars.SUSPECT):
                return value
            return self._plain(value, event)
        if len(self._path) >= screening.MAX_DEPTH:
            mark = event.start_mark
            self.problems.append(
                screening.too_deep(self._file, mark.line + 1, mark.column + 1, pointer_text(self._path))
            )
            raise _Stop
        return self._mapping() if kind is MAPPING_START else self._sequence()

    def _plain(self, text: str, event: Any) -> Any:
        value = scalars.resolve(text)
        if isinstance(value, scalars.Ambiguous):
            self._add(event, "yaml.number", value.what, value.next_step)
            return text
        return value

    def _sequence(self) -> list[Any]:
        value: list[Any] = []
        marks: list[Any] = []
        path, following, node = self._path, self._next, self._node
        path.append(0)
        while type(event := following()) is not SEQUENCE_END:
            path[-1] = len(value)
            marks.append(event.start_mark)
            value.append(node(event))
        path.pop()
        self._marks[id(value)] = marks
        return value

    def _mapping(self) -> dict[str, Any]:
        value: dict[str, Any] = {}
        marks: list[Any] = []
        path, following, node = self._path, self._next, self._node
        path.append("")
        while type(event := following()) is not MAPPING_END:
            path[-1] = key = self._key(event)
            mark = event.start_mark
            content = following()
            if key in value:
                self._duplicate(event, key, marks[2 * list(value).index(key)])
                self._refused.append(node(content))
                continue
            marks += (mark, content.start_mark)
            value[key] = node(content)
        path.pop()
        self._marks[id(value)] = marks
        return value

    def _key(self, event: Any) -> str:
        if type(event) is not SCALAR:
            self._path[-1] = "?"
            self._refused.append(self._node(event))
            self._not_text(event, "A mapping, list or alias is used as a key.")
            return f"?{len(self._refused)}"
        text: str = event.value
        if event.anchor is None and event.tag is None and text and text[0] not in _SUSPECT_IN_KEY:
            return text
        self._path[-1] = text
        if event.anchor is not None:
            self._anchored(event, alias=False)
        if event.tag is not None:
            self._tagged(event)
        if event.implicit[0]:
            if text == "<<":
                self._add(
                    event,
                    "yaml.merge-key",
                    "'<<' merges another mapping into this one.",
                    "Write the keys out; a key that is really named << is quoted.",
                )
            elif not isinstance(scalars.resolve(text), str):
                self._not_text(event, f"The key {text or '(empty)'} is not text.")
        return text

    def _not_text(self, event: Any, what: str) -> None:
        self._add(
            event, "yaml.key-not-text", what, "Use text as the key, in quotes where it looks like something else."
        )

    def _duplicate(self, event: Any, key: str, first: Any) -> None:
        self._add(
            event,
            "yaml.duplicate-key",
            f"The key '{key}' stands twice in one mapping; the first is in line {first.line + 1}.",
            "Remove one of the two.",
        )

    def _anchored(self, event: Any, *, alias: bool) -> None:
        if alias:
            what, step = f"'*{event.anchor}' repeats another value.", "Write the value out where it is needed."
            self._add(event, "yaml.alias", what, step)
        else:
            self._add(event, "yaml.anchor", f"'&{event.anchor}' names a value for reuse.", "Remove the anchor.")

    def _tagged(self, event: Any) -> None:
        shown = event.tag.replace("tag:yaml.org,2002:", "!!")
        self._add(
            event,
            "yaml.tag",
            f"The tag '{shown}' asks for a type of its own.",
            "Remove the tag: values are JSON types by their spelling, text in quotes.",
        )

    def _add(self, event: Any, code: str, what: str, next_step: str) -> None:
        mark = event.start_mark
        path = pointer_text(self._path)
        self.problems.append(Problem(self._file, mark.line + 1, mark.column + 1, path, code, what, next_step))
        if len(self.problems) >= MAX_PROBLEMS:
            what = f"The file has {MAX_PROBLEMS} problems; the rest was not read."
            step = "Correct those, then validate again."
            self.problems.append(Problem(self._file, mark.line + 1, mark.column + 1, path, "yaml.too-many", what, step))
            raise _Stop
