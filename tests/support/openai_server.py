"""A small OpenAI-compatible server that does what a test tells it, over real HTTP, on a thread of its own.

    with OpenAIServer() as server:
        server.script(Fail(500), Say({"stance": "wait"}))     # one after the other; then minimal answers
        server.rule = lambda call: Hang() if call.seat == "cfo" else None      # first choice, if it names one
        ...
        assert server.calls[0].headers["x-moot-phase"] == "position"

A reply that is an object is laid over the smallest instance of the schema that was asked for; a text is sent as it is.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web


@dataclass(frozen=True)
class Say:
    """An answer."""

    reply: Mapping[str, Any] | str = field(default_factory=dict)
    delay: float = 0.0
    piece_delay: float = 0.0
    cut: int | None = None
    """Only so many characters are sent."""
    then: str = "end"
    """What follows the cut: end, hang, drop, or broken (half an event, then the end)."""
    finish: str | None = "stop"
    refusal: str = ""
    usage: bool | tuple[int, int] = True
    streamed: bool = True
    error: str = ""
    """An error object inside the stream, after the answer."""


@dataclass(frozen=True)
class Fail:
    """A failing HTTP status."""

    status: int
    message: str = "made to fail"
    retry_after: str | None = None


@dataclass(frozen=True)
class Hang:
    """Accepted, and never answered."""


@dataclass(frozen=True)
class Drop:
    """The connection is cut without an answer."""


Action = Say | Fail | Hang | Drop


@dataclass
class Call:
    """A request as it arrived, and what became of it."""

    headers: dict[str, str]
    body: dict[str, Any]
    at: float
    ended: float = 0.0
    disconnected: bool = False
    said: int = 0
    """Characters of the answer that was begun."""
    port: int = 0
    """The other end of the connection it came by."""

    @property
    def way(self) -> str:
        return "schema" if "response_format" in self.body else "function" if "tools" in self.body else "prompt"

    @property
    def schema(self) -> dict[str, Any]:
        if self.way == "schema":
            return dict(self.body["response_format"]["json_schema"]["schema"])
        return dict(self.body["tools"][0]["function"]["parameters"]) if self.way == "function" else {}

    @property
    def seat(self) -> str:
        return self.headers.get("x-moot-seat", "")

    @property
    def prompt(self) -> str:
        return "\n".join(message["content"] for message in self.body["messages"])

    @property
    def limit(self) -> int:
        return int(self.body.get("max_tokens") or self.body.get("max_completion_tokens") or 0)


class OpenAIServer:
    """The server; everything may be changed while it runs."""

    def __init__(self, port: int = 0) -> None:
        self.url = ""
        self._port = port
        self.reset()
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def reset(self) -> None:
        self.calls: list[Call] = []
        self.rule: Callable[[Call], Action | None] = lambda _: None
        self.refused: frozenset[str] = frozenset()
        """Ways of asking that are answered with 400."""
        self.ignored: frozenset[str] = frozenset()
        """Ways of asking that are answered with prose."""
        self.complaint = "'response_format' or 'tools' is not supported"
        self._script: list[Action] = []

    def script(self, *actions: Action) -> None:
        """Say what happens to the next requests."""
        self._script = list(actions)

    def wait_for(self, condition: Callable[[], bool], seconds: float = 2.0) -> bool:
        """Wait until something has happened on the server's side."""
        until = time.monotonic() + seconds
        while not condition() and time.monotonic() < until:
            time.sleep(0.005)
        return condition()

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait(10)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._handle)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self._port)
        await site.start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        self._started.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()} | {":query": request.query_string}
        peer = request.transport.get_extra_info("peername") if request.transport else None
        call = Call(headers, await request.json(), time.monotonic(), port=peer[1] if peer else 0)
        self.calls.append(call)
        try:
            return await self._act(request, call, self._choose(call))
        except (asyncio.CancelledError, ConnectionError):
            call.disconnected = True
            raise
        finally:
            call.ended = time.monotonic()

    def _choose(self, call: Call) -> Action:
        if call.way in self.refused:
            return Fail(400, self.complaint)
        if call.way in self.ignored:
            return Say("I would rather tell you about it in my own words.")
        return self.rule(call) or (self._script.pop(0) if self._script else Say())

    async def _act(self, request: web.Request, call: Call, action: Action) -> web.StreamResponse:
        match action:
            case Fail(status, message, retry_after):
                error = {"error": {"message": message, "type": "test", "code": None}}
                extra = {} if retry_after is None else {"retry-after": retry_after}
                return web.json_response(error, status=status, headers=extra)
            case Hang():
                await asyncio.Event().wait()
                raise AssertionError
            case Drop():
                assert request.transport is not None
                request.transport.close()
                raise ConnectionResetError
            case Say():
                await asyncio.sleep(action.delay)
                return await (self._stream if action.streamed else self._whole)(request, call, action)

    async def _whole(self, request: web.Request, call: Call, say: Say) -> web.StreamResponse:
        text = _compose(call, say)
        message = _delta(call, say, text[: say.cut])
        choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": say.finish}
        return web.json_response({"id": "1", "model": "m", "choices": [choice], "usage": _usage(call, say, text)})

    async def _stream(self, request: web.Request, call: Call, say: Say) -> web.StreamResponse:
        text = _compose(call, say)
        sent = text[: say.cut]
        call.said = len(sent)
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        await response.write(_event({"role": "assistant", "content": ""}))
        for place in range(0, len(sent), 12):
            if say.piece_delay:
                await asyncio.sleep(say.piece_delay)
            await response.write(_event(_delta(call, say, sent[place : place + 12])))
        if say.refusal:
            await response.write(_event({"refusal": say.refusal}))
        if say.error:
            await response.write(b"data: " + json.dumps({"error": {"message": say.error}}).encode() + b"\n\n")
        match say.then:
            case "hang":
                await asyncio.Event().wait()
            case "drop":
                assert request.transport is not None
                request.transport.abort()
                raise ConnectionResetError
            case "broken":
                await response.write(b'data: {"id": "1", "choices": [{"delta": {"con\n\n')
            case _:
                await self._finish(response, call, say, text)
        return response

    async def _finish(self, response: web.StreamResponse, call: Call, say: Say, text: str) -> None:
        await response.write(_event({}, say.finish))
        if say.usage and (call.body.get("stream_options") or {}).get("include_usage"):
            usage: dict[str, Any] = {"id": "1", "model": "m", "choices": [], "usage": _usage(call, say, text)}
            await response.write(b"data: " + json.dumps(usage).encode() + b"\n\n")
        await response.write(b"data: [DONE]\n\n")


def smallest(schema: Mapping[str, Any]) -> Any:
    """The smallest instance of a schema: first choice, no items, least number, a word."""
    if schema.get("enum"):
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: smallest(schema["properties"][name]) for name in schema.get("required", ())}
        case "array":
            return [smallest(schema["items"]) for _ in range(schema.get("minItems", 0))]
        case "integer":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case _:
            return "word"


def _compose(call: Call, say: Say) -> str:
    if isinstance(say.reply, str):
        return say.reply
    if say.refusal:
        return ""
    return json.dumps({**(smallest(call.schema) if call.schema else {}), **say.reply}, ensure_ascii=False)


def _delta(call: Call, say: Say, text: str) -> dict[str, Any]:
    if call.way == "function" and not isinstance(say.reply, str):
        function = {"name": call.body["tools"][0]["function"]["name"], "arguments": text}
        return {"content": None, "tool_calls": [{"index": 0, "id": "1", "type": "function", "function": function}]}
    return {"content": text}


def _event(delta: Mapping[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return b"data: " + json.dumps({"id": "1", "model": "m", "choices": [choice]}).encode() + b"\n\n"


def _usage(call: Call, say: Say, text: str) -> dict[str, Any] | None:
    if isinstance(say.usage, tuple):
        asked, said = say.usage
    elif say.usage:
        asked, said = len(json.dumps(call.body)) // 4, len(text) // 4 + 1
    else:
        return None
    return {"prompt_tokens": asked, "completion_tokens": said, "prompt_tokens_details": {"cached_tokens": asked // 2}}
