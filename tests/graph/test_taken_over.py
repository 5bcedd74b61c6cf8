"""A server gives a run that lost its worker to another one, with all it was started with: it goes on, not begins anew.

Servers of several machines rely on this, and it holds because a run is known by its id (tests/distributed tries it for
real).
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from moot.graph.entries import conclave
from moot.stores import make_serializer
from tests.support.openai_server import Call, OpenAIServer
from tests.support.scenes import SCENES
from tests.support.stored_turns import key_of

SCENE = SCENES["guided"]


@dataclass
class Worker:
    """Runs debates as a server of several machines does: the same run id when it is started again."""

    graph: Any
    models: OpenAIServer

    async def run(self, given: Any, run: str) -> None:
        config = {"configurable": {"thread_id": "one", "run_id": run}}
        context = {"model": "scene", "base_url": self.models.url}
        async for _ in self.graph.astream(given, config, context=context):
            pass

    async def die(self, given: Any, run: str, when: Callable[[Call], bool]) -> None:
        """Run until a certain request has come in, and end in the middle of it."""
        task = asyncio.create_task(self.run(given, run))
        async with asyncio.timeout(30):
            while not any(map(when, self.models.calls)):  # noqa: ASYNC110  # another thread's list
                await asyncio.sleep(0.005)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def state(self) -> Any:
        return await self.graph.aget_state({"configurable": {"thread_id": "one"}})

    @property
    def asked(self) -> Counter[Any]:
        return Counter(map(key_of, self.models.calls))


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    with OpenAIServer() as models:
        models.rule = SCENE.rule(0.1)
        yield Worker(conclave().copy(update={"checkpointer": InMemorySaver(serde=make_serializer())}), models)


async def test_a_question_is_not_asked_anew(worker: Worker) -> None:
    await worker.die({"question": SCENE.question}, "a", lambda call: call.headers["x-moot-phase"] == "synthesize")
    await worker.run({"question": SCENE.question}, "a")
    assert (await worker.state()).next == ("human_review",)
    assert {key[0]: count for key, count in worker.asked.items() if count > 1} == {"synthesize": 2}


async def test_an_answer_of_a_reviewer_counts_once(worker: Worker) -> None:
    await worker.run({"question": SCENE.question}, "a")
    guidance: Command[str] = Command(resume={"decisions": [{"type": "respond", "message": "Think of the winter."}]})
    worker.models.rule = SCENES["pause"].rule(0.1)
    await worker.die(guidance, "b", lambda call: call.headers["x-moot-phase"] == "revise")
    await worker.run(guidance, "b")
    state = await worker.state()
    # It pauses once more, and nobody has answered that pause.
    assert state.next == ("human_review",)
    assert [review.response.text for review in state.values["reviews"]] == ["Think of the winter."]
    assert worker.asked["position", "cfo", 1] == 1


async def test_another_run_begins_where_it_is_told(worker: Worker) -> None:
    await worker.run({"question": SCENE.question}, "a")
    await worker.run({"question": "And in Asia?"}, "b")
    assert (await worker.state()).values["question"] == "And in Asia?"
    assert worker.asked["position", "cfo", 1] == 2
