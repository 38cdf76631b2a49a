"""Two cold processes in turn, so that a drifting machine hits both alike; medians and the ratio pair by pair."""

from __future__ import annotations

import os
import statistics
import subprocess
import time

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
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - started, usage.ru_maxrss


def side_by_side(title: str, ours: list[str], peer: list[str], peer_name: str, goal: float) -> None:
    """Runs both in turn and prints one line."""
    run(ours), run(peer)
    pairs = [(run(ours), run(peer)) for _ in range(ROUNDS)]
    mine, theirs = (statistics.median(p[i][0] for p in pairs) for i in (0, 1))
    ratio = statistics.median(a[0] / b[0] for a, b in pairs)
    memory, peer_memory = (max(p[i][1] for p in pairs) / 1024 for i in (0, 1))
    print(
        f"{title}: specproof {mine:.3f} s, {peer_name} {theirs:.3f} s, ratio {ratio:.2f} (goal <= {goal}); "
        f"peak {memory:.0f} MB against {peer_memory:.0f} MB"
    )
