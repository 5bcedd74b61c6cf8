"""A peer's process as the benchmark sees it: started in the peer's environment, told what to do, asked what it took."""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENTS = ROOT / ".venv-peers"
STARTING = 180
"""Seconds until a peer must be imported."""

# Nobody tells anything to anybody: no telemetry, no traces, no look for newer versions.
SILENT = {
    "ANONYMIZED_TELEMETRY": "False",
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_DISABLE_TRACKING": "true",
    "CREWAI_DISABLE_VERSION_CHECK": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "LANGSMITH_TRACING": "false",
    "OTEL_SDK_DISABLED": "true",
}


@dataclass(frozen=True)
class Peer:
    """Something that can debate: its name, its module, and the environment it runs in (empty: ours)."""

    name: str
    module: str
    environment: str = ""

    @property
    def python(self) -> Path:
        """The interpreter that has it."""
        return ENVIRONMENTS / self.environment / "bin" / "python" if self.environment else Path(sys.executable)


BARE = Peer("bare openai client on aiohttp", "bare_client")
MOOT = Peer("moot", "moot_debate")
PEERS = (
    BARE,
    MOOT,
    Peer("moot, no store", "moot_graph"),
    Peer("moot, SQLite", "moot_stored"),
    Peer("LangGraph with Send", "langgraph_send"),
    Peer("AutoGen core", "autogen_core_debate", "autogen"),
    Peer("AutoGen round robin", "autogen_round_robin", "autogen"),
    Peer("AutoGen graph flow", "autogen_graph_flow", "autogen"),
    Peer("CrewAI crew", "crewai_crew", "crewai"),
    Peer("CrewAI flow", "crewai_flow", "crewai"),
)


class PeerError(Exception):
    """A peer cannot be measured; the message says why, in one line."""


class Process:
    """A running peer."""

    def __init__(self, process: asyncio.subprocess.Process, errors: Path) -> None:
        self._process = process
        self._errors = errors
        self.started: dict[str, Any] = {}

    async def ask(self, what: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Tell it what to do and wait for what it tells."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what).encode() + b"\n")
        return await self.hear(seconds)

    async def hear(self, seconds: float) -> dict[str, Any]:
        """Wait for what it tells."""
        assert self._process.stdout is not None
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), seconds)
        except TimeoutError:
            raise PeerError(f"no answer within {seconds:g} s") from None
        if not line:
            said = self._errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise PeerError(said[-1][:200] if said else "it ended without a word")
        told: dict[str, Any] = json.loads(line)
        return told

    async def open(self, **job: Any) -> None:
        """Prepare for a job."""
        await self.ask({"open": job}, STARTING)

    async def debate(self, count: int = 1, at_once: int = 1, limit: float = 60) -> dict[str, Any]:
        """Run debates; none of them takes longer than the limit."""
        return await self.ask({"debates": count, "at_once": at_once, "limit": limit}, limit * (count / at_once + 1))


@asynccontextmanager
async def run(peer: Peer) -> AsyncIterator[Process]:
    """Start a peer, and end it."""
    if not peer.python.exists():
        raise PeerError(f"not installed (no {peer.python.relative_to(ROOT)}; `make peers` installs it)")
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        settings = {**os.environ, **SILENT, "PYTHONPATH": str(ROOT), "CREWAI_STORAGE_DIR": folder, "HOME": folder}
        with errors.open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                peer.python,
                *("-m", "bench.peers.worker", f"bench.peers.{peer.module}"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=output,
                env=settings,
                cwd=folder,
                limit=2**24,
            )
        try:
            running = Process(process, errors)
            running.started = await running.hear(STARTING)
            yield running
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
