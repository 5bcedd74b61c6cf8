"""Lets a debate survive an answer that its reader cannot take.

What a model says is bounded and cleaned on entry, but nodes and policies read it too, and a server may know a text that
breaks one of them. Such a node runs once more, and is given the same answers again as failed ones: nothing is asked or
paid for twice, and the seat ends as every seat does whose model failed.
"""

import logging
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from langgraph.errors import GraphBubbleUp

from moot.errors import MootError
from moot.models import Answer
from moot.nodes.context import AsyncNode, StateUpdate
from moot.state.budget import Turn
from moot.state.debate import MultiAgentState

_log = logging.getLogger("moot.nodes")


@dataclass(slots=True)
class _Heard:
    """The answers a node was given, and those it is given again."""

    given: list[Answer] = field(default_factory=list)
    again: list[Answer] = field(default_factory=list)


_heard: ContextVar[_Heard | None] = ContextVar("moot_heard_answers", default=None)


def take_heard_answer() -> Answer | None:
    """Return the next answer that is given again; None when a model has to be asked."""
    heard = _heard.get()
    return heard.again.pop(0) if heard is not None and heard.again else None


def note_answer(answer: Answer) -> None:
    """Remember an answer for as long as its node runs."""
    heard = _heard.get()
    if heard is not None:
        heard.given.append(answer)


def list_heard_turns(besides: Answer | None = None) -> list[Turn]:
    """List the turns of this node so far: they reach the state only when it ends."""
    heard = _heard.get()
    return [] if heard is None else [answer.turn for answer in heard.given if answer is not besides]


def survive_answers(node: AsyncNode) -> AsyncNode:
    """Let a node that breaks on an answer treat it as one that failed."""

    async def surviving(state: MultiAgentState) -> StateUpdate:
        heard = _Heard()
        _heard.set(heard)
        try:
            return await node(state)
        except (MootError, GraphBubbleUp):
            raise
        except Exception as error:
            # The edge between what a server says and what a debate knows: whatever was said, one seat fails.
            if not heard.given:
                raise
            _log.info("an answer could not be used; it counts as failed", exc_info=True)
            heard.again = [_fail(answer, type(error).__name__) for answer in heard.given]
        return await node(state)

    return surviving


def _fail(answer: Answer, reason: str) -> Answer:
    error = f"the answer could not be used: {reason}"
    turn = answer.turn.model_copy(update={"status": "failed", "error": error})
    return replace(answer, status="failed", whole=False, fields={}, flags=(), turn=turn, error=error, raw="")
