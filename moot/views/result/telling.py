"""Tells the result of a debate: the document of its state, every fact in words."""

from collections.abc import Hashable, Mapping
from typing import Any, cast

from moot.catalogue import frame_language, speaking
from moot.policies.verdict import CHECKLIST
from moot.state.base import Value
from moot.state.debate import MultiAgentState
from moot.state.identity import IdentityMemo
from moot.views.result.agent_names import name_seats, read_seat_titles
from moot.views.result.document import Result, collect_result

_UNREAD = frozenset(("messages", "status", "decision", "confidence", "usage", "checklists", "context"))
"""What of a state no result is read from, most of it because it is written from the result."""
_PLAIN = (str, int, float, bool, type(None))
_told = IdentityMemo[Result](maxsize=64)
"""The last results: a debate tells its ending as its last message, and whoever drives it reads the same result."""


def tell_state(state: MultiAgentState, language: str | None = None) -> MultiAgentState:
    """Tell every fact of a state in words, for what is written from the state itself."""
    case = state.get("case")
    with speaking(language or frame_language(case.language if case else ""), read_seat_titles(state)) as said:
        return cast("MultiAgentState", said.tell_all(state))


def project_result(
    state: MultiAgentState, thread_id: str, *, paused: Mapping[str, Any] | None = None, language: str | None = None
) -> Result:
    """Read the result document off a state, told in the debate's language, or in the one that was chosen for moot.

    `paused` is the open request to a person.
    """
    chosen = language or frame_language(state["case"].language)
    parts = None if paused is not None else _take_apart(state)
    if parts is None:
        return _tell(state, thread_id, chosen, paused)
    values, rest = parts
    told = _told.find(values, (chosen, *rest), lambda: _tell(state, thread_id, chosen, None))
    return told if told.thread_id == thread_id else told.model_copy(update={"thread_id": thread_id})


def _tell(state: MultiAgentState, thread_id: str, language: str, paused: Mapping[str, Any] | None) -> Result:
    with speaking(language, read_seat_titles(state)) as said:
        told = cast("Result", said.tell_all(collect_result(name_seats(state), thread_id, paused=paused)))
    if told.decider == CHECKLIST and told.escalation.reasons:
        return told.model_copy(update={"decider": f"{CHECKLIST}: {told.escalation.reasons[0]}"})
    return told


def _take_apart(state: MultiAgentState) -> tuple[list[object], list[Hashable]] | None:
    """List the values a result is made of, which nobody changes, and what can be compared; None if there is more."""
    values: list[object] = []
    rest: list[Hashable] = []
    for name in sorted(state.keys() - _UNREAD):
        held: Any = state[name]  # type: ignore[literal-required]  # one of its own names
        row = held if isinstance(held, list | tuple) else (held,)
        rest += (name, len(row))
        for each in row:
            if isinstance(each, Value):
                values.append(each)
            elif isinstance(each, _PLAIN):
                rest.append(each)
            else:
                return None
    return values, rest
