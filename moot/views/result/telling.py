"""Tells the result of a debate: the document of its state, every fact in words."""

from collections.abc import Mapping
from typing import Any, cast

from moot.catalogue import frame_language, speaking
from moot.policies.verdict import CHECKLIST
from moot.state.debate import MultiAgentState
from moot.views.result.agent_names import name_seats, read_seat_titles
from moot.views.result.document import Result, collect_result


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
    with speaking(language or frame_language(state["case"].language), read_seat_titles(state)) as said:
        told = cast("Result", said.tell_all(collect_result(name_seats(state), thread_id, paused=paused)))
    if told.decider == CHECKLIST and told.escalation.reasons:
        return told.model_copy(update={"decider": f"{CHECKLIST}: {told.escalation.reasons[0]}"})
    return told
