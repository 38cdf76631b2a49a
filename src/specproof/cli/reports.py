"""Where reports go: stdout in one format, and any number of files with `--report FORMAT=FILE`.

Targets are checked before any work is done. It refuses to make folders.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from specproof.errors import UsageProblem


def targets(
    form: str, output: str | None, reports: Sequence[str], formats: Sequence[str]
) -> list[tuple[str, Path | None]]:
    """Format and file of each report, stdout being None. Raises UsageProblem `report.*`."""
    found: list[tuple[str, Path | None]] = [(form, Path(output) if output else None)]
    for said in reports:
        name, equals, file = said.partition("=")
        if name not in formats or not equals or not file:
            raise UsageProblem(
                "report.unknown-format",
                f"'--report {said}' does not name a format and a file.",
                next_step=f"Write --report FORMAT=FILE with one of {', '.join(formats)}.",
            )
        found.append((name, Path(file)))
    for _, target in found:
        if target is not None and (target.is_dir() or not target.parent.is_dir()):
            raise _unwritable(target, "there is no such folder" if not target.is_dir() else "it is a folder")
    return found


def deliver(text: str, target: Path | None) -> None:
    """Raises UsageProblem `report.unwritable`."""
    if target is None:
        click.echo(text, nl=False)
        return
    try:
        target.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise _unwritable(target, error.strerror or str(error)) from None


def _unwritable(target: Path, reason: str) -> UsageProblem:
    return UsageProblem(
        "report.unwritable",
        f"The report cannot be written to '{target}': {reason}.",
        where=str(target),
        next_step="Give a file in a folder that exists and that this account may write to.",
    )
