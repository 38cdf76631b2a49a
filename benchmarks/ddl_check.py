"""`specproof ddl check` beside sqlfluff, and `--help` beside a bare Click program: cold processes, one run, ratios.

Usage: python benchmarks/ddl_check.py [SCRIPT]   (needs `pip install sqlfluff`; default script: the shipped change)
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ROUNDS = 7
BARE_CLICK = """
import click

@click.group()
def program(): "A bare program."

@program.command()
def one(): "One."

program()
"""


def run(command: list[str]) -> tuple[float, int]:
    """Wall seconds and peak resident memory (kB) of one cold process, by the kernel's own accounting."""
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return time.perf_counter() - started, usage.ru_maxrss


def side_by_side(title: str, ours: list[str], peer: list[str], peer_name: str, goal: float) -> None:
    """Runs both in turn, so that a drifting machine hits both alike; prints medians and the ratio pair by pair."""
    run(ours), run(peer)
    pairs = [(run(ours), run(peer)) for _ in range(ROUNDS)]
    mine, theirs = (statistics.median(p[i][0] for p in pairs) for i in (0, 1))
    ratio = statistics.median(a[0] / b[0] for a, b in pairs)
    memory, peer_memory = (max(p[i][1] for p in pairs) / 1024 for i in (0, 1))
    print(
        f"{title}: specproof {mine:.3f} s, {peer_name} {theirs:.3f} s, ratio {ratio:.2f} (goal <= {goal}); "
        f"peak {memory:.0f} MB against {peer_memory:.0f} MB"
    )


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
