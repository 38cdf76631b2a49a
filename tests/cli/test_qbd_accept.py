"""`specproof qbd accept`: the samples by their hash, and every other file."""

from __future__ import annotations

import hashlib
import json

import jsonschema

from specproof import resources
from specproof.reference.qbd.law import Law


def schema(name):
    return json.loads(resources.path("specs", "metaschema", "report", f"{name}.schema.json").read_text("utf-8"))


def test_a_file_that_is_no_sample(qbd):
    code, out, err = qbd("qbd", "accept", "--sample", "AUGUST.xlsx")
    assert (code, out) == (2, "")
    assert "none of the samples" in err


def test_samples_are_held_against_what_was_confirmed(qbd, book, monkeypatch):
    """With the hash of a made-up file in the place of the real ones."""
    real = Law.__init__

    def with_samples(self, root=None):
        real(self, root)
        digest = hashlib.sha256(book).hexdigest()
        one = {"month": "2026-08", "sha256": digest, "row_units": 2, "not_selected": [5]}
        together = {"segments": 4, "pairs": 1, "current": 2}
        self.profile = {**self.profile, "samples": {"workbooks": [one], "together": together}}

    monkeypatch.setattr(Law, "__init__", with_samples)
    code, out, _ = qbd("qbd", "accept", "--sample", "AUGUST.xlsx", "--format", "json")
    jsonschema.validate(json.loads(out), schema("qbd-accept"))
    assert (code, [one["seen"] for one in json.loads(out)["checks"]]) == (0, [2, [], 4, [1, 1], 2])
