from specproof.ddl import catalogue, policy
from specproof.ddl.prose import Fired, Speaker, outline
from specproof.ddl.splitter import read_script
from specproof.ddl.subject import Hit
from specproof.finding import Effect, Severity

CATALOGUE = catalogue.load()
SCRIPT = read_script(b"ALTER TABLE t\n  RENAME   COLUMN a TO b;", "up.sql")


def speak(slug, hit, *, house="none", language="en"):
    speaker = Speaker(SCRIPT, policy.load(house, CATALOGUE), language)
    return speaker.finding(Fired(CATALOGUE.get(slug), hit))


def test_a_variant_brings_its_own_words_and_takes_the_rest_from_the_check():
    hit = Hit((25, 31), 1, values={"since": "8.0.3"}, errno=1064, variant="rename-column")
    finding = speak("later-syntax", hit)
    assert finding.message == "RENAME COLUMN came with MySQL 8.0.3; 5.7 does not know it."
    assert finding.advice.startswith("Write CHANGE old new")
    assert finding.why.startswith("5.7 answers with 1064")
    assert (finding.span.line, finding.span.column) == (2, 12)


def test_a_variant_without_words_names_what_is_written():
    finding = speak("later-syntax", Hit((16, 31), 1, values={"since": "9.7"}, variant="some-later-thing"))
    assert finding.message == "RENAME COLUMN came with MySQL 9.7; 5.7 does not know it."


def test_values_are_translated_where_the_check_has_words():
    hit = Hit((0, 1), 1, values={"char": "U+3000", "name": "U+3000", "ascii": "blank"}, errno=1064)
    assert "全角空格" in speak("full-width-punctuation", hit, language="zh").message
    assert "an ideographic space" not in speak("full-width-punctuation", hit, language="zh").message
    assert speak("full-width-punctuation", hit).advice.startswith("Type a plain blank instead")


def test_lists_are_joined():
    hit = Hit((0, 5), 1, values={"charset": "latin1", "allowed": ["utf8mb4", "ascii"]})
    assert "(utf8mb4, ascii)" in speak("charset-outside-policy", hit).message


def test_a_variant_may_weigh_and_work_otherwise():
    hit = Hit((0, 5), 1, values={"count": 3}, variant="opened")
    assert speak("versioned-comment", hit).severity is Severity.INFO
    hit = Hit((0, 5), 1, values={"char": "，", "name": "U+FF0C", "ascii": ",", "word": "a，b"}, variant="in-name")
    assert speak("full-width-punctuation", hit).effect is Effect.UNSAFE


def test_the_house_weighs_more_than_the_variant():
    finding = speak(
        "inline-references-ignored", Hit((0, 5), 1, values={"column": "a", "target": "p"}), house="answer-delivery"
    )
    assert finding.severity is Severity.ERROR
    assert "House rule (answer-delivery, DDL-010):" in finding.why


def test_a_long_place_is_quoted_in_part():
    script = read_script(b"SELECT " + b"x" * 500, "up.sql")
    speaker = Speaker(script, policy.load("none", CATALOGUE), "en")
    finding = speaker.finding(Fired(CATALOGUE.get("check-ignored"), Hit((7, 500), 1)))
    assert finding.message.endswith("x" * 59 + "…")


def test_an_outline_leaves_places_open():
    assert outline(CATALOGUE.get("unknown-charset").message, "en") == "MySQL 5.7 has no character set …."
