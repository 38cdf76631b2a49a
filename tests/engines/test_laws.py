"""The lines of the laws as data: complete for every engine, in words of their lists, with probes that can answer."""

from __future__ import annotations

import pytest

from specproof import resources
from specproof.engines import facts, laws
from specproof.engines.laws import Step
from specproof.errors import InternalProblem

LAWS = sorted(file.stem for file in resources.path("specs", "engines", "laws").glob("*.yaml"))
ENGINES = [name for name in facts.slugs() if laws.load(name)]
CONCURRENT = {
    "ddl-in-transaction",
    "default-isolation",
    "error-in-transaction",
    "lock-timeout",
    "locking-read",
    "read-committed",
    "repeatable-read",
    "skip-locked",
    "uncommitted-replace",
}


@pytest.fixture
def at(tmp_path, monkeypatch):
    """Content with one engine `demo` and one law `padding`; gives a function that writes the engine's file."""
    folder = tmp_path / "specs" / "engines"
    (folder / "laws").mkdir(parents=True)
    (folder / "laws" / "padding.yaml").write_text(
        "law: padding\ngroup: text\ntitle: {zh: 甲, en: a}\nmeaning: {zh: 乙, en: b}\n"
        "words: {padded: {zh: 补, en: p}, stripped: {zh: 不补, en: s}}\n"
        "probe:\n  setup: [CREATE TABLE t (v $kind(5))]\n  ask: {other: SELECT v FROM t}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path)
    for cached in (laws.load, laws.preparation, laws.conditions):
        monkeypatch.setattr(laws, cached.__wrapped__.__name__, cached.__wrapped__)
    return lambda text: (folder / "demo.yaml").write_text(text, encoding="utf-8")


def test_two_engines_have_lines_at_least():
    assert {"mysql-5.7", "postgresql"} <= set(ENGINES)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_has_a_line_for_every_law(engine):
    assert list(laws.load(engine)) == LAWS


@pytest.mark.parametrize("engine", ["mysql-5.7", "postgresql"])
def test_an_engine_at_hand_leaves_nothing_open(engine):
    lines = laws.load(engine).values()
    assert [line.law for line in lines if line.value not in line.words or line.documents] == []


def test_values_that_callers_ask_for():
    mysql, postgresql = laws.load("mysql-5.7"), laws.load("postgresql")
    asked = ("empty-string", "binary-trailing-space", "no-op-update-count", "error-in-transaction")
    assert [mysql[law].value for law in asked] == ["kept", "ignored", "changed", "continues"]
    assert [postgresql[law].value for law in asked] == ["kept", "significant", "matched", "aborts"]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_concurrent_law_is_asked_in_more_than_one_session(engine):
    found = set()
    for line in laws.load(engine).values():
        steps = (*line.probe.setup, *line.probe.attempts, line.probe.ask)
        if {step.session for step in steps} != {"main"}:
            found.add(line.law)
    assert found == CONCURRENT


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_of_a_probe_is_left_unspelt(engine):
    for line in laws.load(engine).values():
        for step in (*line.probe.setup, *line.probe.attempts, line.probe.ask):
            assert not laws._WORD.search(step.sql), line.law


def test_codes_stand_for_conditions():
    assert laws.conditions("mysql-5.7")["1062"] == "duplicate-key"
    assert laws.conditions("postgresql")["23505"] == "duplicate-key"


def test_a_line_is_put_together_from_both_files(at):
    at("laws: {padding: {value: padded, documents: 'Manual, p. 3'}}\nprobing: {spelling: {kind: CHAR}}\n")
    line = laws.load("demo")["padding"]
    assert (line.value, line.documents, list(line.words)) == ("padded", "Manual, p. 3", ["padded", "stripped"])
    assert line.probe.setup == (Step("CREATE TABLE t (v CHAR(5))"),)
    assert line.probe.ask == Step("SELECT v FROM t", "other")


def test_the_probe_of_an_engine_takes_the_place_of_the_common_one(at):
    at("laws: {padding: {unsettled: true, probe: {try: [{main: SELECT 1, fails: nul}], ask: SELECT 2}}}\n")
    line = laws.load("demo")["padding"]
    assert line.value is None
    assert line.probe.setup == ()
    assert (line.probe.attempts, line.probe.ask) == ((Step("SELECT 1", "main", "nul"),), Step("SELECT 2"))


def test_an_engine_without_laws_has_no_lines(at):
    at("engine: demo\n")
    assert laws.load("demo") == {}
    assert (laws.preparation("demo"), laws.conditions("demo")) == (laws.Preparation("", ()), {})


@pytest.mark.parametrize(
    "text",
    [
        "laws: {padding: {value: filled}}\nprobing: {spelling: {kind: CHAR}}\n",
        "laws: {padding: {value: padded}}\n",
        "laws: {unknown: {value: padded}}\n",
        "laws: [padding]\n",
        "laws: {padding: padded\n",
        "- laws\n",
    ],
    ids=["no word of the law", "unspelt", "no such law", "a list", "no yaml", "no mapping"],
)
def test_what_cannot_be_used_names_the_file(at, text):
    at(text)
    with pytest.raises(InternalProblem) as caught:
        laws.load("demo")
    assert caught.value.code == "engine.laws"
    assert caught.value.where.endswith("demo.yaml")


@pytest.mark.parametrize("read", ["preparation", "conditions"])
def test_what_goes_with_the_laws_is_refused_the_same_way(at, read):
    at("probing: 3\nerrors: 4\n")
    with pytest.raises(InternalProblem) as caught:
        getattr(laws, read)("demo")
    assert caught.value.code == "engine.laws"
