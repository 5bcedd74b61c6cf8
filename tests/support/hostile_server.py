"""A model server that means ill, over real sockets: each mode is one way to hurt whoever asks it.

    with HostileServer() as server:
        url = server.address("gzip_bomb", scene="legal", victim="nla")

Seats other than the victim are answered as in the scene; a victim of `*` is everybody.
"""

import asyncio
import json
import threading
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from types import TracebackType
from typing import Any, Self

from tests.support.openai_server import Call, smallest
from tests.support.scenes import SCENES, find_phase

_SSE = "text/event-stream"


@dataclass
class Exchange:
    """One request, and the way back."""

    call: Call
    honest: str
    """What a server that means well would answer."""
    writer: asyncio.StreamWriter
    server: "HostileServer"

    async def send(self, *parts: bytes) -> None:
        for part in parts:
            self.writer.write(part)
        await self.writer.drain()

    async def head(self, status: str = "200 OK", kind: str = _SSE, **more: str) -> None:
        fields = {"content-type": kind, "connection": "close", **more}
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
        await self.send(f"HTTP/1.1 {status}\r\n{lines}\r\n".encode())

    async def say(self, text: str, usage: Any = "true", *, done: bool = True) -> None:
        """Answer as servers do, with whatever text and usage."""
        await self.head()
        await self.send(*(event({"content": text[place : place + 4000]}) for place in range(0, len(text), 4000)))
        await self.finish(usage, done=done)

    async def finish(self, usage: Any = "true", *, done: bool = True) -> None:
        spent = {"prompt_tokens": len(json.dumps(self.call.body)) // 4, "completion_tokens": len(self.honest) // 4}
        await self.send(event({}, "stop"))
        await self.send(data({"choices": [], "usage": spent if usage == "true" else usage}))
        if done:
            await self.send(b"data: [DONE]\n\n")


def data(value: Any) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def event(delta: Any, finish: str | None = None) -> bytes:
    return data({"id": "1", "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


Mode = Callable[[Exchange], Awaitable[None]]
MODES: dict[str, Mode] = {}


def mode(act: Mode) -> Mode:
    MODES[act.__name__] = act
    return act


@mode
async def nested_brackets(it: Exchange) -> None:
    await it.say("[" * 50_000)


@mode
async def nested_objects(it: Exchange) -> None:
    await it.say('{"recommendation":' * 20_000 + "1" + "}" * 20_000)


@mode
async def nested_event(it: Exchange) -> None:
    await it.head()
    await it.send(b'data: {"choices": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n\n")
    await it.finish()


@mode
async def broken_objects(it: Exchange) -> None:
    await it.say("{'a': 1,, 'b' [}" * 30_000)


@mode
async def negative_usage(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": -500, "completion_tokens": -1})


@mode
async def huge_usage(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": 2**70, "completion_tokens": 2**70})


@mode
async def zero_usage(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": 0, "completion_tokens": 0})


@mode
async def strange_usage(it: Exchange) -> None:
    await it.say(it.honest, {"prompt_tokens": "many", "completion_tokens": [1], "prompt_tokens_details": 7})


@mode
async def surrogates(it: Exchange) -> None:
    await it.say(it.honest.replace('": "', '": "\\ud800'))


@mode
async def control_characters(it: Exchange) -> None:
    await it.say(it.honest.replace('": "', '": "\\u0000\\u001b\\u009b'))


@mode
async def gzip_bomb(it: Exchange) -> None:
    await it.head(content_encoding="gzip")
    await it.send(_bomb())


@mode
async def gzip_bomb_error(it: Exchange) -> None:
    await it.head("500 Internal Server Error", "application/json", content_encoding="gzip")
    await it.send(_bomb())


@mode
async def packed_otherwise(it: Exchange) -> None:
    await it.head(content_encoding="br")
    await it.send(b"\x8b\x03\x80")


@mode
async def endless_stream(it: Exchange) -> None:
    await it.head()
    piece = event({"content": "and so on " * 400})
    while True:
        await it.send(piece)


@mode
async def endless_line(it: Exchange) -> None:
    await it.head()
    await it.send(b'data: {"choices": "')
    while True:
        await it.send(b"x" * 65_536)


@mode
async def endless_body(it: Exchange) -> None:
    await it.head(kind="application/json")
    while True:
        await it.send(b" " * 65_536)


@mode
async def empty_events(it: Exchange) -> None:
    await it.head()
    piece = event({}) * 200
    while True:
        await it.send(piece)


@mode
async def long_error(it: Exchange) -> None:
    await it.head("503 Service Unavailable", "application/json")
    await it.send(json.dumps({"error": {"message": "x" * 300_000}}).encode())


@mode
async def retry_tomorrow(it: Exchange) -> None:
    await it.head("429 Too Many Requests", "application/json", retry_after="86400")
    await it.send(b'{"error": {"message": "come back tomorrow"}}')


@mode
async def redirect_elsewhere(it: Exchange) -> None:
    await it.head("307 Temporary Redirect", location=f"http://localhost:{it.server.port}/elsewhere/v1/chat/completions")


@mode
async def redirect_in_circles(it: Exchange) -> None:
    await it.head("307 Temporary Redirect", location="/" + it.call.headers[":path"].strip("/"))


@mode
async def one_byte_a_second(it: Exchange) -> None:
    await it.head()
    for byte in event({"content": it.honest}):
        await it.send(bytes([byte]))
        await asyncio.sleep(1)


@mode
async def endless_headers(it: Exchange) -> None:
    await it.send(b"HTTP/1.1 200 OK\r\n")
    for number in count():
        await it.send(f"x-{number}: {'y' * 1000}\r\n".encode())


@mode
async def silence(it: Exchange) -> None:
    await asyncio.sleep(600)


@mode
async def invalid_utf8(it: Exchange) -> None:
    await it.head()
    await it.send(event({"content": it.honest}).replace(b"e", b"\xff\xfee"))
    await it.send(b"\xff\xff\n\n")


@mode
async def wrong_content_type(it: Exchange) -> None:
    await it.head(kind="image/png")
    await it.send(b"\x89PNG\r\n\x1a\n" * 1000)


@mode
async def events_as_json(it: Exchange) -> None:
    await it.head(kind="application/json")
    await it.send(event({"content": it.honest}), b"data: [DONE]\n\n")


@mode
async def missing_done(it: Exchange) -> None:
    await it.say(it.honest, done=False)
    await asyncio.sleep(600)


@mode
async def duplicated_chunks(it: Exchange) -> None:
    await it.head()
    for place in range(0, len(it.honest), 40):
        await it.send(event({"content": it.honest[place : place + 40]}) * 2)
    await it.finish()


@mode
async def answer_then_garbage(it: Exchange) -> None:
    await it.say(it.honest)
    while True:
        await it.send(b"\x00garbage\n" * 5000)


@mode
async def a_thousand_calls(it: Exchange) -> None:
    await it.head()
    for number in range(1000):
        call = {"index": number, "id": str(number), "function": {"name": "run", "arguments": '{"command": "ls"}'}}
        await it.send(event({"tool_calls": [call]}))
    await it.finish()


@mode
async def endless_arguments(it: Exchange) -> None:
    """Text in the form for which reading cut-short JSON takes longest."""
    await it.head()
    while True:
        await it.send(
            event({"tool_calls": [{"index": 0, "id": "1", "function": {"name": "a", "arguments": "[{" * 900}}]})
        )


@mode
async def another_schema(it: Exchange) -> None:
    await it.say(json.dumps({"weather": "sunny", "temperature": 21, "choices": [{"city": "Oslo"}]}))


@mode
async def wrong_types(it: Exchange) -> None:
    await it.head()
    shapes: list[Any] = [None, 7, "text", [1], {"0": {"delta": 1}}, [{"delta": [{}]}], [{"delta": {"content": [{}]}}]]
    for strange in shapes:
        await it.send(data({"choices": strange, "usage": [1], "model": 3}))
    await it.send(data([1, 2]), data("text"), event({"tool_calls": {"a": 1}}), event({"content": 5}, "stop"))


@mode
async def strange_error(it: Exchange) -> None:
    await it.head()
    await it.send(data({"error": {"message": {"deep": ["\ud800", "\x00"]}, "code": [1]}}))


@cache
def _bomb() -> bytes:
    packer = zlib.compressobj(1, wbits=zlib.MAX_WBITS | 16)
    pieces = (packer.compress(b" " * 1_000_000) for _ in range(400))
    return b"".join((packer.compress(b"data: "), *pieces, packer.flush()))


@dataclass
class HostileServer:
    """The server; it runs on a thread of its own."""

    port: int = 0
    seen: list[tuple[str, str]] = field(default_factory=list)
    """Mode and seat of every request."""
    strayed: list[str] = field(default_factory=list)
    """Requests that followed a redirect to another origin."""

    def address(self, name: str, scene: str = "council", victim: str = "*") -> str:
        return f"http://127.0.0.1:{self.port}/{name}/{scene}/{victim}/v1"

    def __enter__(self) -> Self:
        _bomb()  # packed before anybody's clock runs
        self._loop, started = asyncio.new_event_loop(), threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        started.wait(10)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve(started))
        self._loop.close()

    async def _serve(self, started: threading.Event) -> None:
        self._stop, self._open = asyncio.Event(), set[asyncio.Task[None]]()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        await self._stop.wait()
        server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._handle(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(task)
            writer.close()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = await _read_call(reader)
        _, name, scene, victim, *_ = call.headers[":path"].split("/")
        if name == "elsewhere":
            self.strayed.append(call.prompt)
            return
        self.seen.append((name, call.seat))
        exchange = Exchange(call, _honest(call, scene), writer, self)
        if victim in ("*", call.seat) and name != "honest":
            await MODES[name](exchange)
        else:
            await exchange.say(exchange.honest)


async def _read_call(reader: asyncio.StreamReader) -> Call:
    request, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines) if name}
    body = json.loads(await reader.readexactly(int(headers["content-length"])))
    return Call({**headers, ":path": request.split()[1]}, body, 0.0)


def _honest(call: Call, scene: str) -> str:
    said = SCENES[scene].answer(find_phase(call), call.seat, int(call.headers["x-moot-round"]))
    return json.dumps({**(smallest(call.schema) if call.schema else {}), **said})
