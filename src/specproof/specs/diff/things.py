"""Named things of two states, side by side: statements, rules, questions, codes, terms and checks.

Each function gives changes without judging whether they were announced beyond asking `Steps`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from specproof.specs.diff.changes import Change
from specproof.specs.diff.steps import Steps
from specproof.specs.diff.values import differences

Thing = dict[str, Any]
Named = Mapping[str, tuple[str, Thing]]  # by id: (file, value)
Step = Callable[[str], bool]

_MEANS_NOTHING = re.compile(r"[\s，。、；：！？,.;:!?“”‘’\"'()（）—–-]+")
_LEVELS = {"may": 0, "must": 1, "must-not": 1}


def statements(old: Named, new: Named, steps: Steps) -> Iterator[Change]:
    yield from _come_and_gone(old, new, steps.by_edition, "added")
    for name, file, before, after in _both(old, new):
        if before.get("kind") != after.get("kind"):
            stepped = steps.by_statement(name)
            yield Change(name, file, "kind-changed", stepped, before.get("kind"), after.get("kind"))
        yield from _said(name, file, before, after, ("text",))
        yield from _traced(name, file, before, after, ("section", "checks", "see", "derived"))


def rules(old: Named, new: Named, steps: Steps) -> Iterator[Change]:
    renamed = {earlier: name for earlier, name in steps.renamed.items() if earlier in old and earlier not in new}
    for earlier, name in renamed.items():
        yield Change(earlier, new[name][0], "renamed", old=earlier, new=name)
    kept = {renamed.get(name, name): thing for name, thing in old.items()}
    for name, (file, thing) in new.items():
        if name not in kept:
            kind = (
                "added" if thing.get("level") == "may" or thing.get("status") == "provisional" else "obligation-added"
            )
            # A rule that is new announces itself: nobody has claimed its first revision yet.
            yield Change(name, file, kind, stepped=True, new=thing.get("norm"))
    for name, (file, thing) in kept.items():
        if name not in new:
            yield Change(name, file, "removed", steps.edition, old=thing.get("norm"))
    for name, file, before, after in _both(kept, new):
        yield from _rule(name, file, before, after, steps)


def _rule(name: str, file: str, before: Thing, after: Thing, steps: Steps) -> Iterator[Change]:
    stepped = steps.by_rule(name)
    norms = before.get("norm"), after.get("norm")
    if norms[0] != norms[1]:
        bare = [_bare(norm) for norm in norms]
        yield Change(name, file, "norm-punctuation" if bare[0] == bare[1] else "norm-changed", stepped, *norms)
    yield from _revision(name, file, before, after, same_norm=norms[0] == norms[1])
    yield from _level(name, file, before, after, stepped=stepped)
    for profile in _more(after, before, "profiles"):
        yield Change(name, file, "profile-added", stepped, new=profile)
    for profile in _more(before, after, "profiles"):
        yield Change(name, file, "profile-removed", old=profile)
    for code in _more(before, after, "codes"):
        yield Change(name, file, "code-removed", stepped, old=code)
    for code in _more(after, before, "codes"):
        yield Change(name, file, "code-added", new=code)
    for alias in _more(before, after, "aliases"):
        yield Change(name, file, "alias-removed", steps.edition, old=alias)
    yield from _status(name, file, before, after, stepped=stepped)
    yield from _differing(name, file, before, after, ("statements",), "gathers")
    yield from _differing(name, file, before, after, ("proof",), "proof")
    yield from _said(name, file, before, after, ("title", "why", "examples", "engine_notes"))
    yield from _traced(name, file, before, after, ("differs", "questions", "data"))


def _revision(name: str, file: str, before: Thing, after: Thing, *, same_norm: bool) -> Iterator[Change]:
    old, new = before.get("revision", 0), after.get("revision", 0)
    if new < old:
        yield Change(name, file, "revision-lowered", old=old, new=new)
    elif new > old and same_norm:
        yield Change(name, file, "revision-raised", old=old, new=new)


def _level(name: str, file: str, before: Thing, after: Thing, *, stepped: bool) -> Iterator[Change]:
    old, new = before.get("level"), after.get("level")
    if old != new:
        loosened = _LEVELS.get(str(new), 0) < _LEVELS.get(str(old), 0)
        yield Change(name, file, "level-loosened" if loosened else "level-tightened", stepped, old, new)


def _status(name: str, file: str, before: Thing, after: Thing, *, stepped: bool) -> Iterator[Change]:
    old, new = before.get("status", "stable"), after.get("status", "stable")
    if old != new:
        yield Change(name, file, "status-binding" if new == "stable" else "status-loosened", stepped, old, new)


def questions(old: Named, new: Named, steps: Steps) -> Iterator[Change]:
    yield from _come_and_gone(old, new, steps.by_question, "added")
    for name, file, before, after in _both(old, new):
        was, now = before.get("position", {}), after.get("position", {})
        if was.get("choice") != now.get("choice"):
            stepped = steps.by_question(name)
            yield Change(name, file, "position-changed", stepped, was.get("choice"), now.get("choice"))
        yield from _differing(name, file, before, after, ("status",), "answered")
        yield from _said(
            name,
            file,
            {**before, **was},
            {**after, **now},
            ("title", "open", "alternatives", "elsewhere", "text", "proposal", "flips"),
        )
        yield from _traced(name, file, {**was, **before}, {**now, **after}, ("statements", "contradiction", "data"))


def codes(old: Named, new: Named, steps: Steps) -> Iterator[Change]:
    """Error codes and exit codes."""
    yield from _come_and_gone(old, new, steps.by_edition, "added")
    for name, file, before, after in _both(old, new):
        yield from _differing(name, file, before, after, ("exit", "name", "changed"), "exit-changed", steps.edition)
        yield from _said(name, file, before, after, ("title", "cause", "next", "meaning"))


def terms(old: Named, new: Named, steps: Steps) -> Iterator[Change]:
    yield from _come_and_gone(old, new, steps.by_edition, "added")
    for name, file, before, after in _both(old, new):
        yield from _said(name, file, before, after, ("term", "meaning"))
        yield from _traced(name, file, before, after, ("aliases", "systems"))


def checks(old: Named, new: Named, steps: Steps) -> Iterator[Change]:
    """DDL checks: what they say of a script is relied on, how they say it is not."""
    yield from _come_and_gone(old, new, steps.by_edition, "added")
    relied = ("effect", "severity", "errno", "policy")
    for name, file, before, after in _both(old, new):
        yield from _differing(name, file, before, after, relied, "effect-changed", steps.edition)
        yield from _differing(name, file, before, after, ("bad", "good"), "proof")
        rest = tuple(key for key in {**before, **after} if key not in (*relied, "bad", "good", "source"))
        yield from _said(name, file, before, after, rest)
        yield from _traced(name, file, before, after, ("source",))


def tables(path: str, old: Any, new: Any, steps: Steps) -> Iterator[Change]:
    """A file that holds the law as a table."""
    for one in differences(old, new):
        stepped = steps.by_datum(path, one.pointer, one.near)
        yield Change(f"{path}#{one.pointer}", path, one.kind, stepped, one.old, one.new)


def cases(old: Named, new: Named, steps: Steps) -> Iterator[Change]:
    """Conformance cases: what a case expects may change with the revision of a rule only."""
    for name, (file, _) in old.items():
        if name not in new:
            yield Change(name, file, "case-removed")
    for name, (file, _) in new.items():
        if name not in old:
            yield Change(name, file, "case-added")
    for name, file, before, after in _both(old, new):
        named = [str(rule).partition("@")[0] for rule in after.get("rules", ())]
        stepped = any(steps.by_rule(rule) for rule in named)
        rest = tuple(key for key in {**before, **after} if key not in ("expect", "any_of", "title"))
        yield from _differing(name, file, before, after, ("expect", "any_of"), "expectation-changed", stepped)
        yield from _differing(name, file, before, after, rest, "proof")
        yield from _said(name, file, before, after, ("title",))


# --- shared -----------------------------------------------------------------------------------------------------------


def _come_and_gone(old: Named, new: Named, step: Step, kind: str) -> Iterator[Change]:
    for name, (file, thing) in old.items():
        if name not in new:
            yield Change(name, file, "removed", step(name), old=_brief(thing))
    for name, (file, thing) in new.items():
        if name not in old:
            yield Change(name, file, kind, new=_brief(thing))


def _both(old: Named, new: Named) -> Iterator[tuple[str, str, Thing, Thing]]:
    for name, (file, after) in new.items():
        if name in old:
            yield name, file, old[name][1], after


def _differing(
    name: str, file: str, before: Thing, after: Thing, keys: tuple[str, ...], kind: str, stepped: bool = False
) -> Iterator[Change]:
    for key in keys:
        if before.get(key) != after.get(key):
            yield Change(name, file, kind, stepped, before.get(key), after.get(key))


def _said(name: str, file: str, before: Thing, after: Thing, keys: tuple[str, ...]) -> Iterator[Change]:
    changed = [key for key in keys if before.get(key) != after.get(key)]
    if changed:
        old, new = ({key: side.get(key) for key in changed} for side in (before, after))
        yield Change(name, file, "text", old=old, new=new)


def _traced(name: str, file: str, before: Thing, after: Thing, keys: tuple[str, ...]) -> Iterator[Change]:
    changed = [key for key in keys if before.get(key) != after.get(key)]
    if changed:
        old, new = ({key: side.get(key) for key in changed} for side in (before, after))
        yield Change(name, file, "trace", old=old, new=new)


def _more(one: Thing, other: Thing, key: str) -> list[Any]:
    return [item for item in one.get(key, ()) if item not in other.get(key, ())]


def _brief(thing: Thing) -> Any:
    """What tells a reader which thing it is: its title, norm, text or term."""
    return next((thing[key] for key in ("title", "text", "norm", "term") if key in thing), None)


def _bare(norm: Any) -> Any:
    """A norm without what has no meaning of its own."""
    if isinstance(norm, dict):
        return {language: _MEANS_NOTHING.sub("", str(said)) for language, said in norm.items()}
    return norm
