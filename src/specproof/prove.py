"""The main job: the whole upgrade, from the law's files to a verified schema, on a real MySQL 5.7.

Composes the rooms below it and decides nothing that they decide. Steps run in a fixed order; after one that fails, the
rest is reported as not run. It touches only databases that it creates itself, and refuses to count what did not run.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from specproof import __version__, engines, resources
from specproof.ddl.judge import judge
from specproof.ddl.run import Options as CheckOptions
from specproof.ddl.run import check_paths
from specproof.ddl.splitter import read_script
from specproof.engines import scratch
from specproof.engines.base import Engine, Options, Server
from specproof.engines.leftovers import leftovers
from specproof.errors import ExitCode, SpecproofError, UsageProblem
from specproof.evidence import NotRun, Outcome, Proof, RunOutcome, RunReport, Step
from specproof.finding import Severity
from specproof.migrator import queries
from specproof.migrator.apply import apply
from specproof.migrator.baseline import load_structure
from specproof.migrator.digest import digests
from specproof.migrator.hooks import Hooks
from specproof.migrator.plan import Plan, plan_of
from specproof.migrator.preflight import preflight
from specproof.migrator.rehearse import rehearse
from specproof.migrator.rows import loads
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Database
from specproof.migrator.verify import Comparison, Verification, verify
from specproof.schema import Schema
from specproof.specs import load
from specproof.specs.validate import validate
from specproof.text import Language, Text

ENGINE = "mysql-5.7"
CHANGE = "0001-answer-delivery"
SYSTEM = "answer-delivery"


@dataclass(frozen=True, slots=True)
class Request:
    """What to prove. `script` None means the shipped change; `baseline` None means its assumed tables."""

    state: Path  # where rehearsal record and journal go
    script: Path | None = None
    baseline: Path | None = None
    rows: int = 5000
    url: str | None = None
    language: Language = "en"
    options: Options = field(default_factory=Options)
    hooks: Hooks = field(default_factory=Hooks)


@dataclass(frozen=True, slots=True)
class Run:
    """The report and the exit code that goes with it."""

    report: RunReport
    exit_code: ExitCode


class _Differs(Exception):
    """A step ended with a difference: the text goes into the report, the run with exit code 1."""


def prove(request: Request) -> Run:
    """Runs every step. Errors of the tree end the run and are in the report; nothing is raised for them."""
    work = _Work(request)
    steps: list[Step] = []
    codes: list[ExitCode] = []
    started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    with work.stack:
        for name, action in _STEPS:
            if codes:
                steps.append(Step(name, Outcome.NOT_RUN, 0.0, reason=_AFTER_FAILURE.pick(request.language)))
                continue
            request.hooks.progress.step(name, len(steps) + 1, len(_STEPS))
            step, code = _run(name, action, work)
            steps.append(step)
            if code is not ExitCode.OK:
                codes.append(code)
    code = max(codes, default=ExitCode.OK)
    outcome = {ExitCode.OK: RunOutcome.OK, ExitCode.FINDINGS: RunOutcome.FINDINGS}.get(code, RunOutcome.FAILED)
    report = RunReport(
        started=started,
        version=__version__,
        outcome=outcome,
        steps=tuple(steps),
        proofs=tuple(work.proofs),
        not_run=(*work.not_run, *_unproven(work)),
        inputs=tuple(work.inputs()),
    )
    return Run(report, code)


@dataclass(slots=True)
class _Work:
    """What the steps hand on to each other."""

    request: Request
    stack: ExitStack = field(default_factory=ExitStack)
    proofs: list[Proof] = field(default_factory=list)
    not_run: list[NotRun] = field(default_factory=list)
    server: Server | None = None
    live: Database | None = None
    plan: Plan | None = None
    verification: Verification | None = None
    before: Schema = field(default_factory=lambda: Schema(tables=()))
    digests: tuple[str, ...] = ()

    @property
    def script(self) -> Path:
        return self.request.script or resources.path("ddl", "changes", CHANGE, "up.sql")

    @property
    def baseline(self) -> Path:
        return self.request.baseline or resources.path("ddl", "changes", CHANGE, "baseline.sql")

    @property
    def engine(self) -> Engine:
        return engines.find(ENGINE)

    @property
    def database(self) -> Database:
        assert self.live is not None, "the step baseline.load comes first"
        return self.live

    @property
    def planned(self) -> Plan:
        assert self.plan is not None, "the step ddl.check comes first"
        return self.plan

    @property
    def folder(self) -> StateFolder:
        return StateFolder(self.request.state)

    def say(self, text: Text, **values: object) -> str:
        return text.fill(self.request.language, values)

    def inputs(self) -> Iterator[tuple[str, str]]:
        for file in (self.script, self.baseline):
            if file.is_file():
                yield file.name, hashlib.sha256(file.read_bytes()).hexdigest()


_Action = Callable[[_Work], str]


def _run(name: str, action: _Action, work: _Work) -> tuple[Step, ExitCode]:
    started = time.monotonic()
    reason, detail, code = None, None, ExitCode.OK
    try:
        detail = action(work)
    except _Differs as difference:
        reason, code = str(difference), ExitCode.FINDINGS
    except KeyboardInterrupt:
        reason, code = work.say(_INTERRUPTED), ExitCode.INTERRUPTED
    except SpecproofError as error:
        parts = (f"{error.what} [{error.code}]", error.where, error.cause, error.next_step)
        reason, code = " ".join(p for p in parts if p), error.exit_code
    outcome = Outcome.OK if code is ExitCode.OK else Outcome.FAILED
    engine = work.server.identity if work.server and name not in _OFFLINE else None
    return Step(name, outcome, time.monotonic() - started, reason, detail, engine), code


def _validate(work: _Work) -> str:
    found = validate()
    if not found.valid:
        first = found.problems[0]
        said = work.say(_INVALID, count=len(found.problems), first=f"{first.file}:{first.line}: {first.what}")
        raise UsageProblem("prove.invalid-specs", said, next_step="See all of them with `specproof spec validate`.")
    return work.say(_VALID, files=sum(found.files.values()), kinds=len(found.files))


def _check(work: _Work) -> str:
    report = check_paths((work.script,), CheckOptions(baseline=work.baseline, language=work.request.language))
    errors = [f for file in report.files for f in file.findings if f.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        said = f"{work.script.name}:{first.span.line}:{first.span.column}: {first.message} [{first.check}]"
        raise _Differs(work.say(_FINDINGS, count=len(errors), first=said))
    script = read_script(work.script.read_bytes(), str(work.script))
    work.plan = plan_of(judge(script))
    return work.say(_CHECKED, statements=len(script.statements))


def _start(work: _Work) -> str:
    work.server = work.stack.enter_context(engines.open(ENGINE, work.request.url, options=work.request.options))
    return work.server.address.display()


def _load(work: _Work) -> str:
    assert work.server is not None, "the step engine.start comes first"
    lost = leftovers(work.engine, work.server)
    address = work.stack.enter_context(
        scratch.database(work.engine, work.server, defaults="CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
    )
    work.live = Database(work.engine, address)
    with closing(work.live.open()) as session:
        load_structure(session, work.baseline)
        schema = work.before = work.live.structure(session)
        count = 0
        for one in loads(schema, tuple(t.name for t in schema.tables), work.request.rows):
            count += session.load(one.sql, one.rows)
        work.digests = digests(session, schema)
    said = work.say(_LOADED, tables=len(schema.tables), rows=count)
    return said + "".join(work.say(_LEFT_OVER, name=name) for name in lost)


def _preflight(work: _Work) -> str:
    found = preflight(work.planned, work.database)
    language = work.request.language
    for question in found.not_checked:
        assert question.not_checked is not None, "that is what not_checked selects"
        what, why = question.asks.pick(language), question.not_checked.pick(language)
        work.not_run.append(NotRun(f"migrate.preflight {question.slug}: {what}", why, work.say(_BY_HAND)))
    errors = [a for q in found.questions for a in q.findings if a.severity is Severity.ERROR]
    if errors:
        raise _Differs(work.say(_FINDINGS, count=len(errors), first=errors[0].message.pick(language)))
    return work.say(_ASKED, asked=len(found.questions) - len(found.not_checked), left=len(found.not_checked))


def _rehearse(work: _Work) -> str:
    assert work.server is not None, "the step engine.start comes first"
    done = rehearse(
        work.planned,
        work.database,
        work.server,
        work.folder,
        rows=work.request.rows,
        same_server=True,  # both databases are ours; the live one of this run is a scratch database too
        hooks=work.request.hooks,
    )
    failed = done.failed
    if failed and failed.failure:
        raise _Differs(
            work.say(_REFUSED, number=failed.number, errno=failed.failure.errno, message=failed.failure.message)
        )
    return work.say(
        _REHEARSED, statements=len(done.statements), seconds=f"{sum(s.seconds for s in done.statements):.2f}"
    )


def _apply(work: _Work) -> str:
    done = apply(work.planned, work.database, work.folder, work.request.hooks)
    return work.say(_APPLIED, statements=len(done.statements), journal=Path(done.journal).name)


def _verify(work: _Work) -> str:
    work.verification = verify(work.planned, work.database, work.folder, SYSTEM)
    structural = [c for c in work.verification.comparisons if c.slug == "rehearsed" or c.slug.startswith("spec:")]
    return _proven(work, structural)


def _self_checks(work: _Work) -> str:
    assert work.verification is not None, "the step migrate.verify comes first"
    slugs = set(load.read(resources.path("specs", SYSTEM, "schema.yaml"))["self_checks"])
    found = [c for c in work.verification.comparisons if c.slug in slugs]
    if len(found) != len(slugs):
        raise _Differs(work.say(_LOST_CHECKS, ran=len(found), of=len(slugs)))
    return _proven(work, found)


def _unchanged(work: _Work) -> str:
    with closing(work.database.open()) as session:
        after = digests(session, work.before)
    same = after == work.digests
    work.proofs.append(
        Proof(
            work.say(_ROWS_KEPT),
            ("DDL-020", "DDL-021"),
            expected=", ".join(work.digests),
            seen=", ".join(after),
            outcome=Outcome.OK if same else Outcome.FAILED,
        )
    )
    if not same:
        raise _Differs(work.say(_ROWS_DIFFER))
    return ", ".join(after)


_STEPS: tuple[tuple[str, _Action], ...] = (
    ("spec.validate", _validate),
    ("ddl.check", _check),
    ("engine.start", _start),
    ("baseline.load", _load),
    ("migrate.preflight", _preflight),
    ("migrate.rehearse", _rehearse),
    ("migrate.apply", _apply),
    ("migrate.verify", _verify),
    ("migrate.self-checks", _self_checks),
    ("rows.unchanged", _unchanged),
)
_OFFLINE = ("spec.validate", "ddl.check")


def _proven(work: _Work, comparisons: list[Comparison]) -> str:
    """Adds a proof for each comparison; a difference ends the step."""
    language = work.request.language
    for one in comparisons:
        seen = "; ".join(text.pick(language) for text in one.seen) or one.expected.pick(language)
        if one.outcome is Outcome.NOT_RUN and one.reason:
            seen = one.reason.pick(language)
        work.proofs.append(
            Proof(one.asks.pick(language), _statements(one.slug), one.expected.pick(language), seen, one.outcome)
        )
    bad = [one for one in comparisons if one.outcome is not Outcome.OK]
    if bad:
        raise _Differs(work.say(_DIFFERENT, count=len(bad), names=", ".join(one.slug for one in bad)))
    return work.say(_COMPARED, count=len(comparisons))


def _statements(slug: str) -> tuple[str, ...]:
    """The statements of the law that a comparison proves."""
    if slug.startswith("spec:"):
        return tuple(load.read(resources.path("specs", slug.removeprefix("spec:"), "schema.yaml"))["proves"])
    named = (query.header.get("statements", "") for query in queries.load("verify") if query.slug == slug)
    return tuple(one.strip() for line in named for one in line.split(",") if one.strip())


def _unproven(work: _Work) -> Iterator[NotRun]:
    """The systems and engines of the law that this run says nothing about."""
    manifest = load.read(resources.path("specs", "manifest.yaml"))
    for system in manifest["systems"]:
        title = Text.of(system["title"]).pick(work.request.language)
        what = f"{system['id']} ({title})"
        why = _BEHAVIOUR if system["id"] == SYSTEM else _NO_REFERENCE
        yield NotRun(what, work.say(why), work.say(_CASES, system=system["id"]))
    named = {name for system in manifest["systems"] for name in system["engines"]}
    for name in sorted(named - {ENGINE}):
        yield NotRun(name, work.say(_NO_STEP, engine=name), work.say(_CASES_THERE, engine=name))


_AFTER_FAILURE = Text(zh="前面的步骤没有通过", en="an earlier step did not pass")
_VALID = Text(zh="{files} 个文件，{kinds} 类", en="{files} files of {kinds} kinds")
_INVALID = Text(
    zh="规范文件有 {count} 个问题，第一个：{first}", en="The specs have {count} problems, the first: {first}"
)
_FINDINGS = Text(zh="{count} 个错误，第一个：{first}", en="{count} errors, the first: {first}")
_CHECKED = Text(zh="{statements} 条语句，没有错误", en="{statements} statements, no error")
_LOADED = Text(zh="{tables} 张表，{rows} 行", en="{tables} tables, {rows} rows")
_LEFT_OVER = Text(
    zh="；库 {name} 可能是某次被强行结束的运行留下的：若没有别的 specproof 在用，请执行 DROP DATABASE {name}",
    en="; the database {name} may be left over from a run that was killed: if no other specproof is at work there, "
    "DROP DATABASE {name}",
)
_INTERRUPTED = Text(
    zh="被中断；本次运行建立的库与启动的服务器随即清理",
    en="interrupted; what this run created or started is taken away",
)
_ASKED = Text(zh="问了 {asked} 项，{left} 项无法询问", en="{asked} questions asked, {left} could not be")
_REFUSED = Text(zh="语句 {number} 被拒绝：{errno} {message}", en="statement {number} was refused: {errno} {message}")
_REHEARSED = Text(zh="{statements} 条语句，{seconds} 秒", en="{statements} statements in {seconds} s")
_APPLIED = Text(zh="{statements} 条语句，日志 {journal}", en="{statements} statements, journal {journal}")
_COMPARED = Text(zh="{count} 项比较，没有差异", en="{count} comparisons, no difference")
_DIFFERENT = Text(zh="{count} 项不符：{names}", en="{count} comparisons differ: {names}")
_LOST_CHECKS = Text(zh="规范列出 {of} 项自检，只运行了 {ran} 项", en="the spec lists {of} self-checks, only {ran} ran")
_ROWS_KEPT = Text(zh="升级前的行与列没有变化", en="The rows keep what they held in the columns from before the upgrade")
_ROWS_DIFFER = Text(zh="行的内容变了", en="the contents of rows changed")
_BEHAVIOUR = Text(
    zh="本次运行只证明表结构；运行行为由案例来判",
    en="this run proves the tables only; behaviour is judged by cases",
)
_NO_REFERENCE = Text(zh="本次运行没有它的步骤；它由案例来判", en="no step of this run is about it; cases judge it")
_NO_STEP = Text(zh="本次运行没有需要 {engine} 的步骤", en="no step of this run needs {engine}")
_BY_HAND = Text(
    zh="由人在数据库主机上核对，或换一个有权限的账号",
    en="look at it by hand on the database host, or use an account that may see it",
)
_CASES = Text(
    zh="specproof conformance run --subject reference --system {system}；还欠什么见 specproof spec coverage",
    en="`specproof conformance run --subject reference --system {system}`; `specproof spec coverage` lists the rest",
)
_CASES_THERE = Text(
    zh="specproof conformance run --subject reference --engine {engine}；欠缺见 specproof spec coverage",
    en="`specproof conformance run --subject reference --engine {engine}`; "
    "`specproof spec coverage` lists what is owed on it",
)
