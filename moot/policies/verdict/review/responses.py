"""Finds what a person answered: to the result as a whole, or to the refined question."""

from moot.state.debate import MultiAgentState
from moot.state.outcome import ReviewResponse

_DECIDE = "decide"
"""The action that a person is asked for at the end; others steer a refinement."""


QUESTION_ACTION = "decide_question"
"""The action that a person is asked for when a refined question lacks something: what they say counts for it alone."""


GUIDED = "gate.guided"
"""The fact that what a person was asked is still open after what that person told the agents."""


def find_final_response(state: MultiAgentState) -> ReviewResponse | None:
    """Find what a person answered when asked to decide; None while nobody was, or when it only steered."""
    reviews = state.get("reviews") or []
    if not reviews or reviews[-1].response is None or reviews[-1].response.type == "respond":
        return None
    match reviews[-1].request:
        case {"action_requests": [{"name": str(name)}, *_]} if name != _DECIDE:
            return None
    return reviews[-1].response


def find_guide(state: MultiAgentState) -> str | None:
    """Name who told the agents something instead of deciding; an empty name is a person nobody named, None is nobody.

    What was said is information, no consent: whoever was asked to decide has not decided.
    """
    reviews = state.get("reviews") or []
    for review in reversed(reviews):
        match review.request:
            case {"action_requests": [{"name": str(name)}, *_]} if name != _DECIDE:
                continue
        guided = review.response is not None and review.response.type == "respond"
        return review.response.reviewer if review.response is not None and guided else None
    return None


def find_question_response(state: MultiAgentState) -> ReviewResponse | None:
    """Find what a person answered when asked to decide on a refined question; None while nobody was."""
    for review in reversed(state.get("reviews") or []):
        match review.request:
            case {"action_requests": [{"name": str(name)}, *_]} if name == QUESTION_ACTION:
                response = review.response
                return response if response is not None and response.type != "respond" else None
    return None
