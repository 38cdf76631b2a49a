"""Reads login data from a MySQL option file, so that a password need not stand on a command line or in a URL.

The format is that of the MySQL manual, "Using Option Files": groups, `key = value`, quotes, `#` and `;` comments,
escapes. It refuses `!include`, so that no file is read that the user did not name.
"""

from __future__ import annotations

import re
from pathlib import Path

from specproof.errors import UsageProblem

_GROUPS = ("client", "mysql", "specproof")  # a later group overrides an earlier one, as with the server's own programs
_KEYS = (
    "user",
    "password",
    "host",
    "port",
    "socket",
    "database",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "tls-version",
)
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "r": "\r", "\\": "\\", "s": " ", '"': '"', "'": "'"}


def read(file: Path) -> dict[str, str]:
    """The login options of the groups client, mysql and specproof; unknown keys are left out.

    Raises UsageProblem `engine.option-file`.
    """
    groups: dict[str, dict[str, str]] = {}
    group = ""
    try:
        lines = file.expanduser().read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(file, f"cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}") from None
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if not line or line[0] in "#;":
            continue
        if line.startswith("!"):
            raise _unusable(file, f"uses '{line.split()[0]}' in line {number}, which is not followed")
        if line.startswith("["):
            group = line.strip("[] \t")
            continue
        key, _, value = line.partition("=")
        groups.setdefault(group, {})[key.strip().replace("_", "-")] = _value(value.strip())
    merged = {key: value for name in _GROUPS for key, value in groups.get(name, {}).items()}
    return {key: value for key, value in merged.items() if key in _KEYS}


def _value(text: str) -> str:
    quoted = re.match(r"""(["'])((?:\\.|(?!\1).)*)\1\s*(?:#.*)?$""", text)
    plain = quoted[2] if quoted else re.split(r"\s+#|^#", text, maxsplit=1)[0].rstrip()
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), plain)


def _unusable(file: Path, reason: str) -> UsageProblem:
    return UsageProblem(
        "engine.option-file",
        f"The option file {reason}.",
        where=str(file),
        next_step="Give a file with a group [client] that has user and password.",
    )
