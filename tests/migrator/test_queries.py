import pytest

from specproof.errors import InternalProblem
from specproof.migrator.queries import load, parse

HEAD = "-- asks.zh: 问\n-- asks.en: ask\n-- expects: no row\n-- cost: none\n-- gives: a\n"


def query(tmp_path, sql, head=HEAD):
    file = tmp_path / "some-query.sql"
    file.write_text(head + sql, encoding="utf-8")
    return parse(file)


def test_header_and_text_are_told_apart(tmp_path):
    found = query(tmp_path, "-- a remark\nSELECT 1;\n")
    assert (found.slug, found.expects, found.gives) == ("some-query", "no row", ("a",))
    assert (found.asks.zh, found.asks.en) == ("问", "ask")
    assert found.sql == "-- a remark\nSELECT 1"


def test_a_header_that_lacks_something_is_named(tmp_path):
    with pytest.raises(InternalProblem) as caught:
        query(tmp_path, "SELECT 1", "-- asks.zh: 问\n")
    assert "asks.en, expects, cost, gives" in caught.value.what


@pytest.mark.parametrize(
    ("sql", "values", "bound", "params"),
    [
        ("SELECT 1 FROM t WHERE a LIKE 'x%'", {}, "SELECT 1 FROM t WHERE a LIKE 'x%'", ()),
        ("SELECT :a, 'x%', :a", {"a": 1}, "SELECT %s, 'x%%', %s", (1, 1)),
        ("SELECT 1 WHERE a IN :names", {"names": ("x", "y")}, "SELECT 1 WHERE a IN (%s, %s)", ("x", "y")),
        ("SELECT 1 WHERE a IN :names", {"names": ()}, "SELECT 1 WHERE a IN (NULL)", ()),
        (
            "SELECT 1 FROM :t:rows(a, b) x",
            {"t": (("p", "q"), ("r", "s"))},
            "SELECT 1 FROM (SELECT %s AS a, %s AS b UNION ALL SELECT %s, %s) x",
            ("p", "q", "r", "s"),
        ),
        ("SELECT 1 FROM :t:rows(a) x", {"t": ("p",)}, "SELECT 1 FROM (SELECT %s AS a) x", ("p",)),
        ("SELECT 1 FROM :t:rows(a) x", {"t": ()}, "SELECT 1 FROM (SELECT NULL AS a FROM DUAL WHERE FALSE) x", ()),
    ],
)
def test_values_travel_apart_from_the_text(tmp_path, sql, values, bound, params):
    assert query(tmp_path, sql).bound(values) == (bound, params)


@pytest.mark.parametrize("folder", ["preflight", "verify"])
def test_every_query_file_is_complete(folder):
    found = load(folder)
    assert len(found) >= 6
    for one in found:
        assert one.sql.upper().startswith(("SELECT", "-- ")), one.slug
        assert ";" not in one.sql, one.slug
        said = {"finds", "next"} if "unanswerable.en" not in one.header else {"unanswerable"}
        assert all(one.text(key) for key in said), one.slug
        for key in said:
            text = one.text(key)
            values = dict.fromkeys(one.gives, "x")
            assert text.fill("zh", values)
            assert text.fill("en", values)
        assert one.header.get("severity", "error") in {"error", "warning", "info"}
