"""Fixtures of the model edge: a server of our own, and a short way to ask it."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from moot.models.answer import Answer
from moot.models.ask import ModelEdge
from moot.models.settings import Settings
from moot.prompts import Prompt
from moot.state.budget import Lease
from moot.state.positions import Position
from tests.support.openai_server import OpenAIServer

PROMPT = Prompt("Answer in JSON.", "Should we expand?\n", "You are the CFO.\n")

AskOnce = Callable[..., Awaitable[Answer]]


@pytest.fixture(scope="session")
def running_server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        yield server


@pytest.fixture
def server(running_server: OpenAIServer) -> OpenAIServer:
    running_server.reset()
    return running_server


@pytest.fixture
def settings(server: OpenAIServer) -> Settings:
    return Settings(model="test-model", base_url=server.url, thread="thread-1")


@pytest.fixture
def ask_once(settings: Settings) -> AskOnce:
    """Ask for a position within a short lease; `ask` may be given to keep what it has learnt."""

    async def call(
        schema: Any = Position,
        *,
        ask: ModelEdge | None = None,
        seat: str = "cfo",
        number: int = 1,
        prompt: Prompt = PROMPT,
        **limits: Any,
    ) -> Answer:
        lease = Lease(seat=seat, phase="position", round=1, **{"seconds": 5.0, **limits})
        asking = ask or ModelEdge(settings)
        answer: Answer = await asking(prompt, schema, lease, seat=seat, phase="position", round=1, number=number)
        return answer

    return call
