"""Mutants of the reference: one wrong behaviour each, as a replaced piece of a module or of a file of the law.

Found by discovery in `conformance/mutants/<system>/<slug>.yaml`. It refuses a mutant whose piece of text is not there
exactly once: what changes nothing would pass for a survivor.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from specproof import resources
from specproof.errors import UsageProblem
from specproof.specs import load
from specproof.text import Text

_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Mutant:
    """`file` is a path in the package for a module, in the content for a file of the law.

    `engine` is where its cases run; None means in memory.
    """

    system: str
    slug: str
    rules: tuple[str, ...]
    title: Text
    file: str
    old: str
    new: str
    engine: str | None = None

    @property
    def module(self) -> str | None:
        """The dotted name of the mutated module; None when the law itself is changed."""
        return "specproof." + self.file.removesuffix(".py").replace("/", ".") if self.file.endswith(".py") else None

    def text(self) -> str:
        """The whole text of the file with the piece replaced. Raises UsageProblem `mutants.vanished`."""
        room, _, path = self.file.partition("/")
        file = _PACKAGE / self.file if self.module else resources.path(room, *path.split("/"))
        text = file.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise UsageProblem(
                "mutants.vanished",
                f"The text that {self.slug} replaces stands {text.count(self.old)} times in {self.file}.",
                where=f"conformance/mutants/{self.system}/{self.slug}.yaml",
                cause="The file was changed since the mutant was written.",
                next_step="Write the piece as it stands there now, long enough to be there once.",
            )
        return text.replace(self.old, self.new)


def find(system: str) -> tuple[Mutant, ...]:
    """Every mutant of a system, by slug."""
    folder = resources.path("conformance", "mutants", system)
    return tuple(_mutant(system, file) for file in sorted(Path(str(folder)).glob("*.yaml")))


def _mutant(system: str, file: Path) -> Mutant:
    said = load.read(file)
    title = Text(zh=said["title"]["zh"], en=said["title"]["en"])
    text = (said["file"], said["old"], said["new"])
    return Mutant(system, file.stem, tuple(said["rules"]), title, *text, engine=said.get("engine"))
