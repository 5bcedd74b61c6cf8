"""The MCP server as the official SDK's own client sees it: tools, progress, pauses, cancelling, both transports."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp.server.mcpserver")

import httpx2
import uvicorn
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult

from moot import open_store
from moot.desk import DeskSettings
from moot.mcp import AskSettings, make_http_app, make_server
from moot.mcp.listing import tell_debates
from moot.stores import Entry
from tests.support.openai_server import OpenAIServer
from tests.support.scenes import SCENES
from tests.support.scripts import QUESTION, synthesis, views, write

PROPOSED = "Expand into Europe with a pilot."
TOOLS = {"ask", "status", "review", "say", "resume", "report", "list_debates", "find_conflicts"}
TOKEN = "a-token-of-sixteen-signs"


def settings(folder: Path, confidence: int) -> AskSettings:
    later = [views((1, 1, 1, 1), number) for number in (2, 3)]
    return AskSettings(open_store("memory:"), model=write(folder, views((1, 1, 1, 1)), *later, synthesis(confidence)))


def told(result: Any) -> dict[str, Any]:
    assert not result.is_error, result.content[0].text
    assert len(json.dumps(result.structured_content)) <= 4096
    assert len(result.content[0].text.encode()) <= 4096
    document: dict[str, Any] = result.structured_content
    return document


async def test_the_tools_are_listed_with_what_they_do(tmp_path: Path) -> None:
    async with Client(make_server(settings(tmp_path, 90))) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == TOOLS
    assert all(tool.description for tool in tools.values())
    arguments = [part for tool in tools.values() for part in tool.input_schema["properties"].values()]
    assert all(part.get("description") for part in arguments)
    assert {"conclave", "council-of-models"} <= set(tools["ask"].input_schema["properties"]["profile"]["examples"])
    asked = tools["ask"].input_schema["properties"]
    assert set(asked) == {"question", "profile", "options", "context", "wait_seconds"}
    answered = tools["ask"].output_schema
    assert answered is not None
    assert set(answered["properties"]) == {
        "thread_id", "status", "decision", "confidence", "reasons", "dissent", "cost",
    }  # fmt: skip


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_question_is_decided_with_progress(tmp_path: Path, mode: Any) -> None:
    heard: list[tuple[float, str]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, message or ""))

    async with Client(make_server(settings(tmp_path, 90)), mode=mode) as client:
        given = {"question": QUESTION}
        answer = told(await client.call_tool("ask", given, progress_callback=note))
        report = await client.call_tool("report", {"thread_id": answer["thread_id"]})
        listed = await client.call_tool("list_debates", {})
    assert (answer["status"], answer["decision"]) in {("decided", PROPOSED), ("needs_review", PROPOSED)}
    assert [turns for turns, _ in heard] == list(range(1, len(heard) + 1))
    assert any("CFO: position of round 1" in message for _, message in heard)
    assert QUESTION in report.content[0].text  # type: ignore[union-attr]
    assert (listed.structured_content or {})["result"][0]["thread_id"] == answer["thread_id"]


@pytest.mark.parametrize(
    ("decision", "text", "status", "why"),
    [
        ("approve", "", "decided", "mcp approved it as it was proposed."),
        ("edit", "Wait.", "decided", "mcp decided in other words than were proposed"),
        ("reject", "too early", "rejected", "mcp rejected what was proposed: too early"),
    ],
)
async def test_a_pause_is_answered_by_tool(tmp_path: Path, decision: str, text: str, status: str, why: str) -> None:
    async with Client(make_server(settings(tmp_path, 40))) as client:
        paused = told(await client.call_tool("ask", {"question": QUESTION}))
        assert (paused["status"], paused["decision"]) == ("needs_review", PROPOSED)
        assert paused["reasons"]
        thread = paused["thread_id"]
        pending = await client.call_tool("list_debates", {"pending": True})
        assert [each["thread_id"] for each in (pending.structured_content or {})["result"]] == [thread]
        assert f"needs_review: {QUESTION} (conclave, {thread})" in pending.content[0].text  # type: ignore[union-attr]
        # There is nothing to go on with: whoever resumes it is told, or asked, what it waits for.
        assert told(await client.call_tool("resume", {"thread_id": thread}))["status"] == "needs_review"
        given = {"thread_id": thread, "decision": decision, "text": text}
        ended = told(await client.call_tool("review", given))
        assert ended["status"] == status
        assert ended["reasons"][0].startswith(why)
        assert told(await client.call_tool("status", {"thread_id": thread}))["status"] == status


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_that_can_ask_its_person_is_asked(tmp_path: Path, mode: Any) -> None:
    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"decision": "edit", "text": "Rent first."})

    async with Client(make_server(settings(tmp_path, 40)), mode=mode, elicitation_callback=answer) as client:
        ended = told(await client.call_tool("ask", {"question": QUESTION}))
    assert (ended["status"], ended["decision"]) == ("decided", "Rent first.")
    assert len(asked) == 1
    assert "Why you are asked" in asked[0]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_person_who_declines_leaves_it_waiting(tmp_path: Path, mode: Any) -> None:
    async def decline(context: Any, params: Any) -> ElicitResult:
        return ElicitResult(action="decline")

    async with Client(make_server(settings(tmp_path, 40)), mode=mode, elicitation_callback=decline) as client:
        assert told(await client.call_tool("ask", {"question": QUESTION}))["status"] == "needs_review"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("content", [{}, {"decision": "ok"}, {"decision": "edit", "text": ""}])
async def test_a_form_that_cannot_be_used_approves_nothing(tmp_path: Path, mode: Any, content: dict[str, Any]) -> None:
    async def answer(context: Any, params: Any) -> ElicitResult:
        return ElicitResult(action="accept", content=content)

    async with Client(make_server(settings(tmp_path, 40)), mode=mode, elicitation_callback=answer) as client:
        left = told(await client.call_tool("ask", {"question": QUESTION}))
        assert left["status"] == "needs_review"
        assert left["reasons"][0].startswith("Your last answer could not be used: ")
        given = {"thread_id": left["thread_id"], "decision": "approve"}
        assert told(await client.call_tool("review", given))["status"] == "decided"


async def test_of_two_answers_at_once_one_is_taken_and_the_other_told(tmp_path: Path) -> None:
    async with Client(make_server(settings(tmp_path, 40))) as client:
        thread = told(await client.call_tool("ask", {"question": QUESTION}))["thread_id"]
        answers = [{"thread_id": thread, "decision": decision} for decision in ("approve", "reject")]
        taken, refused = await asyncio.gather(*(client.call_tool("review", each) for each in answers))
    assert told(taken)["status"] == "decided"
    assert refused.is_error
    assert "is running" in refused.content[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize("remote", [False, True])
async def test_a_client_elsewhere_names_no_file(tmp_path: Path, remote: bool) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("extends: conclave\nname: own\n", encoding="utf-8")
    async with Client(make_server(replace(settings(tmp_path, 90), remote=remote))) as client:
        result = await client.call_tool("ask", {"question": QUESTION, "profile": str(own)})
        assert result.is_error is remote
        assert not remote or "there is none of this name; use boardroom, conclave" in str(result.content[0])
        assert told(await client.call_tool("ask", {"question": QUESTION}))["status"] == "decided"


@pytest.mark.parametrize(
    ("question", "why"), [("Buy?", "the question needs at least two words"), (QUESTION, "the connection failed")]
)
async def test_a_debate_that_failed_says_why_first(question: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.models.retries._FIRST_WAIT", 0.01)
    nobody = AskSettings(open_store("memory:"), model="any", base_url="http://127.0.0.1:9/v1")
    async with Client(make_server(nobody)) as client:
        failed = told(await client.call_tool("ask", {"question": question}))
    assert failed["status"] == "failed"
    assert why in failed["reasons"][0]


async def test_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    rows: list[tuple[str, dict[str, Any], str]] = [
        ("status", {"thread_id": "nobody"}, "not in the store"),
        ("review", {"thread_id": "nobody", "decision": "approve"}, "not in the store"),
        ("say", {"thread_id": "nobody", "text": "Hello"}, "not in the store"),
        ("ask", {"question": QUESTION, "profile": "nobody"}, "nobody"),
        ("find_conflicts", {"question": "?", "outputs": {"stranger": "x"}}, "is not a seat of boardroom"),
        ("find_conflicts", {"question": "?", "outputs": {}}, "outputs: there is none"),
        ("ask", {}, "question: Field required"),
        ("ask", {"question": QUESTION, "wait_seconds": -1}, "wait_seconds: Input should be greater"),
        ("review", {"thread_id": "x", "decision": "perhaps"}, "decision: Input should be 'approve'"),
    ]
    async with Client(make_server(settings(tmp_path, 40))) as client:
        for tool, given, said in rows:
            result = await client.call_tool(tool, given)
            assert result.is_error, tool
            text = result.content[0].text  # type: ignore[union-attr]
            assert said in text
            assert "\n" not in text


async def test_a_list_is_short_and_says_when_it_is_empty(tmp_path: Path) -> None:
    chosen = settings(tmp_path, 90)
    async with Client(make_server(chosen)) as client:
        for pending, said in ((False, "There are no debates yet."), (True, "nothing waits for a person")):
            listed = await client.call_tool("list_debates", {"pending": pending})
            assert (listed.content[0].text, listed.structured_content) == (said, {"result": []})  # type: ignore[union-attr]
    long = [Entry(f"t{number}", 0, 0, "conclave", "decided", "é" * 3000) for number in range(20)]
    result = tell_debates(long, pending=False)
    assert 5 < len((result.structured_content or {})["result"]) < 20
    told(result)


def test_a_list_names_each_debate_in_its_own_language() -> None:
    asked = ("Devemos abrir uma loja?", "Should we open a shop?", "Haruskah kami membuka toko?")
    entries = [Entry(f"t{number}", 0, 0, "conclave", "decided", question) for number, question in enumerate(asked)]
    said = tell_debates(entries, pending=False).content[0].text.splitlines()  # type: ignore[union-attr]
    assert [line.partition(":")[0] for line in said] == ["decidido", "decided", "diputuskan"]


async def test_conflicts_are_found_without_a_model(tmp_path: Path) -> None:
    outputs = {"financial": "We must cut costs now.", "commercial": "We must invest in growth now."}
    async with Client(make_server(settings(tmp_path, 40))) as client:
        result = await client.call_tool("find_conflicts", {"question": "Invest?", "outputs": outputs})
    assert not result.is_error
    assert set(result.structured_content or {}) == {"conflict_report", "consensus_results"}


@pytest.mark.parametrize("way", ["wait_seconds", "cancel"])
async def test_a_slow_debate_can_be_left_and_resumed(way: str) -> None:
    """Cancelling drains: who was asked answers, nobody is asked again on resume."""
    scene = SCENES["pause"]
    with OpenAIServer() as models:
        models.rule = scene.rule(0.5)
        store = open_store("memory:")
        chosen = AskSettings(store, model="scene", base_url=models.url)
        async with Client(make_server(chosen)) as client:
            given = {"question": scene.question, "wait_seconds": 0.1 if way == "wait_seconds" else 60}
            call = asyncio.create_task(client.call_tool("ask", given))
            if way == "wait_seconds":
                answer = told(await call)
                assert answer["status"] == "running"
                thread = answer["thread_id"]
                await until(client, thread, "needs_review")
                return
            async with asyncio.timeout(20):
                while not models.calls:  # noqa: ASYNC110  # another thread answers
                    await asyncio.sleep(0.01)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            (entry,) = await store.entries()
            await until(client, entry.thread, "interrupted")
            seats = [call.seat for call in models.calls if call.headers["x-moot-phase"] == "position"]
            ended = told(await client.call_tool("resume", {"thread_id": entry.thread}))
            assert ended["status"] == "needs_review"
            asked = [call.seat for call in models.calls if call.headers["x-moot-phase"] == "position"]
            assert sorted(asked) == sorted(set(seats)) == ["cfo", "cmo", "coo", "cro"]


async def test_a_running_debate_hears_what_is_said_and_a_paused_one_keeps_it() -> None:
    scene = SCENES["pause"]
    with OpenAIServer() as models:
        models.rule = scene.rule(0.5)
        chosen = AskSettings(open_store("memory:"), model="scene", base_url=models.url)
        async with Client(make_server(chosen)) as client:
            thread = told(await client.call_tool("ask", {"question": scene.question, "wait_seconds": 0.3}))["thread_id"]
            said = told(await client.call_tool("say", {"thread_id": thread, "text": "The lease ends in March."}))
            assert said["status"] == "running"
            assert "from the next wave on" in said["reasons"][0]
            await until(client, thread, "needs_review")
            asked = [call for call in models.calls if call.headers["x-moot-phase"] in ("critique", "revise")]
            assert asked
            assert all("The lease ends in March." in call.prompt for call in asked)
            late = await client.call_tool("say", {"thread_id": thread, "text": "And the loan is refused."})
            assert "waits for a review" in told(late)["reasons"][0]
            assert "answer with the tool `review`" in late.content[0].text  # type: ignore[union-attr]


async def until(client: Client, thread: str, status: str) -> None:
    async with asyncio.timeout(30):
        while told(await client.call_tool("status", {"thread_id": thread}))["status"] != status:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_over_stdio(tmp_path: Path) -> None:
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(90))
    command = ["mcp", "--model", model, "--store", f"sqlite:///{tmp_path}/debates.db"]
    parameters = StdioServerParameters(
        command=str(Path(sys.executable).parent / "moot"), args=command, env={**os.environ}
    )
    async with Client(parameters) as client:
        answer = told(await client.call_tool("ask", {"question": QUESTION}))
        assert (answer["status"], answer["decision"]) == ("decided", PROPOSED)


@asynccontextmanager
async def serve(folder: Path, guard: DeskSettings) -> AsyncIterator[str]:
    app = make_http_app(make_server(settings(folder, 90)), guard)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  # uvicorn has no other sign
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.should_exit = True
        await running


async def test_over_http_with_a_token(tmp_path: Path) -> None:
    async with serve(tmp_path, DeskSettings(token=TOKEN)) as url:
        headers = {"authorization": f"Bearer {TOKEN}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=30) as web,
            Client(streamable_http_client(url, http_client=web)) as client,
        ):
            answer = told(await client.call_tool("ask", {"question": QUESTION}))
            assert answer["decision"] == PROPOSED


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({}, 401, id="no token"),
        pytest.param({"authorization": "Bearer wrong"}, 401, id="a wrong token"),
        pytest.param({"authorization": f"Basic {TOKEN}"}, 401, id="another kind"),
        pytest.param({"authorization": f"Bearer {TOKEN}", "origin": "https://evil.example"}, 403, id="another origin"),
        pytest.param({"authorization": f"Bearer {TOKEN}", "host": "evil.example"}, 421, id="DNS rebinding"),
    ],
)
async def test_who_may_not_is_refused(tmp_path: Path, headers: dict[str, str], status: int) -> None:
    async with serve(tmp_path, DeskSettings(token=TOKEN)) as url, httpx2.AsyncClient() as web:
        answer = await web.post(url, headers=headers, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert answer.status_code == status
    assert answer.text.startswith("Refused: ")
