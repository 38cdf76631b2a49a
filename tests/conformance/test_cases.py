import pytest

from specproof import resources
from specproof.conformance.cases import Expected, Reject, compile_suite
from specproof.errors import UsageProblem


def problems(rooms):
    return [(one.code, one.path) for one in compile_suite(("flight-state",), rooms.root).problems]


def only(rooms):
    suite = compile_suite(("flight-state",), rooms.root)
    assert suite.problems == ()
    (case,) = suite.cases
    return case


def test_a_sound_case_is_compiled(rooms):
    rooms.case()
    case = only(rooms)
    assert (case.id, case.system, case.rules, case.level) == (
        "fs.made.one",
        "flight-state",
        ("fs.clear-marker@1",),
        "core",
    )
    assert case.operation.name == "translate"
    assert case.input == {"fields": {"text": "{}"}}
    assert case.expect == (Expected({"commands": {}, "warnings": []}),)
    assert case.file == "conformance/cases/flight-state/made/one.yaml"


def test_several_legal_results(rooms):
    two = "{any_of: [{reject: {code: value-empty, path: /FLNO}}, {reject: {code: json-invalid}}]}"
    rooms.case("{value: {commands: {}, warnings: []}}", two)
    assert only(rooms).expect == (Reject("value-empty", "/FLNO"), Reject("json-invalid", None))


def test_the_digest_is_that_of_the_meaning(rooms):
    def digest(old, new, name="flight-state/made/one.yaml"):
        rooms.case(old, new, name)
        return only(rooms).digest

    first = digest("", "")
    assert len(first) == 64
    assert digest("One case", "The very case") == first
    assert digest("fs.clear-marker@1", "fs.empty-array-empties@1") == first
    assert digest("level: core", "level: extended") == first
    assert digest("text: '{}'", "text: '{ }'") != first
    assert digest("warnings: []", "warnings: [{code: sis-time-shape, path: /STOD}]") != first
    assert digest("profiles: [target]", "profiles: [current]") != first


def test_shipped_cases_are_sound_and_have_digests_of_their_own(flight_suite):
    assert flight_suite.problems == ()
    assert len({case.digest for case in flight_suite.cases}) == len(flight_suite.cases)


CASE_PROBLEMS = [
    ("id: fs.made.one", "id: fs.made.two", "spec.wrong-name", "/id"),
    ("fs.clear-marker@1", "fs.clear-marker@2", "spec.outdated-revision", "/rules/0"),
    ("fs.clear-marker@1", "fs.clear-markr@1", "spec.dangling", "/rules/0"),
    ("fs.clear-marker@1", "qbd.group-code@1", "spec.dangling", "/rules/0"),
    ("[fs.clear-marker@1]", "[fs.clear-marker@1, fs.element-unchecked@1]", "spec.contradiction", "/rules/1"),
    ("fs.clear-marker@1", "fs.adft-like-flop@1", "spec.contradiction", "/rules/0"),
    ("op: translate", "op: translat", "spec.dangling", "/when/op"),
    ("fields: {text: '{}'}", "feilds: {text: '{}'}", "spec.unknown-key", "/when/feilds"),
    ("{text: '{}'}", "{text: '{}', bytes: ''}", "spec.wrong-value", "/when/fields"),
    ("{text: '{}'}", "{json: '{}'}", "spec.unknown-key", "/when/fields/json"),
    ("{text: '{}'}", "{bytes: 0A}", "spec.wrong-value", "/when/fields/bytes"),
    ("warnings: []", "warning: []", "spec.unknown-key", "/expect/value/warning"),
    ("{commands: {}, warnings: []}", "{commands: {}}", "spec.missing-key", "/expect/value"),
    (
        "value: {commands: {}, warnings: []}",
        "reject: {code: zero-entry-mix}",
        "spec.dangling",
        "/expect/reject/code",
    ),
    ("zh: 一个案例", "zh: one", "spec.language-mixed", "/title/zh"),
    ("title: {zh: 一个案例, en: One case}", "title: {en: One case}", "spec.missing-translation", "/title"),
    ("level: core", "level: must", "spec.wrong-value", "/level"),
    ("origin: {kind: rule}", "origin: {kind: position}", "spec.missing-key", "/origin"),
    (
        "origin: {kind: rule}",
        "origin: {kind: position, question: fs.q.no-such}",
        "spec.dangling",
        "/origin/question",
    ),
    ("level: core", "level: core\nrequires: [colour]", "spec.dangling", "/requires/0"),
    ("level: core", "level: core\nenvironments: {engine: [oracle-9]}", "spec.dangling", "/environments/engine/0"),
    ("text: '{}'", 'text: "{}\\ud800"', "yaml.syntax", "/when/fields/text"),
    ("{commands: {}, warnings: []}", "{commands: {FLNO: 1.5}, warnings: []}", "spec.wrong-type", None),
    ("profiles: [target]", "profiles: [target]\ncompare: {commands: exact}", "spec.wrong-value", None),
    ("profiles: [target]", "profiles: [target]\ngiven: {options: {strict: true}}", "spec.unknown-key", None),
]


@pytest.mark.parametrize(("old", "new", "code", "path"), CASE_PROBLEMS, ids=[one[1][:50] for one in CASE_PROBLEMS])
def test_every_fault_of_a_case_is_told_with_its_place(rooms, old, new, code, path):
    rooms.case(old, new)
    found = problems(rooms)
    assert found, "accepted"
    assert code is None or code in [one[0] for one in found]
    assert path is None or (code, path) in found
    assert compile_suite(("flight-state",), rooms.root).cases == ()


def test_problems_name_file_line_and_next_step_and_are_all_collected(rooms):
    rooms.case("fs.clear-marker@1", "fs.clear-markr@1")
    rooms.case("level: core", "level: cor", "flight-state/made/two.yaml")
    rooms.write("conformance/cases/flight-state/made/three.yaml", "id: [")
    found = compile_suite(("flight-state",), rooms.root).problems
    assert [(one.file, one.line) for one in found if one.code != "yaml.syntax"] == [
        ("conformance/cases/flight-state/made/one.yaml", 3),
        ("conformance/cases/flight-state/made/two.yaml", 5),
    ]
    assert {one.file.rpartition("/")[2] for one in found} == {"one.yaml", "two.yaml", "three.yaml"}
    assert "Did you mean 'fs.clear-marker'?" in found[0].what
    assert all(one.next_step for one in found)


def test_a_rule_that_was_reworded_makes_its_cases_stale(rooms):
    rooms.case()
    rooms.edit("specs/flight-state/rules/clear-marker.yaml", "revision: 1", "revision: 2")
    (found,) = compile_suite(("flight-state",), rooms.root).problems
    assert found.code == "spec.outdated-revision"
    assert "fs.clear-marker@2" in found.next_step


def test_titles_tell_cases_apart(rooms):
    rooms.case()
    rooms.case("id: fs.made.one", "id: fs.made.two", "flight-state/made/two.yaml")
    found = compile_suite(("flight-state",), rooms.root).problems
    assert [(one.code, one.path, one.file.rpartition("/")[2]) for one in found] == [
        ("spec.not-unique", "/title/zh", "two.yaml"),
        ("spec.not-unique", "/title/en", "two.yaml"),
    ]


def test_a_part_may_be_expected_where_the_case_says_subset(rooms):
    rooms.case(
        "expect: {value: {commands: {}, warnings: []}}", "expect: {value: {commands: {}}}\ncompare: {'': subset}"
    )
    assert only(rooms).compare == {"": "subset"}


@pytest.mark.parametrize("value", ["1.5", "9007199254740993", "[{a: -9007199254740993}]"])
def test_numbers_that_have_no_canonical_json_are_told(rooms, value):
    rule = resources.path("specs", "qbd", "rules", "canonical-values.yaml").read_text(encoding="utf-8")
    rooms.write("specs/qbd/rules/canonical-values.yaml", rule)
    text = rooms.CASE.replace("fs.made.one", "qbd.made.one").replace("fs.clear-marker@1", "qbd.canonical-values@1")
    text = text.replace("translate, fields: {text: '{}'}", f"canonical, value: {value}")
    rooms.write("conformance/cases/qbd/made/one.yaml", text.replace("{commands: {}, warnings: []}", "{json: ''}"))
    found = compile_suite(("qbd",), rooms.root).problems
    assert [(one.code, one.path.startswith("/when/value")) for one in found] == [("spec.wrong-value", True)]


def test_unknown_systems_are_told_with_the_nearest():
    with pytest.raises(UsageProblem) as caught:
        compile_suite(("flight-stat",))
    assert caught.value.code == "conformance.unknown-system"
    assert "'flight-state'" in caught.value.what
