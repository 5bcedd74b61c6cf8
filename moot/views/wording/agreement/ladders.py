"""Words how far a debate climbed: who was asked, who answered, and what the other steps would have cost."""

from collections.abc import Iterator, Sequence

from moot.catalogue import say
from moot.policies.limits import StepCost
from moot.views.result.summaries import LadderSummary


def say_ladder(ladder: LadderSummary) -> Iterator[str]:
    """Say which step answered, and what the steps that were not taken would have cost."""
    team = len(ladder.asked) + len(ladder.not_asked)
    answer = say(f"ladder.answer.{ladder.answered_by or 'nobody'}", step=ladder.step or 0)
    yield say("ladder.asked", asked=len(ladder.asked), team=team, answer=answer)
    if ladder.not_asked:
        yield say("ladder.not_asked", seats=ladder.not_asked)
    yield _say_cost("taken", [cost for cost in ladder.costs if cost.taken])
    yield from (_say_cost(cost.kind, [cost]) for cost in ladder.costs if not cost.taken)


def _say_cost(kind: str, costs: Sequence[StepCost]) -> str:
    tokens = sum(cost.prompt_tokens + cost.completion_tokens for cost in costs)
    return say(f"ladder.cost.{kind}", n=sum(cost.calls for cost in costs), tokens=tokens)
