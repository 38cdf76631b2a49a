"""A whole check: files found, read, judged, run through the checks; one report whatever happens to single files.

The seam that the CLI and `prove` call. Files are independent of each other, so they spread over processes, and the
report is the same for any number of them. It refuses to stop at a bad file: that one is listed as unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

from specproof.ddl import baseline as baselines
from specproof.ddl import catalogue, policy
from specproof.ddl.apply import Selection, apply, rules
from specproof.ddl.files import STDIN, find, name_of, read_file
from specproof.ddl.judge import UNKNOWN_TABLE, judge
from specproof.ddl.splitter import read_script
from specproof.errors import SpecproofError, UsageProblem
from specproof.finding import DdlReport, FileReport, Unread
from specproof.schema import Schema
from specproof.text import Language, Text

TARGET = "mysql-5.7"

_UNKNOWN_TABLE = Text(
    zh="表 {table} 在脚本中没有定义：假定它已存在，其余的列未知，只报告可以确定的冲突。",
    en="The script does not define table {table}: it is taken to exist with columns that are not known, and only "
    "conflicts that are certain are reported.",
)

Checked: TypeAlias = FileReport | Unread


@dataclass(frozen=True, slots=True)
class Options:
    """How to check. `baseline` is a dump, or a schema already read; `variables` are the server's own settings.

    `jobs` is the number of processes; with an `executor` given, that one runs the files instead.
    """

    policy: str = policy.DEFAULT
    baseline: Path | Schema | None = None
    language: Language = "en"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    jobs: int = 1
    variables: Mapping[str, str] = field(default_factory=dict)
    today: date | None = None


def check_paths(paths: Sequence[Path], options: Options | None = None, executor: Executor | None = None) -> DdlReport:
    """The report over all files, in the order of the paths; folders stand for their `*.sql` files.

    Raises UsageProblem for what concerns the whole run: no path, an empty folder, an unusable baseline, policy or
    selection. A file that cannot be read is listed in `unread`, unless it is the only one: then its error is raised.
    """
    chosen = options or Options()
    files = find(paths)
    if not files:
        raise UsageProblem(
            "script.none-given", "No script was given.", next_step="Name at least one .sql file or folder."
        )
    checks = catalogue.load()
    house = policy.load(chosen.policy, checks)
    selection = Selection.of(chosen.select, chosen.ignore, checks)
    known = chosen.baseline
    schema = baselines.of_dump(known, chosen.variables) if isinstance(known, Path) else known
    settled = replace(chosen, baseline=schema, today=chosen.today or datetime.now(UTC).date())
    results = _results(partial(check_file, options=settled), files, chosen.jobs, executor)
    unread = tuple(r for r in results if isinstance(r, Unread))
    if len(files) == 1 and unread:
        read_script(read_file(files[0]), name_of(files[0]))  # raises the same again, with all that it has to say
    return DdlReport(
        target=TARGET,
        files=tuple(r for r in results if isinstance(r, FileReport)),
        policy=house.name,
        unread=unread,
        rules=rules(checks, house, chosen.language, selection),
    )


def _results(
    check: Callable[[Path], Checked], files: Sequence[Path], jobs: int, executor: Executor | None
) -> list[Checked]:
    if executor is not None and STDIN not in files:
        return list(executor.map(check, files))
    if jobs > 1 and len(files) > 1:
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - costs a start-up that one file never needs

        with ProcessPoolExecutor(min(jobs, len(files))) as pool:
            others = pool.map(check, (file for file in files if file != STDIN))
            return [check(file) if file == STDIN else next(others) for file in files]
    return [check(file) for file in files]


def check_file(path: Path, options: Options) -> Checked:
    """One file from its bytes to its report. A pure function of the bytes, the options and the day."""
    assert not isinstance(options.baseline, Path)
    assert options.today is not None
    try:
        script = read_script(read_file(path), name_of(path))
    except SpecproofError as problem:
        return Unread(name_of(path), problem.code, problem.what, problem.next_step, problem.cause)
    checks = catalogue.load()
    subject = judge(script, baseline=options.baseline, variables=options.variables)
    subject = replace(subject, assumptions=tuple(sentences(subject.assumptions, options.language)))
    return apply(
        subject,
        catalogue=checks,
        policy=policy.load(options.policy, checks),
        language=options.language,
        today=options.today,
        selection=Selection.of(options.select, options.ignore, checks),
    )


def sentences(assumptions: Iterable[str], language: Language) -> Iterable[str]:
    """The judge's codes as sentences: `unknown-table:answer`."""
    for assumption in assumptions:
        code, _, name = assumption.partition(":")
        yield _UNKNOWN_TABLE.fill(language, {"table": name}) if code == UNKNOWN_TABLE else assumption
