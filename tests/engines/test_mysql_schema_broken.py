"""A table that the server lists the columns of and cannot open, as a crash inside an ALTER leaves behind."""

from specproof.engines.mysql_schema import BROKEN, read_schema

COLUMN = ("id", "int(11)", "NO", None, "", None, None, "", "")
ROWS = {
    "SCHEMATA": [("utf8mb4", "utf8mb4_general_ci")],
    "COLUMNS": [("fine", *COLUMN), ("lost", *COLUMN), ("seen", *COLUMN)],
    "TABLES": [("fine", "InnoDB", "utf8mb4_general_ci", "Dynamic", "", "")],
    "VIEWS": [("seen", "select 1")],
}


class Answers:
    """A session that knows the rows of each table of information_schema."""

    def query(self, sql, _params=()):
        return tuple(ROWS.get(sql.partition("information_schema.")[2].split()[0], ()))


def test_it_is_named_apart_from_views_and_from_what_is_missing():
    found = read_schema(Answers(), "shop")
    assert [t.name for t in found.tables] == ["fine"]
    assert [o for o in found.others if not o.startswith("view seen ")] == [f"{BROKEN}lost"]
