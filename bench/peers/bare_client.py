"""The openai client on aiohttp and nothing around it: what everybody else is compared with."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from openai import NOT_GIVEN, AsyncOpenAI, DefaultAioHttpClient

from bench.peers.job import (
    KEY,
    MODEL,
    MODERATOR,
    Debate,
    Job,
    ask_decision,
    ask_position,
    ask_revision,
    describe,
    messages,
)

PACKAGES = ("openai",)


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Share one client."""
    timeout = NOT_GIVEN if job.timeout is None else job.timeout
    async with AsyncOpenAI(
        base_url=job.url, api_key=KEY, timeout=timeout, http_client=DefaultAioHttpClient()
    ) as client:

        async def ask(system: str, user: str) -> str:
            sent = cast("Any", messages(system, user))
            reply = await client.chat.completions.create(model=MODEL, messages=sent)
            return reply.choices[0].message.content or ""

        async def debate() -> str:
            said: dict[str, str] = {}
            for number in range(job.rounds):
                user = ask_position() if number == 0 else ask_revision(said)
                answers = await asyncio.gather(*(ask(describe(seat), user) for seat in job.seats))
                said = dict(zip(job.seats, answers, strict=True))
            return await ask(MODERATOR, ask_decision(said))

        yield debate
