"""The file of the ratchet: one line a statement, and nothing else passes for it."""

from __future__ import annotations

import pytest

from specproof.errors import UsageProblem
from specproof.specs import coverage, ratchet
from specproof.specs.register import Law


def test_a_snapshot_has_one_line_for_a_statement(small_law, tmp_path):
    file = tmp_path / "snapshot.json"
    ratchet.write(file, coverage.snapshot(coverage.measure(Law(small_law.root))))
    assert '    "FS-005": ["mapped", "cased"]' in file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("content", ["", "[]", '{"schema": "specproof/coverage-snapshot/1"}', '{"statements": {}}'])
def test_a_damaged_snapshot_is_refused(tmp_path, content):
    file = tmp_path / "snapshot.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UsageProblem) as caught:
        ratchet.read(file)
    assert caught.value.code == "spec.snapshot"
