"""AutoGen's GraphFlow: a node for each agent and round, every node waits for all of the round before.

Agents read all messages so far, which is what a flow does unless messages are filtered.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import TextMessage
from autogen_agentchat.teams import DiGraphBuilder, GraphFlow

from bench.peers.autogen_client import open_client
from bench.peers.job import MODERATOR, Debate, Job, ask_decision, ask_position, describe

PACKAGES = ("autogen-agentchat", "autogen-ext", "openai")


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Share one client; each debate has agents of its own, because they remember."""
    client = open_client(job)

    async def debate() -> str:
        builder = DiGraphBuilder()
        before: list[AssistantAgent] = []
        for number in range(1, job.rounds + 1):
            wave = [AssistantAgent(f"{seat}_{number}", client, system_message=describe(seat)) for seat in job.seats]
            for agent in wave:
                builder.add_node(agent)
                for earlier in before:
                    builder.add_edge(earlier, agent)
            before = wave
        moderator = AssistantAgent("moderator", client, system_message=f"{MODERATOR} {ask_decision({})}")
        builder.add_node(moderator)
        for earlier in before:
            builder.add_edge(earlier, moderator)
        flow = GraphFlow(builder.get_participants(), builder.build())
        ended = await flow.run(task=ask_position())
        said = [each for each in ended.messages if isinstance(each, TextMessage) and each.source == "moderator"]
        return str(said[-1].content)

    yield debate
    await client.close()
