"""A plain LangGraph graph: every round sends one task per agent, a memory saver keeps the steps.

As in LangGraph's documentation of map-reduce with Send, on langchain-openai's default client.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any
from uuid import uuid4

from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import RetryPolicy, Send
from pydantic import SecretStr
from typing_extensions import TypedDict

from bench.peers.job import (
    KEY,
    MODEL,
    MODERATOR,
    Debate,
    Job,
    ask_decision,
    ask_position,
    ask_revision,
    describe,
    messages,
)

PACKAGES = ("langgraph", "langchain-openai", "openai")


def _replace(said: dict[str, str], more: dict[str, str]) -> dict[str, str]:
    return {**said, **more}


class Talk(TypedDict):
    """What each agent said last, how many rounds are over, and what it amounts to."""

    said: Annotated[dict[str, str], _replace]
    round: int
    decision: str


class Turn(TypedDict):
    """What is sent to one agent."""

    seat: str
    round: int
    said: dict[str, str]


@asynccontextmanager
async def prepare(job: Job) -> AsyncIterator[Debate]:
    """Compile the graph once."""
    model = ChatOpenAI(
        model_name=MODEL, openai_api_base=job.url, openai_api_key=SecretStr(KEY), request_timeout=job.timeout
    )

    async def ask(system: str, user: str) -> str:
        return str((await model.ainvoke(list(messages(system, user)))).content)

    async def agent(turn: Turn) -> dict[str, Any]:
        user = ask_revision(turn["said"]) if turn["round"] else ask_position()
        return {"said": {turn["seat"]: await ask(describe(turn["seat"]), user)}}

    def close(talk: Talk) -> dict[str, Any]:
        return {"round": talk["round"] + 1}

    async def moderator(talk: Talk) -> dict[str, Any]:
        return {"decision": await ask(MODERATOR, ask_decision(talk["said"]))}

    def hand_out(talk: Talk) -> list[Send] | str:
        if talk["round"] == job.rounds:
            return "moderator"
        return [Send("agent", Turn(seat=seat, round=talk["round"], said=talk["said"])) for seat in job.seats]

    builder = StateGraph(Talk)
    nodes: dict[str, Any] = {"agent": agent, "close": close, "moderator": moderator}
    for name, node in nodes.items():
        builder.add_node(name, node, retry_policy=RetryPolicy() if job.again else None)
    builder.add_conditional_edges(START, hand_out, ["agent", "moderator"])
    builder.add_edge("agent", "close")
    builder.add_conditional_edges("close", hand_out, ["agent", "moderator"])
    builder.add_edge("moderator", END)
    graph = builder.compile(checkpointer=InMemorySaver())

    async def debate() -> str:
        start: Any = {"said": {}, "round": 0, "decision": ""}
        ended = await graph.ainvoke(start, {"configurable": {"thread_id": str(uuid4())}})
        return str(ended["decision"])

    yield debate
