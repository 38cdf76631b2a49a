"""The `specproof` program: finds its commands by file name, loads them late, and owns the exit code."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from itertools import pairwise
from pathlib import Path

import click

from specproof import __version__
from specproof.cli import exits
from specproof.cli.options import Settings
from specproof.errors import ExitCode, SpecproofError
from specproof.text import LANGUAGES, Language, language_of

# What a write to stdout fails with; an error about a file would name the file.
_OUTPUT_GONE = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG}
_COMMANDS = Path(__file__).parent / "commands"


class DiscoveredCommands(click.Group):
    """A group whose commands are the modules of `cli/commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's signature
        return sorted(p.stem.replace("_", "-") for p in _COMMANDS.glob("[!_]*.py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"specproof.cli.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise _with_nearest(error, args[0], self.list_commands(ctx)) from None


def _with_nearest(error: click.UsageError, word: str, known: list[str]) -> click.UsageError:
    from difflib import get_close_matches

    near = get_close_matches(word, known, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return click.UsageError(error.message.split(" Did you mean", maxsplit=1)[0] + hint, error.ctx)


@click.group(cls=DiscoveredCommands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, prog_name="specproof")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of prose. Default: what the terminal asks for.")
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Configuration file. Default: specproof.toml or pyproject.toml here or in a folder above.",
)
@click.option("--isolated", is_flag=True, help="Read no configuration file.")
@click.pass_context
def program(ctx: click.Context, lang: str | None, config: Path | None, *, isolated: bool) -> None:
    """Turn written law into data, run it, and prove others against it.

    \b
    specproof prove                        every promise of this version on a real MySQL 5.7
    specproof ddl check up.sql             what exactly MySQL 5.7 will say to a script
    specproof migrate rehearse up.sql ...  the same script on a scratch server
    """
    settings = Settings.load(config, isolated=isolated, environment=os.environ, lang=lang)
    ctx.obj = settings


def run() -> None:
    """Console entry point: never returns."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Runs one command line and gives its exit code."""
    try:
        outcome = program.main(_language_first(arguments), prog_name="specproof", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except SpecproofError as error:
        exits.show(error, _language(arguments))
        return error.exit_code
    except BrokenPipeError:
        # The reader of our output went away (`| head`): not our error, and nothing more can be said.
        exits.drop_stdout()
        return ExitCode.OK
    except OSError as error:
        if error.filename is not None or error.errno not in _OUTPUT_GONE:
            exits.show_internal(error)
            return ExitCode.INTERNAL
        exits.drop_stdout()
        problem = exits.unwritable(error)
        exits.show(problem, _language(arguments))
        return problem.exit_code
    except Exception as error:  # noqa: BLE001 - the last line of defence: exit 70 with a report
        exits.show_internal(error)
        return ExitCode.INTERNAL
    return int(outcome) if isinstance(outcome, int) else ExitCode.OK


def _language_first(arguments: list[str]) -> list[str]:
    """`--lang` may stand anywhere on the line: a reader adds it at the end."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    for i, word in enumerate(arguments[:end]):
        length = 1 if word.startswith("--lang=") else 2 if word == "--lang" and i + 1 < end else 0
        if length:
            return [*arguments[i : i + length], *arguments[:i], *arguments[i + length :]]
    return arguments


def _language(arguments: list[str]) -> Language:
    """The language of an error that came before or after the settings were read."""
    said = " ".join(arguments).replace("--lang=", "--lang ").split()
    asked = dict(pairwise(said)).get("--lang")
    return "zh" if asked == "zh" else "en" if asked == "en" else language_of(os.environ)
