import pytest

from specproof import resources
from specproof.conformance import subject
from specproof.conformance.subjects.reference import Reference
from specproof.errors import UsageProblem
from specproof.specs.operations import of_room

OPERATIONS = of_room(resources.room("conformance"))


def test_subjects_are_found_by_name():
    assert "reference" in subject.slugs()
    assert isinstance(subject.find("reference")(), Reference)


def test_an_unknown_subject_is_told_with_the_nearest():
    with pytest.raises(UsageProblem) as caught:
        subject.find("referense")
    assert caught.value.code == "conformance.unknown-subject"
    assert "'reference'" in caught.value.what


def test_the_reference_claims_exactly_the_operations_that_there_are():
    claimed = {one["system"]: set(one["features"]) for one in Reference().hello()["claims"]}
    there = {}
    for one in OPERATIONS.all:
        there.setdefault(one.system, set()).update({one.name, *one.features})
    assert claimed == there


def test_the_reference_lacks_what_it_does_not_claim():
    reference = Reference()
    reference.open({"system": "qbd", "profile": "target", "engine": None})
    assert reference.run({"case": "x", "op": "guess", "given": {}, "input": {}}) == {
        "outcome": "unsupported",
        "feature": "guess",
    }
