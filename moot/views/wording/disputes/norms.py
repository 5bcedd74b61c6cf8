"""Says a conflict between bodies of law: whether it is open, how each side resolves it, and what the other says."""

from collections.abc import Iterator

from moot.catalogue import say
from moot.state.bookkeeping import NormConflict

_FOUND_BY_SUPERVISOR = "supervisor"


def say_norm_state(conflict: NormConflict) -> str:
    """Say what conflict it is, and whether it is open."""
    state = "resolved" if conflict.resolved else "open"
    if conflict.id == _FOUND_BY_SUPERVISOR:  # what no rule signals has no number of its own
        return say(f"story.norm_seen_{state}")
    return say(f"story.norm_{state}", id=conflict.id)


def say_norm_ways(conflict: NormConflict) -> Iterator[tuple[str, str]]:
    """Say how each side resolves it, and who confirms or refuses that: what it is, and the words."""
    for way in conflict.reconciliations:
        yield say("story.norm_way", seat=way.seat, round=way.round), way.how
        for code, seats in (("confirmed", way.confirmed_by), ("refused", way.refused_by)):
            if seats:
                yield say(f"story.norm_{code}", seats=seats), way.reason


def say_norm_conflict(conflict: NormConflict) -> str:
    """Say all of it in one paragraph."""
    ways = (f"{head} {text}".strip() for head, text in say_norm_ways(conflict))
    return " ".join((f"{say_norm_state(conflict)} {conflict.text}", *ways))
