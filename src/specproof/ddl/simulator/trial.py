"""One statement on trial: the conflicts found so far, in the order in which the server would meet them.

The server stops at its first error; a reader of a report wants all of them. So the simulator goes on where the rest can
still be judged, and the first certain refusal is the prediction.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from specproof.ddl.online import Online
from specproof.ddl.script import Token
from specproof.ddl.simulator.session import Session
from specproof.ddl.subject import Conflict
from specproof.ddl.syntax import Place


@dataclass
class Trial:
    """Collects conflicts of one statement. `object` is what they are about unless said otherwise."""

    session: Session
    object: str
    conflicts: list[Conflict] = field(default_factory=list)
    late: list[Conflict] = field(default_factory=list)
    by_engine: list[Conflict] = field(default_factory=list)  # found already, and met only when the engine comes
    online: Online | None = None
    tokens: tuple[Token, ...] = ()  # of the statement, for what the reader keeps as text
    text: str = ""  # of the script, to which places refer

    def refuse(
        self,
        kind: str,
        place: Place,
        errno: int,
        *,
        object: str | None = None,  # noqa: A002 - the seam's word
        certain: bool = True,
        late: bool = False,
        by_engine: bool = False,
        **values: Any,
    ) -> None:
        """The server refuses the statement with this number; with `certain` false only perhaps.

        `late` marks an error that any other overrides and that comes too late to stop a CREATE TABLE, `by_engine` one
        that the engine finds, behind all that the server finds (`engine_speaks`).
        """
        conflict = Conflict(kind, place, errno, object or self.object, values, certain)
        (self.by_engine if by_engine else self.conflicts).append(conflict)
        if late:
            self.late.append(conflict)

    def engine_speaks(self) -> None:
        """The server is done with the definition; what waits for the engine is met now."""
        self.conflicts += self.by_engine
        self.by_engine = []

    def note(self, kind: str, place: Place, *, object: str | None = None, **values: Any) -> None:  # noqa: A002 - the seam's word
        """The server accepts and does something that its user may not expect."""
        self.conflicts.append(Conflict(kind, place, None, object or self.object, values))

    @property
    def refused(self) -> bool:
        return self.refusal is not None

    @property
    def refusal(self) -> Conflict | None:
        """The error that the server reports: the first, unless only a late one is there."""
        certain = [c for c in self.conflicts if c.errno is not None and c.certain]
        return next((c for c in certain if c not in self.late), certain[0] if certain else None)

    @property
    def doubtful(self) -> bool:
        """Whether it may be refused, and the text alone does not tell."""
        return not self.refused and any(c.errno is not None for c in self.conflicts)
