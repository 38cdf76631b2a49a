"""`specproof ddl check` beside sqlfluff, and `--help` beside a bare Click program: cold processes, one run, ratios.

Usage: python benchmarks/ddl_check.py [SCRIPT]   (needs `pip install sqlfluff`; default script: the shipped change)
"""

from __future__ import annotations

import sys
import sysconfig
import tempfile
from pathlib import Path

from _side_by_side import BARE_CLICK, side_by_side


def main() -> None:
    scripts = Path(sysconfig.get_path("scripts"))
    shipped = Path(__file__).parent.parent / "ddl" / "changes" / "0001-answer-delivery" / "up.sql"
    script = sys.argv[1] if len(sys.argv) > 1 else str(shipped)
    specproof, sqlfluff = str(scripts / "specproof"), str(scripts / "sqlfluff")
    side_by_side(
        f"ddl check {Path(script).name}",
        [specproof, "--isolated", "ddl", "check", script],
        [sqlfluff, "lint", "--dialect", "mysql", script],
        "sqlfluff",
        0.4,
    )
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE_CLICK, encoding="utf-8")
        side_by_side("--help", [specproof, "--help"], [sys.executable, str(bare), "--help"], "bare Click", 2.5)


if __name__ == "__main__":
    main()
