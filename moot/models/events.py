"""The server-sent events of a streamed answer, read block by block as the network delivers them."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import suppress
from itertools import takewhile
from typing import Any

from pydantic_core import from_json

from moot.models.guard import MOST_LINE
from moot.models.retries import Fatal

Events = tuple[list[dict[str, Any]], bool]
"""Some events, and whether one after them cannot be read."""

_DONE = b"[DONE]"
_MARK = b"\xef\xbb\xbf"
"""A stream of events may begin with it; it says nothing."""
_DRAINED = 0.25
"""Seconds."""

_PIECE = re.compile(rb'"(?:content|arguments)": ?"((?:[^"\\]|\\.)*+)"')
"""A piece of the answer inside an event, in the form JSON has for it."""
_STRINGS = re.compile(rb'[^"\\]*+(?:\\[^\n][^"\\]*+)*+').fullmatch
"""The insides of strings, one per line."""


async def read_events(blocks: AsyncIterator[bytes]) -> AsyncGenerator[Events, None]:
    """Read the events of each block, up to the one that says it is the last."""
    rest: list[bytes] = []
    waiting, begun = 0, False
    async for block in blocks:
        head, line_end, tail = block.rpartition(b"\n")
        if not line_end:
            rest.append(block)
            waiting += len(block)
            if waiting > MOST_LINE:
                raise Fatal("the server sent an event that never ends")
            continue
        whole = b"".join((*rest, head))
        lines = whole.split(b"\n")
        if not begun:
            lines[0], begun = lines[0].removeprefix(_MARK), True
        rest, waiting = [tail], len(tail)
        ends = _DONE in whole
        last = next((at for at, line in enumerate(lines) if _DONE in line and _is_last(line)), None) if ends else None
        yield _events(lines[:last])
        if last is not None:
            await _drain(blocks)
            return
    if any(rest):
        last_line = b"".join(rest)
        yield _events([last_line if begun else last_line.removeprefix(_MARK)])


def _is_last(line: bytes) -> bool:
    return line[:5] == b"data:" and line[5:].strip() == _DONE


async def _drain(blocks: AsyncIterator[bytes]) -> None:
    """Let the end of the connection's answer arrive, so that the connection can be used again; but do not wait."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAINED):
            await anext(blocks, None)


def read_whole(body: bytes) -> Events:
    """The answer of a server that does not stream, in the form of one event."""
    events, broken = _events([b"data:" + body.removeprefix(_MARK).replace(b"\n", b" ")])
    for event in events:
        choices = event.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict):
                choice["delta"] = choice.get("message")
    return events, broken


def _events(lines: Iterable[bytes]) -> Events:
    """The events of some lines, and whether one of them cannot be read."""
    texts = [line[5:] for line in lines if line[:5] == b"data:"]
    if texts and texts[-1].strip() == _DONE:
        texts.pop()
    texts = _fold(texts)
    try:
        found = from_json(b"[%b]" % b",".join(texts))
    except ValueError:
        texts = [text for text in map(bytes.strip, texts) if text and text != _DONE]
        found = list(takewhile(lambda event: event is not None, map(_event, texts)))
        return [event for event in found if isinstance(event, dict)], len(found) < len(texts)
    return [event for event in found if isinstance(event, dict)], False


def _fold(texts: list[bytes]) -> list[bytes]:
    """Make one event of those in a row that are alike except for their piece of the answer.

    An answer that arrives at once has hundreds; as objects they cost more than all the rest of reading it.
    """
    # The first event may also say who speaks; from the second on they are alike.
    sample = _PIECE.search(texts[1]) if len(texts) > 2 and _brings_only_a_piece(_event(texts[1])) else None
    if sample is None:
        return texts
    head, tail = texts[1][: sample.start(1)], texts[1][sample.end(1) :]
    begin, end, shortest = len(head), -len(tail), len(head) + len(tail)
    pieces: list[bytes] = []
    for text in texts[1:]:
        if not (text.startswith(head) and text.endswith(tail) and len(text) >= shortest):
            break
        pieces.append(text[begin:end])
    # Each of them has to be the inside of one string, or the events differ in more than that.
    if not _STRINGS(b"\n".join(pieces)):
        return texts
    return [texts[0], b"".join((head, *pieces, tail)), *texts[1 + len(pieces) :]]


def _brings_only_a_piece(event: Any) -> bool:
    """Whether an event has nothing to add up but its piece of the answer."""
    match event:
        case {"choices": [{"delta": {"content": str(), **rest}}]}:
            return all(name == "role" or value is None for name, value in rest.items())
        case {"choices": [{"delta": {"tool_calls": [{"index": int(), "function": {"arguments": str(), **rest}}]}}]}:
            return not any(rest.values())
        case _:
            return False


def _event(text: bytes) -> Any:
    """Read one event, also one with bytes or escapes that are no text; None when it is no JSON."""
    try:
        return from_json(text)
    except ValueError:
        pass
    try:
        return json.loads(text.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return None
