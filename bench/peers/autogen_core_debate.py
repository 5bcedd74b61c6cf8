"""AutoGen core: agents that publish their answers and wait for those of their neighbours.

After the design pattern "Multi-Agent Debate" of AutoGen's documentation, with everybody a neighbour of everybody, and
an aggregator that asks the model instead of counting votes.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from autogen_core import (
    DefaultTopicId,
    MessageContext,
    RoutedAgent,
    SingleThreadedAgentRuntime,
    default_subscription,
    message_handler,
)
from autogen_core.models import SystemMessage, UserMessage
from autogen_ext.models.openai import OpenAIChatCompletionClient

from bench.peers.autogen_client import open_client
from bench.peers.job import MODERATOR, Debate, Job, ask_decision, ask_position, ask_revision, describe

PACKAGES = ("autogen-core", "autogen-ext", "openai")


@dataclass
class Opening:
    """Asks for the first answers."""


@dataclass
class Answer:
    """What an agent said in a round."""

    seat: str
    round: int
    text: str


@dataclass
class FinalAnswer:
    """What an agent said in the last round."""

    seat: str
    text: str


async def _ask(client: OpenAIChatCompletionClient, system: str, user: str) -> str:
    reply = await client.create([SystemMessage(content=system), UserMessage(content=user, source="user")])
    return str(reply.content)


@default_subscription
class Solver(RoutedAgent):
    """Answers once per round, when all answers of the round before have arrived."""

    def __init__(self, seat: str, job: Job, client: OpenAIChatCompletionClient) -> None:
        super().__init__(describe(seat))
        self._seat, self._job, self._client = seat, job, client
        self._heard: dict[int, dict[str, str]] = defaultdict(dict)

    @message_handler
    async def open(self, message: Opening, ctx: MessageContext) -> None:  # noqa: ARG002
        """Answer in round 1."""
        await self._speak(1, ask_position())

    @message_handler
    async def hear(self, message: Answer, ctx: MessageContext) -> None:  # noqa: ARG002
        """Take another agent's answer."""
        await self._note(message)

    async def _speak(self, number: int, user: str) -> None:
        text = await _ask(self._client, describe(self._seat), user)
        if number == self._job.rounds:
            await self.publish_message(FinalAnswer(self._seat, text), topic_id=DefaultTopicId())
            return
        answer = Answer(self._seat, number, text)
        await self.publish_message(answer, topic_id=DefaultTopicId())
        await self._note(answer)  # nobody is sent its own messages

    async def _note(self, answer: Answer) -> None:
        heard = self._heard[answer.round]
        heard[answer.seat] = answer.text
        if len(heard) == self._job.agents:
            await self._speak(answer.round + 1, ask_revision({seat: heard[seat] for seat in self._job.seats}))


@default_subscription
class Aggregator(RoutedAgent):
    """Sums up when the last round is complete."""

    def __init__(self, job: Job, client: OpenAIChatCompletionClient, decided: asyncio.Future[str]) -> None:
        super().__init__(MODERATOR)
        self._job, self._client, self._decided = job, client, decided
        self._heard: dict[str, str] = {}

    @message_handler
    async def hear(self, message: FinalAnswer, ctx: MessageContext) -> None:  # noqa: ARG002
        """Take an agent's last answer."""
        self._heard[message.seat] = message.text
        if len(self._heard) == self._job.agents:
            said = {seat: self._heard[seat] for seat in self._job.seats}
            self._decided.set_result(await _ask(self._client, MODERATOR, ask_decision(said)))


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Share one client; each debate has a runtime of its own."""
    client = open_client(job)

    async def debate() -> str:
        runtime = SingleThreadedAgentRuntime(ignore_unhandled_exceptions=False)
        decided: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        for seat in job.seats:
            await Solver.register(runtime, seat, lambda seat=seat: Solver(seat, job, client))
        await Aggregator.register(runtime, "moderator", lambda: Aggregator(job, client, decided))
        runtime.start()
        await runtime.publish_message(Opening(), DefaultTopicId())
        await runtime.stop_when_idle()
        return decided.result()

    yield debate
    await client.close()
