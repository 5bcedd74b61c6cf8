"""The project's own langgraph.json, served by a real `langgraph dev` for as long as a test needs it.

with run_server(folder) as url:
    client = get_client(url=url)
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(sys.executable).parent / "langgraph"
START = 60.0
"""Seconds a busy machine may need; an idle one needs about four."""

SETTINGS = {
    "LANGSMITH_TRACING": "false",
    "LANGGRAPH_CLI_NO_ANALYTICS": "1",
    "LANGGRAPH_STRICT_MSGPACK": "true",
}


def skip_without_server() -> None:
    """Skip where the extra `server` is not installed."""
    missing = [
        name for name in ("langgraph_cli", "langgraph_api", "langgraph_runtime_inmem") if find_spec(name) is None
    ]
    if missing or not PROGRAM.exists():
        pytest.skip(
            f"langgraph dev is not installed ({', '.join(missing) or PROGRAM.name}): pip install 'moot[server]'"
        )


@contextmanager
def run_server(
    folder: Path, environment: Mapping[str, str] | None = None, graphs: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Start the server in a folder of its own, wait until it answers, and stop it at the end.

    `graphs` are served beside the project's own: a name, and where it is written, as `FILE:NAME`.
    """
    port, log = _free_port(), folder / "server.log"
    command = [
        str(PROGRAM),
        "dev",
        "--config",
        str(_write_config(folder, graphs or {})),
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    command += ["--no-browser", "--no-reload", "--n-jobs-per-worker", "10"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **SETTINGS, **(environment or {})},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait(f"http://127.0.0.1:{port}", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _write_config(folder: Path, graphs: Mapping[str, str]) -> Path:
    """The project's configuration as seen from elsewhere, without the developer's own .env."""
    # Every place in it is written as "./place".
    text = (ROOT / "langgraph.json").read_text(encoding="utf-8").replace('"./', f'"{ROOT}/')
    config = json.loads(text)
    config["graphs"] |= graphs
    path = folder / "langgraph.json"
    path.write_text(json.dumps({**config, "dependencies": [str(ROOT)], "env": {}}), encoding="utf-8")
    return path


def _wait(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        try:
            with urlopen(f"{url}/ok", timeout=1) as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            time.sleep(0.1)
    process.kill()
    raise AssertionError(f"the server did not start:\n{log.read_text(encoding='utf-8', errors='replace')[-4000:]}")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
