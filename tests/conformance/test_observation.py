from specproof.conformance.observation import Rejected, Unsupported, Value, read


def test_messages_become_values():
    assert read({"outcome": "value", "observed": {"a": 1}}) == Value({"a": 1})
    assert read({"outcome": "rejected", "error": {"code": "x"}}) == Rejected("x", "", "")
    full = {"code": "x", "path": "/a", "detail": "words"}
    assert read({"outcome": "rejected", "error": full}) == Rejected("x", "/a", "words")
    assert read({"outcome": "unsupported", "feature": "translate"}) == Unsupported("translate")
