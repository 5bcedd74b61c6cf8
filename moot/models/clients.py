"""The HTTP clients of a process, one of each kind per event loop, and the key they are used with.

Answers come over one aiohttp session and its pool of connections: the default pool of the openai package collapses with
hundreds of calls in flight. The openai client has a client of its own on aiohttp for what else it may ask.

A client belongs to its event loop. It lives in an async generator that the loop itself closes when it shuts
down (asyncio.run, pytest-asyncio and uvicorn all do), so a second asyncio.run in one process gets a new one and
nothing is left open.
"""

import asyncio
import os
from collections.abc import AsyncGenerator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

if TYPE_CHECKING:
    from aiohttp import ClientSession

NO_KEY = "none"
"""What a server of one's own is sent when no key is set; the client insists on one."""

_CONNECTIONS = 1000
"""At most so many at once, as in the openai client."""


class Clients(NamedTuple):
    """The clients of one event loop."""

    session: "ClientSession"
    """Sends requests and hears answers."""
    openai: Any
    """What the openai client works with."""


_living: dict[asyncio.AbstractEventLoop, tuple[AsyncGenerator[Clients, None], Clients]] = {}


async def shared_clients() -> Clients:
    """The clients of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _living:
        for gone in [other for other in _living if other.is_closed()]:
            del _living[gone]
        life = _live(loop)
        _living[loop] = (life, await anext(life))
    return _living[loop][1]


async def _live(loop: asyncio.AbstractEventLoop) -> AsyncGenerator[Clients, None]:
    from aiohttp import ClientSession, DummyCookieJar, TCPConnector
    from openai import DefaultAioHttpClient

    connector = TCPConnector(limit=_CONNECTIONS, ssl=http_package().create_ssl_context())
    # Cookies would tie one debate to another.
    session = ClientSession(connector=connector, cookie_jar=DummyCookieJar())
    client = DefaultAioHttpClient()
    try:
        yield Clients(session, client)
    finally:
        _living.pop(loop, None)
        await client.aclose()
        await session.close()


@cache
def find_proxy(url: str) -> str | None:
    """The proxy the environment names for an address; asked once, because aiohttp would ask a thread each time."""
    parts = urlsplit(url)
    if not parts.hostname or proxy_bypass(parts.hostname):
        return None
    proxies = getproxies()
    return proxies.get(parts.scheme) or proxies.get("all")


def http_package() -> ModuleType:
    """The HTTP package whose types the installed openai client works with."""
    import openai

    packages = (base.__module__.partition(".")[0] for base in openai.DefaultHttpxClient.__mro__)
    return import_module(next(name for name in packages if name not in {"openai", "builtins"}))


def read_key() -> str | None:
    """The key, from the environment and from nowhere else; moot's own variable goes first."""
    return os.environ.get("MOOT_API_KEY") or os.environ.get("OPENAI_API_KEY") or None
