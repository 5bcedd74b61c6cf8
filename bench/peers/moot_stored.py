"""moot's own debate as in `moot_debate`, with every step stored in SQLite."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bench.peers import moot_debate
from bench.peers.job import Debate, Job

PACKAGES = moot_debate.PACKAGES


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Share one store in a file."""
    with tempfile.TemporaryDirectory() as folder:
        async with moot_debate.prepare_on(f"sqlite:///{folder}/debates.db", job) as debate:
            yield debate
