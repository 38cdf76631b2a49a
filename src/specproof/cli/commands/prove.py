"""`specproof prove`: the main job on one page, with a JSON and an HTML report beside it."""

from __future__ import annotations

import os
from pathlib import Path

import click

from specproof.cli.options import Settings
from specproof.errors import EnvironmentProblem

_REPORTS = ("report.json", "report.html")


def _print_schema(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:  # noqa: ARG001 - Click's signature
    if wanted:
        from specproof import resources

        click.echo(resources.path("specs", "metaschema", "report", "prove.schema.json").read_text("utf-8"), nl=False)
        ctx.exit()


@click.command()
@click.option("--engine", "engines", multiple=True, metavar="NAME=URL", help="Use this server: mysql-5.7=mysql://…")
@click.option("--script", type=click.Path(path_type=Path), help="Prove this script instead of the shipped change.")
@click.option("--baseline", type=click.Path(path_type=Path), help="Structure dump of the schema before the upgrade.")
@click.option("--rows", type=click.IntRange(0, 1_000_000), help="Rows per table to start with.  [default: 5000]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build/prove"),
    show_default=True,
    help="Folder for report.json, report.html, the rehearsal record and the journal.",
)
@click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_schema,
    help="Print the JSON Schema of the JSON report and exit.",
)
@click.pass_obj
def command(
    settings: Settings,
    engines: tuple[str, ...],
    script: Path | None,
    baseline: Path | None,
    rows: int | None,
    form: str,
    output: Path,
) -> int:
    """Prove the answer-delivery upgrade from end to end on a real MySQL 5.7.

    Validates the law, checks the script, starts (or is given) a server, loads the baseline with rows, rehearses,
    applies with a journal, verifies against the spec and runs the self-checks. On a server of yours it works only in
    databases that it creates (named specproof_…) and drops at the end.

    \b
    specproof prove
    specproof prove --engine mysql-5.7=mysql://root@127.0.0.1:3306/ --format json
    specproof prove --script up.sql --baseline dump.sql
    """
    from specproof.cli import exits, servers
    from specproof.cli.terminal import TerminalProgress, stopped_softly
    from specproof.evidence import Outcome
    from specproof.migrator.hooks import Hooks
    from specproof.prove import ENGINE, Request, prove
    from specproof.report import html, prove_json, prove_text

    url = servers.url_of(settings, ENGINE, engines)
    folder = _writable(output)
    progress = TerminalProgress()
    request = Request(
        state=folder / "state",
        script=script,
        baseline=baseline,
        rows=rows if rows is not None else settings.get("migrate", "rows") or 5000,
        url=url,
        language=settings.language,
        options=servers.options(settings),
        hooks=Hooks(progress=progress),
    )
    with stopped_softly():
        run = prove(request)
    progress.clear()
    files = {"report.json": prove_json.render(run.report), "report.html": html.render(run.report, settings.language)}
    unwritten = _written(folder, files)
    if form == "json":
        exits.echo(files["report.json"], nl=False)
    else:
        shown = [] if unwritten else [str(folder / name) for name in files]
        exits.echo(prove_text.render(run.report, settings.language, files=shown, paint=_paint), nl=False)
    if run.exit_code:
        click.echo("; ".join(s.reason for s in run.report.steps if s.outcome is Outcome.FAILED and s.reason), err=True)
    if unwritten:
        exits.show(unwritten, settings.language)
        return exits.highest(run.exit_code, unwritten.exit_code)
    return run.exit_code


def _writable(folder: Path) -> Path:
    """The folder, made, proven to take files, and free of the reports of an earlier run.

    Whoever finds a report in it after this run was killed would take it for the report of this run. Raises
    EnvironmentProblem `prove.unwritable`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _REPORTS:
            (folder / name).unlink(missing_ok=True)
        (folder / _REPORTS[0]).touch()
        (folder / _REPORTS[0]).unlink()
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder


def _written(folder: Path, files: dict[str, str]) -> EnvironmentProblem | None:
    """Writes every report whole or not at all; gives the problem, because the result itself is still to be shown."""
    try:
        for name, text in files.items():
            half = folder / f".{name}"
            half.write_text(text, encoding="utf-8", errors="backslashreplace")
            half.replace(folder / name)
    except OSError as error:
        return _unwritable(folder, error)
    return None


def _unwritable(folder: Path, error: OSError) -> EnvironmentProblem:
    return EnvironmentProblem(
        "prove.unwritable",
        f"The reports cannot be written: {error.strerror}.",
        where=str(folder),
        cause="The folder belongs to somebody else, or its disk is full.",
        next_step="Name another folder with --output.",
    )


def _paint(text: str, colour: str) -> str:
    """Colour for a terminal; Click takes it away again where the output is none."""
    return text if os.environ.get("NO_COLOR") else click.style(text, fg=colour)
