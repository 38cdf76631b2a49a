"""What changed, and where the profiles differ, as pages for people and as JSON-ready data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from specproof.report.page import Entry, Fact, Page, Section, same
from specproof.report.page_json import both
from specproof.specs.deviations import Deviation
from specproof.specs.diff.changes import Change, Effect
from specproof.specs.diff.compare import Diff
from specproof.specs.explain.parts import shown
from specproof.specs.explain.words import PROFILES, word
from specproof.specs.model import Rule
from specproof.specs.register import Law
from specproof.text import LANGUAGES, Language, Text

_EDITION = Text(zh="版次", en="edition")
_COUNT = Text(zh="变化", en="changes")
_SECTIONS = {
    "refused": Text(zh="破坏性的，且没有升修订号", en="Breaking, and no revision was raised"),
    "breaking": Text(zh="破坏性的，已升修订号", en="Breaking, announced by a revision"),
    "compatible": Text(zh="兼容的", en="Compatible"),
    "editorial": Text(zh="只改文字的", en="Editorial"),
}
_SHORT = {
    "refused": Text(zh="破坏性且未升修订号", en="breaking and unannounced"),
    "breaking": Text(zh="破坏性且已升修订号", en="breaking and announced"),
    "compatible": Text(zh="兼容", en="compatible"),
    "editorial": Text(zh="只改文字", en="editorial"),
}
_WAS, _NOW = Text(zh="原：", en="was: "), Text(zh="今：", en="now: ")
_NOTHING = Text(zh="没有变化", en="nothing changed")
_BOTH = Text(zh="今天如此，目标照旧", en="so today, and the target keeps it")
_ALONE = {
    "current": Text(zh="今天没有对应的规则", en="no rule of its own today"),
    "target": Text(zh="目标里没有对应的规则", en="no rule of its own in the target"),
}


def to_data(diff: Diff) -> dict[str, Any]:
    """JSON-ready form; `specs/metaschema/report/spec-diff.schema.json` fixes it."""
    return {
        "schema": "specproof/spec-diff/1",
        "old": {"name": diff.old.name, "edition": diff.old.edition},
        "new": {"name": diff.new.name, "edition": diff.new.edition},
        "summary": {"refused": len(diff.refused), **{effect.value: len(diff.of(effect)) for effect in Effect}},
        "changes": [
            {
                "subject": one.subject,
                "file": one.file,
                "kind": one.kind,
                "effect": one.effect.value,
                "stepped": one.stepped,
                "reason": both(one.reason),
                "old": one.old,
                "new": one.new,
            }
            for one in diff.changes
        ],
    }


def page(diff: Diff) -> Page:
    """One page: what breaks unannounced first."""
    groups = {
        "refused": diff.refused,
        "breaking": tuple(one for one in diff.of(Effect.BREAKING) if one.stepped),
        "compatible": diff.of(Effect.COMPATIBLE),
        "editorial": diff.of(Effect.EDITORIAL),
    }
    counts = [(key, len(changes)) for key, changes in groups.items() if changes]
    zh = "，".join(f"{_SHORT[key].zh} {count}" for key, count in counts) or _NOTHING.zh
    en = ", ".join(f"{count} {_SHORT[key].en}" for key, count in counts) or _NOTHING.en
    return Page(
        id=f"{diff.old.name} → {diff.new.name}",
        kind="diff",
        kind_name=Text(zh="规范的变化", en="changes of the law"),
        title=Text(zh=zh, en=en),
        facts=(Fact("edition", _EDITION, same(f"{diff.old.edition} → {diff.new.edition}")),),
        sections=tuple(
            Section(key, _SECTIONS[key], tuple(_entries(changes))) for key, changes in groups.items() if changes
        ),
    )


def _entries(changes: Iterable[Change]) -> Iterator[Entry]:
    for one in changes:
        yield Entry(same(one.subject), one.reason, tuple(_sides(one)))


def _sides(change: Change) -> Iterator[Text]:
    """What stood there and what stands there now; of several texts each that differs."""
    old, new = change.old, change.new
    if change.kind == "text" and not _is_text(old or new):
        for key in sorted({*(old or {}), *(new or {})}):
            yield from _pair((old or {}).get(key), (new or {}).get(key), f"{key}: ")
    else:
        yield from _pair(old, new, "")


def _pair(old: Any, new: Any, label: str) -> Iterator[Text]:
    for said, value, other in ((_WAS, old, new), (_NOW, new, old)):
        if value is not None:
            lines = {language: label + _line(value, other, language) for language in LANGUAGES}
            yield Text(zh=said.zh + lines["zh"], en=said.en + lines["en"])


def _line(value: Any, other: Any, language: Language) -> str:
    """A value for people: a text in their language, or in the other one where only that differs."""
    if _is_text(value) and _is_text(other) and value[language] == other[language]:
        spoken = next(one for one in LANGUAGES if one != language)
        return f"[{spoken}] {value[spoken]}"
    return _plain(value).pick(language)


def _plain(value: Any) -> Text:
    """A text as it is, anything else as JSON on one line."""
    if _is_text(value):
        return Text.of(value)
    return same(value) if isinstance(value, str) else shown(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == set(LANGUAGES)


# --- profiles ---------------------------------------------------------------------------------------------------------


def profiles_data(found: Sequence[Deviation], order: tuple[str, str]) -> dict[str, Any]:
    """JSON-ready form of the table of deviations."""
    return {
        "schema": "specproof/spec-profiles/1",
        "profiles": list(order),
        "deviations": [
            {
                "system": one.system,
                "statements": list(one.statements),
                "current": _rule_data(one.current),
                "target": _rule_data(one.target),
                "data": [
                    {"pointer": d.pointer, "current": d.current, "target": d.target, "statements": list(d.statements)}
                    for d in one.data
                ],
            }
            for one in found
        ],
    }


def _rule_data(rule: Rule | None) -> dict[str, Any] | None:
    return {"id": rule.id, "title": both(rule.title), "norm": both(rule.norm)} if rule else None


def profile_pages(law: Law, found: Sequence[Deviation], order: tuple[str, str]) -> tuple[Page, ...]:
    """One page a system, a section for each deviation, the profile named first on the left."""
    made = []
    for system in law.systems:
        own = [one for one in found if one.system == system.id]
        if own:
            made.append(
                Page(
                    id=system.id,
                    kind="profiles",
                    kind_name=Text(zh=f"{order[0]} 与 {order[1]} 的差别", en=f"where {order[0]} and {order[1]} differ"),
                    title=system.title,
                    facts=(Fact("count", _COUNT, same(str(len(own)))),),
                    sections=tuple(_deviation(one, order) for one in own),
                )
            )
    return tuple(made)


def _deviation(one: Deviation, order: tuple[str, str]) -> Section:
    rules = {"current": one.current, "target": one.target}
    titled = rules[order[0]] or rules[order[1]]
    heading = titled.title if titled else same(one.data[0].pointer)
    asked = ", ".join(one.statements)
    if one.current and one.current is one.target:
        entries = [Entry(_BOTH, one.current.norm, (same(one.current.id),))]
    else:
        entries = [_half(profile, rules[profile]) for profile in order] if titled else []
    for datum in one.data:
        values = {"current": datum.current, "target": datum.target}
        below = tuple(_side(profile, values[profile]) for profile in order)
        entries.append(Entry(None, same(f"specs/{one.system}/{datum.pointer}"), below))
    return Section("deviation", Text(zh=f"{heading.zh}（{asked}）", en=f"{heading.en} ({asked})"), tuple(entries))


def _half(profile: str, rule: Rule | None) -> Entry:
    if rule is None:
        return Entry(word(PROFILES, profile), _ALONE[profile])
    return Entry(word(PROFILES, profile), rule.norm, (same(rule.id),))


def _side(profile: str, value: Any) -> Text:
    said = _plain(value)
    return Text(zh=f"{profile}：{said.zh}", en=f"{profile}: {said.en}")
