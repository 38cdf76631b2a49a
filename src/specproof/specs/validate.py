"""Validates every YAML file of the content rooms: its kind's schema, then what no schema can say.

`spec validate` and `prove` call it. Cross-checks are the modules of `specs.crosscheck`, joined to a kind by name. It
collects all problems and refuses to stop at the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from specproof.specs import metaschema
from specproof.specs.content import Content, gather
from specproof.specs.metaschema import Kind
from specproof.specs.problem import Problem
from specproof.specs.sentences import problems_of


@dataclass(frozen=True, slots=True)
class Validation:
    """What a run found: the number of files of each kind, and the problems sorted by file and place."""

    files: Mapping[str, int]
    problems: tuple[Problem, ...]

    @property
    def valid(self) -> bool:
        return not self.problems


def validate(root: Path | None = None) -> Validation:
    """Validates the installed content, or that below a folder. Raises UsageProblem `spec.no-rooms`."""
    return judge(gather(root))


def judge(content: Content) -> Validation:
    """Validates what was loaded."""
    problems = list(content.problems)
    broken = {problem.file for problem in problems}
    sound: dict[str, list[str]] = {}
    counts: Counter[str] = Counter()
    for path in content.paths:
        kind = _kind(path, content, problems)
        if kind is None:
            continue
        counts[kind.name] += 1
        if path not in content.documents:
            continue
        document = content.documents[path]
        found = [p for error in metaschema.errors(kind, document.value) for p in problems_of(error, document)]
        problems += found
        if not found and document.file not in broken:
            sound.setdefault(kind.name, []).append(path)
    for name, paths in sound.items():
        problems += _cross_checked(name, paths, content)
    return Validation(dict(sorted(counts.items())), tuple(sorted(set(problems))))


def _kind(path: str, content: Content, problems: list[Problem]) -> Kind | None:
    """The one kind of a file; none or several is a problem of the file."""
    kinds = metaschema.kinds_of(path)
    if len(kinds) == 1:
        return kinds[0]
    document = content.documents.get(path)
    file = document.file if document else path
    if kinds:
        what = f"The file belongs to several kinds: {', '.join(kind.name for kind in kinds)}."
        step = "Correct x-files in specs/metaschema, so that one kind remains."
    else:
        room = path.split("/", maxsplit=1)[0] + "/"
        patterns = [p for kind in metaschema.kinds() for p in kind.patterns if p.startswith(room)]
        what = "No kind of file belongs here."
        step = f"Move or rename it ({', '.join(patterns)}), or write specs/metaschema/<kind>.schema.json."
    problems.append(Problem(file, 1, 1, "", "spec.unknown-kind", what, step))
    return None


def _cross_checked(kind: str, paths: list[str], content: Content) -> Iterator[Problem]:
    name = f"{__package__}.crosscheck.{kind.replace('-', '_')}"
    if find_spec(name):
        check = import_module(name).check
        for path in paths:
            yield from check(path, content)
