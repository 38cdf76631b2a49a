"""How outcomes leave the process: errors rendered for people, and the highest exit code of a run.

Shows an error of `specproof.errors` in full sentences on stderr. It refuses to print a traceback for a user's
mistake, and keeps one for a fault of our own.
"""

from __future__ import annotations

import os
import sys
import traceback

import click

from specproof.errors import EnvironmentProblem, ExitCode, SpecproofError
from specproof.text import Language, Text

_LABELS = {
    "error": Text(zh="错误", en="error"),
    "where": Text(zh="位置", en="where"),
    "cause": Text(zh="可能原因", en="likely cause"),
    "next": Text(zh="下一步", en="next step"),
}


def render(error: SpecproofError, language: Language) -> str:
    """The error as two to four lines, its stable code at the end of the first."""
    lines = [f"{_LABELS['error'].pick(language)}: {error.what} [{error.code}]"]
    for key, value in (("where", error.where), ("cause", error.cause), ("next", error.next_step)):
        if value:
            lines.append(f"  {_LABELS[key].pick(language)}: {value}")
    return "\n".join(lines)


def show(error: SpecproofError, language: Language) -> None:
    click.echo(render(error, language), err=True)


def echo(text: str, *, nl: bool = True) -> None:
    """Prints to stdout without letting the output's end hide how the command ended.

    A reader that went away (`| head`) is no error: the rest is dropped, and the command keeps its own exit code. Raises
    EnvironmentProblem `output.unwritable`.
    """
    try:
        click.echo(text, nl=nl)
    except BrokenPipeError:
        drop_stdout()
    except OSError as error:
        drop_stdout()
        raise unwritable(error) from None


def drop_stdout() -> None:
    """Sends what is still buffered, and all that follows, nowhere: nobody can read it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def unwritable(error: OSError) -> EnvironmentProblem:
    return EnvironmentProblem(
        "output.unwritable",
        f"The output cannot be written: {error.strerror or error}. What the command was asked to do is done.",
        where="stdout",
        cause="The disk that stdout goes to is full or gone.",
        next_step="Free space, or send the output elsewhere; `specproof migrate status` tells of a migration again.",
    )


def show_internal(error: BaseException) -> None:
    """A fault of our own: the traceback belongs to the report that the user is asked for."""
    traceback.print_exception(error, file=sys.stderr)
    click.echo(
        "error: specproof met a fault of its own [internal.unexpected]\n"
        "  next step: report the lines above together with the command; if a migration was running, look at its "
        "journal with `specproof migrate status` before anything else",
        err=True,
    )


def highest(*codes: ExitCode) -> ExitCode:
    """The one code for several outcomes."""
    return max(codes, default=ExitCode.OK)
