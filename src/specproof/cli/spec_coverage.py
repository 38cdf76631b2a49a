"""`specproof spec coverage`: how far the law is proven, and the ratchet that keeps it from falling back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from specproof.cli import law
from specproof.cli.options import Settings
from specproof.errors import ExitCode
from specproof.text import Language, Text

if TYPE_CHECKING:
    from specproof.specs.coverage import Coverage

_LOST = Text(zh="倒退：{statement} 失去了 {what}", en="step backwards: {statement} lost {what}")
_WRITTEN = Text(zh="已写入 {file}", en="{file} written")
_WHAT = {
    "gone": Text(zh="自己（条文不见了）", en="itself (the statement is gone)"),
    "mapped": Text(zh="归处", en="its place (mapped)"),
    "cased": Text(zh="案例", en="its case (cased)"),
    "excused": Text(zh="不可测的理由", en="the reason why it cannot be tested (excused)"),
}


@click.command()
@click.option("--format", "form", type=click.Choice(["text", "json", "html"]), default="text", show_default=True)
@click.option(
    "--results",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSON report of `conformance run` or `prove` whose results count as proof. May be repeated.",
)
@click.option(
    "--ratchet",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Compare with this snapshot: exit code 1 when something was reached there and is not now.",
)
@click.option("--update", is_flag=True, help="Write what is reached now to the snapshot of --ratchet.")
@law.root_option
@law.schema_option("spec-coverage")
@click.pass_obj
def coverage(
    settings: Settings, form: str, results: tuple[Path, ...], ratchet: Path | None, root: Path | None, *, update: bool
) -> int:
    """How far the law is proven: what is left first, then numbers per system and kind.

    What counts as mapped, cased and proven is said in the output. Exit code 0; with --ratchet 1 for a step backwards.

    \b
    specproof spec coverage
    specproof spec coverage --format html > coverage.html
    specproof spec coverage --results build/conformance/report.json --format json
    specproof spec coverage --ratchet specs/coverage-snapshot.json            in CI
    specproof spec coverage --ratchet specs/coverage-snapshot.json --update   after an improvement
    """
    from specproof.report import coverage_html, coverage_text
    from specproof.specs import coverage as measuring
    from specproof.specs import recorded
    from specproof.specs.register import Law

    if update and not ratchet:
        raise click.UsageError("--update needs --ratchet FILE.")
    measured = measuring.measure(Law(root), recorded.read(results))
    data = measuring.to_data(measured)
    if form == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        render = coverage_text.render if form == "text" else coverage_html.render
        click.echo(render(data, settings.language), nl=False)
    return _ratchet(ratchet, measured, settings.language, update=update) if ratchet else ExitCode.OK


def _ratchet(file: Path, measured: Coverage, language: Language, *, update: bool) -> int:
    """Says on stderr what was lost; writes the snapshot where that is asked for."""
    from specproof.specs import coverage as measuring
    from specproof.specs import ratchet

    lost = measuring.losses(ratchet.read(file), measured) if file.exists() or not update else ()
    for statement, what in lost:
        named = _WHAT[what].pick(language) if what in _WHAT else what
        click.echo(_LOST.fill(language, {"statement": statement, "what": named}), err=True)
    if update:
        ratchet.write(file, measuring.snapshot(measured))
        click.echo(_WRITTEN.fill(language, {"file": file}), err=True)
        return ExitCode.OK
    return ExitCode.FINDINGS if lost else ExitCode.OK
