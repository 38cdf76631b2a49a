"""`specproof spec`: validates the data of the law, and shows what it says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specproof.cli import law, spec_coverage, spec_diff, spec_export, spec_look
from specproof.cli.options import Settings
from specproof.errors import ExitCode
from specproof.text import Language, Text

if TYPE_CHECKING:
    from specproof.specs.validate import Validation

_NEXT = Text(zh="下一步", en="next step")
_PATH = Text(zh="位于", en="at")
_SOUND = Text(zh="{files} 个文件，{kinds} 类，没有问题", en="{files} files of {kinds} kinds, no problem")
_BROKEN = Text(zh="{files} 个文件，{problems} 个问题", en="{files} files, {problems} problems")
_CACHED = Text(
    zh="取自缓存：这些字节先前验证过，没有问题（--no-cache 重新验证）",
    en="from the cache: these very bytes were validated before (--no-cache validates them again)",
)


@click.group()
def command() -> None:
    """Look after the law that is kept as data.

    \b
    specproof spec validate                        every YAML file, with file:line:column of each problem
    specproof spec list --system flight-state      its rules, one a line
    specproof spec show answer_delivery.state      what the law says of one column
    specproof spec questions                       what the owner of the law is asked to decide
    specproof spec coverage                        what is left to prove
    specproof spec diff main .                     what breaks between two states of the law
    specproof spec diff --profile current target   where today's code deviates
    specproof spec export --output law.json        the whole law in one file, for other languages
    """


@command.command()
@click.argument("root", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--no-cache", is_flag=True, help="Validate again, even if the same bytes were found sound before.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@law.schema_option("spec-validate")
@click.pass_obj
def validate(settings: Settings, root: Path | None, form: str, *, no_cache: bool) -> int:
    """Validate every YAML file of the content rooms.

    ROOT is a folder that contains specs, ddl and migrator; left out, the installed content is validated. Exit code 0
    without a problem, 2 with any. A clean result is remembered in the cache folder by the content of all files, and the
    output says when it comes from there.

    \b
    specproof spec validate
    specproof spec validate ../my-checkout --format json
    specproof spec validate --no-cache
    """
    from specproof.specs import remembered

    key = remembered.digest(root)
    known = None if no_cache else remembered.recall(key, settings.environment)
    if known is not None:
        _show(known, None, form, settings.language)
        return ExitCode.OK
    from specproof.specs.validate import validate as run

    validation = run(root)
    if validation.valid:
        remembered.keep(key, validation.files, settings.environment)
    _show(validation.files, validation, form, settings.language)
    return ExitCode.OK if validation.valid else ExitCode.USAGE


def _show(files: Mapping[str, int], validation: Validation | None, form: str, language: Language) -> None:
    """Prints the outcome; without a validation it is a clean one that was remembered."""
    if form == "json":
        click.echo(json.dumps(_data(files, validation), ensure_ascii=False, indent=2))
    else:
        click.echo(_text(files, validation, language))


def _text(files: Mapping[str, int], validation: Validation | None, language: Language) -> str:
    problems = validation.problems if validation else ()
    lines: list[str] = []
    for problem in problems:
        lines.append(str(problem))
        if problem.path:
            lines.append(f"    {_PATH.pick(language)}: {_printable(problem.path)}")
        lines.append(f"    {_NEXT.pick(language)}: {_printable(problem.next_step)}")
    width = max(map(len, files), default=0)
    lines += ["", *(f"{kind:{width}}  {count:4}" for kind, count in files.items())]
    values = {"files": sum(files.values()), "kinds": len(files), "problems": len(problems)}
    lines.append((_BROKEN if problems else _SOUND).fill(language, values))
    if validation is None:
        lines.append(_CACHED.pick(language))
    return "\n".join(lines).lstrip("\n")


def _printable(text: str) -> str:
    from specproof.specs.problem import printable

    return printable(text)


def _data(files: Mapping[str, int], validation: Validation | None) -> dict[str, Any]:
    problems = validation.problems if validation else ()
    return {
        "schema": "specproof/spec-validate/1",
        "valid": not problems,
        "cached": validation is None,
        "files": dict(files),
        "problems": [
            {
                "file": problem.file,
                "line": problem.line,
                "column": problem.column,
                "path": problem.path,
                "code": problem.code,
                "message": problem.what,
                "next_step": problem.next_step,
            }
            for problem in problems
        ],
    }


command.add_command(spec_look.list_)
command.add_command(spec_look.show)
command.add_command(spec_look.questions)
command.add_command(spec_coverage.coverage)
command.add_command(spec_diff.diff)
command.add_command(spec_export.export)
