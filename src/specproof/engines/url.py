"""Reads a server's URL into an `Address`, and the provider that reaches such a server.

`mysql://user:password@host:port/database?option=value`. The password may come from the environment or an option file
instead. It refuses to repeat a URL in a message, since any part of it may be a piece of a password.
"""

from __future__ import annotations

import getpass
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import unquote

from specproof.engines import driver, option_file
from specproof.engines.base import Address, Availability, Options, Secret, Server
from specproof.engines.driver import Driver
from specproof.engines.facts import EngineFacts
from specproof.errors import EnvironmentProblem, UsageProblem
from specproof.evidence import ProviderKind

_SHAPE = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://"
    r"(?:(?P<user>[^:@/?#]*)(?::(?P<password>[^@/?#]*))?@)?"
    r"(?P<host>\[[0-9A-Fa-f:.]+(?:%25[\w.~-]+)?\]|[^:@/?#\[\]]*)(?::(?P<port>[0-9]{1,5}))?"
    r"(?:/(?P<database>[^/?#]*))?(?:\?(?P<query>[^#]*))?"
)
_LOOK_SECONDS = 2.0
_DEFAULTS = "defaults-file"


def parse(facts: EngineFacts, text: str, environment: Mapping[str, str]) -> Address:
    """The address that a URL names, completed from `<STEM>_PASSWORD`, `<STEM>_DEFAULTS_FILE` and the option file.

    What stands in the URL wins over the environment, and that over the file. Raises UsageProblem `engine.url`,
    `engine.url-option`, `engine.option-file`.
    """
    found = _SHAPE.fullmatch(text.strip())
    if found is None:
        raise _malformed(facts, "It has not the expected shape.")
    if found["scheme"].lower() not in facts.schemes:
        raise _malformed(facts, f"Its scheme is '{found['scheme'].lower()}'.")
    options = _options(facts, found["query"] or "")
    file = options.pop(_DEFAULTS, None) or environment.get(f"{facts.environment}_DEFAULTS_FILE")
    login = option_file.read(Path(file)) if file else {}
    options = {key: value for key, value in login.items() if key.startswith(("ssl-", "tls-"))} | options
    password = _first(
        _decoded(found["password"]), environment.get(f"{facts.environment}_PASSWORD"), login.get("password")
    )
    return Address(
        host=_host(found["host"]) or login.get("host") or "127.0.0.1",
        port=_port(facts, found["port"] or login.get("port") or str(facts.port)),
        user=_decoded(found["user"]) or login.get("user") or getpass.getuser(),
        password=Secret(password or ""),
        database=_decoded(found["database"]) or login.get("database"),
        socket=options.pop("socket", None) or (None if found["host"] else login.get("socket")),
        options=tuple(sorted(options.items())),
    )


class UrlProvider:
    """A server that the user runs."""

    kind = ProviderKind.URL

    def __init__(self, facts: EngineFacts, connector: Driver, text: str, options: Options) -> None:
        self._facts = facts
        self._driver = connector
        self._text = text
        self._options = options

    def availability(self) -> Availability:
        """Raises UsageProblem when the URL itself is wrong: nothing could make it usable."""
        try:
            server = self._greet(_LOOK_SECONDS)
        except EnvironmentProblem as problem:
            why = f"{problem.what} {problem.cause or ''}".rstrip()
            return Availability(self.kind, usable=False, why=why, how=problem.next_step)
        return Availability(self.kind, usable=True, why=f"{server.identity.product} {server.identity.version} answers")

    @contextmanager
    def open(self) -> Iterator[Server]:
        """Raises what `parse` and the driver's `connect` raise."""
        yield self._greet()

    def _greet(self, seconds: float | None = None) -> Server:
        address = parse(self._facts, self._text, self._options.environment)
        return driver.greet(self._driver, self._facts, address, self.kind, seconds=seconds)


def _options(facts: EngineFacts, query: str) -> dict[str, str]:
    given = {}
    for pair in filter(None, query.split("&")):
        name, _, value = pair.partition("=")
        key = unquote(name).replace("_", "-").lower()
        if key not in facts.url_options:
            near = get_close_matches(key, facts.url_options, n=1)
            raise UsageProblem(
                "engine.url-option",
                f"The URL has an option that is not known{f'; did you mean {near[0]}?' if near else '.'}",
                next_step=f"Use one of: {', '.join(facts.url_options)}.",
            )
        given[key] = unquote(value)
    if not re.fullmatch(r"[1-9][0-9]{0,3}", given.get("connect-timeout", "10")):
        raise UsageProblem(
            "engine.url-option", "connect-timeout is not a whole number of seconds.", next_step="Give 1 to 9999."
        )
    return given


def _host(text: str) -> str:
    return unquote(text[1:-1] if text.startswith("[") else text)


def _port(facts: EngineFacts, text: str) -> int:
    if not text.isdigit() or not 0 < int(text) < 1 << 16:
        raise _malformed(facts, "Its port is no number from 1 to 65535.")
    return int(text)


def _decoded(text: str | None) -> str | None:
    return None if text is None else unquote(text, errors="strict")


def _first(*values: str | None) -> str | None:
    return next((value for value in values if value is not None), None)


def _malformed(facts: EngineFacts, reason: str) -> UsageProblem:
    return UsageProblem(
        "engine.url",
        f"The URL of the {facts.name} server cannot be read. {reason}",
        cause="Characters such as @ : / ? # % in a user name or password must be percent-encoded (@ is %40).",
        next_step=f"Write {facts.schemes[0]}://user:password@host:{facts.port}/database; the password may be left out "
        f"and given in {facts.environment}_PASSWORD.",
    )
