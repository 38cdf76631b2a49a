"""As whom a database server runs: an unprivileged account when we are root, else ourselves.

A leaf of this room. It creates no account and changes no mode of anything that exists.
"""

from __future__ import annotations

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

# Accounts that every Debian-like system has and that own nothing.
_UNPRIVILEGED = ("nobody",)


@dataclass(frozen=True, slots=True)
class Account:
    name: str
    uid: int
    gid: int


def server_account() -> Account | None:
    """The account to drop to, or None when this process has no privileges to drop (or no such account exists)."""
    if os.geteuid() != 0:
        return None
    for name in _UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    return None


def can_reach(account: Account | None, path: Path) -> bool:
    """Whether the account may pass through every existing folder down to `path`. None means ourselves."""
    if account is None:
        return True
    chain = [path, *path.parents] if path.is_dir() else list(path.parents)
    return all(_passable(account, folder) for folder in chain if folder.exists())


def _passable(account: Account, folder: Path) -> bool:
    status = folder.stat()
    if status.st_uid == account.uid:
        return bool(status.st_mode & stat.S_IXUSR)
    if status.st_gid == account.gid:
        return bool(status.st_mode & stat.S_IXGRP)
    return bool(status.st_mode & stat.S_IXOTH)


def hand_over(path: Path, account: Account | None) -> None:
    """Gives a file or a whole folder, made by us, to the account."""
    if account is None:
        return
    os.chown(path, account.uid, account.gid)
    if path.is_dir():
        for folder, folders, files in os.walk(path):
            for name in (*folders, *files):
                os.chown(Path(folder, name), account.uid, account.gid, follow_symlinks=False)
