"""The glossary tells its terms apart in both languages and speaks of every system."""

from __future__ import annotations

from collections import Counter

import pytest

from specproof import resources
from specproof.specs import load

TERMS = load.read(resources.path("specs", "glossary.yaml"))["terms"]
SYSTEMS = {one["id"] for one in load.read(resources.path("specs", "manifest.yaml"))["systems"]}


def test_every_system_has_words_of_its_own():
    own = Counter(term["systems"][0] for term in TERMS if len(term.get("systems", ())) == 1)
    assert set(own) == SYSTEMS
    assert min(own.values()) >= 15


@pytest.mark.parametrize("language", ["zh", "en"])
def test_terms_and_their_meanings_are_all_different(language):
    for key in ("term", "meaning"):
        said = Counter(term[key][language].casefold() for term in TERMS)
        assert [text for text, times in said.items() if times > 1] == []


def test_no_name_leads_to_two_terms():
    names = [(name.casefold(), term["id"]) for term in TERMS for name in {term["id"], *term["term"].values()}]
    names += [(alias.casefold(), term["id"]) for term in TERMS for alias in term.get("aliases", ())]
    owners = {name: {owner for other, owner in names if other == name} for name, _ in names}
    assert {name: owner for name, owner in owners.items() if len(owner) > 1} == {}
