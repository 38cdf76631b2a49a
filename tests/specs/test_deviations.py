"""Where the profiles differ: every pair, every datum, and what has no other half."""

from __future__ import annotations

import pytest

from specproof.errors import UsageProblem
from specproof.specs.deviations import ABSENT, deviations
from specproof.specs.register import Law

POLICY = "specs/demo/policy.yaml"


def told(law, system=None):
    return [
        (
            one.current and one.current.id,
            one.target and one.target.id,
            [(d.pointer, d.current, d.target) for d in one.data],
        )
        for one in deviations(law, system)
    ]


def test_a_pair_is_told_once(small_law):
    assert told(Law(small_law.root)) == [("fs.clearing-today", "fs.clearing", [])]


def test_data_join_the_pair_that_points_to_them(small_law):
    small_law.edit(POLICY, "severity: error", "severity: {current: off, target: error}")
    small_law.edit("specs/demo/rules/clearing.yaml", "proof:", "data: [policy.yaml#/rules]\nproof:")
    assert told(Law(small_law.root)) == [
        ("fs.clearing-today", "fs.clearing", [("policy.yaml#/rules/foreign-key/severity", "off", "error")])
    ]


def test_data_of_no_pair_are_told_alone_with_their_statements(small_law):
    small_law.edit(POLICY, "severity: error", "severity: {current: off, target: error}")
    small_law.edit(POLICY, "    because:", "    pattern: {x: 1, profiles: [current]}\n    because:")
    law = Law(small_law.root)
    assert told(law)[1:] == [
        (None, None, [("policy.yaml#/rules/foreign-key/severity", "off", "error")]),
        (None, None, [("policy.yaml#/rules/foreign-key/pattern", {"x": 1}, ABSENT)]),
    ]
    assert deviations(law)[1].statements == ("FS-005",)


def test_a_rule_of_one_profile_without_another_half(small_law):
    small_law.edit("specs/demo/rules/no-foreign-key.yaml", "[current, target]", "[target]")
    assert (None, "fs.no-foreign-key", []) in told(Law(small_law.root))


def test_what_is_said_of_today_and_kept_is_told_as_such(small_law):
    small_law.edit("specs/demo/statements.yaml", "kind: must-not", "kind: current-deviation")
    assert told(Law(small_law.root))[-1] == ("fs.no-foreign-key", "fs.no-foreign-key", [])


def test_another_system_is_refused(small_law):
    with pytest.raises(UsageProblem) as caught:
        deviations(Law(small_law.root), "demi")
    assert caught.value.code == "spec.unknown-system"


# --- the installed law ------------------------------------------------------------------------------------------------


def pairs(value, pointer):
    """Places of `{current, target}`, found without the code under test."""
    if isinstance(value, dict) and set(value) == {"current", "target"}:
        yield pointer
    elif isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from pairs(item, f"{pointer}/{key}")


def test_every_deviation_of_the_flight_source_is_listed():
    law = Law()
    found = deviations(law, "flight-state")
    register = law.statements("flight-state").values()
    told_of = {name for one in found for name in one.statements}
    assert [s.id for s in register if s.kind in ("current-deviation", "target") and s.id not in told_of] == []
    sections = {section for s in register if s.id in told_of for section in s.sections}
    assert {"§1", "§2", "§3", "§4", "§5"} <= sections


def test_every_pair_of_rules_and_every_value_of_each_system_is_listed():
    law = Law()
    for system in law.systems:
        found = deviations(law, system.id)
        told_pairs = {(one.current.id, one.target.id) for one in found if one.current and one.target}
        assert {(r.id, r.differs) for r in law.rules(system.id) if r.profiles == ("current",)} <= told_pairs
        values = {p for path in law.structured(system.id) for p in pairs(law.value(path), f"{path.split('/')[2]}#")}
        assert values <= {d.pointer for one in found for d in one.data}
