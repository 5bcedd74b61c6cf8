"""Counts answers: which one most agents gave, and how many stand behind it."""

from collections import Counter
from collections.abc import Sequence


def take_plurality(answers: Sequence[str | None]) -> str | None:
    """Find the answer most agents gave; of tied ones that of the first agent."""
    counted = Counter(answer for answer in answers if answer is not None)
    return max(counted, key=lambda answer: counted[answer], default=None)


def measure_agreement(answers: Sequence[str | None]) -> float:
    """Measure the share of all agents, also of those who gave no answer, behind the plurality."""
    counted = Counter(answer for answer in answers if answer is not None)
    return max(counted.values(), default=0) / len(answers)
