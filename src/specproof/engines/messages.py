"""The errors that every engine's way in can end with, worded once, and the removal of passwords from foreign text.

It refuses to guess: what a server or driver said is passed on as the cause, scrubbed.
"""

from __future__ import annotations

from urllib.parse import quote, quote_plus

from specproof.engines.base import Address, Secret
from specproof.engines.facts import EngineFacts
from specproof.errors import EnvironmentProblem


def scrubbed(text: str, password: Secret) -> str:
    """The text with every spelling of the password replaced: plain, percent-encoded, and as Python shows it."""
    plain = password.reveal()
    if not plain:
        return text
    spellings = {plain, quote(plain, safe=""), quote(plain), quote_plus(plain), repr(plain)[1:-1]}
    for spelling in sorted(spellings, key=len, reverse=True):
        text = text.replace(spelling, str(password))
    return text


def mismatch(facts: EngineFacts, address: Address, product: str, version: str) -> EnvironmentProblem:
    return EnvironmentProblem(
        "engine.version-mismatch",
        f"The server is {product} {version}, not {facts.name}; it is not used in its place.",
        where=address.display(),
        cause="The address names another server, or the server was upgraded.",
        next_step=f"Give the URL of a {facts.name} server, or unset {facts.environment}_URL to have one started.",
    )


def unreachable(facts: EngineFacts, address: Address, reason: str) -> EnvironmentProblem:
    return EnvironmentProblem(
        "engine.unreachable",
        f"No {facts.product} server can be reached at that address.",
        where=address.display(),
        cause=reason,
        next_step="Check host, port and firewall, and that the server is up; 'specproof engine doctor' tries it alone.",
    )


def denied(facts: EngineFacts, address: Address, reason: str) -> EnvironmentProblem:
    return EnvironmentProblem(
        "engine.access-denied",
        f"The {facts.product} server refused the login.",
        where=address.display(),
        cause=reason,
        next_step=f"Check user and password; it may also come from {facts.environment}_PASSWORD or an option file. "
        "In a URL, percent-encode special characters.",
    )


def no_database(facts: EngineFacts, address: Address, reason: str) -> EnvironmentProblem:
    return EnvironmentProblem(
        "engine.no-database",
        f"The {facts.product} server has no database '{address.database}'.",
        where=address.display(),
        cause=reason,
        next_step="Check the name at the end of the URL.",
    )
