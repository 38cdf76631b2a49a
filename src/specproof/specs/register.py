"""The law, indexed by id and read only as far as it is asked for: where the commands look things up.

A name leads to its file by the file's name, or by looking for the id in the bytes before anything is parsed; so one
statement costs its register and the few rules that mention it. Nothing is validated, remembered on disk or changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from specproof.specs import build, content, load
from specproof.specs.build import guarded
from specproof.specs.model import Case, Check, ErrorCode, Exit, Query, Question, Rule, Statement, System, Term
from specproof.specs.problem import as_error
from specproof.text import Text

T = TypeVar("T")

MANIFEST = "specs/manifest.yaml"
ERRORS = "specs/errors.yaml"
EXITS = "specs/exits.yaml"
GLOSSARY = "specs/glossary.yaml"
CHECKS = "ddl/checks"
QUERIES = "migrator/queries"
CASES = "conformance/cases"


class Law:
    """The law of the installed content, or of that below a folder.

    Every reading method raises UsageProblem `spec.invalid` for a file that is not as files of its kind are.
    """

    def __init__(self, root: Path | None = None) -> None:
        self.rooms = content.rooms(root)
        self._bytes: dict[str, bytes] = {}
        self._values: dict[str, Any] = {}
        self._built: dict[tuple[str, str], Any] = {}

    # --- files --------------------------------------------------------------------------------------------------------

    def files(self, folder: str, suffix: str = ".yaml") -> tuple[str, ...]:
        """Paths of the files below a folder, at any depth, sorted; empty where there is no such folder."""
        room, _, rest = folder.partition("/")
        if room not in self.rooms:
            return ()
        base = self.rooms[room]
        found = (base / rest).rglob("*" + suffix)
        return tuple(sorted(f"{room}/{file.relative_to(base).as_posix()}" for file in found if file.is_file()))

    def has(self, path: str) -> bool:
        room, _, rest = path.partition("/")
        return room in self.rooms and (self.rooms[room] / rest).is_file()

    def bytes(self, path: str) -> bytes:
        if path not in self._bytes:
            room, _, rest = path.partition("/")
            self._bytes[path] = build.guarded(path, (self.rooms[room] / rest).read_bytes)
        return self._bytes[path]

    def value(self, path: str) -> Any:
        """The JSON value of a YAML file."""
        if path not in self._values:
            loaded = load.load_bytes(self.bytes(path), path)
            if loaded.problems or loaded.document is None:
                raise as_error(loaded.problems)
            self._values[path] = loaded.document.value
        return self._values[path]

    def mentioning(self, paths: tuple[str, ...], word: str) -> Iterator[str]:
        """Those of the files whose bytes hold a word: an id is spelt plainly wherever it stands."""
        wanted = word.encode()
        return (path for path in paths if wanted in self.bytes(path))

    # --- systems and what each holds ----------------------------------------------------------------------------------

    @cached_property
    def systems(self) -> tuple[System, ...]:
        return guarded(MANIFEST, lambda: tuple(build.system(one) for one in self.value(MANIFEST)["systems"]))

    def statements(self, system: str) -> Mapping[str, Statement]:
        """The register of a system by id; empty where it has none."""
        path = f"specs/{system}/statements.yaml"
        if not self.has(path):
            return {}
        return self._once(
            "statements",
            path,
            lambda: {one["id"]: build.statement(one, system, path) for one in self.value(path)["statements"]},
        )

    def source_title(self, system: str) -> Text:
        path = f"specs/{system}/statements.yaml"
        return guarded(path, lambda: Text.of(self.value(path)["source"]["title"]))

    def sections(self, system: str) -> Mapping[str, Text]:
        """What the section marks of a source stand for."""
        path = f"specs/{system}/statements.yaml"
        marks = self.value(path)["source"].get("sections", {})
        return guarded(path, lambda: {mark: Text.of(said) for mark, said in marks.items()})

    def rules(self, system: str | None = None) -> tuple[Rule, ...]:
        return tuple(self.rule_of(path) for path in self._law_files("rules", system))

    def questions(self, system: str | None = None) -> tuple[Question, ...]:
        return tuple(self.question_of(path) for path in self._law_files("questions", system))

    def structured(self, system: str) -> tuple[str, ...]:
        """Paths of the files that hold the law of a system as tables."""
        own = self.files(f"specs/{system}")
        return tuple(p for p in own if p.count("/") == 2 and not p.endswith("/statements.yaml"))  # noqa: PLR2004 - specs/<system>/<file>

    def rule_of(self, path: str) -> Rule:
        return self._once("rule", path, lambda: build.rule(self.value(path), path.split("/")[1], path))

    def question_of(self, path: str) -> Question:
        return self._once("question", path, lambda: build.question(self.value(path), path.split("/")[1], path))

    def _law_files(self, folder: str, system: str | None) -> tuple[str, ...]:
        names = [system] if system else [one.id for one in self.systems]
        return tuple(path for name in names for path in self.files(f"specs/{name}/{folder}"))

    # --- one thing by its name ----------------------------------------------------------------------------------------

    def statement(self, name: str) -> Statement | None:
        for system in self.systems:
            if name.startswith(f"{system.prefix}-"):
                return self.statements(system.id).get(name)
        return None

    def rule(self, name: str) -> Rule | None:
        """The rule of that id, or the one that was called so earlier."""
        prefix, _, slug = name.partition(".")
        for system in self.systems:
            path = f"specs/{system.id}/rules/{slug}.yaml"
            if system.rule_prefix == prefix and self.has(path):
                return self.rule_of(path)
        for path in self.mentioning(self._law_files("rules", None), name):
            if name in self.rule_of(path).aliases:
                return self.rule_of(path)
        return None

    def question(self, name: str) -> Question | None:
        prefix, _, slug = name.partition(".q.")
        for system in self.systems:
            path = f"specs/{system.id}/questions/{slug}.yaml"
            if slug and system.rule_prefix == prefix and self.has(path):
                return self.question_of(path)
        return None

    def rules_on(self, statement: str) -> tuple[Rule, ...]:
        """The rules that gather a statement."""
        found = map(self.rule_of, self.mentioning(self._law_files("rules", None), statement))
        return tuple(rule for rule in found if statement in rule.statements)

    def questions_on(self, statement: str) -> tuple[Question, ...]:
        found = map(self.question_of, self.mentioning(self._law_files("questions", None), statement))
        return tuple(question for question in found if statement in question.statements)

    def rules_naming(self, name: str, where: Callable[[Rule], tuple[str, ...]]) -> tuple[Rule, ...]:
        """The rules that have a name in the tuple that `where` picks, a question or a check."""
        found = map(self.rule_of, self.mentioning(self._law_files("rules", None), name))
        return tuple(rule for rule in found if name in where(rule))

    # --- what is no system's own --------------------------------------------------------------------------------------

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        if not self.has(GLOSSARY):
            return ()
        return guarded(GLOSSARY, lambda: tuple(map(build.term, self.value(GLOSSARY)["terms"])))

    @cached_property
    def errors(self) -> tuple[ErrorCode, ...]:
        return guarded(ERRORS, lambda: tuple(map(build.error_code, self.value(ERRORS)))) if self.has(ERRORS) else ()

    @cached_property
    def exits(self) -> tuple[Exit, ...]:
        return guarded(EXITS, lambda: tuple(map(build.exit_code, self.value(EXITS)))) if self.has(EXITS) else ()

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        return tuple(self.check_of(path) for path in self.files(CHECKS))

    @cached_property
    def queries(self) -> tuple[Query, ...]:
        return tuple(self.query_of(path) for path in self.files(QUERIES, ".sql"))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The conformance cases; none while there is no room for them."""
        return tuple(self.case_of(path) for path in self.files(CASES))

    def check_of(self, path: str) -> Check:
        return self._once("check", path, lambda: build.check(self.value(path), path))

    def query_of(self, path: str) -> Query:
        name = path.removeprefix(f"{QUERIES}/").removesuffix(".sql")
        return self._once("query", path, lambda: build.query(name, path, self.bytes(path).decode()))

    def case_of(self, path: str) -> Case:
        return self._once("case", path, lambda: build.case(self.value(path), path))

    def cases_of(self, rule: str) -> tuple[Case, ...]:
        found = map(self.case_of, self.mentioning(self.files(CASES), rule))
        return tuple(case for case in found if rule in case.rules)

    def _once(self, kind: str, path: str, make: Callable[[], T]) -> T:
        if (kind, path) not in self._built:
            self._built[kind, path] = guarded(path, make)
        built: T = self._built[kind, path]
        return built
