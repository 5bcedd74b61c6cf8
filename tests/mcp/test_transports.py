"""`moot mcp` as a process of its own, over stdio and over HTTP, driven with the official SDK's client.

List, ask, follow, be asked, answer by tool, cancel and go on: what a client does is the same over both transports.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

pytest.importorskip("mcp.server.mcpserver")

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult

from moot import open_store
from moot.mcp.answers import answer_from
from moot.runs import resume
from moot.state.findings import Escalation
from tests.mcp.test_server import TOKEN, TOOLS, told
from tests.support.openai_server import OpenAIServer
from tests.support.scenes import SCENES
from tests.views.debates import argue, say

MOOT = str(Path(sys.executable).parent / "moot")
SCENE = SCENES["pause"]


@asynccontextmanager
async def connect(transport: str, folder: Path, models: OpenAIServer, **callbacks: Any) -> AsyncIterator[Client]:
    command = ["mcp", "--model", "scene", "--base-url", models.url, "--store", f"sqlite:///{folder}/debates.db"]
    if transport == "stdio":
        parameters = StdioServerParameters(command=MOOT, args=command, env={**os.environ})
        async with Client(parameters, **callbacks) as client:
            yield client
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    environment = {**os.environ, "MOOT_DESK_TOKEN": TOKEN}
    process = await asyncio.create_subprocess_exec(
        MOOT, *command, "--http", port, env=environment, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        announced = (await process.stderr.readline()).decode()
        assert f"http://127.0.0.1:{port}/mcp" in announced
        headers = {"authorization": f"Bearer {TOKEN}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as web,
            Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=web), **callbacks) as client,
        ):
            yield client
    finally:
        process.terminate()
        await process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("transport", ["stdio", "http"])
async def test_a_client_lists_asks_follows_answers_cancels_and_goes_on(transport: str, tmp_path: Path) -> None:
    heard: list[str] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        heard.append(message or "")

    with OpenAIServer() as models:
        models.rule = SCENE.rule()
        async with connect(transport, tmp_path, models) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} >= TOOLS
            paused = told(await client.call_tool("ask", {"question": SCENE.question}, progress_callback=note))
            assert paused["status"] == "needs_review"
            assert any("CFO: position of round 1" in each for each in heard)
            given = {"thread_id": paused["thread_id"], "decision": "approve"}
            assert told(await client.call_tool("review", given))["status"] == "decided"
            # Cancelled in the middle of a wave: who was asked answers, and nobody is asked again.
            models.reset()
            models.rule = SCENE.rule(0.6)
            call = asyncio.create_task(client.call_tool("ask", {"question": "Shall we close the shop?"}))
            async with asyncio.timeout(30):
                while len(models.calls) < 4:  # noqa: ASYNC110  # another thread answers
                    await asyncio.sleep(0.02)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            listed = (await client.call_tool("list_debates", {})).structured_content or {}
            thread = next(each["thread_id"] for each in listed["result"] if "close" in each["question"])
            await until(client, thread, "interrupted")
            asked = _positions(models)
            assert told(await client.call_tool("resume", {"thread_id": thread}))["status"] == "needs_review"
            assert _positions(models) == asked == ["cfo", "cmo", "coo", "cro"]


@pytest.mark.slow
async def test_a_client_that_is_gone_loses_nothing_that_was_asked(tmp_path: Path) -> None:
    """It goes in the middle of a wave: the server ends in order, and whoever had been asked is not asked again."""
    store = f"sqlite:///{tmp_path}/debates.db"
    with OpenAIServer() as models:
        models.rule = SCENE.rule(0.6)
        command = [MOOT, "mcp", "--model", "scene", "--base-url", models.url, "--store", store]
        process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE)  # noqa: ASYNC220  # closed by hand
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for line in _ASKING:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **line}).encode() + b"\n")
        process.stdin.flush()
        async with asyncio.timeout(60):
            while "critique" not in {call.headers["x-moot-phase"] for call in models.calls}:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            # Nobody reads any more, and the next word on progress meets a broken pipe.
            process.stdout.close()
            process.stdin.close()
            said = await asyncio.to_thread(process.stderr.read)
            assert (await asyncio.to_thread(process.wait), said) == (0, b"")
            process.stderr.close()
        (entry,) = await open_store(store).entries()
        assert entry.status == "interrupted"
        await resume(entry.thread, store=store)
        asked = [(call.headers["x-moot-phase"], call.seat, call.headers["x-moot-round"]) for call in models.calls]
    assert len(asked) == len(set(asked))


_ASKING: tuple[dict[str, Any], ...] = (
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "a client", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {
        "id": 2,
        "method": "tools/call",
        "params": {"name": "ask", "arguments": {"question": SCENE.question}, "_meta": {"progressToken": 1}},
    },
)


def _positions(models: OpenAIServer) -> list[str]:
    return sorted(call.seat for call in models.calls if call.headers["x-moot-phase"] == "position")


async def until(client: Client, thread: str, status: str) -> None:
    async with asyncio.timeout(30):
        while told(await client.call_tool("status", {"thread_id": thread}))["status"] != status:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("transport", ["stdio", "http"])
async def test_a_person_is_asked_through_the_client(transport: str, tmp_path: Path) -> None:
    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"decision": "edit", "text": "Rent first."})

    with OpenAIServer() as models:
        models.rule = SCENE.rule()
        async with connect(transport, tmp_path, models, elicitation_callback=answer) as client:
            ended = told(await client.call_tool("ask", {"question": SCENE.question}))
    assert (ended["status"], ended["decision"]) == ("decided", "Rent first.")
    assert len(asked) == 1
    assert "Expand with a pilot." in asked[0]


@pytest.mark.parametrize("letter", ["a", "ã", "决", "🙂"])
async def test_an_answer_takes_four_kilobytes_in_any_script(letter: str, tmp_path: Path) -> None:
    """INTERFACES 9: at most 4 kB, whatever a letter takes; and never so short that nothing is said."""
    story = await argue(tmp_path, [say("position", recommendation="Wait.", stance="wait")], "Shall we wait?")
    reasons = Escalation(target="human", reasons=(letter * 900,) * 9)
    answer = answer_from(story.result.model_copy(update={"decision": letter * 5000, "escalation": reasons}))
    assert answer.size <= 4096
    assert answer.decision is not None
    assert len(answer.decision) > 50
