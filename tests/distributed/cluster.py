"""Several Aegra processes with the project's own langgraph.json and deploy/settings.env, on one Postgres and one Redis.

One process is the API and runs no debates; the others are workers, which can be killed. Nothing but the addresses
differs from deploy/compose.yaml.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.error import URLError
from urllib.request import urlopen

import psycopg
from psycopg.rows import dict_row

ROOT = Path(__file__).resolve().parents[2]
START = 600.0
"""Seconds for one that hangs; one that fails ends, and is not waited for."""


def read_settings() -> dict[str, str]:
    """What deploy/settings.env says."""
    lines = (ROOT / "deploy" / "settings.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


class Cluster:
    """An API and some workers."""

    def __init__(self, folder: Path, database: str, redis: str, **environment: str) -> None:
        self._folder, self._database = folder, database
        self._environment = {**read_settings(), "DATABASE_URL": database, "REDIS_URL": redis, **environment}
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.url = ""

    def __enter__(self) -> Self:
        # The API first: it brings the tables up to date.
        self.url = self._start("api", WORKER_COUNT="0")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()

    def add_worker(self, name: str) -> None:
        """Start another worker and wait until it is ready."""
        self._start(name)

    def kill(self, name: str) -> float:
        """End a worker as a power cut would; the value is when."""
        killed = time.monotonic()
        self._processes[name].send_signal(signal.SIGKILL)
        self._processes[name].wait()
        return killed

    def runs_of(self, name: str) -> list[str]:
        """The threads a worker is driving."""
        owner = f"{socket.gethostname()}-{self._processes[name].pid}-"
        rows = self._ask("SELECT thread_id, claimed_by FROM runs WHERE status = 'running' AND claimed_by IS NOT NULL")
        return [row["thread_id"] for row in rows if row["claimed_by"].startswith(owner)]

    def log(self, name: str) -> str:
        """What a process has written."""
        return (self._folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def _ask(self, query: str) -> list[dict[str, Any]]:
        with psycopg.connect(self._database, row_factory=dict_row) as connection:
            return connection.execute(query).fetchall()

    def _start(self, name: str, **environment: str) -> str:
        port = _free_port()
        # The program Aegra's own command starts; its command would look for Docker first.
        command = [sys.executable, "-m", "uvicorn", "aegra_api.main:app", "--host", "127.0.0.1", "--port", str(port)]
        with (self._folder / f"{name}.log").open("wb") as output:
            self._processes[name] = subprocess.Popen(
                [*command, "--no-access-log"],
                cwd=ROOT,
                env={**os.environ, **self._environment, "PORT": str(port), **environment},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        url = f"http://127.0.0.1:{port}"
        self._wait(name, url)
        return url

    def _wait(self, name: str, url: str) -> None:
        until = time.monotonic() + START
        while time.monotonic() < until and self._processes[name].poll() is None:
            try:
                with urlopen(f"{url}/health", timeout=2):
                    return
            except (URLError, OSError):
                time.sleep(0.2)
        raise AssertionError(f"{name} did not start:\n{self.log(name)[-4000:]}")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
