"""`specproof ddl`: what MySQL 5.7 will say to scripts, and the facts that the answer rests on."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import reports
from specproof.cli.options import Settings
from specproof.errors import ExitCode, UsageProblem
from specproof.text import LANGUAGES, Language, Text

if TYPE_CHECKING:
    from specproof.ddl.run import Options
    from specproof.finding import DdlReport

FORMATS = ("text", "json", "sarif", "junit", "github")
_MANY = 8  # scripts from which on further processes pay for their start

_WORDS = {
    "allow": Text(
        zh="放行写法：-- specproof: allow {slug} until 2027-03-01 because 理由",
        en="To allow it: -- specproof: allow {slug} until 2027-03-01 because REASON",
    ),
    "bad": Text(zh="会报", en="Flagged"),
    "good": Text(zh="不报", en="Not flagged"),
    "why": Text(zh="原因", en="Why"),
    "advice": Text(zh="改为", en="Instead"),
    "effect": Text(zh="后果", en="Effect"),
    "house": Text(zh="由规约的 {policy} 规则打开", en="Switched on by the house rule {policy}"),
    "source": Text(zh="依据", en="Source"),
    "facts": Text(zh="{count} 条事实", en="{count} facts"),
    "fact": Text(zh="{count} 条事实", en="{count} fact"),
    "no-facts": Text(
        zh="下一步：换一个更短的词（要求连续出现，只有英文），或按 --category 浏览：{categories}",
        en="next step: try a shorter word (the words must stand together), or browse a --category: {categories}",
    ),
    "not-run": Text(zh="没有跑过：{why}", en="not run: {why}"),
}


@click.group("ddl")
def command() -> None:
    """Check upgrade scripts against MySQL 5.7, without a server.

    \b
    specproof ddl check up.sql                   every statement, offline
    specproof ddl facts --search "foreign key"   what was run on real servers
    """


@command.command("check")
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--report", "reports", multiple=True, metavar="FORMAT=FILE", help="Write a further report; may be given again."
)
@click.option("--output", type=click.Path(dir_okay=False), help="Write the report here instead of to stdout.")
@click.option(
    "--policy",
    metavar="NAME|FILE",
    help="House rules: 'none' for MySQL 5.7 alone, the name of a policy that ships, or a file. "
    "Default: 'answer-delivery', which forbids foreign keys, generated columns, CHECK and more.",
)
@click.option(
    "--baseline", type=click.Path(exists=True, dir_okay=False), help="A dump of the schema before the scripts."
)
@click.option("--select", multiple=True, metavar="CHECK", help="Run these checks only; may be given again.")
@click.option("--ignore", multiple=True, metavar="CHECK", help="Leave these checks out; may be given again.")
@click.option("--strict/--no-strict", default=None, help="Statements that could not be verified count as findings.")
@click.option("--exit-zero", is_flag=True, help="Exit 0 in spite of findings; usage errors keep their code.")
@click.option("--jobs", type=click.IntRange(1), help="Processes for many scripts. Default: as many as pay.")
@click.option("--verbose", "-v", is_flag=True, help="Add a table of all statements to the text.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of prose. Default: that of the program.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the JSON output and exit.")
@click.option("--list-checks", is_flag=True, help="List the checks and how heavy the policy takes them, and exit.")
@click.option("--explain", metavar="CHECK", help="Explain one check, with examples, and exit.")
@click.pass_obj
def check(settings: Settings, /, files: tuple[str, ...], **options: Any) -> int:
    """Say what MySQL 5.7 will refuse, ignore or make dangerous in each FILE, and what the house forbids.

    FILE is a script, a folder of .sql files, or - for stdin. Exit code 0: nothing of severity error; 1: findings;
    2: a file or option that cannot be used. Nothing is executed and no server is asked.

    \b
    specproof ddl check up.sql
    specproof ddl check migrations/ --format github --report sarif=build/ddl.sarif
    mysqldump --no-data shop | specproof ddl check - --policy none
    specproof ddl check up.sql --strict --select foreign-key --select unverified
    specproof ddl check --explain functional-index

    \b
    A comment in the script allows a finding on its statement:
      -- specproof: allow foreign-key until 2027-03-01 because the archive is never written to
    """
    if options["schema"]:
        _print_schema()
        return ExitCode.OK
    settings = replace(settings, language=options["lang"] or settings.language)
    from specproof.ddl import policy

    house = options["policy"] or settings.get("ddl", "policy") or policy.DEFAULT
    if options["explain"]:
        _explain(options["explain"], settings.language)
        return ExitCode.OK
    if options["list_checks"]:
        _list_checks(house, settings.language, form=options["form"])
        return ExitCode.OK
    if not files:
        raise click.UsageError("Missing argument 'FILE...'.")
    return _check(settings, files, house, options)


def _check(settings: Settings, files: tuple[str, ...], house: str, options: dict[str, Any]) -> ExitCode:
    from specproof.ddl import run

    targets = reports.targets(options["form"], options["output"], options["reports"], FORMATS)
    report = run.check_paths([Path(name) for name in files], _options(settings.language, house, files, options))
    for form, target in targets:
        reports.deliver(_render(report, form, settings, to_terminal=target is None, verbose=options["verbose"]), target)
    strict = settings.get("ddl", "strict") if options["strict"] is None else options["strict"]
    return _exit_code(report, settings.language, strict=bool(strict), exit_zero=options["exit_zero"])


def _options(language: Language, house: str, files: tuple[str, ...], options: dict[str, Any]) -> Options:
    import os
    from datetime import date

    from specproof.ddl import run
    from specproof.ddl.files import find

    many = len(find(Path(name) for name in files)) >= _MANY
    return run.Options(
        policy=house,
        baseline=Path(options["baseline"]) if options["baseline"] else None,
        language=language,
        select=options["select"],
        ignore=options["ignore"],
        jobs=options["jobs"] or (os.cpu_count() or 1 if many else 1),
        # The day of the person who runs it, as the date in a comment is.
        today=date.today(),  # noqa: DTZ011 - the local day is meant
    )


def _exit_code(report: DdlReport, language: Language, *, strict: bool, exit_zero: bool) -> ExitCode:
    """The highest of what applies; files that could not be read are told on stderr."""
    from specproof.cli import exits
    from specproof.finding import Status

    for unread in report.unread:
        problem = UsageProblem(
            unread.code, unread.what, next_step=unread.next_step, where=unread.path, cause=unread.cause
        )
        exits.show(problem, language)
    if report.unread:
        return ExitCode.USAGE
    found = report.count(Status.VIOLATION) or (strict and _unverified(report))
    return ExitCode.FINDINGS if found and not exit_zero else ExitCode.OK


def _unverified(report: DdlReport) -> bool:
    from specproof.finding import Status

    return any(s.status is Status.UNVERIFIED for file in report.files for s in file.statements)


# --- output -----------------------------------------------------------------------------------------------------------


def _render(report: DdlReport, form: str, settings: Settings, *, to_terminal: bool, verbose: bool) -> str:
    from importlib import import_module

    renderer = import_module(f"specproof.report.{form}")
    if form == "json":
        return str(renderer.render(report))
    if form == "text":
        colour = to_terminal and sys.stdout.isatty() and not settings.environment.get("NO_COLOR")
        paint = {"paint": lambda text, name: click.style(text, fg=name, bold=True)} if colour else {}
        return str(renderer.render(report, settings.language, verbose=verbose, **paint))
    return str(renderer.render(report, settings.language))


def _print_schema() -> None:
    from specproof import resources

    file = resources.path("specs", "metaschema", "report", "ddl-report.schema.json")
    click.echo(file.read_text(encoding="utf-8"), nl=False)


# --- what there is to check -------------------------------------------------------------------------------------------


def _list_checks(house: str, language: Language, *, form: str) -> None:
    import json

    from specproof.ddl import catalogue, policy

    checks = catalogue.load()
    rules = policy.load(house, checks)
    rows = [
        {
            "check": check.slug,
            "severity": str(rules.rule(check).severity or check.severity) if rules.active(check) else "off",
            "effect": str(check.effect),
            "title": check.title.pick(language),
            "url": check.source.url,
        }
        for check in checks.checks.values()
    ]
    if form == "json":
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    widths = {key: max(len(row[key]) for row in rows) for key in ("check", "severity", "effect")}
    for row in rows:
        click.echo("  ".join([*(row[key].ljust(width) for key, width in widths.items()), row["title"]]))


def _explain(slug: str, language: Language) -> None:
    from textwrap import indent

    from specproof.ddl import catalogue
    from specproof.ddl.prose import outline

    check = catalogue.load().get(slug)
    bad, good = catalogue.examples(slug)
    colon = "：" if language == "zh" else ": "

    def said(key: str, text: str) -> str:
        return f"{_WORDS[key].pick(language)}{colon}{text}"

    lines = [f"{check.slug}{colon}{check.title.pick(language)}", ""]
    lines.append(said("why", outline(check.why, language)))
    lines.append(said("advice", outline(check.advice, language)))
    lines.append(said("effect", f"{check.effect}, {check.severity}" + (f", {check.errno}" if check.errno else "")))
    if check.policy:
        lines.append(_WORDS["house"].fill(language, {"policy": check.policy}))
    lines.append(said("source", ", ".join((check.source.url, *check.source.facts, *check.source.statements))))
    for key, examples in (("bad", bad), ("good", good)):
        for example in examples:
            lines += ["", f"{_WORDS[key].pick(language)}{colon}".rstrip(), indent(example.sql.rstrip("\n"), "    ")]
    lines += ["", _WORDS["allow"].fill(language, {"slug": slug})]
    click.echo("\n".join(lines))


@command.command("facts")
@click.option("--category", help="Only facts of this category.")
@click.option("--search", metavar="WORDS", help="Only facts in which these words stand together, in any case.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the JSON output and exit.")
@click.pass_obj
def facts(settings: Settings, category: str | None, search: str | None, form: str, *, schema: bool) -> None:
    """List facts about MySQL 5.7, each run on a real server; the few that were not say so.

    \b
    specproof ddl facts --category limits
    specproof ddl facts --search "generated column" --format json
    """
    import json

    from specproof.ddl import facts as catalogue

    if schema:
        click.echo(json.dumps(catalogue.json_schema(), ensure_ascii=False, indent=2))
        return
    found = catalogue.find(category, search)
    if form == "json":
        click.echo(json.dumps({"schema": catalogue.SCHEMA, "facts": found}, ensure_ascii=False, indent=2))
        return
    for fact in found:
        outcome = f"error {fact['expected_error']}" if fact["expected_error"] else fact["on_5_7"]
        click.echo(f"{fact['id']}  [{fact['category']}]  {outcome}")
        click.echo(f"    {fact['title']}: {' '.join(str(fact['what_happens']).split())}")
        click.echo(f"    {' '.join(str(fact['probe']['statement']).split())}")
        if "not_run" in fact:
            click.echo(f"    {_WORDS['not-run'].fill(settings.language, {'why': fact['not_run']})}")
    click.echo(_WORDS["facts" if len(found) != 1 else "fact"].fill(settings.language, {"count": len(found)}))
    if not found:
        click.echo(_WORDS["no-facts"].fill(settings.language, {"categories": ", ".join(catalogue.categories())}))
