"""Runs one apply in a process of its own, which a test may end at any point. Not a test itself.

Reads its orders as JSON from the first argument. It ends itself with SIGKILL where told to, or stops there, says so
on stdout, and goes on when a line arrives on stdin.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from specproof import engines
from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script
from specproof.engines.base import Address, Secret
from specproof.migrator.apply import apply
from specproof.migrator.hooks import Hooks
from specproof.migrator.plan import plan_of
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Database


class Orders:
    """The seam where things go wrong."""

    def __init__(self, kill: list | None, pause: list | None) -> None:
        self.kill, self.pause = kill, pause

    def reached(self, point: str, statement: int) -> None:
        if [point, statement] == self.kill:
            os.kill(os.getpid(), signal.SIGKILL)
        if [point, statement] == self.pause:
            sys.stdout.write("reached\n")
            sys.stdout.flush()
            sys.stdin.readline()


def main(orders: dict) -> None:
    path = Path(orders["script"])
    plan = plan_of(judge(read_script(path.read_bytes(), str(path))))
    given = orders["address"]
    address = Address(
        given["host"], given["port"], given["user"], Secret(os.environ["DRIVER_PASSWORD"]), given["database"]
    )
    database = Database(engines.find("mysql-5.7"), address, lock_wait_timeout=orders["lock_wait_timeout"])
    hooks = Hooks(faults=Orders(orders.get("kill"), orders.get("pause")))
    apply(plan, database, StateFolder(Path(orders["state"])), hooks)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
