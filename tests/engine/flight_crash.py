"""A process that begins to write a message and dies by SIGKILL between two row changes: for the tests of faults.

Arguments: engine, URL, number of changes after which to die, file with the message.
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import datetime
from pathlib import Path

from specproof import engines
from specproof.persistence import statements
from specproof.persistence.flight_store import FlightStore
from specproof.reference.flight_state.process import Processor

name, url, after, message = sys.argv[1:]
processor = Processor("target")
store = FlightStore(name, engines.address(name, url), processor.procedure)
done = []
real = statements.execute


def execute(connection, table, change):
    if len(done) == int(after):
        os.kill(os.getpid(), signal.SIGKILL)
    real(connection, table, change)
    done.append(change)


statements.execute = execute
processor.process(Path(message).read_bytes(), store, datetime.fromisoformat("2026-03-01T09:00:00"))
