"""Differences of two structures, said in one line or many: for guards, probes and reports."""

from __future__ import annotations

from specproof.schema import Difference, Schema, diff
from specproof.text import Language, Text

_SHOWN = 6
_LINE = Text(zh="{path}：应为 {expected}，实为 {actual}", en="{path}: expected {expected}, found {actual}")
_ABSENT = Text(zh="（无）", en="nothing")
_MORE = Text(zh="……另有 {count} 处", en="... and {count} more")


def differences(expected: Schema, actual: Schema, *, comments: bool = True) -> tuple[Difference, ...]:
    """Every difference, of tables, of the schema's defaults, and of views and routines."""
    found = list(diff(expected, actual, comments=comments))
    for name in ("charset", "collation"):
        left, right = getattr(expected, name), getattr(actual, name)
        if left != right:
            found.append(Difference(f"(schema).{name}", left, right))
    found += [Difference(o, "present", None) for o in expected.others if o not in actual.others]
    found += [Difference(o, None, "present") for o in actual.others if o not in expected.others]
    return tuple(found)


def tell(found: tuple[Difference, ...], language: Language = "en", shown: int = _SHOWN) -> str:
    """The first few differences in one sentence."""
    parts = [line(d, language) for d in found[:shown]]
    if len(found) > shown:
        parts.append(_MORE.fill(language, {"count": len(found) - shown}))
    return "; ".join(parts)


def line(difference: Difference, language: Language) -> str:
    absent = _ABSENT.pick(language)
    return _LINE.fill(
        language,
        {"path": difference.path, "expected": difference.expected or absent, "actual": difference.actual or absent},
    )
