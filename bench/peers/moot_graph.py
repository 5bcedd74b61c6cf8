"""moot's compiled graph as in `moot_debate`, by itself and without any store, as one embeds it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bench.peers import moot_debate
from bench.peers.job import MODEL, QUESTION, Debate, Job
from moot import build_graph, load_profile
from moot.nodes import Context

PACKAGES = moot_debate.PACKAGES


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Compile the graph once."""
    graph = build_graph(load_profile("conclave", moot_debate.settings(job)))
    context = Context(model=MODEL, base_url=job.url)

    async def debate() -> str:
        ended = await graph.ainvoke({"question": QUESTION}, context=context)
        return ended["outcome"].decision or ""

    yield debate
