"""Servers that speak the wire formats of model providers over real HTTP, and refuse what the real ones refuse.

with ProviderServer(Anthropic()) as server:
    ...                                    # ask a model whose address is server.url
    assert server.requests[0].body["tool_choice"] == {"type": "tool", "name": "Position"}

Each wire checks the address, the key and the form of a request as its provider documents them, and answers with the
smallest valid instance of the schema that was sent, streamed in pieces.
"""

import asyncio
import json
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, ClassVar, Self

from aiohttp import web

from tests.support.openai_server import smallest

KEY = "key-of-this-test-0123456789"
IN_WORDS = {
    "recommendation": "a", "stance": "b", "timing": "c", "reasoning": "d", "confidence": 1, "answer": "yes",
}  # fmt: skip
"""What a model says that is asked in words: a position and an answer at once."""
PROMPT_TOKENS, ANSWER_TOKENS = 2000, 200


@dataclass(frozen=True)
class Received:
    """A request as it arrived."""

    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: dict[str, Any]


class RefusalError(Exception):
    """What a provider answers to a request it does not take."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class WireFormat:
    """One provider's format; a subclass says where it is asked, what it refuses, and how an answer looks."""

    path: ClassVar[str] = "/v1/chat/completions"
    content_type: ClassVar[str] = "text/event-stream"
    refused: ClassVar[frozenset[str]] = frozenset()
    """The ways of asking that this server or the model behind it does not know."""

    def key(self, request: Received) -> str:
        return request.headers.get("authorization", "").removeprefix("Bearer ")

    def way(self, body: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """The way it was asked, and the schema it was asked for."""
        raise NotImplementedError

    def check(self, request: Received) -> None:
        """Raise what the provider refuses."""

    def refuse(self, way: str) -> RefusalError:
        return RefusalError(400, f"{way} is not supported")

    def error(self, status: int, message: str) -> Any:
        return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}

    def stream(self, body: Mapping[str, Any], way: str, value: dict[str, Any]) -> Iterator[bytes]:
        raise NotImplementedError


def pieces(value: Any, size: int = 40) -> Iterator[str]:
    text = json.dumps(value, ensure_ascii=False)
    return (text[place : place + size] for place in range(0, len(text), size))


def event(data: Any, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def find_keywords(schema: Any, names: frozenset[str]) -> set[str]:
    """The keywords of these that a schema has anywhere; names of members are none."""
    if isinstance(schema, list):
        return set().union(*(find_keywords(each, names) for each in schema))
    if not isinstance(schema, Mapping):
        return set()
    inner = [*(schema.get("properties") or {}).values(), *(v for k, v in schema.items() if k != "properties")]
    return (set(schema) & names).union(*(find_keywords(each, names) for each in inner))


class ProviderServer:
    """Serves one wire on a thread of its own."""

    def __init__(self, wire: WireFormat) -> None:
        self.wire, self.url = wire, ""
        self.requests: list[Received] = []
        self.failing: list[tuple[int, str]] = []
        """What happens to the next requests instead of an answer: status and message."""
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

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
        app.router.add_route("*", "/{path:.*}", self._handle)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        self._started.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        body = await request.json() if request.can_read_body else {}
        received = Received(request.path, dict(request.query), headers, body)
        self.requests.append(received)
        try:
            value, way = self._answer(received)
        except RefusalError as refused:
            return web.json_response(self.wire.error(refused.status, str(refused)), status=refused.status)
        response = web.StreamResponse(headers={"content-type": self.wire.content_type})
        await response.prepare(request)
        for piece in self.wire.stream(received.body, way, value):
            await response.write(piece)
        return response

    def _answer(self, received: Received) -> tuple[dict[str, Any], str]:
        if self.failing:
            raise RefusalError(*self.failing.pop(0))
        if not re.fullmatch(self.wire.path, received.path):
            raise RefusalError(404, f"no such address: {received.path}")
        if self.wire.key(received) != KEY:
            raise RefusalError(401, "the API key is not valid")
        self.wire.check(received)
        way, schema = self.wire.way(received.body)
        if way in self.wire.refused:
            raise self.wire.refuse(way)
        return (smallest(schema) if schema else IN_WORDS), way


@dataclass
class OpenAICompatible(WireFormat):
    """What all servers have in common that take OpenAI's requests."""

    usage: dict[str, Any] = field(
        default_factory=lambda: {
            "prompt_tokens": PROMPT_TOKENS,
            "completion_tokens": ANSWER_TOKENS,
            "total_tokens": PROMPT_TOKENS + ANSWER_TOKENS,
        }
    )

    def way(self, body: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        if "response_format" in body:
            return "schema", body["response_format"]["json_schema"]["schema"]
        if "tools" in body:
            return "function", body["tools"][0]["function"]["parameters"]
        return "prompt", {}

    def chunk(self, delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
        choice = {"index": 0, "delta": dict(delta), "logprobs": None, "finish_reason": finish, **more}
        return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}

    def stream(self, body: Mapping[str, Any], way: str, value: dict[str, Any]) -> Iterator[bytes]:
        yield event(self.chunk({"role": "assistant", "content": None if way == "function" else ""}))
        if way == "function":
            name = body["tools"][0]["function"]["name"]
            call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": ""}}
            yield event(self.chunk({"tool_calls": [call]}))
        for text in pieces(value):
            call_piece = {"tool_calls": [{"index": 0, "function": {"arguments": text}}]}
            yield event(self.chunk(call_piece if way == "function" else {"content": text}))
        yield event(self.chunk({}, "tool_calls" if way == "function" else "stop"))
        if (body.get("stream_options") or {}).get("include_usage"):
            yield event({**self.chunk({}), "choices": [], "usage": self.usage})
        yield b"data: [DONE]\n\n"
