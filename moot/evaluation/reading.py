"""Reads off a finished debate what an evaluation keeps of it."""

from collections.abc import Mapping
from typing import Any

from moot.evaluation.dataset import Item
from moot.evaluation.grading import read_answer
from moot.evaluation.runs import Run
from moot.state.positions import Position
from moot.views.result import Result

_LONGEST = 4000


def read_run(run: Run, item: Item, result: Result, values: Mapping[str, Any]) -> Run:
    """Fill a run with what became of it."""
    seats = values["protocol"].profile.seat_ids
    numbers = sorted({each.round for each in result.positions if each.round > 0})
    said = {(each.round, each.seat): each for each in result.positions}
    rounds = [[said.get((number, seat)) for seat in seats] for number in numbers]
    tokens: dict[int, int] = dict.fromkeys(numbers, 0)
    for turn in values.get("turns") or []:
        used = sum(usage.prompt_tokens + usage.completion_tokens for usage in turn.usages)
        # What comes after the last round belongs to it: a synthesis is paid for whenever a debate stops.
        place = turn.round if turn.round in tokens else max(tokens, default=None)
        if place is not None:
            tokens[place] += used
    usage, said_last = result.usage, result.decision or ""
    return run.model_copy(
        update={
            "status": result.status,
            "said": said_last[-_LONGEST:],
            "answer": read_answer(said_last, item),
            "confidence": result.confidence,
            "calls": usage.calls,
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "cost": usage.cost,
            "wall_ms": usage.wall_ms,
            "rounds": len(numbers),
            "target": result.escalation.target,
            "stop_reason": result.stop_reason,
            "votes": tuple(tuple(_vote(each, item) for each in row) for row in rounds),
            "confidences": tuple(tuple(each.confidence if each else None for each in row) for row in rounds),
            "round_tokens": tuple(tokens[number] for number in numbers),
            "error": next((each.error for each in result.positions if each.error), None),
        }
    )


def _vote(position: Position | None, item: Item) -> str | None:
    if position is None:
        return None
    return read_answer(position.recommendation, item) or read_answer(position.stance, item)
