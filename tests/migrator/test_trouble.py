"""Errors of a run that stopped: what they say to do next."""

from specproof.engines.base import SqlError
from specproof.errors import ExitCode
from specproof.migrator.target import Target
from specproof.migrator.trouble import Scene, not_repeatable

TARGET = Target("uuid", "shop", "5.7.44", "me@h:1/shop")


def test_what_cannot_be_repeated_is_given_up_and_not_tried_for_ever(plan):
    made = plan("SELECT COUNT(*) INTO @n FROM t; ALTER TABLE t RENAME TO u;")
    scene = Scene(made, TARGET, "state/shop-1/journal-0001-x.jsonl", made.statements[0], changed=True)
    error = not_repeatable(scene, SqlError(1146, "42S02", "Table 'shop.t' doesn't exist"))
    assert (error.code, error.exit_code) == ("resume.not-repeatable", ExitCode.PARTIAL)
    assert "1146 Table 'shop.t' doesn't exist" in error.what
    assert (
        "specproof migrate resume up.sql --server mysql://me@h:1/shop --state-dir state --abandon --because REASON"
        in (error.next_step)
    )
