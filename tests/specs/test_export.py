"""The bundle: canonical, the same everywhere, and every alteration shows."""

from __future__ import annotations

import hashlib
import json
import shutil

import jsonschema
import pytest

from specproof import resources
from specproof.errors import UsageProblem
from specproof.specs import export, states


def plain_canonical(value):
    """RFC 8785 for data without fractions: keys by UTF-16 code units, no blanks, only what must be escaped is."""
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be"))
        return "{" + ",".join(f"{plain_canonical(k)}:{plain_canonical(v)}" for k, v in pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(plain_canonical, value)) + "]"
    assert not isinstance(value, float)
    return json.dumps(value, ensure_ascii=False)


@pytest.fixture
def data(small_law):
    return export.bundle(states.of_folder(small_law.root))


def test_bytes_are_canonical_and_digests_those_of_the_parts(data):
    made = json.loads(data)
    assert data.decode() == plain_canonical(made)
    part = made["parts"]["specs/demo/rules/writing.yaml"]
    assert part["sha256"] == hashlib.sha256(plain_canonical(part["value"]).encode()).hexdigest()
    text = made["parts"]["migrator/queries/verify/no-foreign-keys.sql"]
    assert text["sha256"] == hashlib.sha256(text["text"].encode()).hexdigest()
    rest = {key: value for key, value in made.items() if key != "sha256"}
    assert made["sha256"] == hashlib.sha256(plain_canonical(rest).encode()).hexdigest()


def test_bundle_keeps_to_its_schema(data):
    schema = resources.path("specs", "metaschema", "report", "spec-export.schema.json").read_text(encoding="utf-8")
    jsonschema.validate(json.loads(data), json.loads(schema))


def test_the_same_law_elsewhere_gives_the_same_bytes(small_law, data, tmp_path):
    copy = tmp_path / "some where" / "else"
    shutil.copytree(small_law.root, copy)
    assert export.bundle(states.of_folder(copy, "another name")) == data


def test_a_comment_changes_nothing_and_a_value_does(small_law, data):
    file = small_law.root / "specs/demo/policy.yaml"
    file.write_text("# a comment\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert export.bundle(states.of_folder(small_law.root)) == data
    small_law.edit("specs/demo/policy.yaml", "severity: error", "severity: info")
    assert export.bundle(states.of_folder(small_law.root)) != data


def test_the_installed_law_exports_and_checks(tmp_path):
    file = tmp_path / "law.json"
    state = states.of_folder()
    file.write_bytes(export.bundle(state))
    checked = export.check(file)
    assert checked.wrong == ()
    assert checked.parts == len(state.values) + len(state.texts)
    assert checked.sha256 == export.sha256_of(file.read_bytes())
    assert {"rule.schema.json", "report/spec-export.schema.json"} <= set(state.schemas)
    assert {"specs/flight-state/rules/clear-marker.yaml", "ddl/checks/foreign-key.yaml"} <= set(state.values)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (
            lambda d: d["parts"]["specs/demo/policy.yaml"]["value"].update(name="x"),
            [("specs/demo/policy.yaml", "digest"), ("", "digest")],
        ),
        (
            lambda d: d["parts"]["migrator/queries/verify/no-foreign-keys.sql"].update(text="x"),
            [("migrator/queries/verify/no-foreign-keys.sql", "digest"), ("", "digest")],
        ),
        (
            lambda d: d["parts"]["specs/demo/policy.yaml"].pop("sha256"),
            [("specs/demo/policy.yaml", "missing"), ("", "digest")],
        ),
        (lambda d: d["parts"].pop("specs/demo/policy.yaml"), [("", "digest")]),
        (lambda d: d.update(edition="2027.1"), [("", "digest")]),
        (lambda d: d.pop("sha256"), [("", "missing")]),
    ],
)
def test_every_alteration_shows(data, tmp_path, change, wrong):
    made = json.loads(data)
    change(made)
    file = tmp_path / "law.json"
    file.write_text(plain_canonical(made), encoding="utf-8")
    assert list(export.check(file).wrong) == wrong


def test_another_form_of_the_same_data_shows(data, tmp_path):
    file = tmp_path / "law.json"
    file.write_text(json.dumps(json.loads(data), indent=1), encoding="utf-8")
    assert export.check(file).wrong == (("", "form"),)


def test_a_number_that_readers_of_json_would_lose_is_refused(small_law):
    small_law.edit("specs/errors.yaml", "exit: 4", "exit: 9007199254740993")
    with pytest.raises(UsageProblem) as caught:
        export.bundle(states.of_folder(small_law.root))
    assert (caught.value.code, caught.value.where) == ("spec.not-canonical", "specs/errors.yaml")
