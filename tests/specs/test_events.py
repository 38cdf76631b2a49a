"""Both parsers of PyYAML give the loader the same document."""

from __future__ import annotations

import pytest

from specproof import resources
from specproof.specs import events, load

# The catalogue of facts is left out: the Python parser takes many seconds for it.
FILES = sorted(p for p in resources.room("specs").rglob("*.yaml") if p.stat().st_size < 50_000)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_both_parsers_read_alike(file, monkeypatch):
    if events.CParser is None:
        pytest.skip("PyYAML was built without libyaml")
    fast = load.read_document(file)
    monkeypatch.setattr(events, "CParser", None)
    slow = load.read_document(file)
    assert slow.value == fast.value
    assert [slow.place(p) for p in _pointers(slow.value)] == [fast.place(p) for p in _pointers(fast.value)]


def _pointers(value, above=()):
    yield above
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _pointers(item, (*above, key))


def test_events_of_one_document():
    stream = events.Events("a: [1]\n")
    assert stream.start_document() is not None
    kinds = [type(stream.next()) for _ in range(6)]
    assert kinds[:2] == [events.MAPPING_START, events.SCALAR]
    assert kinds[3:] == [events.SCALAR, events.SEQUENCE_END, events.MAPPING_END]
    stream.next()  # end of the document
    assert stream.start_document() is None
