"""The one tree of errors that a user may meet, and the exit codes that go with it.

Lowest room: imports nothing of ours. It refuses to know how an error is shown; the CLI renders it. Every error says
what happened, where, the likely cause and the next step, and carries a stable code that `specs/errors.yaml` explains.
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """What a process tells its caller. When several apply, the highest wins."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    ENVIRONMENT = 3
    REFUSED = 4
    PARTIAL = 5
    INTERNAL = 70
    INTERRUPTED = 130


class SpecproofError(Exception):
    """Base of the tree; raise one of the branches below.

    `code` is stable and lower-case (`script.not-utf8`), `what` one sentence without secrets, `where` a file, server or
    object, `cause` the likely reason, `next_step` what the user should do now.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.INTERNAL

    def __init__(
        self,
        code: str,
        what: str,
        *,
        next_step: str,
        where: str | None = None,
        cause: str | None = None,
    ) -> None:
        super().__init__(what)
        self.code = code
        self.what = what
        self.where = where
        self.cause = cause
        self.next_step = next_step

    def __str__(self) -> str:
        return f"{self.what} [{self.code}]"


class UsageProblem(SpecproofError):
    """The command, its configuration or its input files cannot be used as given."""

    exit_code = ExitCode.USAGE


class EnvironmentProblem(SpecproofError):
    """Something outside is missing or out of reach: a server, a privilege, disk space, a package."""

    exit_code = ExitCode.ENVIRONMENT


class Refusal(SpecproofError):
    """A guard said no. Nothing was changed."""

    exit_code = ExitCode.REFUSED


class PartialStop(SpecproofError):
    """Work stopped after a change was made; the journal knows where, `next_step` tells how to go on."""

    exit_code = ExitCode.PARTIAL


class Interrupted(SpecproofError):
    """The user stopped the work; `what` tells where it stands."""

    exit_code = ExitCode.INTERRUPTED


class InternalProblem(SpecproofError):
    """A contradiction inside specproof itself."""

    exit_code = ExitCode.INTERNAL
