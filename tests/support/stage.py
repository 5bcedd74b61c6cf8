"""Whole debates of any profile on scripts, seen with their state and with everything their models were asked.

    stage = Stage(tmp_path)
    ran = await stage.run("Why did it fail?", say("position", reply={...}), ..., profile="rca")
    assert ran.calls == [("judge", "judge", 1), ...]

What a script does not answer is an error here: who is asked, and who is not, is half of what a protocol promises.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from moot import Result, build_graph, debate, fork, open_store, review
from moot.models import Request
from moot.models.testing import ScriptedChatModel
from moot.nodes import RunContext
from moot.runs import CONNECTIONS
from moot.stores import Store
from tests.support.scripts import Script, Watch, write


@dataclass(frozen=True)
class Ran:
    """A debate that ended or paused."""

    result: Result
    state: dict[str, Any]
    requests: tuple[Request, ...]
    watch: Watch
    model: ScriptedChatModel

    @property
    def calls(self) -> list[tuple[str, str, int]]:
        """Who was asked what, as phase, seat and round, sorted."""
        return sorted((each.phase, each.seat, each.round) for each in self.requests)

    @property
    def unused(self) -> list[dict[str, Any]]:
        """What was written down and never asked for: most likely a mistake in the test."""
        return [entry.model_dump(exclude_defaults=True) for entry in self.model.unused]

    def asked(self, phase: str, seat: str | None = None, number: int | None = None) -> list[Request]:
        """The requests of a phase, in the order of arrival."""
        return [
            each
            for each in self.requests
            if each.phase == phase and seat in (None, each.seat) and number in (None, each.round)
        ]

    def prompt(self, phase: str, seat: str, number: int | None = None) -> str:
        """The only prompt of a phase that a seat was shown."""
        (request,) = self.asked(phase, seat, number)
        return request.prompt


@dataclass(frozen=True)
class Stage:
    """Where a test's debates are run: scripts become files, threads live in one store."""

    folder: Path
    store: Store = field(default_factory=lambda: open_store("memory:"))

    async def run(self, question: str, *parts: Script, **options: Any) -> Ran:
        """Run a debate until it ends or pauses."""
        watch = Watch()
        model = write(self.folder, *parts, name=str(uuid4()), otherwise="error")
        result = await debate(question, **{"model": model, "store": self.store, "watch": watch, **options})
        return await self._see(result, watch)

    async def review(self, ran: Ran, kind: str, text: str = "") -> Ran:
        """Answer a debate that waits for a person, and run it on."""
        response = {"decisions": [{"type": kind, "message": text}]}
        result = await review(ran.result.thread_id, response, store=self.store, watch=ran.watch)
        return await self._see(result, ran.watch)

    async def fork(self, ran: Ran, number: int, **options: Any) -> Ran:
        """Branch a debate off the end of a round, and run it on."""
        result = await fork(ran.result.thread_id, round=number, store=self.store, watch=ran.watch, **options)
        return await self._see(result, ran.watch)

    async def _see(self, result: Result, watch: Watch) -> Ran:
        config: Any = {"configurable": {"thread_id": result.thread_id}}
        values = (await build_graph("conclave", checkpointer=self.store).aget_state(config)).values
        edge: Any = CONNECTIONS.find(values["protocol"], RunContext())
        model: ScriptedChatModel = (await edge.open()).model
        requests = tuple(each for each in model.requests if each.thread == result.thread_id)
        return Ran(result, values, requests, watch, model)
