"""A CrewAI flow: one step per round, in which all agents are kicked off at once, and one that sums up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from crewai.flow.flow import Flow, listen, router, start
from pydantic import BaseModel

from bench.peers.crewai_agents import make_agent, make_moderator, open_model
from bench.peers.job import Debate, Job, ask_decision, ask_position, ask_revision

PACKAGES = ("crewai", "openai")


class Talk(BaseModel):
    """What each agent said last, and how many rounds are over."""

    said: dict[str, str] = {}
    round: int = 0


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Share the model; each debate has a flow of its own."""
    model = open_model(job)

    class DebateFlow(Flow[Talk]):
        """Rounds until the last, then the decision."""

        async def _hold_round(self, user: str) -> None:
            agents = [make_agent(seat, model) for seat in job.seats]
            answers = await asyncio.gather(*(agent.kickoff_async(user) for agent in agents))
            self.state.said = {seat: answer.raw for seat, answer in zip(job.seats, answers, strict=True)}
            self.state.round += 1

        @start()
        async def open_round(self) -> None:
            """Ask for positions."""
            await self._hold_round(ask_position())

        @listen("again")
        async def next_round(self) -> None:
            """Ask for revisions."""
            await self._hold_round(ask_revision(self.state.said))

        @router("open_round")
        def after_opening(self) -> str:
            """Go on, or sum up."""
            return "again" if self.state.round < job.rounds else "enough"

        @router("next_round")
        def after_round(self) -> str:
            """Go on, or sum up."""
            return "again" if self.state.round < job.rounds else "enough"

        @listen("enough")
        async def decide(self) -> str:
            """Sum up."""
            answer = await make_moderator(model).kickoff_async(ask_decision(self.state.said))
            return str(answer.raw)

    async def debate() -> str:
        return str(await DebateFlow(suppress_flow_events=True).kickoff_async())

    yield debate
