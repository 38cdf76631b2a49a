"""`specproof conformance`: the cases of the law, and what an implementation makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from specproof.cli import law, reports
from specproof.cli.conformance_mutants import mutants
from specproof.cli.options import Settings
from specproof.errors import UsageProblem
from specproof.text import Text

if TYPE_CHECKING:
    from specproof.conformance.cases import Suite
    from specproof.conformance.lending import Lender
    from specproof.conformance.result import Report
    from specproof.conformance.select import Planned

FORMATS = ("text", "json", "junit")
_LISTED = Text(zh="{cases} 个案例，{runs} 次运行", en="{cases} cases, {runs} runs")
_NEXT = Text(zh="下一步", en="next step")


def _filters(function: Any) -> Any:
    """The options that select cases."""
    for option in (
        click.option("--system", "systems", multiple=True, metavar="NAME", help="Only of this system; again for more."),
        click.option("--profile", type=click.Choice(["current", "target"]), help="Only in this profile."),
        click.option("--case", "cases", multiple=True, metavar="GLOB", help="Only cases whose id fits; * ? [] stand."),
        click.option("--rule", "rules", multiple=True, metavar="ID", help="Only cases of this rule; again for more."),
        click.option(
            "--engine",
            "engines",
            multiple=True,
            metavar="NAME[=URL]",
            help="Only cases on this engine; 'none' for those that need no engine.",
        ),
    ):
        function = option(function)
    return function


@click.group("conformance")
def command() -> None:
    """Hold an implementation against the cases of the law.

    \b
    specproof conformance list --system flight-state
    specproof conformance run --subject reference --system flight-state
    specproof conformance mutants --system flight-state
    """


command.add_command(mutants)


@command.command("list")
@_filters
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("conformance-list")
@click.pass_obj
def list_(settings: Settings, /, form: str, **filters: Any) -> None:
    """List the cases, what they show and where they run.

    \b
    specproof conformance list
    specproof conformance list --rule fs.clear-marker
    specproof conformance list --case 'qbd.price-*' --format json
    """
    import json

    suite, planned = _planned(settings, filters)
    if form == "json":
        click.echo(json.dumps(_list_data(suite, planned), ensure_ascii=False, indent=2))
        return
    for case in dict.fromkeys(one.case for one in planned):
        click.echo(f"{case.id}  ({case.level})")
        click.echo(f"    {case.title.pick(settings.language)}")
        places = [", ".join(filter(None, (one.profile, one.engine))) for one in planned if one.case is case]
        click.echo(f"    {', '.join(case.rules)}; {'; '.join(places)}")
    counts = {"cases": len({one.case.id for one in planned}), "runs": len(planned)}
    click.echo(_LISTED.fill(settings.language, counts))


@command.command("run")
@click.option("--subject", default="reference", show_default=True, metavar="NAME", help="The implementation.")
@_filters
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--report", "files", multiple=True, metavar="FORMAT=FILE", help="Write a further report; may be given again."
)
@click.option("--by-rule", is_flag=True, help="Add a line for each rule to the text.")
@law.schema_option("conformance-report")
@click.pass_obj
def run(
    settings: Settings, /, subject: str, form: str, files: tuple[str, ...], *, by_rule: bool, **filters: Any
) -> int:
    """Run cases against an implementation.

    Exit code 0: all is well; 1: a case came out red; 2: nothing selected, or a case that is not valid; 3: an engine is
    missing, so that cases were not run. An engine that a run may do without (oracle) counts only when it is named.

    \b
    specproof conformance run --subject reference --system qbd
    specproof conformance run --rule fs.clear-marker --by-rule
    specproof conformance run --format json --report junit=build/conformance.xml
    """
    from specproof.conformance import subject as subjects
    from specproof.conformance.run import run as run_all

    targets = reports.targets(form, None, files, FORMATS)
    make = subjects.find(subject)
    suite, planned = _planned(settings, filters)
    named = [said.partition("=")[0] for said in filters["engines"]]
    report = run_all(suite, planned, make, _servers(settings, filters["engines"]), named)
    for name, target in targets:
        reports.deliver(_render(report, name, settings, by_rule=by_rule), target)
    return report.exit_code


def _planned(settings: Settings, filters: dict[str, Any]) -> tuple[Suite, tuple[Planned, ...]]:
    """The suite of the chosen systems and what of it is to run. Raises UsageProblem `conformance.*`."""
    from specproof.conformance import select
    from specproof.conformance.cases import compile_suite

    suite = compile_suite(filters["systems"] or None)
    if suite.problems:
        raise _invalid(settings, suite)
    engines = tuple(said.partition("=")[0] for said in filters["engines"])
    selection = select.Selection(filters["profile"], filters["cases"], filters["rules"], engines)
    return suite, select.plan(suite, selection)


def _servers(settings: Settings, given: tuple[str, ...]) -> Lender:
    """Lends engines where options, environment or configuration say. Raises UsageProblem `engine.*`, `config.*`."""
    from specproof import engines
    from specproof.cli import servers
    from specproof.conformance.lending import lender
    from specproof.conformance.select import NO_ENGINE

    assigned = [said for said in given if "=" in said]
    asked = {name for said in given if (name := said.partition("=")[0]) != NO_ENGINE}
    for name in asked:
        engines.find(name)
    return lender(lambda name: servers.url_of(settings, name, assigned), servers.options(settings))


def _invalid(settings: Settings, suite: Suite) -> UsageProblem:
    """Every problem goes to stderr; the error tells how many."""
    from specproof.specs.problem import printable

    for problem in suite.problems:
        click.echo(str(problem), err=True)
        click.echo(f"    {_NEXT.pick(settings.language)}: {printable(problem.next_step)}", err=True)
    return UsageProblem(
        "conformance.invalid-cases",
        f"Cases cannot be used: {len(suite.problems)} problems, each with its place above.",
        next_step="Correct them; `specproof spec validate` shows the same list.",
    )


def _render(report: Report, form: str, settings: Settings, *, by_rule: bool) -> str:
    from specproof.conformance.report import json, junit, text

    match form:
        case "json":
            return json.render(report)
        case "junit":
            return junit.render(report, settings.language)
    return text.render(report, settings.language, by_rule=by_rule)


def _list_data(suite: Suite, planned: tuple[Planned, ...]) -> dict[str, Any]:
    return {
        "schema": "specproof/conformance-list/1",
        "suite": {"sha256": suite.digest},
        "cases": [
            {
                "case": case.id,
                "digest": case.digest,
                "system": case.system,
                "file": case.file,
                "title": {"zh": case.title.zh, "en": case.title.en},
                "rules": list(case.rules),
                "level": case.level,
                "op": case.operation.name,
                "requires": list(case.requires),
                "runs": [{"profile": one.profile, "engine": one.engine} for one in planned if one.case is case],
            }
            for case in dict.fromkeys(one.case for one in planned)
        ],
    }
