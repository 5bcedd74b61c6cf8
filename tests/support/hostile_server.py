"""A model server that means ill, over real sockets: each mode is one way to hurt whoever asks it.

    with HostileServer() as server:
        url = server.address("gzip_bomb", scene="legal", victim="nla")

Seats other than the victim are answered as in the scene; a victim of `*` is everybody.
"""

import asyncio
import json
import threading
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from tests.support import hostile_modes, hostile_protocol
from tests.support.hostile_exchange import MODES, Exchange
from tests.support.openai_server import Call, smallest
from tests.support.scenes import SCENES, find_phase

__all__ = ["MODES", "HostileServer"]


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
        hostile_modes.pack_bomb()  # before anybody's clock runs
        hostile_protocol.pack_deflated()
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
        await asyncio.sleep(0)  # connections end in the next turn of the loop

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
            if self._stop.is_set():
                # Nobody reads what is still to be sent, and the loop does not run for long enough to find that out.
                writer.transport.abort()
            writer.close()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = await _read_call(reader)
        _, name, scene, victim, *_ = call.headers[":path"].split("/")
        if name == "elsewhere":
            self.strayed.append(call.prompt)
            return
        self.seen.append((name, call.seat))
        exchange = Exchange(call, _honest(call, scene), writer, self.port)
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
