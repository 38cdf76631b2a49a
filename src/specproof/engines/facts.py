"""Launch data of one engine, read from `specs/engines/<slug>.yaml`: how it is recognised and come by.

Everything about a product that is not code stands there. It refuses a file that lacks a key, naming file and key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from specproof import resources
from specproof.errors import InternalProblem

# An engine that no program on this machine can be.
_NO_LOCAL: dict[str, Any] = {"program": "", "folders": [], "platforms": [], "libraries": []}
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Artifact:
    """A Maven artifact that carries a server as an archive inside it."""

    group: str
    name: str
    version: str
    packaging: str
    sha256: str  # of the artifact's file, lower-case hex
    resource: str = ""  # name of the tar archive inside, where the artifact itself is not what is wanted
    server_version: str = ""

    @property
    def coordinates(self) -> str:
        return f"{self.group}:{self.name}:{self.version}"

    @property
    def file(self) -> str:
        return f"{self.name}-{self.version}.{self.packaging}"


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library that the server needs; `alias` is its newer file name, `packages` are Debian's names."""

    file: str
    packages: tuple[str, ...]
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class Wheel:
    """A Python package that contains the server's programs under `folder`; `extra` of specproof installs it."""

    package: str
    folder: str
    extra: str


@dataclass(frozen=True, slots=True)
class Emulation:
    """Another product in a mode of an engine, which speaks for some laws alone."""

    product: str
    extra: str
    artifact: Artifact
    laws: tuple[str, ...]
    conditions: Mapping[str, str]  # of its own error codes


@dataclass(frozen=True, slots=True)
class EngineFacts:
    """One engine. `environment` is the stem of its variables: `<stem>_URL`, `<stem>_PASSWORD`, `<stem>_HOME`."""

    name: str
    product: str
    version: re.Pattern[str]
    environment: str
    schemes: tuple[str, ...]
    url_options: tuple[str, ...]
    port: int
    relatives: tuple[str, ...]  # products of the same lineage that are accepted, at that level of evidence
    image: str
    container_user: str
    container_password: str  # name of the image's variable
    container_environment: Mapping[str, str]
    container_platform: str | None
    container_database: str | None
    optional: bool  # a conformance run that has none is complete
    program: str
    folders: tuple[str, ...]
    platforms: tuple[str, ...]
    libraries: tuple[Library, ...]
    artifact: Artifact | None
    wheel: Wheel | None
    emulation: Emulation | None

    def accepts(self, version: str) -> bool:
        """Whether a version, as the server words it, is of this engine."""
        return self.version.match(version) is not None


@cache
def load(name: str) -> EngineFacts:
    """The facts of the engine with that slug. Raises InternalProblem `engine.facts` when the file is incomplete."""
    file = resources.path("specs", "engines", f"{name}.yaml")
    try:
        data = yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a safe loader, in C if there is one
        return _facts(data)
    except (OSError, yaml.YAMLError, KeyError, TypeError, re.error) as error:
        raise _incomplete(file, error) from error


def slugs() -> tuple[str, ...]:
    """The engines that have a file, sorted."""
    return tuple(sorted(file.stem for file in resources.path("specs", "engines").glob("*.yaml")))


def optional() -> frozenset[str]:
    """The engines that a conformance run may do without. Raises as `load` does."""
    return frozenset(name for name in slugs() if load(name).optional)


def _facts(data: dict[str, Any]) -> EngineFacts:
    container, local = data["container"], data.get("local", _NO_LOCAL)
    artifact, wheel, emulation = local.get("artifact"), local.get("wheel"), data.get("emulation")
    return EngineFacts(
        name=data["engine"],
        product=data["product"],
        version=re.compile(data["version"]),
        environment=data["environment"],
        schemes=tuple(data["url"]["schemes"]),
        url_options=tuple(data["url"]["options"]),
        port=data["url"]["port"],
        relatives=tuple(data["relatives"]),
        image=container["image"],
        container_user=container["user"],
        container_password=container["password"],
        container_environment=container["environment"],
        container_platform=container.get("platform"),
        container_database=container.get("database"),
        optional=data.get("optional", False),
        program=local["program"],
        folders=tuple(local["folders"]),
        platforms=tuple(local["platforms"]),
        libraries=tuple(
            Library(file=one["file"], packages=tuple(one["packages"]), alias=one.get("alias"))
            for one in local["libraries"]
        ),
        artifact=Artifact(**artifact) if artifact else None,
        wheel=Wheel(**wheel) if wheel else None,
        emulation=_emulation(emulation) if emulation else None,
    )


def _emulation(data: dict[str, Any]) -> Emulation:
    return Emulation(
        product=data["product"],
        extra=data["extra"],
        artifact=Artifact(**data["artifact"]),
        laws=tuple(data["laws"]),
        conditions={code: condition for condition, codes in data["errors"].items() for code in codes},
    )


def _incomplete(file: Path, error: Exception) -> InternalProblem:
    return InternalProblem(
        "engine.facts",
        f"The engine description cannot be used: {type(error).__name__}: {error}",
        where=str(file),
        cause="The file was changed, or the installation is incomplete.",
        next_step="Compare the file with the one of a released version.",
    )
