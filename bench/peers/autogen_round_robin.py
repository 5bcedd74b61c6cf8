"""AutoGen's RoundRobinGroupChat: the agents speak in turn, each reads all that was said before.

At the end the moderator, an agent of its own, is given the conversation.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat

from bench.peers.autogen_client import open_client
from bench.peers.job import MODERATOR, Debate, Job, ask_decision, ask_position, describe

PACKAGES = ("autogen-agentchat", "autogen-ext", "openai")


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Share one client; each debate has agents of its own, because they remember."""
    client = open_client(job)

    async def debate() -> str:
        agents = [AssistantAgent(seat, client, system_message=describe(seat)) for seat in job.seats]
        ended = MaxMessageTermination(1 + job.rounds * job.agents)
        talk = await RoundRobinGroupChat(agents, termination_condition=ended).run(task=ask_position())
        moderator = AssistantAgent("moderator", client, system_message=MODERATOR)
        said = [each for each in talk.messages if isinstance(each, TextMessage)]
        summing_up = TextMessage(content=ask_decision({}), source="user")
        answer = (await moderator.run(task=[*said, summing_up])).messages[-1]
        return answer.to_model_text() if isinstance(answer, TextMessage) else ""

    yield debate
    await client.close()
