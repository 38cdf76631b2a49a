"""`specproof engine`: which database servers can be had here, tried, started and stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from specproof.cli.engine_probe import probe
from specproof.cli.options import Settings
from specproof.errors import ExitCode
from specproof.text import Language, Text

if TYPE_CHECKING:
    from specproof.engines.base import Engine, Options, Provider
    from specproof.engines.keep import Kept

SCHEMA = "specproof/engines/1"
_KINDS = ("url", "container", "local")
_WORDS = {
    "usable": Text(zh="可用", en="usable"),
    "unusable": Text(zh="不可用", en="not usable"),
    "ok": Text(zh="通过", en="ok"),
    "failed": Text(zh="失败", en="failed"),
    "evidence": Text(zh="证据级别", en="evidence"),
    "running": Text(zh="正在运行", en="running"),
    "started": Text(zh="已启动 {engine} {version}", en="started {engine} {version}"),
    "already": Text(zh="{engine} {version} 已在运行", en="{engine} {version} is running already"),
    "url_file": Text(
        zh="带密码的 URL 在文件中（权限 0600）：{file}", en="URL with its password in (mode 0600): {file}"
    ),
    "use": Text(zh='用法：export {stem}_URL="$(cat {file})"', en='Use it: export {stem}_URL="$(cat {file})"'),
    "stopped": Text(zh="已停止 {engine} {address}", en="stopped {engine} {address}"),
    "nothing": Text(zh="没有正在运行的服务器", en="nothing is running"),
    "cache": Text(zh="缓存目录", en="cache"),
}


def _print_schema(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:  # noqa: ARG001 - Click's signature
    if wanted:
        from specproof import resources

        click.echo(resources.path("specs", "metaschema", "report", "engines.schema.json").read_text("utf-8"), nl=False)
        ctx.exit()


_format = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
_schema = click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_schema,
    help="Print the JSON Schema of the JSON output and exit.",
)
_given = click.option(
    "--engine",
    "given",
    multiple=True,
    metavar="NAME=URL",
    help="Use this server: mysql-5.7=mysql://…; may be repeated.",
)


@click.group("engine")
def command() -> None:
    """Database servers: what can be had here, and servers to play with.

    A server comes from a URL (--engine, SPECPROOF_MYSQL57_URL, SPECPROOF_POSTGRESQL_URL), else from Docker, else from
    a private one on this machine. Servers of another version are refused, never taken instead.

    \b
    specproof engine list                  what each provider could give, and what it lacks
    specproof engine doctor mysql-5.7      start one, ask who it is, stop it
    specproof engine start mysql-5.7       leave one running
    specproof engine stop                  stop what was left running
    specproof engine probe mysql-5.7       does it treat values as the law says
    """


command.add_command(probe)


@command.command("list")
@_given
@_format
@_schema
@click.pass_obj
def list_engines(settings: Settings, given: tuple[str, ...], form: str) -> int:
    """Show each engine, each provider, and what would make it usable. Starts nothing.

    \b
    specproof engine list
    specproof engine list --format json
    specproof engine list --engine mysql-5.7=mysql://root@127.0.0.1:3306/
    """
    from specproof import engines
    from specproof.engines import keep

    options = _options(settings)
    entries: list[dict[str, Any]] = [
        {"name": engine.name, "providers": [_seen(one) for one in _providers(settings, engine, given, options)]}
        for engine in engines.all()
    ]
    running = [_kept(one) for one in keep.running(options)]
    if form == "json":
        _print_json(options, engines=entries, running=running)
        return ExitCode.OK
    for entry in entries:
        click.echo(entry["name"])
        for one in entry["providers"]:
            _line(one["provider"], _say(settings, "usable" if one["usable"] else "unusable"), one["why"])
            if one["how"]:
                click.echo(f"{'':29}→ {one['how']}")
    _show_running(settings, running)
    return ExitCode.OK


@command.command("doctor")
@click.argument("names", nargs=-1, metavar="[ENGINE]...")
@click.option("--provider", "kind", type=click.Choice(_KINDS), help="Try this provider only.")
@_given
@_format
@_schema
@click.pass_obj
def doctor(settings: Settings, names: tuple[str, ...], kind: str | None, given: tuple[str, ...], form: str) -> int:
    """Start or reach a server of each ENGINE, ask who it is, and stop it again.

    Tries every usable provider of every engine, or those that are named. Exit code 0: each engine could be had from
    at least one provider; 2: a URL or option that cannot be used; 3: one engine could not be had.

    \b
    specproof engine doctor
    specproof engine doctor mysql-5.7 --provider local
    SPECPROOF_MYSQL57_URL=mysql://app@db/shop SPECPROOF_MYSQL57_PASSWORD=… specproof engine doctor mysql-5.7
    """
    from specproof import engines
    from specproof.engines import facts

    options = _options(settings)
    wanted = [engines.find(name) for name in names] or list(engines.all())
    entries: list[dict[str, Any]] = []
    for engine in wanted:
        providers = [one for one in _providers(settings, engine, given, options) if kind in (None, str(one.kind))]
        entries.append({"name": engine.name, "tried": [_tried(one) for one in providers]})
    if form == "json":
        _print_json(options, engines=entries)
    else:
        for entry in entries:
            click.echo(entry["name"])
            for trial in entry["tried"]:
                _show_trial(settings, trial)
        click.echo(f"{_say(settings, 'cache')}: {_cache(options)}")
    had = [
        any(trial["outcome"] == "ok" for trial in entry["tried"]) or (not names and entry["name"] in facts.optional())
        for entry in entries
    ]
    return ExitCode.OK if all(had) else ExitCode.ENVIRONMENT


@command.command("start")
@click.argument("name", metavar="ENGINE")
@click.option("--show-password", is_flag=True, help="Print the URL with its password.")
@_format
@_schema
@click.pass_obj
def start(settings: Settings, name: str, form: str, *, show_password: bool) -> int:
    """Start a private server of ENGINE on 127.0.0.1 and leave it running.

    The URL with the password is written to a file that only you can read. A second start gives the same server.

    \b
    specproof engine start mysql-5.7
    specproof engine start mysql-5.7 --show-password --format json
    """
    from specproof import engines
    from specproof.engines import facts, keep

    options = _options(settings)
    kept, new = keep.start(engines.find(name), options)
    entry = {**_kept(kept), **({"url": kept.url()} if show_password else {})}
    if form == "json":
        _print_json(options, running=[entry])
        return ExitCode.OK
    click.echo(_say(settings, "started" if new else "already", engine=kept.engine, version=kept.version))
    click.echo(entry.get("url") or kept.address)
    click.echo(_say(settings, "url_file", file=kept.url_file))
    click.echo(_say(settings, "use", stem=facts.load(name).environment, file=kept.url_file))
    return ExitCode.OK


@command.command("stop")
@click.argument("names", nargs=-1, metavar="[ENGINE]...")
@_format
@_schema
@click.pass_obj
def stop(settings: Settings, names: tuple[str, ...], form: str) -> int:
    """Stop the servers that were left running, all or those of each ENGINE, and remove their data.

    \b
    specproof engine stop
    specproof engine stop mysql-5.7
    """
    from specproof import engines
    from specproof.engines import keep

    options = _options(settings)
    wanted = {engines.find(name).name for name in names} or {engine.name for engine in engines.all()}
    stopped = []
    for one in keep.running(options):
        if one.engine in wanted:
            keep.stop(one)
            stopped.append(_kept(one))
    if form == "json":
        _print_json(options, stopped=stopped)
        return ExitCode.OK
    for entry in stopped:
        click.echo(_say(settings, "stopped", engine=entry["engine"], address=entry["address"]))
    if not stopped:
        click.echo(_say(settings, "nothing"))
    return ExitCode.OK


# --- from the engines room to words and JSON --------------------------------------------------------------------------


def _options(settings: Settings) -> Options:
    from specproof.cli import servers

    return servers.options(settings)


def _providers(settings: Settings, engine: Engine, given: tuple[str, ...], options: Options) -> tuple[Provider, ...]:
    from specproof.cli import servers

    return engine.providers(servers.url_of(settings, engine.name, given), options)


def _seen(provider: Provider) -> dict[str, Any]:
    seen = provider.availability()
    return {"provider": str(seen.provider), "usable": seen.usable, "why": seen.why, "how": seen.how or None}


def _tried(provider: Provider) -> dict[str, Any]:
    """One start, or the reason why there was none; `reason` is null when it worked."""
    import time

    from specproof.errors import SpecproofError, UsageProblem
    from specproof.evidence import ProviderKind

    trial: dict[str, Any] = {"provider": str(provider.kind), "outcome": "failed", "reason": None, "next": None}
    if provider.kind is not ProviderKind.URL:
        seen = provider.availability()
        if not seen.usable:
            return {**trial, "outcome": "not_run", "reason": seen.why, "next": seen.how or None}
    begun = time.monotonic()
    try:
        with provider.open() as server:
            found = server.identity
            trial |= {"outcome": "ok", "product": found.product, "version": found.version}
            trial |= {"evidence": str(found.evidence), "address": server.address.display()}
            trial |= {"seconds": round(time.monotonic() - begun, 2)}
    except UsageProblem:
        raise
    except SpecproofError as problem:
        why = f"{problem.what} {problem.cause or ''}".strip()
        trial |= {"outcome": "failed", "code": problem.code, "reason": why, "next": problem.next_step}
    return trial


def _kept(one: Kept) -> dict[str, Any]:
    return {
        "engine": one.engine,
        "version": one.version,
        "provider": "local",
        "address": one.address,
        "url_file": str(one.url_file),
    }


def _print_json(options: Options, **content: Any) -> None:
    import json

    data = {"schema": SCHEMA, "cache": _cache(options), **content}
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def _cache(options: Options) -> str:
    from specproof.engines import cache

    return str(cache.folder(options.environment))


def _show_trial(settings: Settings, trial: dict[str, Any]) -> None:
    if trial["outcome"] == "ok":
        level = f"{_say(settings, 'evidence')} {trial['evidence']}"
        who = f"{trial['product']} {trial['version']}, {level}, {trial['address']}, {trial['seconds']} s"
        _line(trial["provider"], _say(settings, "ok"), who)
        return
    word = "unusable" if trial["outcome"] == "not_run" else "failed"
    _line(trial["provider"], _say(settings, word), trial["reason"])
    if trial["next"]:
        click.echo(f"{'':29}→ {trial['next']}")


def _show_running(settings: Settings, running: list[dict[str, Any]]) -> None:
    """Under a heading of their own, so that nobody takes them for a provider of the engine above."""
    if running:
        click.echo(_say(settings, "running"))
    for one in running:
        _line(one["engine"], one["version"], f"{one['address']}  {one['url_file']}")


def _line(first: str, second: str, rest: str) -> None:
    click.echo(f"  {_padded(first, 12)} {_padded(second, 13)} {rest}")


def _padded(text: str, width: int) -> str:
    """Filled up to a width in columns of a terminal: a Chinese character takes two."""
    from specproof.report import frame

    return text + " " * max(width - frame.width(text), 0)


def _say(settings: Settings, key: str, **values: object) -> str:
    language: Language = settings.language
    return _WORDS[key].fill(language, values)
