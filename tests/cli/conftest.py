"""Fixtures of the command line: a booking workbook in a folder of its own."""

from __future__ import annotations

import pytest

from specproof.cli.main import main
from specproof.conformance import workbooks

LINE = "5-7【DELUXE BF1.2】2"
ROWS = [
    {
        "row": 4,
        "cells": {
            "C": " QBD-1 ",
            "E": [{"struck": LINE}, "\n5-8【DELUXE BF(Q10)8.5】2"],
            "H": "2026/8/3 AMD BOOKING",
            "J": {"date": "2026-08-05"},
        },
    },
    {"row": 5, "fill": "none", "cells": {"C": "QBD-2", "E": LINE}},
    {"row": 6, "cells": {"C": "QBD-3", "E": "5-7【A1.2】2\n8-9【B】x", "H": "2026/8/3 HOLD", "J": "CXL"}},
]
BOOK = workbooks.build({"sheets": [{"rows": ROWS, "merges": ["E6:E7"]}]})


@pytest.fixture
def qbd(capsys, tmp_path, monkeypatch):
    """Runs the command line in a folder with AUGUST.xlsx."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "AUGUST.xlsx").write_bytes(BOOK)

    def call(*arguments):
        code = main(["--isolated", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def book():
    """The bytes of AUGUST.xlsx."""
    return BOOK
