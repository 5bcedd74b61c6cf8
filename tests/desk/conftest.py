"""A desk on a store of its own, and a browser that minds origins, cookies and proofs as a real one does."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from moot import Result, debate, open_store, show
from moot.desk.access import DeskSettings
from moot.desk.app import make_app
from moot.desk.store_backend import StoreBackend
from moot.stores import Store
from tests.support.scripts import QUESTION, council, synthesis, views, write

HOME = "http://127.0.0.1:8700"


class Browser:
    """Opens pages and sends their forms with the proof that stands on them."""

    def __init__(self, app: Starlette, home: str = HOME, client: str = "127.0.0.1", **headers: str) -> None:
        transport = httpx.ASGITransport(app=app, client=(client, 4711))
        self.http = httpx.AsyncClient(transport=transport, base_url=home, headers=headers)
        self.proof = ""

    async def open(self, path: str, **options: Any) -> httpx.Response:
        """Go to a page, and remember the proof on it."""
        answer = await self.http.get(path, **{"follow_redirects": True, **options})
        found = re.search(r'name="csrf" value="([^"]+)"', answer.text)
        self.proof = found[1] if found else self.proof
        return answer

    async def send(self, path: str, form: dict[str, Any] | None = None, **options: Any) -> httpx.Response:
        """Send a form as the page would."""
        headers = {"origin": str(self.http.base_url).rstrip("/"), **options.pop("headers", {})}
        return await self.http.post(path, data={"csrf": self.proof, **(form or {})}, headers=headers, **options)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with open_store("memory:") as opened:
        yield opened


@pytest.fixture
def script(tmp_path: Path) -> str:
    """A model with which every debate waits for a person: its confidence is too low."""
    rounds = [entry for number in (1, 2, 3, 4) for entry in views((1, 1, 1, 1), number)]
    return write(tmp_path, rounds, synthesis(40, gaps=["the price of entry"]), council(90))


@pytest.fixture
async def backend(store: Store, script: str) -> AsyncIterator[StoreBackend]:
    opened = StoreBackend(store, model=script)
    yield opened
    await opened.aclose()


@pytest.fixture
def settings() -> DeskSettings:
    return DeskSettings(reviewer="ana")


@pytest.fixture
def app(backend: StoreBackend, settings: DeskSettings) -> Starlette:
    return make_app(backend, settings)


@pytest.fixture
async def browser(app: Starlette) -> AsyncIterator[Browser]:
    opened = Browser(app)
    yield opened
    await opened.http.aclose()


@pytest.fixture
def pause(store: Store, script: str) -> Callable[..., Any]:
    """Run a debate that waits for a person."""

    async def run(thread: str = "t", question: str = QUESTION, **options: Any) -> Result:
        return await debate(question, thread=thread, store=store, **{"model": script, **options})

    return run


def mark_of(page: str) -> str:
    """The pause a review form was drawn for."""
    found = re.search(r'name="mark" value="([^"]+)"', page)
    assert found is not None
    return found[1]


async def settle(store: Store, thread: str) -> Result:
    """Wait until a debate has ended or paused."""
    while (entry := await store.entry(thread)) is None or entry.status == "running":  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    return await show(thread, store=store)
