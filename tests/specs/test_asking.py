"""The owner's list: contradictions come first, every question with its position."""

from __future__ import annotations

from specproof.specs import asking
from specproof.specs.register import Law

SECOND = """\
id: fs.q.{name}
statements: [FS-004]
status: confirmed
contradiction: true
title: {{zh: 矛盾, en: A contradiction}}
open: {{zh: 两处说法不同。, en: Two places differ.}}
alternatives:
  - {{id: first, text: {{zh: 前者, en: The first}}}}
  - {{id: second, text: {{zh: 后者, en: The second}}}}
position:
  choice: second
  text: {{zh: 取后者。, en: The second holds.}}
  proposal: {{zh: 改掉前者。, en: Change the first.}}
flips: {{zh: 无。, en: Nothing.}}
"""


def test_contradictions_come_first_within_a_system(small_law):
    small_law.write("specs/demo/questions/zz.yaml", SECOND.format(name="zz"))
    law = Law(small_law.root)
    found = asking.questions(law)
    assert [one.id for one in found] == ["fs.q.zz", "fs.q.blank"]
    (page,) = asking.pages(law, found)
    assert [(s.key, [b.mark.en for b in s.blocks]) for s in page.sections] == [
        ("contradictions", ["fs.q.zz"]),
        ("open", ["fs.q.blank"]),
    ]
    below = [line.en for line in page.sections[0].blocks[0].below]
    assert below == [
        "A contradiction; FS-004; confirmed",
        "first: The first",
        "second (taken): The second",
        "Position: The second holds.",
        "Proposal: Change the first.",
        "Otherwise: Nothing.",
    ]
    assert [one.id for one in asking.questions(law, status="proposed")] == ["fs.q.blank"]


def test_the_installed_list_has_every_question_once_and_the_known_contradiction():
    law = Law()
    found = asking.questions(law)
    assert len({one.id for one in found}) == len(found) == len(law.questions())
    assert "fs.q.delay-empty-array" in [one.id for one in found if one.contradiction]
