"""`specproof engine probe`: whether a server treats values, keys, transactions and SQL as the law says of its engine.

Opens a server, has every line asked, prints what came back. It refuses to call a line good that nobody answered.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import exits, law
from specproof.cli.options import Settings
from specproof.errors import ExitCode, UsageProblem
from specproof.text import Text

if TYPE_CHECKING:
    from specproof.engines.base import Engine, Server
    from specproof.engines.probe import Observation

SCHEMA = "specproof/engine-probe/1"
_VERDICTS = {
    "ok": Text(zh="符合", en="ok"),
    "wrong": Text(zh="不符", en="wrong"),
    "broken": Text(zh="没有答案", en="broken"),
    "unsettled": Text(zh="未定", en="unsettled"),
    "not_run": Text(zh="未运行", en="not run"),
}
_GROUPS = {
    "text": Text(zh="文本", en="text"),
    "number": Text(zh="数", en="numbers"),
    "time": Text(zh="时间", en="time"),
    "json": Text(zh="JSON", en="JSON"),
    "key": Text(zh="唯一键", en="unique keys"),
    "transaction": Text(zh="事务", en="transactions"),
    "statement": Text(zh="语句", en="statements"),
}
_WORDS = {
    "server": Text(zh="{product} {version}，证据级别 {evidence}", en="{product} {version}, evidence {evidence}"),
    "expected": Text(zh="应为", en="expected"),
    "observed": Text(zh="实为", en="observed"),
    "documents": Text(zh="至今只依据", en="rested on"),
    "summary": Text(
        zh="{total} 条：{ok} 条符合，{wrong} 条不符，{broken} 条没有答案，{unsettled} 条未定，{not_run} 条未运行",
        en="{total} laws: {ok} ok, {wrong} wrong, {broken} broken, {unsettled} unsettled, {not_run} not run",
    ),
}


@click.command()
@click.argument("name", metavar="ENGINE")
@click.option("--law", "only", multiple=True, metavar="LAW", help="Ask this one only; may be repeated.")
@click.option("--engine", "given", multiple=True, metavar="NAME=URL", help="Use this server: mysql-5.7=mysql://…")
@click.option("--emulated", is_flag=True, help="Ask the emulation in this process, for the laws that it can speak for.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("engine-probe")
@click.pass_obj
def probe(
    settings: Settings, name: str, only: tuple[str, ...], given: tuple[str, ...], form: str, *, emulated: bool
) -> int:
    """Ask a server of ENGINE whether it treats values, keys, transactions and SQL as the law says.

    Makes a database of its own on the server and drops it again; touches nothing else. Exit code 1 when the server
    says otherwise to one of the laws or gives no answer to it, 3 when no server can be had or it went away.

    \b
    specproof engine probe postgresql
    specproof engine probe mysql-5.7 --law zero-date --law overflow
    specproof engine probe mysql-5.7 --engine mysql-5.7=mysql://app@db:3306/ --format json
    specproof engine probe oracle --emulated
    """
    from specproof.engines import probe as probing

    with _emulation(settings, name) if emulated else _server(settings, name, given) as (engine, server):
        found = probing.run(engine, server, only)
    if form == "json":
        exits.echo(json.dumps(_data(settings, server, found), ensure_ascii=False, indent=2))
    else:
        exits.echo("\n".join(_lines(settings, server, found)))
    return _exit(found)


@contextmanager
def _server(settings: Settings, name: str, given: tuple[str, ...]) -> Iterator[tuple[Engine, Server]]:
    from specproof import engines
    from specproof.cli import servers

    engine = engines.find(name)
    url = servers.url_of(settings, name, given)
    with engines.open(name, url, options=servers.options(settings)) as server:
        yield engine, server


@contextmanager
def _emulation(settings: Settings, name: str) -> Iterator[tuple[Engine, Server]]:
    from specproof import engines
    from specproof.cli import servers
    from specproof.engines import facts

    if facts.load(engines.find(name).name).emulation is None:
        able = ", ".join(slug for slug in facts.slugs() if facts.load(slug).emulation)
        raise UsageProblem(
            "engine.no-emulation", f"Nothing emulates {name}.", next_step=f"Leave --emulated out; it is for: {able}."
        )
    from specproof.engines import oracle_emulation

    with oracle_emulation.open(servers.options(settings)) as (engine, server):
        yield engine, server


def _exit(found: Sequence[Observation]) -> ExitCode:
    if any(one.unreachable for one in found):
        return ExitCode.ENVIRONMENT
    return ExitCode.FINDINGS if any(one.verdict in ("wrong", "broken") for one in found) else ExitCode.OK


def _counts(found: Sequence[Observation]) -> dict[str, int]:
    counted = Counter(str(one.verdict) for one in found)
    return {"total": len(found), **{verdict: counted[verdict] for verdict in _VERDICTS}}


def _data(settings: Settings, server: Server, found: Sequence[Observation]) -> dict[str, Any]:
    identity = server.identity
    return {
        "schema": SCHEMA,
        "engine": {
            "name": identity.name,
            "product": identity.product,
            "version": identity.version,
            "provider": str(identity.provider),
            "evidence": str(identity.evidence),
        },
        "laws": [
            {
                "law": one.line.law,
                "group": one.line.group,
                "title": one.line.title.pick(settings.language),
                "verdict": str(one.verdict),
                "expected": one.line.value,
                "observed": one.observed,
                "detail": one.detail,
                "documents": one.line.documents,
            }
            for one in found
        ],
        "summary": _counts(found),
    }


def _lines(settings: Settings, server: Server, found: Sequence[Observation]) -> Iterator[str]:
    from dataclasses import asdict

    from specproof.report import table

    language = settings.language
    yield _WORDS["server"].fill(language, asdict(server.identity))
    for group, title in _GROUPS.items():
        rows = [_row(settings, one) for one in found if one.line.group == group]
        if rows:
            yield title.pick(language)
            yield from table.aligned(rows)
    for one in found:
        yield from _trouble(settings, one)
    yield _WORDS["summary"].fill(language, _counts(found))


def _row(settings: Settings, one: Observation) -> tuple[str, ...]:
    verdict = _VERDICTS[one.verdict].pick(settings.language)
    return verdict, one.line.law, one.observed or "-", one.line.title.pick(settings.language)


def _trouble(settings: Settings, one: Observation) -> Iterator[str]:
    """What stands behind a verdict that is not ok."""
    if one.verdict in ("ok", "not_run"):
        return
    from specproof.report import table
    from specproof.report.cells import safe

    language = settings.language
    yield f"{one.line.law}: {one.line.meaning.pick(language)}"
    words = (("expected", one.line.value), ("observed", one.observed))
    rows = [(_WORDS[key].pick(language), f"{word}: {_told(settings, one, word)}") for key, word in words if word]
    if one.detail:
        rows.append((_VERDICTS[one.verdict].pick(language), safe(one.detail)))
    if one.line.documents:
        rows.append((_WORDS["documents"].pick(language), one.line.documents))
    yield from table.aligned(rows)


def _told(settings: Settings, one: Observation, word: str) -> str:
    return one.line.words[word].pick(settings.language) if word in one.line.words else "?"
