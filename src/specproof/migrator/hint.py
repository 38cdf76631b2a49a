"""The command lines that messages name as the next step, ready to be pasted into a shell.

Used by errors, status and reports of this room. It writes the address back as a URL, with what a shell or a URL would
misread quoted, and names the state folder where that is not the default. It refuses to hold a password.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from urllib.parse import quote

from specproof.migrator.target import Target

DEFAULT_STATE = Path(".specproof")
_RESERVED = re.compile(r"[^\w.~$-]")  # letters of every script stay readable


def command(name: str, script: str, target: Target, state: Path | None = None) -> str:
    """`specproof migrate <name> <script> --server <url>`; `state`: the root of the state folder."""
    words = ["specproof", "migrate", name, script, "--server", url(target)]
    if state is not None and state != DEFAULT_STATE:
        words += ["--state-dir", str(state)]
    return shlex.join(words)


def url(target: Target) -> str:
    """The target's `user@place/schema` as a URL without password."""
    login, _, schema = target.address.rpartition(f"/{target.schema}")
    login, schema = (login, target.schema) if not schema and login else (target.address, "")
    user, _, place = login.rpartition("@")
    host, query = ("localhost", f"?socket={_encoded(place, '/')}") if place.startswith("/") else (place, "")
    return f"mysql://{_encoded(user)}@{host}" + (f"/{_encoded(schema)}" if schema else "") + query


def _encoded(text: str, safe: str = "") -> str:
    return _RESERVED.sub(lambda found: quote(found[0], safe=safe), text)
