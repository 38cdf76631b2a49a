"""The catalogue as data: pairs complete, names that exist, prose that can be filled, examples for everything."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import specproof.ddl
import specproof.ddl.checks
from specproof import resources
from specproof.ddl import catalogue, suppression, words
from specproof.ddl.facts import entries
from specproof.errors import UsageProblem
from specproof.finding import Severity
from specproof.specs import load, metaschema
from specproof.text import LANGUAGES

CHECKS = catalogue.load().checks
FOLDER = resources.path("ddl", "checks")
MODULES = {p.stem for p in Path(specproof.ddl.checks.__file__).parent.glob("[!_]*.py")}

ROOM = Path(specproof.ddl.__file__).parent
SIMULATOR = [*(ROOM / "simulator").glob("*.py"), ROOM / "types.py"]

each_check = pytest.mark.parametrize("slug", sorted(CHECKS))


@each_check
def test_the_file_is_of_its_kind(slug):
    document = load.read_document(FOLDER / f"{slug}.yaml")
    (kind,) = metaschema.kinds_of(f"ddl/checks/{slug}.yaml")
    assert [error.message for error in metaschema.errors(kind, document.value)] == []
    assert document.value["id"] == slug


@each_check
def test_the_fast_loader_reads_what_the_strict_one_reads(slug):
    # YAML 1.1 takes a bare ON or NO for a boolean; such words stand in quotes.
    file = FOLDER / f"{slug}.yaml"
    assert catalogue._parse(file.read_text(encoding="utf-8")) == load.read(file)


@each_check
def test_the_examples_stand_last(slug):
    keys = re.findall(r"^([a-z_]+):", (FOLDER / f"{slug}.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    assert keys[-2:] == ["bad", "good"] or not {"bad", "good"} & set(keys)


def test_every_module_has_its_file():
    assert {name for name in MODULES if name.replace("_", "-") not in CHECKS} == set()


@each_check
def test_every_file_says_when_it_fires(slug):
    check = CHECKS[slug]
    triggers = (*check.conflicts, *check.constructs, *check.problems, *check.origins)
    assert check.run or triggers or slug == suppression.SLUG
    assert (check.run is not None) == (slug.replace("-", "_") in MODULES)


def test_a_trigger_has_one_owner():
    for kind in ("conflicts", "constructs", "problems", "origins"):
        named = [trigger for check in CHECKS.values() for trigger in getattr(check, kind)]
        assert sorted(named) == sorted(set(named))


def test_every_construct_of_the_reader_has_an_owner_of_its_own():
    named = {entry["construct"] for entry in words.table("constructs")["constructs"]}
    assert named - set(catalogue.load().constructs) == set()


def test_every_kind_of_conflict_has_an_owner_of_its_own():
    found = {kind for path in SIMULATOR for kind in conflict_kinds(ast.parse(path.read_text(encoding="utf-8")))}
    assert len(found) > 60
    assert found - set(catalogue.load().conflicts) == set()
    assert set(catalogue.load().conflicts) - found == {"*", "versioned-comment-skipped"}


def conflict_kinds(tree):
    """The first arguments of the calls that record a conflict."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args)
    for call in calls:
        name = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
        if name in {"refuse", "note", "TypeProblem"} and isinstance(call.args[0], ast.Constant):
            yield call.args[0].value


def test_what_the_reader_expects_has_words_in_both_languages():
    # Phrases such as "a column name"; keywords stand for themselves.
    said = {
        node.value
        for path in (ROOM / "reader").glob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for node in (*call.args, *(keyword.value for keyword in call.keywords))
        if isinstance(node, ast.Constant) and re.match(r"(a|an|the|at|as|what|single) [a-zA-Z0-9 ]+$", str(node.value))
    }
    assert len(said) > 50
    assert said - set(CHECKS["syntax-error"].words) == set()


def test_no_check_waits_for_a_construct_that_the_reader_does_not_name():
    named = {entry["construct"] for entry in words.table("constructs")["constructs"]} | {"reserved-word", "*"}
    named |= {
        node.value.value
        for path in (ROOM / "reader").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "construct" and isinstance(node.value, ast.Constant)
    }
    assert set(catalogue.load().constructs) - named == set()


@each_check
def test_names_in_it_exist(slug):
    check = CHECKS[slug]
    assert set(check.yields_to) | set(check.silent_beside) <= set(CHECKS)
    assert set(check.source.facts) <= {fact["id"] for fact in entries()}
    assert re.fullmatch(r"https://dev\.mysql\.com/doc/refman/5\.7/en/[a-z0-9-]+\.html", check.source.url)


@each_check
def test_prose_has_the_same_places_in_both_languages(slug):
    check = CHECKS[slug]
    texts = [check.title, check.message, check.why, check.advice]
    texts += [t for v in check.variants.values() for t in (v.what, v.message, v.why, v.advice) if t]
    for text in texts:
        zh, en = (sorted(places(text.pick(language))) for language in LANGUAGES)
        assert zh == en, text.en


def places(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@each_check
def test_prose_ends_like_a_sentence_and_names_what_it_flags(slug):
    check = CHECKS[slug]
    assert not slug.startswith(("no-", "disallow", "forbid", "avoid"))
    for text in (check.message, check.why, check.advice):
        assert text.zh.endswith(("。", "）", "}", "？"))
        assert text.en.endswith((".", "}", ")", "?"))


def test_what_the_server_refuses_is_an_error_and_what_it_ignores_a_warning_at_least():
    for check in CHECKS.values():
        if check.effect == "rejected":
            assert check.severity is Severity.ERROR, check.slug
        if check.effect == "ignored":
            assert check.severity is not Severity.INFO, check.slug


def test_a_misspelt_name_gets_the_nearest():
    with pytest.raises(UsageProblem) as caught:
        catalogue.load().get("foreign-kee")
    assert caught.value.code == "ddl.unknown-check"
    assert "Did you mean 'foreign-key'?" in caught.value.what


def test_the_catalogue_is_of_the_size_that_was_promised():
    assert len(CHECKS) >= 50
