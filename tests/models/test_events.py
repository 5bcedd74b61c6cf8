"""Events of a stream: however they are cut into blocks and whatever they carry, nothing of the answer is lost."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from moot.models.events import read_events, read_whole

ENVELOPE = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m"}


def event(**delta: Any) -> dict[str, Any]:
    return {**ENVELOPE, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


pieces = st.text(max_size=12)
deltas: st.SearchStrategy[dict[str, Any]] = st.one_of(
    pieces.map(lambda text: {"content": text}),
    pieces.map(lambda text: {"content": text, "refusal": text}),
    pieces.map(lambda text: {"role": "assistant", "content": text}),
    pieces.map(lambda text: {"tool_calls": [{"index": 0, "function": {"arguments": text}}]}),
    st.just({}),
)


async def read(body: bytes, sizes: Sequence[int]) -> tuple[list[dict[str, Any]], bool]:
    """The events of a body that arrives in blocks of these sizes, and whether it broke off."""

    async def blocks() -> AsyncIterator[bytes]:
        start = 0
        for size in (*sizes, len(body)):
            yield body[start : start + size]
            start += size

    found: list[dict[str, Any]] = []
    broken = False
    async for events, bad in read_events(blocks()):
        found += events
        broken = broken or bad
    return found, broken


def heard(events: Sequence[dict[str, Any]]) -> dict[str, str]:
    """What a list of events says, field by field."""
    told: dict[str, str] = {}
    for each in events:
        delta = each["choices"][0]["delta"]
        calls = delta.get("tool_calls") or [{"function": {"arguments": ""}}]
        texts = {**delta, "tool_calls": calls[0]["function"]["arguments"]}
        for name in ("content", "refusal", "tool_calls"):
            told[name] = told.get(name, "") + texts.get(name, "")
    return told


@given(
    st.lists(deltas, max_size=30),
    st.booleans(),
    st.sampled_from(["\n\n", "\r\n\r\n"]),
    st.lists(st.integers(1, 400), max_size=6),
)
@example([{"content": "a"}, {"content": 'b"'}, {"content": "\\"}, {"content": '"'}], True, "\n\n", [])
@example([{"role": "assistant", "content": ""}, {"content": "a"}, {"content": "b"}], True, "\n\n", [])
async def test_folding_changes_nothing(deltas: list[dict[str, Any]], plain: bool, end: str, sizes: list[int]) -> None:
    events = [event(**delta) for delta in deltas]
    lines = [f"data: {json.dumps(each, ensure_ascii=plain)}{end}" for each in events]
    found, broken = await read("".join([*lines, f"data: [DONE]{end}"]).encode(), sizes)
    assert not broken
    assert heard(found) == heard(events)


async def test_an_answer_in_many_pieces_is_one_event() -> None:
    text = '{"stance": "wait"}' * 9
    events = [event(role="assistant", content=""), *(event(content=each) for each in text)]
    body = "".join(f"data: {json.dumps(each)}\n\n" for each in events)
    found, _ = await read(body.encode(), [])
    assert (len(found), found[1]["choices"][0]["delta"]["content"]) == (2, text)


@pytest.mark.parametrize("cut", range(1, 60, 7))
async def test_an_event_that_is_cut_off(cut: int) -> None:
    lines = [f"data: {json.dumps(event(content=each))}\n\n" for each in ("wait ", "and ", "see", "!")]
    found, broken = await read("".join(lines)[:-cut].encode(), [])
    assert "wait and see!".startswith(heard(found)["content"])
    assert broken == (cut > 2)


@pytest.mark.parametrize("end", ["", "\n\n"])
@pytest.mark.parametrize("sizes", [(), (1, 1, 1), (4,)])
async def test_a_stream_may_begin_with_a_mark(end: str, sizes: Sequence[int]) -> None:
    body = f"data: {json.dumps(event(content='a'))}{end}".encode("utf-8-sig")
    assert await read(body, sizes) == ([event(content="a")], False)


def test_a_whole_answer_may_begin_with_a_mark() -> None:
    events, broken = read_whole(json.dumps({"choices": []}).encode("utf-8-sig"))
    assert (events, broken) == ([{"choices": []}], False)


def test_a_server_that_does_not_stream() -> None:
    message = {"role": "assistant", "content": "wait"}
    events, broken = read_whole(json.dumps({**ENVELOPE, "choices": [{"message": message}]}, indent=1).encode())
    assert (events[0]["choices"][0]["delta"], broken) == (message, False)
