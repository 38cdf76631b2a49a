"""The structured files of a system, as a reference reads them: from the installed law or from a folder of one's own.

A reference that is given another folder follows other law; nothing is remembered between two readings. It refuses to
check the law: that is for `specproof spec validate`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from specproof import resources
from specproof.errors import UsageProblem
from specproof.specs import load

PROFILES = ("current", "target")


def table(system: str, name: str, root: Path | None = None) -> Any:
    """The value of `specs/<system>/<name>.yaml`; `root` is the folder that holds `specs`.

    Raises UsageProblem `spec.invalid` for a file that cannot be read.
    """
    base = root / "specs" if root else resources.room("specs")
    return load.read(base / system / f"{name}.yaml")


def in_profile(value: Any, profile: str) -> Any:
    """The value with every `{current: …, target: …}` replaced by what it is in one profile."""
    if isinstance(value, dict):
        if value.keys() == {*PROFILES}:
            return in_profile(value[profile], profile)
        return {key: in_profile(item, profile) for key, item in value.items()}
    return [in_profile(item, profile) for item in value] if isinstance(value, list) else value


def lawless(system: str, what: str) -> UsageProblem:
    """The error of a reference that meets a word of the law which it does not know."""
    return UsageProblem(
        "reference.unknown-word",
        what,
        where=f"specs/{system}",
        cause="The law was extended, or a word in it was misspelt.",
        next_step="Run `specproof spec validate`; a word that is new needs a reference that knows it.",
    )


def only(system: str, said: object, known: str | bool) -> None:
    """Raises UsageProblem `reference.unknown-word` where the law asks for another way than the one there is."""
    if said != known:
        raise lawless(system, f"The law says '{said}', and this reference knows '{known}' alone.")
