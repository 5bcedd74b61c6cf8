"""Tells a debate as a conversation: turns of actors, answers of people and the ending become chat messages."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from langchain_core.messages import AIMessage, HumanMessage

from moot.catalogue import speaking
from moot.errors import InputError
from moot.nodes.context import AsyncNode, StateUpdate
from moot.state.debate import MultiAgentState
from moot.state.outcome import Case
from moot.views.chat import ChatEntry, list_entries, write_ending
from moot.views.result import name_seats, project_result, read_seat_titles
from moot.views.wording.names import say_seat

MODERATOR = "moot"
"""Who speaks where no seat does: the request to a person, what was understood, and the decision."""


def make_message(case: Case, speech: ChatEntry, titles: Mapping[str, str] | None = None) -> AIMessage:
    """Make a chat message of a speech; told again, it has the same id and replaces itself."""
    # Chat front ends keep `name` to themselves, and a debate in which nobody knows who speaks is no debate.
    with speaking(case.language, titles):
        named = "" if speech.speaker == MODERATOR else f"**{say_seat(speech.speaker)}:**\n\n"
    return AIMessage(
        content=f"{named}{speech.text}",
        name=speech.speaker,
        id=_identify(case, speech.speaker, speech.phase, str(speech.round)),
        additional_kwargs={"phase": speech.phase, "round": speech.round},
    )


def make_question_message(case: Case, question: str) -> HumanMessage:
    """Make the message that opens a conversation which was not opened by one."""
    return HumanMessage(content=question, id=_identify(case, "question"))


def _identify(case: Case, *parts: str) -> str:
    return str(uuid5(NAMESPACE_URL, ":".join(("moot", case.started_at, *parts))))


def telling(node: AsyncNode, phase: str, speaker: str) -> AsyncNode:
    """Let whoever follows the conversation read what a node's actor said."""

    async def told(state: MultiAgentState) -> StateUpdate:
        update = await node(state)
        case = state["case"]
        # A role speaks in the round that is under way, and may speak more than once in it.
        number = state.get("round", 0) or len(state.get("hypothesis_versions") or [])
        now: MultiAgentState = {**state, **update}  # type: ignore[typeddict-item]  # an update has the state's names
        titles = read_seat_titles(state)
        with speaking(case.language, titles):
            named = name_seats(now, update)
        said = {name: named.get(name) for name in update}
        speeches = list_entries(phase, speaker, {"round": number, **said}, case.language, titles)
        return {**update, "messages": [make_message(case, each, titles) for each in speeches]}

    return told


def telling_ending(node: AsyncNode) -> AsyncNode:
    """Let callers read the decision as the last message, and as the few values a graph returns."""

    async def told(state: MultiAgentState) -> StateUpdate:
        update = await node(state)
        ended: MultiAgentState = {**state, **update}  # type: ignore[typeddict-item]  # an update has the state's names
        result = project_result(ended, "", language=state["case"].language)
        number = len(state.get("reviews") or [])
        return {
            **update,
            "status": result.status,
            "decision": result.decision,
            "confidence": result.confidence,
            "usage": result.usage.model_dump(mode="json", exclude={"by_seat"}),
            "messages": [make_message(state["case"], ChatEntry(MODERATOR, "ended", number, write_ending(result)))],
        }

    return told


def find_human_text(messages: Sequence[Any]) -> str | None:
    """Find what a person has just written: the last message, if it is theirs; what is not text is refused."""
    for message in reversed(messages):
        kind = _read(message, "type") or _read(message, "role")
        if kind == "tool":
            # Chat front ends close open tool calls before they send a message.
            continue
        return _read_text(_read(message, "content")) if kind in ("human", "user") else None
    return None


def _read(message: Any, name: str) -> Any:
    return message.get(name) if isinstance(message, Mapping) else getattr(message, name, None)


def _read_text(content: Any) -> str:
    if isinstance(content, str):
        return content.strip()
    texts: list[str] = []
    for block in content if isinstance(content, Sequence) else ():
        if isinstance(block, str):
            texts.append(block)
        elif isinstance(block, Mapping) and block.get("type") == "text":
            texts.append(str(block.get("text", "")))
        else:
            kind = block.get("type") if isinstance(block, Mapping) else type(block).__name__
            raise InputError(f"messages: an attachment of type {kind!r} cannot be read; paste its text instead")
    return "\n".join(texts).strip()
