"""A connection on which no whole request arrives is dropped; one that is being answered is not."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn

from moot.cli.connections import PatientProtocol


class HastyProtocol(PatientProtocol):
    patience = 0.3


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer once the whole request is there, after a while."""
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(1.5)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
async def port() -> AsyncIterator[int]:
    config = uvicorn.Config(application, http=HastyProtocol, port=0, log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  # it tells in no other way
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await running


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="nothing at all"),
        pytest.param(b"GET / HTTP/1.1\r\nhost: a\r\nx-never: ", id="headers that do not end"),
        pytest.param(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nab", id="a body that does not end"),
    ],
)
async def test_a_request_that_never_ends_is_dropped(port: int, begun: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begun)
    assert await asyncio.wait_for(reader.read(), 20) == b""
    writer.close()


async def test_whoever_is_being_answered_is_waited_for(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
    assert (await asyncio.wait_for(reader.read(), 20)).endswith(b"\r\n\r\nok")
    writer.close()
