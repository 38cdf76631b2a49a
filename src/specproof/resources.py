"""The only place that finds the content rooms: inside an installed wheel, else beside `src` in a checkout.

It hands out paths and refuses to read, parse or cache what lies there.
"""

from __future__ import annotations

from pathlib import Path

from specproof.errors import InternalProblem

ROOMS = ("specs", "ddl", "migrator", "conformance")

_PACKAGE = Path(__file__).resolve().parent
_WHEEL = _PACKAGE / "data"
_CHECKOUT = _PACKAGE.parent.parent


def room(name: str) -> Path:
    """The folder of one content room.

    Raises InternalProblem `resources.missing-room` when neither the wheel nor the checkout has it.
    """
    for base in (_WHEEL, _CHECKOUT):
        if (base / name).is_dir():
            return base / name
    raise InternalProblem(
        "resources.missing-room",
        f"The content room '{name}' is not part of this installation.",
        where=str(_PACKAGE),
        cause="The package was copied without its data files.",
        next_step="Install specproof again with pip, from a wheel or a complete checkout.",
    )


def path(name: str, *parts: str) -> Path:
    """A file or folder inside a content room; it need not exist."""
    return room(name).joinpath(*parts)
