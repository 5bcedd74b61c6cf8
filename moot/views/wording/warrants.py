"""Says why a debate has its status: what a decision needed, what was met, and who did not answer."""

from collections.abc import Iterator

from moot.state.base import Texts
from moot.state.warrant import Condition, ConditionId, Warrant
from moot.views.result import Result

CONDITION: dict[ConditionId, str] = {
    "quorum": "Enough seats answered",
    "settled": "One answer is settled",
    "bound": "The decision says what was settled",
    "heard": "Whoever was opposed was heard",
    "critiques": "No grave critique is open",
    "evidence": "The claims stand on what they cite",
    "reviewed": "The council did all its work",
    "accepted": "The parties were asked about the ruling",
    "data": "The cause stands on what was observed",
    "filled": "The question has no gap left",
    "limits": "No limit cut the debate short",
}
"""What each condition says, as a sentence."""


def list_conditions(warrant: Warrant | None) -> tuple[Condition, ...]:
    """List the conditions that apply: those that were needed, and those that were judged and only reported."""
    conditions = warrant.conditions if warrant else ()
    return tuple(each for each in conditions if each.needed or each.detail != _UNUSED)


_UNUSED = "does not apply"
"""What the warrant says of a condition that this protocol or route does not have."""


def say_unmet(warrant: Warrant | None) -> str:
    """Say which needed condition failed first, as a clause; empty where none did."""
    first = next(iter(warrant.unmet), None) if warrant else None
    return f"{first.id} is not met: {first.detail}" if first else ""


def say_met(condition: Condition) -> str:
    """Say whether a condition is met."""
    return "met" if condition.met else "not met"


def say_warrant(warrant: Warrant) -> Iterator[str]:
    """Say what was needed and what was met, in a few lines."""
    applying = list_conditions(warrant)
    met = [each.id for each in applying if each.needed and each.met]
    yield f"{'complete' if warrant.complete else 'not complete'}; needed and met: {', '.join(met) or 'nothing'}"
    for each in warrant.unmet:
        yield f"needed, not met: {each.id} ({each.detail})"
    for each in applying:
        if not each.needed and not each.met:
            yield f"only reported: {each.id} is not met ({each.detail})"


def find_missing_seats(result: Result) -> Texts:
    """Find who did not answer the last time they were asked; nobody in a debate without a warrant."""
    if result.warrant is None:
        return ()
    answered: dict[str, bool] = {}
    for record in sorted(result.rounds, key=lambda record: record.number):
        answered |= dict.fromkeys(record.responded, True) | dict.fromkeys((*record.timed_out, *record.failed), False)
    return tuple(seat for seat, spoke in answered.items() if not spoke)
