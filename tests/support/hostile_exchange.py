"""One exchange with whoever asks a server that means ill, and the register of the ways to hurt them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tests.support.openai_server import Call

_SSE = "text/event-stream"


@dataclass
class Exchange:
    """One request, and the way back."""

    call: Call
    honest: str
    """What a server that means well would answer."""
    writer: asyncio.StreamWriter
    port: int
    """Where the server listens."""

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
