"""Reads what is new on a thread that has a history: an answer to the debate that waits, or another question."""

from collections.abc import Mapping
from typing import Any, get_type_hints

from langgraph.types import Overwrite

from moot.catalogue import speak
from moot.errors import InputError
from moot.nodes.chat import MODERATOR, find_human_text, make_message
from moot.nodes.context import StateUpdate
from moot.policies.verdict.review import read_response
from moot.state.debate import DebateInput, MultiAgentState
from moot.views.chat import ChatEntry


def find_question(state: Mapping[str, Any]) -> tuple[str, bool]:
    """Find what is asked, and whether it came as a chat message.

    A thread keeps the question of the debate before: one that differs from it is new, else the newest message counts.
    """
    question, text = state.get("question"), find_human_text(state.get("messages") or [])
    if isinstance(question, str) and (text is None or _is_new(question, state)):
        return question, False
    if text is not None:
        return text, True
    raise InputError(
        'the input needs a question: {"question": "..."}, or {"messages": [...]} whose last message is a person\'s'
    )


def _is_new(question: str, state: Mapping[str, Any]) -> bool:
    """Tell whether a question is another one than the thread's own, however that was refined."""
    refined = (version.question for version in state.get("hypothesis_versions") or [])
    return question not in (state.get("user_input"), *refined)


def read_reply(state: Mapping[str, Any]) -> StateUpdate | None:
    """Read a chat message that came while a debate waits; None where nothing waits or another question is asked."""
    request, question = state.get("request"), state.get("question")
    text = find_human_text(state.get("messages") or [])
    if request is None or text is None or (isinstance(question, str) and _is_new(question, state)):
        return None
    read = read_response(text, request["review_configs"][0]["allowed_decisions"])
    if read.response is not None:
        return {"reply": read.response}
    case, number = state["case"], len(state.get("messages") or [])
    problem = speak(case.language).tell(read.problem)
    said = f"{speak(case.language)('chat.problem')}: {problem}"
    return {
        "request": {**request, "problem": problem},
        "messages": [make_message(case, ChatEntry(MODERATOR, "problem", number, said))],
    }


def begin_anew(state: Mapping[str, Any], update: StateUpdate) -> StateUpdate:
    """Let a debate begin with nothing of the one before on its thread, and with nothing that was given for that one."""
    given: StateUpdate = {name: None for name in DebateInput.__annotations__ if name not in update and state.get(name)}
    if state.get("protocol") is None:
        return {**given, **update}
    anew: StateUpdate = {**given, **update}
    for name, hint in get_type_hints(MultiAgentState, include_extras=True).items():
        if state.get(name) is None or name == "protocol":
            continue
        value = update.get(name, [] if isinstance(state[name], list) else None)
        # A merged channel would add to what it has.
        anew[name] = Overwrite(value) if hasattr(hint, "__metadata__") else value
    return anew
