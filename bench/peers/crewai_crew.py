"""A CrewAI crew: a task for each agent and round, one after the other, each with the round before as its context.

CrewAI refuses a task that runs beside others and has their like as its context, so the rounds of a crew are sequential.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from crewai import Crew, Process, Task

from bench.peers.crewai_agents import make_agent, make_moderator, open_model
from bench.peers.job import FORM, Debate, Job, ask_decision, ask_position, ask_revision

PACKAGES = ("crewai", "openai")


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Share the model; each debate has a crew of its own."""
    model = open_model(job)

    async def debate() -> str:
        agents = {seat: make_agent(seat, model) for seat in job.seats}
        moderator = make_moderator(model)
        tasks: list[Task] = []
        before: list[Task] = []
        for number in range(job.rounds):
            text = ask_position() if number == 0 else ask_revision({})
            before = [
                Task(description=text, expected_output=FORM, agent=agents[seat], context=list(before))
                for seat in job.seats
            ]
            tasks += before
        decision = Task(
            description=ask_decision({}), expected_output="A decision.", agent=moderator, context=list(before)
        )
        crew = Crew(agents=[*agents.values(), moderator], tasks=[*tasks, decision], process=Process.sequential)
        return str((await crew.akickoff()).raw)

    yield debate
