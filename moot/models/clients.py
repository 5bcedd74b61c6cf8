"""One HTTP client and connection pool per process and event loop, and the key it is used with.

The client works on aiohttp: the default pool of the openai package collapses with hundreds of calls in flight. A
client belongs to its event loop. It lives in an async generator that the loop itself closes when it shuts
down (asyncio.run, pytest-asyncio and uvicorn all do), so a second asyncio.run in one process gets a new one and
nothing is left open.
"""

import asyncio
import os
from collections.abc import AsyncGenerator
from typing import Any

NO_KEY = "none"
"""What a server of one's own is sent when no key is set; the client insists on one."""

_living: dict[asyncio.AbstractEventLoop, tuple[AsyncGenerator[Any, None], Any]] = {}


async def shared_client() -> Any:
    """The HTTP client of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _living:
        for gone in [other for other in _living if other.is_closed()]:
            del _living[gone]
        life = _live(loop)
        _living[loop] = (life, await anext(life))
    return _living[loop][1]


async def close_client() -> None:
    """Close the running loop's client early; the next request opens another."""
    life, _ = _living.get(asyncio.get_running_loop(), (None, None))
    if life is not None:
        await life.aclose()


async def _live(loop: asyncio.AbstractEventLoop) -> AsyncGenerator[Any, None]:
    from openai import DefaultAioHttpClient

    client = DefaultAioHttpClient()
    try:
        yield client
    finally:
        _living.pop(loop, None)
        await client.aclose()


def read_key() -> str | None:
    """The key, from the environment and from nowhere else; moot's own variable goes first."""
    return os.environ.get("MOOT_API_KEY") or os.environ.get("OPENAI_API_KEY") or None
