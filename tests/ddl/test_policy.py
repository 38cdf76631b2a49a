import pytest

from specproof import resources
from specproof.ddl import catalogue, policy
from specproof.errors import UsageProblem
from specproof.finding import Severity
from specproof.specs.load import read

CATALOGUE = catalogue.load()


def parse(text):
    return policy.parse(text.encode(), "house.yaml", CATALOGUE)


def refused(text):
    with pytest.raises(UsageProblem) as caught:
        parse(text)
    assert caught.value.code == "policy.invalid"
    assert caught.value.where == "house.yaml"
    return caught.value.what


def test_none_switches_house_rules_off_and_leaves_5_7_on():
    nobody = policy.load("none", CATALOGUE)
    assert not nobody.active(CATALOGUE.get("foreign-key"))
    assert nobody.active(CATALOGUE.get("functional-index"))


def test_the_default_policy_forbids_what_the_house_forbids():
    house = policy.load(policy.DEFAULT, CATALOGUE)
    forbidden = read(resources.path("specs", "answer-delivery", "schema.yaml"))["forbidden"]
    wanted = {entry["check"]: set(entry["statements"]) for entry in forbidden if "check" in entry}
    assert set(wanted) >= {"foreign-key", "generated-column", "check-constraint", "if-not-exists", "secret-column"}
    for slug, statements in wanted.items():
        assert house.active(CATALOGUE.get(slug)), slug
        assert house.rule(CATALOGUE.get(slug)).severity is Severity.ERROR, slug
        assert statements <= set(house.rule(CATALOGUE.get(slug)).statements), slug


def test_the_pattern_is_the_one_of_the_law():
    forbidden = read(resources.path("specs", "answer-delivery", "schema.yaml"))["forbidden"]
    pattern = next(entry["pattern"] for entry in forbidden if entry.get("check") == "secret-column")
    assert policy.load(policy.DEFAULT, CATALOGUE).parameters["secret-column"] == {"pattern": pattern}


def test_a_policy_of_ones_own(tmp_path):
    file = tmp_path / "house.yaml"
    file.write_text(
        "name: ours\n"
        "rules:\n"
        "  foreign-key: {severity: warning, because: slow}\n"
        "  reserved-word: {severity: 'off'}\n"
        "  charset-outside-policy: {charsets: [utf8mb4, ascii]}\n",
        encoding="utf-8",
    )
    ours = policy.load(str(file), CATALOGUE)
    assert ours.name == "ours"
    assert ours.rule(CATALOGUE.get("foreign-key")).severity is Severity.WARNING
    assert ours.rule(CATALOGUE.get("foreign-key")).because.en == "slow"
    assert not ours.active(CATALOGUE.get("reserved-word"))
    assert not ours.active(CATALOGUE.get("generated-column"))
    assert ours.parameters == {"foreign-key": {}, "charset-outside-policy": {"charsets": ["utf8mb4", "ascii"]}}


def test_off_needs_no_quotes():
    assert not parse("name: a\nrules: {reserved-word: {severity: off}}").active(CATALOGUE.get("reserved-word"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a", "must be a mapping"),
        ("name: a\nrulse: {}", "There is no key 'rulse'. Did you mean 'rules'?"),
        ("rules: {}", "The key 'name' must be a short word."),
        ("name: a\ntitle: {zh: 无}", "one in each of zh and en"),
        ("name: a\nrules: []", "must map names of checks"),
        ("name: a\nrules: {foreign-kee: {}}", "There is no rule 'foreign-kee'. Did you mean 'foreign-key'?"),
        ("name: a\nrules: {foreign-key: error}", "must be a mapping such as"),
        ("name: a\nrules: {foreign-key: {severty: error}}", "Did you mean 'severity'?"),
        ("name: a\nrules: {foreign-key: {severity: fatal}}", "'fatal'; it can be error, warning, info, off"),
        ("name: a\nrules: {foreign-key: {because: [x]}}", "The 'because' of 'foreign-key'"),
        ("name: a\nrules: {foreign-key: {statements: DDL-010}}", "must be a list of ids"),
        ("name: a\nrules: {secret-column: {}}", "needs 'pattern'"),
        ("name: a\nrules: {secret-column: {pattern: '('}}", "no regular expression"),
        ("name: a\nrules: {secret-column: {pattern: 7}}", "must be a regular expression"),
        ("name: a\nrules: {charset-outside-policy: {charsets: utf8mb4}}", "must be a list of names"),
        ("name: a\nname: b", "stands twice"),
        ("name: [", "Line "),
    ],
)
def test_what_is_wrong_with_a_policy_is_said(text, said):
    assert said in refused(text)


def test_all_faults_come_at_once():
    said = refused("nmae: a\nrules: {foreign-kee: {}, secret-column: {severity: bad}}")
    assert "'nmae'" in said
    assert "'foreign-kee'" in said
    assert "'bad'" in said


def test_a_name_that_is_no_policy():
    with pytest.raises(UsageProblem) as caught:
        policy.load("answer-delivry", CATALOGUE)
    assert caught.value.code == "policy.missing"
    assert "Did you mean 'answer-delivery'?" in caught.value.what


def test_policies_that_ship_are_listed():
    assert policy.names() == ["answer-delivery"]
