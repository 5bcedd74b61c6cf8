"""Function calls of a streamed answer are read once, by us, however they are written."""

import time
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk

from moot.models.function_calls import FirstCall, UnparsedChunk


def call(arguments: Any, **more: Any) -> dict[str, Any]:
    return {"function": {"arguments": arguments}, **more}


@pytest.mark.parametrize(
    ("reads", "arguments"),
    [
        pytest.param([[(0, call("{", index=0, id="a")), (0, call("}", index=0))]], "{}", id="two pieces in one read"),
        pytest.param([[(0, call("{", index=0))], [(0, call("}", index=0))]], "{}", id="two reads"),
        pytest.param([[(0, call("{"))], [(0, call("}"))]], "{}", id="a server that numbers nothing"),
        pytest.param([[(0, call("{}", index=3)), (1, call("[]", index=4))]], "{}", id="of several the first"),
        pytest.param([[(0, call("{}", index=0))], [(0, call("[]", index=7))]], "{}", id="a second one later"),
        pytest.param([[(0, call({"a": 1}, index="x")), (1, {"function": 7})]], "", id="nonsense"),
    ],
)
def test_of_several_calls_the_first_counts(reads: list[list[tuple[int, dict[str, Any]]]], arguments: str) -> None:
    first = FirstCall()
    pieces = [UnparsedChunk(content="", tool_call_chunks=first.read(calls)) for calls in reads]
    said = [each["args"] for piece in pieces for each in piece.tool_call_chunks]
    assert "".join(text or "" for text in said) == arguments


def test_arguments_are_not_parsed_on_the_way() -> None:
    """What langchain-core would need minutes for; pieces are added up wherever somebody listens to a run."""
    first, started = FirstCall(), time.process_time()
    pieces = [UnparsedChunk(content="", tool_call_chunks=first.read([(0, call("[{" * 20_000))])) for _ in range(5)]
    whole: AIMessageChunk = pieces[0]
    for piece in pieces[1:]:
        whole += piece
    assert time.process_time() - started < 2
    assert len(whole.tool_call_chunks) == 1
    assert whole.tool_call_chunks[0]["args"] == "[{" * 100_000
    assert whole.type == "AIMessageChunk"
