"""The server settings that change what a DDL statement means or gives: taken over for a rehearsal, compared if not.

The list is data in `migrator/settings.yaml`. Session settings are set on the rehearsing connection; global ones only
on a scratch server that specproof itself started. It refuses to change a setting of anybody's server.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from specproof import resources
from specproof.engines.base import Session, SqlError
from specproof.specs import load


@dataclass(frozen=True, slots=True)
class Setting:
    """One variable. `scope`: session, global, or fixed (cannot be set while the server runs)."""

    name: str
    scope: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What a scratch session ended up with; `differing` holds (name, live value, scratch value)."""

    values: Mapping[str, str]
    differing: tuple[tuple[str, str, str], ...]


@cache
def known() -> tuple[Setting, ...]:
    data = load.read(resources.path("migrator", "settings.yaml"))
    return tuple(Setting(str(d["name"]), str(d["scope"])) for d in data)


def read(session: Session) -> dict[str, str]:
    """The values that a statement on this session would meet; variables that the server does not have are left out."""
    rows = session.query("SHOW VARIABLES")
    names = {s.name for s in known()}
    return {str(name): str(value) for name, value in rows if name in names}


def take_over(session: Session, live: Mapping[str, str], *, ours: bool) -> Taken:
    """Gives a scratch session the settings of the live server; `ours` allows to set global ones as well."""
    for setting in known():
        if setting.name in live and (setting.scope == "session" or (ours and setting.scope == "global")):
            _set(session, setting, live[setting.name])
    got = read(session)
    differing = tuple((n, v, got.get(n, "-")) for n, v in live.items() if got.get(n) != v)
    return Taken(got, differing)


def _set(session: Session, setting: Setting, value: str) -> None:
    # What the server does not let us set shows as a difference afterwards.
    with suppress(SqlError):
        scope = "GLOBAL" if setting.scope == "global" else "SESSION"
        session.query(f"SET {scope} {setting.name} = %s", (int(value) if value.isdigit() else value,))
