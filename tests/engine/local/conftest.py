"""Caches of their own for tests of local servers, and other processes of specproof."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from specproof import engines
from specproof.engines import cache, launch, local
from specproof.engines.base import Options, Server
from specproof.evidence import ProviderKind

_OWNER = """
import sys, time
from specproof import engines
from specproof.evidence import ProviderKind
with engines.open(sys.argv[1], kinds=[ProviderKind.LOCAL]) as server:
    print(server.address.port, flush=True)
    time.sleep(float(sys.argv[2]))
"""


@dataclass
class Cache:
    """A cache folder that the server's account can reach, and what a run with it looks like."""

    folder: Path

    def options(self, **changes: str) -> Options:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SPECPROOF_")}
        return Options(environment={**environment, "SPECPROOF_CACHE": str(self.folder), **changes}, say=lambda _: None)

    def provider(self, name: str, **changes: str) -> local.LocalProvider:
        providers = engines.find(name).providers(None, self.options(**changes))
        (found,) = (one for one in providers if one.kind is ProviderKind.LOCAL)
        assert isinstance(found, local.LocalProvider)
        return found

    def runs(self) -> list[Path]:
        return list((self.folder / "run").glob("*/"))

    def other_specproof(
        self, name: str, *, seconds: float = 600, interpreter: str = sys.executable, **more
    ) -> subprocess.Popen[str]:
        """A process that starts a local server, prints its port, and keeps it for that time."""
        environment = dict(self.options().environment) | more.pop("env", {})
        return subprocess.Popen(
            [interpreter, "-c", _OWNER, name, str(seconds)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **more,
        )


@pytest.fixture
def usual(mysql57: Server, postgresql: Server) -> Path:
    """The cache of this run. Asks for the shared servers, to be skipped with them."""
    return cache.folder(os.environ)


@pytest.fixture
def empty_cache(usual: Path) -> Iterator[Cache]:
    folder = Path(tempfile.mkdtemp(prefix="specproof-test-"))
    folder.chmod(0o755)
    yield Cache(folder)
    launch.sweep(folder)
    shutil.rmtree(folder)


@pytest.fixture
def warm_cache(empty_cache: Cache, usual: Path) -> Cache:
    """With the servers, libraries and templates of the usual cache, to save their preparation."""
    for name in ("servers", "libraries", "templates"):
        if (usual / name).is_dir():
            shutil.copytree(usual / name, empty_cache.folder / name, copy_function=os.link)
    return empty_cache
