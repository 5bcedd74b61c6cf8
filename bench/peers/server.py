"""The model of the benchmark: a server that says the same to everybody, counts what it is asked, and fails on demand.

All recommend the same, for reasons and risks of their own, and agree on the time in the last round: every debate goes
through all its rounds, and ends with a decision. Whoever asks for an answer in a form (moot) gets one
in that form; whoever does not gets the same content as text. One counter for all: a token is four bytes of what a
request carries as messages, tools and form of the answer.
"""

import asyncio
import json
import math
import multiprocessing
import random
import secrets
import time
import urllib.request
from bisect import bisect
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from aiohttp import web

from bench.support import smallest, stream_reply, whole_reply

P99_OVER_MEDIAN, HUNG = 10.0, 0.02
"""Of the long-tailed distribution."""
FAILURES, HANGS, MALFORMED = 0.10, 0.05, 0.10
SENTENCE = "Demand grew in every quarter of the last two years, and the figures of the pilot carry this."
COMMON = "Expand with a pilot in one country first, and go on to the others only when that one carries itself."
PAIRS = (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"), ("i", "j"), ("k", "l"))
"""So that no two points of an answer are alike."""

_CHANGED = ("timing", "reasoning", "confidence")
"""What a revision of the steady manner changes."""
_REMEMBERED = 200
"""Requests that a new one is compared with, where the same beginning is looked for."""


@dataclass(frozen=True)
class Manner:
    """How the server answers."""

    latency: float = 0.1
    length: int = 4
    """Sentences of reasoning in an answer; its four claims grow with it."""
    faults: bool = False
    tail: bool = False
    """Whether `latency` is the median of a long-tailed distribution, and some requests hang for ever."""
    rounds: int = 3
    """In the last one everybody agrees on the time."""
    steady: bool = False
    """Whether a revision changes only time, reasoning and confidence; who asks for what changed is told those alone."""


@dataclass
class Seen:
    """What the server was asked since it was last told."""

    calls: int = 0
    message_tokens: int = 0
    form_tokens: int = 0
    """Of tools and forms of answers."""
    answer_tokens: int = 0
    cacheable_tokens: int = 0
    """Of messages: what a request begins with that an earlier one began with, too."""
    faults: dict[str, int] = field(default_factory=dict)


@contextmanager
def serve(manner: Manner) -> Iterator[str]:
    """Run the server in a process of its own, so that its work is nobody's."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, manner), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}/v1"
    finally:
        process.terminate()
        process.join()


def look(url: str) -> Seen:
    """What was asked since the last look."""
    with urllib.request.urlopen(f"{url}/seen") as response:
        return Seen(**json.load(response))


def _serve(pipe: Connection, manner: Manner) -> None:
    asyncio.run(_Server(manner).run(pipe))


class _Server:
    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self._seen = Seen()
        self._sent: deque[str] = deque()
        self._sorted: list[str] = []
        self._chance = random.Random(8)

    async def run(self, pipe: Connection) -> None:
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/v1/chat/completions", self.answer)
        app.router.add_get("/v1/seen", self.tell)
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
        pipe.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    async def tell(self, request: web.Request) -> web.Response:  # noqa: ARG002
        seen, self._seen = self._seen, Seen()
        self._sent.clear()
        self._sorted.clear()
        return web.json_response(vars(seen))

    async def answer(self, request: web.Request) -> web.StreamResponse:
        began = time.monotonic()
        until = began + (self._draw_latency() if self._manner.tail else self._manner.latency)
        body = await request.json()
        text = compose(body, request.headers, self._manner)
        self._count(body, text)
        fault = self._draw()
        if fault == "hang" or until == math.inf:
            await asyncio.Event().wait()
        if fault == "malformed":
            text = self._spoil(text)
        streamed = bool(body.get("stream"))
        payload = stream_reply(text) if streamed else whole_reply(text)
        if fault == "broken":
            payload = payload[: len(payload) // 2]
        if self._manner.tail and streamed:
            return await self._stream(request, payload, began, until)
        # What the server itself needs is part of the time it takes.
        await asyncio.sleep(until - time.monotonic())
        if fault == "failure":
            return web.json_response(
                {"error": {"message": "made to fail"}}, status=self._chance.choice((429, 500, 503))
            )
        kind = "text/event-stream" if streamed else "application/json"
        return web.Response(body=payload, headers={"content-type": kind})

    def _draw_latency(self) -> float:
        if self._chance.random() < HUNG:
            return math.inf
        return self._chance.lognormvariate(math.log(self._manner.latency), math.log(P99_OVER_MEDIAN) / 2.326)

    async def _stream(self, request: web.Request, payload: bytes, began: float, until: float) -> web.StreamResponse:
        """Begin an answer after an eighth of its time, and end it when it is over."""
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await asyncio.sleep(began + (until - began) / 8 - time.monotonic())
        await response.prepare(request)
        first = payload.index(b"\n\n", payload.index(b"\n\n") + 2) + 2
        await response.write(payload[:first])
        await asyncio.sleep(until - time.monotonic())
        await response.write(payload[first:])
        await response.write_eof()
        return response

    def _count(self, body: Mapping[str, Any], text: str) -> None:
        form = {name: body[name] for name in ("tools", "response_format") if body.get(name)}
        self._seen.calls += 1
        self._seen.message_tokens += sum(tokens(_content(message)) for message in body["messages"])
        self._seen.form_tokens += tokens(json.dumps(form, separators=(",", ":"))) if form else 0
        self._seen.answer_tokens += tokens(text)
        sent = "\n".join(_content(message) for message in body["messages"])
        # In the order of the alphabet, the two beside a text share the longest beginning with it.
        place = bisect(self._sorted, sent)
        shared = max((_count_shared(sent, each) for each in self._sorted[max(0, place - 1) : place + 1]), default=0)
        self._seen.cacheable_tokens += tokens(sent[:shared])
        self._sorted.insert(place, sent)
        self._sent.append(sent)
        if len(self._sent) > _REMEMBERED:
            self._sorted.remove(self._sent.popleft())

    def _draw(self) -> str:
        if not self._manner.faults:
            return ""
        odds = {"failure": FAILURES, "hang": HANGS, "malformed": MALFORMED * 3 / 4, "broken": MALFORMED / 4}
        (drawn,) = self._chance.choices([*odds, ""], [*odds.values(), 1 - sum(odds.values())])
        if drawn:
            self._seen.faults[drawn] = self._seen.faults.get(drawn, 0) + 1
        return drawn

    def _spoil(self, text: str) -> str:
        """An answer that is cut off, not in the form that was asked for, or nonsense in the right form."""
        return self._chance.choice((text[: len(text) // 3], "I would rather not say.", '{"recommendation": 7}'))


def tokens(text: str) -> int:
    """One counter for everybody."""
    return round(len(text.encode()) / 4)


def _content(message: Mapping[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else json.dumps(content)


def compose(body: Mapping[str, Any], headers: Mapping[str, str], manner: Manner) -> str:
    """The answer to a request, in the form it asks for."""
    form = (body.get("response_format") or {}).get("json_schema") or {}
    seat, number = headers.get("x-moot-seat", "one"), int(headers.get("x-moot-round", "1"))
    if form.get("name") == "Synthesis" or "what the debate amounts to" in _content(body["messages"][-1]):
        said = _decision()
    else:
        said = _position(seat, number, manner)
    if not form:
        return "\n".join(f"{name}: {_prose(value)}" for name, value in said.items())
    known = form["schema"]["properties"]
    if manner.steady and form["name"] == "Revision":
        said = {name: said[name] if name in _CHANGED else _leave(known[name]) for name in said if name in known}
    return json.dumps({**smallest(form["schema"]), **{name: said[name] for name in said if name in known}})


def _count_shared(one: str, other: str) -> int:
    """Count the characters that two texts begin with alike, in a few comparisons: other requests wait meanwhile."""
    alike, end = 0, min(len(one), len(other))
    while alike < end:
        middle = (alike + end + 1) // 2
        if one[alike:middle] == other[alike:middle]:
            alike = middle
        else:
            end = middle - 1
    return alike


def _leave(schema: Mapping[str, Any]) -> Any:
    """What a field of a revision is that does not change."""
    return [] if schema.get("type") == "array" else None


def _prose(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(str(part) for part in value.values())
    return "".join(f"\n- {_prose(item)}" for item in value) if isinstance(value, list) else str(value)


def _position(seat: str, number: int, manner: Manner) -> dict[str, Any]:
    # No two answers are alike, or whoever remembers texts would be measured by its memory.
    mark = secrets.token_hex(4)
    own = f"{seat}{mark}"
    points = [f"{own}{one} {two}{own} comes before the {own}{two} {one}{own} of {own}" for one, two in PAIRS]
    statement = f"{mark} " + " ".join([SENTENCE] * max(1, manner.length // 4))
    claim = {"statement": statement, "kind": "recommendation", "confidence": 70}
    return {
        "recommendation": COMMON,
        "stance": "pilot first",
        "premises": points[:3],
        "risks": points[3:],
        "timing": f"{own} {own}fall" if number < manner.rounds else "next spring",
        "reasoning": f"{mark} " + " ".join([SENTENCE] * manner.length),
        "claims": [{"id": f"C{place}", **claim} for place in (1, 2, 3, 4)],
        "confidence": 40 + 6 * number,
        "limitations": [f"{mark} how fast rivals answer", f"{mark} what the permits cost"],
    }


def _decision() -> dict[str, Any]:
    mark = secrets.token_hex(4)
    points = [f"{mark} {SENTENCE}"] * 3
    return {"decision": f"{COMMON} {mark} {SENTENCE}", "confidence": 85, "consensus_points": points}
