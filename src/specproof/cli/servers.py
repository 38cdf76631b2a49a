"""From a user's words about servers (options, environment, configuration) to what the engines room takes.

Command line over environment over configuration. It refuses a URL with a password in a configuration file, because
such files are committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import unquote

from specproof.cli.options import Settings
from specproof.errors import UsageProblem

if TYPE_CHECKING:
    from specproof.engines.base import Options


def options(settings: Settings) -> Options:
    """Environment and image names, for every provider."""
    from specproof.engines.base import Options

    return Options(environment=settings.environment, images=settings.values.get("image", {}))


def url_of(settings: Settings, engine: str, given: Sequence[str] = ()) -> str | None:
    """The URL for one engine out of `--engine NAME=URL` options, else the environment's, else the configuration's.

    None leaves the choice to the providers. Raises UsageProblem `engine.bad-option`, `engine.unknown`,
    `config.secret`.
    """
    urls = _assigned(given)
    if engine in urls:
        return urls[engine]
    from specproof.engines import facts

    if settings.environment.get(f"{facts.load(engine).environment}_URL"):
        return None  # the provider reads it itself
    configured = settings.get("engine", engine)
    if configured and _has_password(configured):
        raise UsageProblem(
            "config.secret",
            f"The configuration names the server {engine} with a password.",
            where=str(settings.file),
            cause="Configuration files are committed and copied.",
            next_step=f"Take it out and give it in {facts.load(engine).environment}_PASSWORD or an option file.",
        )
    return str(configured) if configured else None


def _assigned(given: Sequence[str]) -> dict[str, str]:
    from specproof import engines

    urls = {}
    for one in given:
        name, equals, url = one.partition("=")
        if not equals or not url:
            raise UsageProblem(
                "engine.bad-option",
                "--engine takes NAME=URL.",
                next_step="Write for example --engine mysql-5.7=mysql://root@127.0.0.1:3306/",
            )
        urls[engines.find(name).name] = url
    return urls


def _has_password(url: str) -> bool:
    login = url.partition("://")[2].rpartition("@")[0]
    return bool(unquote(login.partition(":")[2]))
