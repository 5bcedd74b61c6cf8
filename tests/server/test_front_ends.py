"""What chat front ends, inboxes and other graphs read and send, over a real `langgraph dev`.

Agent Inbox and Agent Chat UI were driven in a browser once (docs/other-software.md); what their pages read is checked
here for every pause, as their sources read it: a null argument, a missing message or a broken page fails.
"""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from markdown_it import MarkdownIt

from tests.server.test_langgraph_server import QUICK, Visitor
from tests.support.langgraph_server import run_server, skip_without_server
from tests.support.openai_server import OpenAIServer
from tests.support.scenes import SCENES

PARENT = """
from typing import Annotated, TypedDict
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from moot import build_graph

class Outer(TypedDict, total=False):
    question: str
    decision: str
    messages: Annotated[list, add_messages]

inner = StateGraph(Outer).add_node("debate", build_graph("conclave")).add_edge(START, "debate").compile()
outer = StateGraph(Outer).add_node("desk", inner).add_edge(START, "desk").compile()
"""

PAUSES = ("pause", "boardroom", "legal")
"""Scenes that end at a person, each of another protocol."""


@pytest.mark.slow
async def test_front_ends_of_others(tmp_path: Path, subtests: pytest.Subtests) -> None:
    skip_without_server()
    from langgraph_sdk import get_client

    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    graphs = {"parent": f"{tmp_path / 'parent.py'}:outer"}
    with OpenAIServer() as models, run_server(tmp_path, graphs=graphs) as url:
        async with get_client(url=url) as client:
            visitor = Visitor(client, models)
            for name in PAUSES:
                with subtests.test("what pages read", scene=name):
                    await shows_a_pause(visitor, name)
            for mode in ("messages", "messages-tuple"):
                with subtests.test("finished speeches", mode=mode):
                    await streams_no_json(visitor, mode)
            for strategy in ("reject", "rollback", "interrupt", "enqueue"):
                with subtests.test("double texting", strategy=strategy):
                    await takes_a_second_question(visitor, strategy)
            with subtests.test("a context from a form"):
                await takes_what_a_form_sends(visitor)
            with subtests.test("nested twice"):
                await pauses_through_two_levels(visitor)


async def shows_a_pause(visitor: Visitor, name: str) -> None:
    scene, thread = visitor.play(name), await visitor.start()
    graph = "conclave" if name == "pause" else name
    overrides = QUICK if name == "pause" else scene.settings.get("overrides", {})
    asked = {"type": "human", "content": [{"type": "text", "text": scene.question}]}
    await visitor.client.runs.wait(
        thread, graph, input={"messages": [asked]}, context=visitor.context(overrides=overrides)
    )
    listed = {each["thread_id"]: each for each in await visitor.client.threads.search(status="interrupted", limit=100)}
    ((pause,),) = listed[thread]["interrupts"].values()
    assert_chat_ui_reads(pause["value"])
    assert_agent_inbox_reads(pause["value"])
    messages = (await visitor.values(thread))["messages"]
    assert_messages_render(messages)
    assert messages[-1]["content"] == pause["value"]["description"], "the pause is the last message"


def assert_chat_ui_reads(request: Mapping[str, Any]) -> None:
    """src/lib/agent-inbox-interrupt.ts and createDefaultHumanResponse of Agent Chat UI."""
    (action,), (config,) = request["action_requests"], request["review_configs"]
    assert isinstance(action["name"], str)
    assert config["action_name"] == action["name"]
    assert isinstance(config["allowed_decisions"], list)
    # The page writes every argument that is no text as JSON into a box.
    assert {name: type(value) for name, value in action["args"].items()} == {"decision": str}


def assert_agent_inbox_reads(request: Mapping[str, Any]) -> None:
    """normalizeInterrupt of Agent Inbox's contexts/utils.ts, and its older form."""
    (action,) = request["action_requests"]
    assert {name: type(value) for name, value in action["arguments"].items()} == {"decision": str}
    assert_renders(action["description"])
    assert request["action_request"] == {"action": action["name"], "args": action["args"]}
    assert {type(value) for value in request["config"].values()} == {bool}
    assert None not in list(_leaves(request)), "its page fails on null"


_ARGS = {"decision": "Rent first."}
SHOWN = {
    "action_requests": [
        {"name": "decide", "args": _ARGS, "arguments": _ARGS, "description": "## Shall we?\n\n**Why**"}
    ],
    "review_configs": [{"action_name": "decide", "allowed_decisions": ["approve", "edit", "reject"]}],
    "action_request": {"action": "decide", "args": _ARGS},
    "config": {"allow_accept": True, "allow_edit": True, "allow_respond": False, "allow_ignore": True},
    "description": "## Shall we?\n\n**Why**",
    "details": _ARGS,
}
"""What a page is given, written down: the request of a real pause is compared with the same checks below."""


@pytest.mark.parametrize(
    "action",
    [
        pytest.param({"arguments": None}, id="Agent Inbox crashed"),
        pytest.param({"arguments": {"decision": "Rent first.", "council": None}}, id="it crashed on one of them"),
        pytest.param({"arguments": {f"box {number}": "" for number in range(16)}}, id="sixteen boxes"),
        pytest.param({"description": ""}, id="nothing to read"),
        pytest.param({"description": "| a |\n| --- |\n| b |"}, id="a table"),
        pytest.param({"description": "**Why<b>"}, id="marks and tags"),
    ],
)
def test_the_contract_is_broken_by_what_broke_the_pages(action: dict[str, Any]) -> None:
    assert_agent_inbox_reads(SHOWN)
    assert_chat_ui_reads(SHOWN)
    (good,) = cast(list[dict[str, Any]], SHOWN["action_requests"])
    with pytest.raises((AssertionError, AttributeError)):
        assert_agent_inbox_reads({**SHOWN, "action_requests": [{**good, **action}]})


def test_a_paused_thread_without_a_message_breaks_the_contract() -> None:
    with pytest.raises(AssertionError):
        assert_messages_render([])


def _leaves(value: Any) -> Any:
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def assert_messages_render(messages: list[dict[str, Any]]) -> None:
    assert messages, "Agent Chat UI reads the last message of a paused thread"
    assert len({message["id"] for message in messages}) == len(messages)
    for message in messages:
        if message["type"] == "human":
            continue
        assert message["type"] == "ai"
        assert not message.get("tool_calls"), "an open tool call would wait for its answer"
        assert_renders(message["content"])
        if message["name"] != "moot":
            # The page does not show the name, so the text does.
            assert message["content"].startswith("**")


def assert_renders(text: str) -> None:
    """The Markdown leaves no marks of its own behind, and holds nothing that one of the pages shows badly.

    Agent Inbox renders HTML (`rehypeRaw`), and the line breaks of a table's source as empty lines above it
    (`whitespace-pre-wrap` in views/InterruptedDescriptionView.tsx); Agent Chat UI sets what stands between dollars as a
    formula (`remarkMath`).
    """
    assert text.strip()
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    parts = [part for token in tokens for part in (token, *(token.children or ()))]
    assert not {part.type for part in parts} & {"html_block", "html_inline", "image", "table_open"}
    written = " ".join(part.content for part in parts if part.type == "text")
    assert "**" not in written, written
    assert "| ---" not in written
    assert not any(line.lstrip().startswith("#") for line in written.splitlines())
    assert len(re.findall(r"(?<!\\)\$", text)) < 2


async def streams_no_json(visitor: Visitor, mode: str) -> None:
    thread, scene = await visitor.start(), visitor.play("pause")
    names: list[str] = []
    async for part in visitor.client.runs.stream(
        thread,
        "conclave",
        input={"question": scene.question},
        context=visitor.context(overrides=QUICK),
        stream_mode=[mode],
    ):
        assert part.event != "error", part.data
        for message in part.data if isinstance(part.data, list) else ():
            if "content" in message:
                assert not str(message["content"]).lstrip().startswith("{"), "a half-written answer"
                names.append(message.get("name") or "")
    assert {"cro", "cfo", "coo", "cmo", "moot"} <= set(names)


async def takes_a_second_question(visitor: Visitor, strategy: Any) -> None:
    """A second question while a debate runs: refused, in its place, after it; and never mixed with it."""
    from langgraph_sdk.errors import ConflictError

    scene, thread, client = visitor.play("pause"), await visitor.start(), visitor.client
    visitor.models.rule = scene.rule(0.4)
    context = visitor.context(overrides=QUICK)
    first = await client.runs.create(thread, "conclave", input={"question": scene.question}, context=context)
    async with asyncio.timeout(30):
        while not visitor.models.calls:  # noqa: ASYNC110  # another thread answers
            await asyncio.sleep(0.02)
    again = {"input": {"question": "Shall we close the shop?"}, "context": context, "multitask_strategy": strategy}
    if strategy == "reject":
        with pytest.raises(ConflictError):
            await client.runs.create(thread, "conclave", **again)
        await client.runs.join(thread, first["run_id"])
        question, said = scene.question, scene.question
    else:
        second = await client.runs.create(thread, "conclave", **again)
        await client.runs.join(thread, second["run_id"])
        question, said = "Shall we close the shop?", "Shall we close the shop?"
    state = await client.threads.get_state(thread)
    values = state["values"]
    assert (values["question"], values["status"], state["next"]) == (question, "needs_review", ["human_review"])
    assert len(state["interrupts"]) == 1
    assert said in state["interrupts"][0]["value"]["description"]
    assert sorted(each["seat"] for each in values["positions"]) == ["cfo", "cmo", "coo", "cro"], "one debate's only"
    left = {run["run_id"]: run["status"] for run in await client.runs.list(thread)}
    expected = {"reject": "success", "rollback": None, "interrupt": "interrupted", "enqueue": "success"}
    assert left.get(first["run_id"]) == expected[strategy]
    await client.runs.wait(thread, "conclave", command={"resume": "approve"})
    assert (await visitor.outcome(thread))["status"] == "decided"


async def takes_what_a_form_sends(visitor: Visitor) -> None:
    """A form built from the context schema sends every field, the empty ones as empty."""
    scene, client = visitor.play("pause"), visitor.client
    (found,) = await client.assistants.search(graph_id="conclave", limit=1)
    schemas = await client.assistants.get_schemas(found["assistant_id"])
    empty = {"string": "", "object": {}, "array": [], "number": 0, "integer": 0, "boolean": False}
    context = {
        name: empty[part.get("type") or part["anyOf"][0]["type"]]
        for name, part in schemas["context_schema"]["properties"].items()
    }
    context |= visitor.context(overrides=QUICK)
    assistant = await client.assistants.create("conclave", context=context, name="from a form")
    thread = await visitor.start()
    given = {"question": scene.question, "options": [], "context": "", "messages": []}
    await client.runs.wait(thread, assistant["assistant_id"], input=given)
    assert (await client.threads.get(thread))["status"] == "interrupted"


async def pauses_through_two_levels(visitor: Visitor) -> None:
    scene, thread, client = SCENES["pause"], await visitor.start(), visitor.client
    visitor.play("pause")
    seen: set[str] = set()
    async for part in client.runs.stream(
        thread,
        "parent",
        input={"question": scene.question},
        context=visitor.context(overrides=QUICK),
        stream_mode=["updates"],
        stream_subgraphs=True,
    ):
        assert part.event != "error", part.data
        seen.add((part.event.count("|") and part.event.rsplit("|", 1)[-1].partition(":")[0]) or "top")
    assert "debate" in seen, "what happens inside is streamed"
    state = await client.threads.get_state(thread)
    (pause,) = state["interrupts"]
    assert pause["value"]["action_requests"][0]["args"] == {"decision": "Expand with a pilot."}
    await client.runs.wait(thread, "parent", command={"resume": [{"type": "accept", "args": None}]})
    values = await visitor.values(thread)
    assert values["decision"] == "Expand with a pilot."
    assert values["messages"][-1]["name"] == "moot"
