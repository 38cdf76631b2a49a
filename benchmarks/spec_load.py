"""`spec validate` beside the C loader of PyYAML on the same files, and `explain` beside a bare Click program.

Cold processes, one run, ratios. Validation is measured both ways: made anew each time, and remembered by content.
Usage: python benchmarks/spec_load.py   (measures the installed specproof; byte-compiled, as users have it)
"""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from pathlib import Path

from _side_by_side import BARE_CLICK, side_by_side

from specproof import resources

PARSE = """
import sys
from pathlib import Path

import yaml

for folder in sys.argv[1:]:
    for file in Path(folder).rglob("*.yaml"):
        yaml.load(file.read_bytes(), Loader=yaml.CSafeLoader)
"""


def main() -> None:
    specproof = str(Path(sysconfig.get_path("scripts")) / "specproof")
    rooms = [str(resources.room(name)) for name in resources.ROOMS]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SPECPROOF_CACHE"] = folder
        parse, bare = Path(folder) / "parse.py", Path(folder) / "bare.py"
        parse.write_text(PARSE, encoding="utf-8")
        bare.write_text(BARE_CLICK, encoding="utf-8")
        parsed = [sys.executable, str(parse), *rooms]
        validate = [specproof, "--isolated", "spec", "validate"]
        side_by_side("spec validate, made anew", [*validate, "--no-cache"], parsed, "CSafeLoader", 3)
        side_by_side("spec validate, remembered", validate, parsed, "CSafeLoader", 3)
        for name in ("FS-022", "QBD-104", "DDL-101"):
            explain = [specproof, "--isolated", "explain", name]
            side_by_side(f"explain {name}", explain, [sys.executable, str(bare), "--help"], "bare Click", 4)


if __name__ == "__main__":
    main()
