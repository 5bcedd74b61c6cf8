"""moot's own debate with the same waves: critiques off, all seats at once, in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bench.peers.job import MODEL, PERSONA, QUESTION, TITLES, Debate, Job
from moot import debate as run_debate
from moot import open_store

LOST: list[int] = []
"""How many answers each debate went without."""
PACKAGES = ("moot", "langgraph", "langchain-openai", "openai")


def settings(job: Job) -> dict[str, Any]:
    """The profile's settings that make it this job."""
    limits: dict[str, Any] = {"timeout.per_agent": job.timeout, "timeout.per_round": 600, "timeout.total": 600}
    return {
        "seats": [{"id": seat, "title": TITLES[seat], "persona": PERSONA} for seat in job.seats],
        "critique.enabled": False,
        # Ten calls, as everybody's: recommendations are compared by their words, not by another question to a model.
        "convergence.comparator": "lexical",
        "rounds.execution.revise": "parallel",
        "rounds.max": job.rounds,
        "circuit_breaker.max_iterations": 2 * job.rounds,
        "escalation.enabled": False,
        "council.enabled": False,
        "hedge.enabled": job.again,
        **limits,
    }


@asynccontextmanager
async def prepare_on(url: str, job: Job) -> AsyncIterator[Debate]:
    """Share one store."""
    overrides = settings(job)
    async with open_store(url) as store:

        async def debate() -> str:
            result = await run_debate(QUESTION, model=MODEL, base_url=job.url, store=store, overrides=overrides)
            LOST.append(sum(len(each.timed_out) + len(each.failed) for each in result.rounds))
            return result.decision or ""

        yield debate


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Share one store in memory."""
    async with prepare_on("memory:", job) as debate:
        yield debate
