"""Prices the steps of the ladder: what each that was taken cost, and what the others would have cost (DESIGN 11).

- A step in which seats answer alone costs their own calls, with what they looked up; comparing what they mean belongs
  to the step that was under way, and is added to the last one.
- Talking is everything from the first critique on: critiques, revisions, settling and comparing in later rounds.
- What was not taken is estimated from this debate: a further voice costs what a voice cost on the average. A round of
  talk asks everybody to revise, and to criticise where the profile does; each of them reads what the others wrote.
- What no server answered for is set aside in the usage, and is no part of what a step cost.
- A cost is None as soon as one call's price is unknown. Nothing is estimated before anybody has answered.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from moot.state.base import Texts, Value
from moot.state.budget import Count, Turn
from moot.state.ladder import Ladder
from moot.state.protocol import Profile

_ALONE = ("position", "retrieve")
_COMPARING = "ballot"
STRONGER = "stronger"
"""The role that a stronger model takes when seats leave a split."""


class StepCost(Value):
    """What one step of the ladder cost, or would have cost."""

    kind: Literal["alone", "debate", "stronger"]
    number: Count = 0
    """Counts the steps in which seats answered alone."""
    seats: Texts = ()
    taken: bool
    estimated: bool = False
    """It was not taken: this is what it would have cost, judged by what this debate did cost."""
    calls: Count = 0
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cost: float | None = 0.0


def price_ladder(ladder: Ladder, team: Sequence[str], turns: Sequence[Turn], profile: Profile) -> tuple[StepCost, ...]:
    """List every step with its price, those that were not taken included."""
    voices = [turn for turn in turns if turn.round == 1 and turn.phase in _ALONE]
    comparing = [turn for turn in turns if turn.round == 1 and turn.phase == _COMPARING]
    priced = [
        _add_up(
            [turn for turn in voices if turn.seat in step.seats] + (comparing if step is ladder.last else []),
            StepCost(kind="alone", number=number, seats=step.seats, taken=True),
        )
        for number, step in enumerate(ladder.steps, 1)
    ]
    left = tuple(seat for seat in team if seat not in ladder.asked)
    if left:
        rest = StepCost(kind="alone", number=len(ladder.steps) + 1, seats=left, taken=False, estimated=True)
        priced.append(_estimate(rest, voices, calls=len(left), read=0))
    talk = [turn for turn in turns if _is_talk(turn)]
    if talk:
        priced.append(_add_up(talk, StepCost(kind="debate", seats=tuple(team), taken=True)))
    else:
        calls = len(team) * (2 if profile.critique.enabled else 1)
        debate = StepCost(kind="debate", seats=tuple(team), taken=False, estimated=True)
        priced.append(_estimate(debate, voices, calls=calls, read=len(team)))
    asked = [turn for turn in turns if turn.seat == STRONGER]
    if asked:
        priced.append(_add_up(asked, StepCost(kind="stronger", taken=True)))
    return tuple(priced)


def _is_talk(turn: Turn) -> bool:
    if turn.phase == _COMPARING:
        return turn.round > 1
    return turn.phase in ("critique", "revise", "settle") or (turn.phase == "retrieve" and turn.round > 1)


def _add_up(turns: Iterable[Turn], step: StepCost) -> StepCost:
    usages = [usage for turn in turns for usage in turn.usages if usage.answered]
    costs = [usage.cost for usage in usages if usage.cost is not None]
    return step.model_copy(
        update={
            "calls": len(usages),
            "prompt_tokens": sum(usage.prompt_tokens for usage in usages),
            "completion_tokens": sum(usage.completion_tokens for usage in usages),
            "cost": round(sum(costs), 9) if len(costs) == len(usages) else None,
        }
    )


def _estimate(step: StepCost, voices: Sequence[Turn], *, calls: int, read: int) -> StepCost:
    """Estimate a step by what a voice cost; `read` is how many answers of others each call reads besides."""
    known = _add_up(voices, step)
    if not known.calls:
        return step.model_copy(update={"calls": calls, "cost": None})
    prompt, answer = known.prompt_tokens / known.calls, known.completion_tokens / known.calls
    longer = (prompt + read * answer + answer) / max(1.0, prompt + answer)
    return step.model_copy(
        update={
            "calls": calls,
            "prompt_tokens": round(calls * (prompt + read * answer)),
            "completion_tokens": round(calls * answer),
            "cost": None if known.cost is None else round(known.cost / known.calls * calls * longer, 9),
        }
    )
