"""`specproof spec export`: the whole law as one canonical JSON file, and the check of such a file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

from specproof.cli import law
from specproof.cli.options import Settings
from specproof.errors import EnvironmentProblem, ExitCode
from specproof.text import Language, Text

_WRITTEN = Text(zh="已写入 {file}：{parts} 份，sha256 {sha256}", en="{file} written: {parts} parts, sha256 {sha256}")
_SOUND = Text(zh="完好：{parts} 份，sha256 {sha256}", en="sound: {parts} parts, sha256 {sha256}")
_WRONG = {
    "digest": Text(zh="{part}：摘要不符", en="{part}: the digest is another one"),
    "missing": Text(zh="{part}：没有摘要", en="{part}: there is no digest"),
    "form": Text(zh="{part}：不是规范形式（RFC 8785）", en="{part}: not in canonical form (RFC 8785)"),
}
_WHOLE = Text(zh="整份文件", en="the whole file")


@click.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead of stdout.")
@click.option(
    "--check",
    "checked",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Verify a bundle instead: every digest and the canonical form.",
)
@law.root_option
@law.schema_option("spec-export")
@click.pass_obj
def export(settings: Settings, output: Path | None, checked: Path | None, root: Path | None) -> int:
    """Export the whole law with its schemas as one canonical JSON file, byte for byte the same everywhere.

    The law is validated first. Every part carries its SHA-256, the bundle that of everything in it. With --check: exit
    code 0 for a sound bundle, 1 for one that was altered, 2 for a file that is none.

    \b
    specproof spec export --output law.json
    specproof spec export | sha256sum
    specproof spec export --check law.json
    """
    if checked:
        if output or root:
            raise click.UsageError("--check verifies a file; --output and --root do not go with it.")
        return _check(checked, settings.language)
    from specproof.specs import export as exporting
    from specproof.specs import states

    _validated(root, settings.environment)
    state = states.of_folder(root)
    data = exporting.bundle(state)
    if output is None:
        click.echo(data, nl=False)
        return ExitCode.OK
    _write(output, data)
    values = {"file": output, "parts": len(state.values) + len(state.texts), "sha256": exporting.sha256_of(data)}
    click.echo(_WRITTEN.fill(settings.language, values), err=True)
    return ExitCode.OK


def _check(file: Path, language: Language) -> int:
    from specproof.specs import export as exporting

    found = exporting.check(file)
    for part, kind in found.wrong:
        click.echo(_WRONG[kind].fill(language, {"part": part or _WHOLE.pick(language)}))
    if found.wrong:
        return ExitCode.FINDINGS
    click.echo(_SOUND.fill(language, {"parts": found.parts, "sha256": found.sha256}))
    return ExitCode.OK


def _validated(root: Path | None, environment: Mapping[str, str]) -> None:
    """Refuses a law with problems. Raises UsageProblem `spec.invalid`."""
    from specproof.specs import remembered

    key = remembered.digest(root)
    if remembered.recall(key, environment) is None:
        from specproof.specs.problem import as_error
        from specproof.specs.validate import validate

        validation = validate(root)
        if not validation.valid:
            raise as_error(validation.problems)
        remembered.keep(key, validation.files, environment)


def _write(file: Path, data: bytes) -> None:
    """Writes the file whole or not at all."""
    try:
        handle, half = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(half).chmod(0o644)  # mkstemp makes 0600
        Path(half).replace(file)
    except OSError as error:
        raise EnvironmentProblem(
            "law.unwritable",
            f"The bundle cannot be written: {error.strerror}.",
            where=str(file),
            next_step="Give a file in a folder that exists and that you may write.",
        ) from None
