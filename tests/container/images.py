"""Minimal images of MySQL 5.7 and PostgreSQL, packed from this machine's programs, for machines without a registry.

Each is a tar archive of a root file system: busybox, the server, the shared libraries that `ldd` names, an entry
point that understands the password variable of the official image. `load` gives them to a Docker engine.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specproof import engines
from specproof.engines import cache, libraries, privileges
from specproof.engines.base import Options
from specproof.engines.mysql_local import MySqlRecipe
from specproof.engines.postgresql_local import PostgreSqlRecipe

_USER = 999  # as in the official images
_MYSQL_ENTRY = r"""#!/bin/sh
# Initialises an empty data folder, sets the password of root, and becomes the server.
set -eu
data=/var/lib/mysql
[ -n "${MYSQL_ROOT_PASSWORD:-}" ] || { echo 'MYSQL_ROOT_PASSWORD is not set' >&2; exit 1; }
run="@program@ --no-defaults --basedir=@home@ --lc-messages-dir=@home@/share --datadir=$data --socket=/tmp/mysql.sock"
[ -d $data/mysql ] || $run --initialize-insecure
password=$(printf '%s' "$MYSQL_ROOT_PASSWORD" | sed "s/\\\\/\\\\\\\\/g; s/'/''/g")
{
  printf "ALTER USER 'root'@'localhost' IDENTIFIED BY '%s';\n" "$password"
  printf "CREATE USER IF NOT EXISTS 'root'@'%%' IDENTIFIED BY '%s';\n" "$password"
  printf "GRANT ALL ON *.* TO 'root'@'%%' WITH GRANT OPTION;\n"
} >/tmp/init.sql
exec $run --init-file=/tmp/init.sql --skip-name-resolve --innodb-use-native-aio=0 "$@"
"""
_POSTGRESQL_ENTRY = r"""#!/bin/sh
# Initialises an empty data folder with the given password, and becomes the server.
set -eu
data=/var/lib/postgresql
[ -n "${POSTGRES_PASSWORD:-}" ] || { echo 'POSTGRES_PASSWORD is not set' >&2; exit 1; }
umask 077
printf '%s\n' "$POSTGRES_PASSWORD" >/tmp/password
[ -s $data/PG_VERSION ] || @home@/bin/initdb -D $data -U postgres --pwfile=/tmp/password --auth=scram-sha-256 \
  --encoding=UTF8 --locale=C --no-sync
rm /tmp/password
echo 'host all all all scram-sha-256' >>$data/pg_hba.conf
exec @program@ -D $data -c listen_addresses='*' -c unix_socket_directories=/tmp "$@"
"""


@dataclass(frozen=True)
class Image:
    """An archive, the name it gets, and what the engine should know of it."""

    name: str
    archive: Path
    port: int
    data: str


def pack(folder: Path) -> tuple[Image, ...]:
    """Packs both images into a folder. Raises what obtaining the servers raises."""
    return _mysql(folder), _postgresql(folder)


def load(client: Any, image: Image) -> str:
    """Imports an archive as an image; gives its name."""
    repository, _, tag = image.name.partition(":")
    changes = [
        'ENTRYPOINT ["/entry"]',
        f"EXPOSE {image.port}",
        f"USER {_USER}",
        "ENV PATH=/bin",
        f"VOLUME {image.data}",
    ]
    client.api.import_image(str(image.archive), repository=repository, tag=tag, changes=changes)
    return image.name


def _mysql(folder: Path) -> Image:
    options = Options()
    recipe = MySqlRecipe(engines.find("mysql-5.7").facts)
    place = cache.folder(options.environment)
    program = recipe.program(options, place, privileges.server_account()).path
    search = libraries.provide(recipe.facts.libraries, place, options.environment, options.say)
    home = program.parent.parent
    with _root(folder / "mysql.tar", "mysql", "/var/lib/mysql") as tar:
        _add(tar, program)
        for part in ("charsets", "english"):
            _add(tar, home / "share" / part)
        for file in (home / "share").glob("*.sql"):
            _add(tar, file)
        _libraries(tar, [program], {"LD_LIBRARY_PATH": ":".join(map(str, search))})
        _entry(tar, _MYSQL_ENTRY, program, home)
    return Image("specproof-test/mysql:5.7", folder / "mysql.tar", 3306, "/var/lib/mysql")


def _postgresql(folder: Path) -> Image:
    options = Options()
    recipe = PostgreSqlRecipe(engines.find("postgresql").facts)
    program = recipe.program(options, cache.folder(options.environment), None).path
    home = program.parent.parent
    modules = [file for file in (home / "lib").rglob("*.so") if not file.name.startswith(("llvmjit", "pl", "lib"))]
    modules += list((home / "lib").rglob("plpgsql.so"))
    with _root(folder / "postgresql.tar", "postgres", "/var/lib/postgresql") as tar:
        programs = [program, program.parent / "initdb"]
        for file in (*programs, *modules):
            _add(tar, file)
        # Debian keeps what is not a program below /usr/share, at the place that the program was built for.
        debian = Path("/usr/share/postgresql") / home.name
        _add(tar, debian if debian.is_dir() else home / "share", without="man")
        if Path("/usr/share/zoneinfo/UTC").exists():
            _add(tar, Path("/usr/share/zoneinfo/UTC"))
        _libraries(tar, [*programs, *modules], {"LD_LIBRARY_PATH": str(home / "lib")})
        _entry(tar, _POSTGRESQL_ENTRY, program, home)
    return Image("specproof-test/postgres:local", folder / "postgresql.tar", 5432, "/var/lib/postgresql")


@contextmanager
def _root(archive: Path, user: str, data: str) -> Iterator[tarfile.TarFile]:
    """An archive that begins with folders, busybox under every name it answers to, and one account."""
    busybox = Path(shutil.which("busybox") or "/bin/busybox")
    names = subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True).stdout.split()
    with tarfile.open(archive, "w") as tar:
        for name, mode, owner in (("tmp", 0o1777, 0), ("proc", 0o755, 0), ("dev", 0o755, 0), (data, 0o700, _USER)):
            entry = tarfile.TarInfo(name.lstrip("/"))
            entry.type, entry.mode, entry.uid, entry.gid = tarfile.DIRTYPE, mode, owner, owner
            tar.addfile(entry)
        _put(tar, "bin/busybox", busybox.read_bytes(), 0o755)
        for name in set(names) - {"busybox"}:
            link = tarfile.TarInfo(f"bin/{name}")
            link.type, link.linkname = tarfile.SYMTYPE, "busybox"
            tar.addfile(link)
        _put(tar, "etc/passwd", f"root:x:0:0::/:/bin/sh\n{user}:x:{_USER}:{_USER}::/:/bin/sh\n".encode(), 0o644)
        _put(tar, "etc/group", f"root:x:0:\n{user}:x:{_USER}:\n".encode(), 0o644)
        yield tar


def _add(tar: tarfile.TarFile, source: Path, *, without: str = "") -> None:
    """A file or folder at the path it has here, owned by root, links replaced by what they name."""

    def cleaned(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        entry.uid = entry.gid = 0
        return None if without and Path(entry.name).name == without else entry

    for file in sorted(source.rglob("*")) if source.is_dir() else [source]:
        if file.is_file() and without not in file.relative_to(source).parts:
            tar.add(file.resolve(), str(file).lstrip("/"), filter=cleaned)


def _libraries(tar: tarfile.TarFile, files: Iterable[Path], environment: Mapping[str, str]) -> None:
    """The shared libraries of programs and modules, beside the C library, where the loader always looks."""
    said = subprocess.run(
        ["ldd", *map(str, files)], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    ).stdout
    lacking = re.findall(r"(\S+) => not found", said)
    if lacking:
        raise RuntimeError(f"libraries not found: {', '.join(sorted(set(lacking)))}")
    found = {Path(path) for path in re.findall(r"(/\S+) \(0x", said)}
    beside = next(path.parent for path in found if path.name.startswith("libc.so"))
    for path in sorted(found):
        place = path if path.name.startswith("ld-linux") else beside / path.name
        _put(tar, str(place).lstrip("/"), path.resolve().read_bytes(), 0o755)


def _entry(tar: tarfile.TarFile, text: str, program: Path, home: Path) -> None:
    _put(tar, "entry", text.replace("@program@", str(program)).replace("@home@", str(home)).encode(), 0o755)


def _put(tar: tarfile.TarFile, name: str, content: bytes, mode: int) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), mode
    tar.addfile(entry, io.BytesIO(content))
