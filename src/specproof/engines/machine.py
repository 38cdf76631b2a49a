"""What kind of machine this is, in the words that `specs/engines` uses."""

from __future__ import annotations

import os
import sys


def platform() -> str:
    """`linux-x86_64`, `linux-aarch64`, `darwin-arm64`, ..."""
    return f"{sys.platform}-{os.uname().machine}"
