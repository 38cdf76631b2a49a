import pytest

from specproof.ddl import words


@pytest.mark.parametrize("word", ["SELECT", "GENERATED", "STORED", "VIRTUAL", "OPTIMIZER_COSTS", "RANGE"])
def test_reserved(word):
    assert words.is_reserved(word)


@pytest.mark.parametrize("word", ["RANK", "GROUPS", "SYSTEM", "COMMENT", "DATE", "STATUS", "ROW"])
def test_not_reserved(word):
    assert not words.is_reserved(word)


def test_counts():
    assert (len(words.reserved()), len(words.keywords())) == (235, 384)
    assert not words.reserved() & words.keywords()


def test_words_that_later_versions_reserve():
    later = words.reserved_later()
    assert later["RANK"] == "8.0.2"
    assert later["QUALIFY"] == "8.4.0"
    assert not set(later) & words.reserved()


def test_character_sets():
    utf8mb4 = words.charset("UTF8MB4")
    assert utf8mb4 is not None
    assert (utf8mb4.name, utf8mb4.default_collation, utf8mb4.maxlen) == ("utf8mb4", "utf8mb4_general_ci", 4)
    assert words.charset("utf8mb3") == words.charset("utf8")
    assert words.charset("gb18031") is None
    assert len(words.charsets()) == 41


def test_collations():
    assert words.collation("UTF8MB3_Bin") == "utf8_bin"
    assert words.collation("utf8mb4_0900_ai_ci") is None
    assert "utf8mb4_0900_ai_ci" in words.later_collations()
    belongs_to = words.charset_of("latin1_swedish_ci")
    assert belongs_to is not None
    assert belongs_to.name == "latin1"


def test_engines():
    assert words.engine("INNODB") == "InnoDB"
    assert words.engine("heap") == "MEMORY"
    assert words.engine("federated") is None
    assert words.engine("RocksDB") is None


@pytest.mark.parametrize(
    ("function", "arguments", "unstable"),
    [
        ("RAND", 0, True),
        ("YEARWEEK", 1, False),
        ("UNIX_TIMESTAMP", 0, True),
        ("UNIX_TIMESTAMP", 1, False),
        ("NO_SUCH_FUNCTION", 2, True),
    ],
)
def test_functions(function, arguments, unstable):
    assert words.is_unstable(function, arguments) is unstable


def test_limits_and_settings():
    assert words.limits()["innodb"]["key_bytes_total_by_page_size"]["16k"] == 3072
    assert words.server_defaults()["innodb_default_row_format"] == "dynamic"
