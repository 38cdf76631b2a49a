"""What kind of machine this is, in the words that `specs/engines` uses, and which boot of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def platform() -> str:
    """`linux-x86_64`, `linux-aarch64`, `darwin-arm64`, ..."""
    return f"{sys.platform}-{os.uname().machine}"


def boot() -> str:
    """An identifier of the running kernel's boot, so that process numbers of another machine are not taken for ours."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
