"""Compares numbers with thresholds, without the noise of binary fractions.

A share that is exactly 70 % on paper may be 0.7000000000000001 or 0.6999999999999999 in binary. Every measure is
therefore rounded to nine digits before it is compared, so that "at least" includes the exact value (D-18, W-D5) and
"less than" excludes it (L-23, R-24).
"""

from collections.abc import Iterable

_DIGITS = 9
_STEP_BELOW = 0.01


def tidy(value: float) -> float:
    """Remove the noise of binary fractions from a measure."""
    return round(value, _DIGITS)


def reaches(value: float, threshold: float) -> bool:
    """Say whether a measure is at least the threshold."""
    return tidy(value) >= tidy(threshold)


def exceeds(value: float, limit: float) -> bool:
    """Say whether a measure is more than the limit."""
    return tidy(value) > tidy(limit)


def keep_below(value: float, threshold: float) -> float:
    """Lower a measure to one point under the threshold, so that no reader takes it for agreement (X-21a)."""
    return tidy(max(0.0, min(value, threshold - _STEP_BELOW)))


def mean(values: Iterable[float]) -> float | None:
    """Average the values; of nothing there is no average."""
    listed = list(values)
    return tidy(sum(listed) / len(listed)) if listed else None
