"""`specproof spec diff`: what breaks between two states of the law, and where today's code deviates from the target."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from specproof.cli import law
from specproof.cli.options import Settings
from specproof.errors import ExitCode

_PROFILES = click.Choice(["current", "target"])


@click.command()
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option("--profile", nargs=2, type=_PROFILES, help="Compare two profiles of one state instead of two states.")
@click.option("--system", metavar="NAME", help="With --profile: only this system.")
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text", show_default=True)
@law.root_option
@law.schema_option("spec-diff")
@click.pass_obj
def diff(
    settings: Settings,
    old: str | None,
    new: str | None,
    profile: tuple[str, str] | None,
    system: str | None,
    form: str,
    root: Path | None,
) -> int:
    """What changed from OLD to NEW, and whether it breaks those who keep to the law.

    OLD and NEW are commits, branches or tags of the repository here, folders that contain specs, or exported bundles;
    NEW left out is the installed law, or that of --root. Every change is breaking, compatible or editorial, with the
    reason. Exit code 1 when a breaking change is not announced: by the revision of the rule that answers for it, or by
    the edition of the manifest where no rule does.

    \b
    specproof spec diff main
    specproof spec diff v1.0 v1.1 --format md
    specproof spec diff law-2026.1.json ../checkout
    specproof spec diff --profile current target
    specproof spec diff --profile current target --system flight-state --lang zh
    """
    if profile:
        if old or new:
            raise click.UsageError("--profile compares the profiles of one state; OLD and NEW do not go with it.")
        if profile[0] == profile[1]:
            raise click.UsageError("--profile needs two different profiles.")
        return _profiles(settings, root, system, profile, form)
    if old is None:
        raise click.UsageError("Give OLD, or --profile current target.")
    if system:
        raise click.UsageError("--system goes with --profile only.")
    return _states(settings, old, new, root, form)


def _states(settings: Settings, old: str, new: str | None, root: Path | None, form: str) -> int:
    from specproof.specs import states
    from specproof.specs.diff import pages
    from specproof.specs.diff.compare import compare

    after = states.resolve(new) if new else states.of_folder(root, str(root) if root else "installed")
    found = compare(states.resolve(old), after)
    _show(settings, form, pages.to_data(found), [pages.page(found)])
    return ExitCode.FINDINGS if found.refused else ExitCode.OK


def _profiles(settings: Settings, root: Path | None, system: str | None, order: tuple[str, str], form: str) -> int:
    from specproof.specs.deviations import deviations
    from specproof.specs.diff import pages
    from specproof.specs.register import Law

    read = Law(root)
    found = deviations(read, system)
    _show(settings, form, pages.profiles_data(found, order), pages.profile_pages(read, found, order))
    return ExitCode.OK


def _show(settings: Settings, form: str, data: dict[str, Any], pages: Any) -> None:
    from specproof.report import page_markdown, page_text

    if form == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        render = page_text.render if form == "text" else page_markdown.render
        click.echo(render(pages, settings.language), nl=False)
