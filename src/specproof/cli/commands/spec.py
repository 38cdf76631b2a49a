"""`specproof spec`: validates the data of the law, and shows what it says of one thing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specproof.cli.options import Settings
from specproof.errors import ExitCode
from specproof.text import Language, Text

if TYPE_CHECKING:
    from specproof.specs.index import Entry
    from specproof.specs.validate import Validation

_FORMATS = click.Choice(["text", "json"])
_NEXT = Text(zh="下一步", en="next step")
_PATH = Text(zh="位于", en="at")
_SOUND = Text(zh="{files} 个文件，{kinds} 类，没有问题", en="{files} files of {kinds} kinds, no problem")
_BROKEN = Text(zh="{files} 个文件，{problems} 个问题", en="{files} files, {problems} problems")


def _print_schema(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:  # noqa: ARG001 - Click's signature
    """Prints the JSON Schema of a command's JSON output, and ends."""
    if wanted:
        from specproof import resources

        file = resources.path("specs", "metaschema", "report", f"spec-{ctx.info_name}.schema.json")
        click.echo(file.read_text(encoding="utf-8"), nl=False)
        ctx.exit()


_schema_option = click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_schema,
    help="Print the JSON Schema of the JSON output and exit.",
)


@click.group()
def command() -> None:
    """Look after the law that is kept as data.

    \b
    specproof spec validate                     every YAML file, with file:line:column of each problem
    specproof spec show answer_delivery.state   what the law says of one column
    """


@command.command()
@click.argument("root", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--format", "form", type=_FORMATS, default="text", show_default=True)
@_schema_option
@click.pass_obj
def validate(settings: Settings, root: Path | None, form: str) -> int:
    """Validate every YAML file of the content rooms.

    ROOT is a folder that contains specs, ddl and migrator; left out, the installed content is validated. Exit code 0
    without a problem, 2 with any.

    \b
    specproof spec validate
    specproof spec validate ../my-checkout --format json
    """
    from specproof.specs.validate import validate as run

    validation = run(root)
    if form == "json":
        click.echo(json.dumps(_validation_data(validation), ensure_ascii=False, indent=2))
    else:
        click.echo(_validation_text(validation, settings.language))
    return ExitCode.OK if validation.valid else ExitCode.USAGE


@command.command()
@click.argument("name")
@click.option("--format", "form", type=_FORMATS, default="text", show_default=True)
@_schema_option
@click.pass_obj
def show(settings: Settings, name: str, form: str) -> None:
    """Show what the data says of one thing, and where.

    NAME is a system, a table, a column or key (table.column), a change, an engine, a check, a fact or an error code.

    \b
    specproof spec show answer_delivery
    specproof spec show submission_context.uk_ctx_intent
    specproof spec show 0001-answer-delivery --format json
    specproof --lang zh spec show yaml.tab
    """
    from specproof.specs import content, index

    entries = index.find(name, content.gather())
    if form == "json":
        click.echo(json.dumps(_show_data(name, entries), ensure_ascii=False, indent=2))
    else:
        click.echo("\n\n".join(_entry_text(entry, settings.language) for entry in entries))


def _validation_text(validation: Validation, language: Language) -> str:
    from specproof.specs.problem import printable

    lines: list[str] = []
    for problem in validation.problems:
        lines.append(str(problem))
        if problem.path:
            lines.append(f"    {_PATH.pick(language)}: {printable(problem.path)}")
        lines.append(f"    {_NEXT.pick(language)}: {printable(problem.next_step)}")
    total = sum(validation.files.values())
    width = max(map(len, validation.files), default=0)
    lines += ["", *(f"{kind:{width}}  {count:4}" for kind, count in validation.files.items())]
    summary = _SOUND if validation.valid else _BROKEN
    values = {"files": total, "kinds": len(validation.files), "problems": len(validation.problems)}
    return "\n".join([*lines, summary.fill(language, values)]).lstrip("\n")


def _validation_data(validation: Validation) -> dict[str, Any]:
    return {
        "schema": "specproof/spec-validate/1",
        "valid": validation.valid,
        "files": dict(validation.files),
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
            for problem in validation.problems
        ],
    }


def _show_data(name: str, entries: tuple[Entry, ...]) -> dict[str, Any]:
    return {
        "schema": "specproof/spec-show/1",
        "name": name,
        "entries": [
            {"kind": one.kind, "file": one.file, "line": one.line, "path": one.path, "value": one.value}
            for one in entries
        ],
    }


def _entry_text(entry: Entry, language: Language) -> str:
    import yaml

    head = f"{entry.name}  ({entry.kind}, {entry.file}:{entry.line})"
    body = yaml.safe_dump(_in_one(entry.value, language), allow_unicode=True, sort_keys=False, width=100)
    return head + "\n" + "".join(f"  {line}\n" for line in body.splitlines()).rstrip("\n")


def _in_one(value: Any, language: Language) -> Any:
    """The value with every text in one language."""
    if isinstance(value, dict):
        if set(value) == {"zh", "en"}:
            return value[language]
        return {key: _in_one(item, language) for key, item in value.items()}
    return [_in_one(item, language) for item in value] if isinstance(value, list) else value
