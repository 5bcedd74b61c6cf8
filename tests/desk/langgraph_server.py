"""A LangGraph server of a test's own, with our graphs and our desk, started for real."""

import asyncio
import json
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
QUIET = {"LANGSMITH_TRACING": "false", "LANGGRAPH_CLI_NO_ANALYTICS": "1", "LANGGRAPH_STRICT_MSGPACK": "true"}


def find_langgraph() -> str:
    """The program that starts a server; MOOT_LANGGRAPH names one of another environment."""
    beside = Path(sys.executable).with_name("langgraph")
    found = os.environ.get("MOOT_LANGGRAPH") or (str(beside) if beside.is_file() else shutil.which("langgraph"))
    if not found:
        pytest.skip("langgraph dev is not installed: pip install 'moot[server]'")
    return found


def write_settings(folder: Path, **more: Any) -> None:
    """The project's langgraph.json, for a server that keeps its files elsewhere."""
    settings = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))
    graphs = {name: {**graph, "path": str(ROOT / graph["path"])} for name, graph in settings["graphs"].items()}
    settings |= {"dependencies": [str(ROOT)], "graphs": graphs, "env": {}, **more}
    settings["http"] = {"app": str(ROOT / settings["http"]["app"])}
    (folder / "langgraph.json").write_text(json.dumps(settings), encoding="utf-8")


@asynccontextmanager
async def run_langgraph(folder: Path, settings: dict[str, Any] | None = None, **environment: str) -> AsyncIterator[str]:
    """Run a server until the test is done with it; the value is its address."""
    program = find_langgraph()
    write_settings(folder, **(settings or {}))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"http://127.0.0.1:{port}"
    told = {**os.environ, **QUIET, **{key: value.replace("{address}", address) for key, value in environment.items()}}
    options = ("dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", port, "--n-jobs-per-worker", "4")
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            program, *options, cwd=folder, env=told, stdout=log, stderr=log, start_new_session=True
        )
        try:
            await _wait(int(port), process, folder / "log")
            yield address
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGTERM)
            try:
                await asyncio.wait_for(process.wait(), 10)
            except TimeoutError:
                os.killpg(process.pid, signal.SIGKILL)
                await process.wait()


async def _wait(port: int, process: asyncio.subprocess.Process, log: Path) -> None:
    async with asyncio.timeout(90):
        while True:
            assert process.returncode is None, log.read_text(encoding="utf-8")[-2_000:]  # noqa: ASYNC240  # only when it failed
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.2)
                continue
            writer.close()
            return
