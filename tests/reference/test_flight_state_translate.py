"""Presence to command beyond what the conformance cases show: every key, every form, laws that hold for all input."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specproof import resources
from specproof.errors import UsageProblem
from specproof.reference.flight_state import law
from specproof.reference.flight_state.admit import admit
from specproof.reference.flight_state.commands import UNCHANGED, Apply, Clear, Replace, Set
from specproof.reference.flight_state.translate import Translation, Warned, translate
from specproof.reference.rejection import Rejection

LAWS = {profile: law.read(profile) for profile in ("current", "target")}
BOTH = pytest.mark.parametrize("profile", LAWS)
COLLECTIONS = [key for key in LAWS["target"].keys.values() if key.kind == "collection"]
COLLECTION = pytest.mark.parametrize("key", COLLECTIONS, ids=lambda key: key.name)


def run(fields, profile="target", **options):
    data = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
    found = translate(data, LAWS[profile], {name.replace("_", "-"): value for name, value in options.items()})
    return found.changing if isinstance(found, Translation) else found


def item(key, sequence="1", **others):
    return {**({key.sequence: sequence} if key.sequence else {}), **others}


@BOTH
def test_keys_that_are_not_there_are_unchanged(profile):
    found = translate(b"{}", LAWS[profile], {})
    assert set(found.commands) == set(LAWS[profile].keys)
    assert set(found.commands.values()) == {UNCHANGED}
    assert found.changing == {}


@BOTH
def test_fields_that_are_no_object_are_refused(profile):
    for fields in ([], "x", None, 5):
        assert run(fields, profile) == Rejection("envelope-invalid", "")


@COLLECTION
@BOTH
def test_every_collection_has_three_forms_by_its_own_sequence(key, profile):
    assert run({key.name: []}, profile) == {key.name: Replace(())}
    one = item(key)
    assert run({key.name: [one]}, profile) == {key.name: Replace((one,))}
    zeros = [item(key, "0"), item(key, "0")]
    if key.sequence:
        assert run({key.name: zeros}, profile) == {key.name: Clear()}
        assert run({key.name: [zeros[0], one]}, profile) == Rejection("zero-entry-mixed", f"/{key.name}")


@COLLECTION
def test_another_collections_sequence_attribute_is_unknown(key):
    others = {one.sequence for one in COLLECTIONS} - {key.sequence, None}
    for other in others:
        mine = run({key.name: [{**item(key), other: "0"}]})
        assert mine == Rejection("attribute-unknown", f"/{key.name}/0/{other}")


@COLLECTION
def test_items_are_counted(key):
    items = [item(key, str(number)) for number in range(1, key.max_items + 2)]
    assert run({key.name: items}) == Rejection("too-many-items", f"/{key.name}")
    assert isinstance(run({key.name: items[:-1]})[key.name], Replace)


@COLLECTION
@BOTH
@pytest.mark.parametrize("value", [None, {}, "0", 0, False, ""])
def test_a_collection_is_an_array(key, profile, value):
    assert run({key.name: value}, profile) == Rejection("collection-not-array", f"/{key.name}")


@pytest.mark.parametrize("key", [k for k in LAWS["target"].keys.values() if k.value], ids=lambda key: key.name)
def test_lengths_are_counted_in_code_points_at_every_text(key):
    character = "😀" if key.value.pattern.fullmatch("😀") else "x"
    most = character * key.value.max_chars
    assert run({key.name: most}) == {key.name: Set(most)}
    assert run({key.name: most + character}) == Rejection("value-too-long", f"/{key.name}")


def test_domains_are_matched_whole():
    assert run({"FLNO": "CA 1"}) == Rejection("value-outside-domain", "/FLNO")
    assert run({"FLNO": "CA1\n"}) == Rejection("value-outside-domain", "/FLNO")
    assert run({"REMK": "a\u0000b"}) == Rejection("value-outside-domain", "/REMK")
    assert run({"REMK": "a\nb 汉"}) == {"REMK": Set("a\nb 汉")}


def test_attributes_of_items_are_judged_in_the_order_of_the_text():
    first = {"GTNO": "1", "NOPE": "x", "GATE": ""}
    second = {"GTNO": "1", "GATE": "", "NOPE": "x"}
    assert run({"GTDT": [first]}) == Rejection("attribute-unknown", "/GTDT/0/NOPE")
    assert run({"GTDT": [second]}) == Rejection("value-empty", "/GTDT/0/GATE")


def test_an_attribute_that_nobody_knows_clears_nothing():
    assert run({"FDIV": {"NOPE": None}}) == Rejection("attribute-unknown", "/FDIV/NOPE")
    assert run({"FDIV": {"NOPE": None}}, "current") == {"FDIV": Clear()}


def test_a_number_is_no_text_whatever_it_is_spelt_like():
    assert run(b'{"GTDT": [{"GTNO": 0}]}') == Rejection("value-not-text", "/GTDT/0/GTNO")
    assert run(b'{"FDIV": 5}') == Rejection("exception-not-object", "/FDIV")
    assert run(b'{"SRVT": 1.50}', "current") == {"SRVT": Set("1.50")}


def test_strict_option_refuses_what_is_warned_of_elsewhere():
    fields = {"GTDT": [{"GTNO": "0"}, {"GTNO": "0", "GATE": "A1"}]}
    found = translate(json.dumps(fields).encode(), LAWS["target"], {})
    assert found.warnings == (Warned("zero-entry-attributes-ignored", "/GTDT/1"),)
    assert run(fields, strict_zero_entries=True) == Rejection("zero-entry-attributes", "/GTDT/1")
    assert run(fields, strict_zero_entries=False) == {"GTDT": Clear()}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["", "0", "1", "null", "A1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["GTNO", "GATE", "APCD"]), inner),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["GTDT", "DELY", "FDIV", "SRVT", "FLNO", "NOPE"]), _JSON), st.sampled_from([*LAWS])
)
def test_every_input_is_translated_or_refused_and_never_to_apply(fields, profile):
    found = translate(json.dumps(fields).encode(), LAWS[profile], {})
    if isinstance(found, Rejection):
        assert found.path.split("/")[1] in fields
        return
    assert not any(isinstance(command, Apply) for command in found.commands.values())
    for key, command in found.changing.items():
        assert admit(command.name, key, LAWS[profile]) is None
        assert isinstance(command, (Clear, Replace) if LAWS[profile].keys[key].kind == "collection" else (Clear, Set))


@given(st.lists(st.tuples(st.sampled_from(["FLNO", "SRVT", "GTDT", "FDIV"]), _JSON), unique_by=lambda pair: pair[0]))
def test_keys_are_judged_apart(pairs):
    whole = run(dict(pairs))
    if not isinstance(whole, Rejection):
        assert whole == {key: run({key: value})[key] for key, value in pairs}


# --- which command may stand on which key -----------------------------------------------------------------------------


def test_commands_fit_their_keys():
    allowed = {
        (command, kind)
        for command in LAWS["target"].commands
        for kind in ("scalar", "exception", "text", "collection")
        for key in LAWS["target"].keys.values()
        if key.kind == kind and admit(command, key.name, LAWS["target"]) is None
    }
    scalars = {(command, kind) for command in ("unchanged", "set", "clear") for kind in ("scalar", "exception", "text")}
    collections = {(command, "collection") for command in ("unchanged", "clear", "replace", "apply")}
    assert allowed == scalars | collections


def test_what_has_no_locator_takes_no_apply():
    offered = [key.name for key in LAWS["target"].keys.values() if admit("apply", key.name, LAWS["target"]) is None]
    assert offered == [key.name for key in COLLECTIONS if key.sequence]
    assert admit("apply", "DELY", LAWS["target"]) == Rejection("command-not-allowed", "/DELY")
    assert admit("set", "NOPE", LAWS["target"]) == Rejection("key-unknown", "/NOPE")
    with pytest.raises(UsageProblem):
        admit("merge", "FLNO", LAWS["target"])


# --- the law decides --------------------------------------------------------------------------------------------------


def test_a_word_in_the_law_that_the_reference_does_not_know_is_told(tmp_path):
    folder = tmp_path / "specs" / "flight-state"
    folder.mkdir(parents=True)
    for name in ("structures", "wire", "commands"):
        text = resources.path("specs", "flight-state", f"{name}.yaml").read_text(encoding="utf-8")
        (folder / f"{name}.yaml").write_text(text.replace("unit: unicode-code-points", "unit: bytes"), encoding="utf-8")
    with pytest.raises(UsageProblem) as caught:
        law.read("target", tmp_path)
    assert caught.value.code == "reference.unknown-word"
