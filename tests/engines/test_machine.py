from __future__ import annotations

import os
import sys

from specproof.engines import machine


def test_the_platform_is_named_as_in_the_facts():
    assert machine.platform() == f"{sys.platform}-{os.uname().machine}"


def test_the_boot_is_the_same_as_long_as_the_machine_runs():
    assert machine.boot() == machine.boot()
    assert len(machine.boot()) in (0, 36)
