from __future__ import annotations

from specproof.engines import facts, messages
from specproof.engines.base import Address, Secret
from specproof.errors import ExitCode

HIDDEN = "hush, it's \\ 100%"
ADDRESS = Address("h", 3306, "u", Secret(HIDDEN), database="d")


def test_foreign_text_is_scrubbed_of_every_spelling():
    spoken = f"{HIDDEN} | hush%2C%20it%27s%20%5C%20100%25 | {HIDDEN!r}"
    assert messages.scrubbed(spoken, ADDRESS.password) == '*** | *** | "***"'
    assert messages.scrubbed("nothing to hide", Secret("")) == "nothing to hide"


def test_every_way_in_that_fails_says_where_and_what_next():
    engine = facts.load("mysql-5.7")
    for problem in (
        messages.mismatch(engine, ADDRESS, "MariaDB", "10.11"),
        messages.unreachable(engine, ADDRESS, "refused"),
        messages.denied(engine, ADDRESS, "no"),
        messages.no_database(engine, ADDRESS, "no"),
    ):
        assert problem.exit_code is ExitCode.ENVIRONMENT
        assert problem.code.startswith("engine.")
        assert problem.where == "u@h:3306/d"
        assert problem.cause
        assert problem.next_step
