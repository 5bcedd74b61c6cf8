"""Estimates measures with their uncertainty; the same rows and the same seed always give the same numbers.

Intervals come from the bootstrap: whole questions are drawn with replacement, so that debates about one question,
which are right or wrong together, do not count as independent. They hold 95 % of the draws; with fewer than two
questions there is nothing to draw from, and the interval is everything that is possible. With hundreds of questions the
draws follow a normal curve, so its interval is taken, from the spread of the questions; that also keeps it quick.
"""

import random
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from itertools import compress
from math import sqrt

from moot.policies.thresholds import mean, tidy
from moot.state.base import Value

_DRAWS = 1000
BOOTSTRAP_SEED = 20_000
_TAIL = 0.025
_MANY = 400
"""With so many groups nothing is drawn any more."""
_WIDE = 1.959964
"""So many standard errors to either side hold 95 % of a normal curve."""


class IntervalEstimate(Value):
    """Holds a measure and the interval that holds 95 % of what other questions might have given."""

    value: float
    low: float
    high: float

    @property
    def holds_zero(self) -> bool:
        """Tell whether the interval includes no difference at all."""
        return self.low <= 0 <= self.high


class Bootstrap:
    """Draws whole groups of rows again and again; every measure of one set of rows uses the same draws."""

    def __init__(self, groups: Sequence[Hashable], *, seed: int = BOOTSTRAP_SEED, draws: int = _DRAWS) -> None:
        places = {group: place for place, group in enumerate(dict.fromkeys(groups))}
        self._places = [places[group] for group in groups]
        self._count, self._seed, self._times = len(places), seed, draws

    @cached_property
    def _draws(self) -> list[list[int]]:
        chance = random.Random(self._seed)  # noqa: S311  # nothing secret is drawn
        return [chance.choices(range(self._count), k=self._count) for _ in range(self._times)]

    def share(self, values: Sequence[float]) -> IntervalEstimate:
        """Estimate the mean of values from 0 to 1 over all rows; of no rows it is 0."""
        return self.ratio(values, [1.0] * len(values), least=0.0)

    def difference(self, mine: Sequence[float], theirs: Sequence[float]) -> IntervalEstimate:
        """Estimate the mean difference of two columns of values from 0 to 1, row by row."""
        apart = [one - other for one, other in zip(mine, theirs, strict=True)]
        return self.ratio(apart, [1.0] * len(apart))

    def ratio(self, tops: Sequence[float], bottoms: Sequence[float], *, least: float = -1.0) -> IntervalEstimate:
        """Estimate the sum of one column over that of another, at least -1 or what is given and at most 1."""
        over, under = self._sums(tops), self._sums(bottoms)
        value = _divide(sum(over), sum(under))
        if self._count < 2:
            return IntervalEstimate(value=value, low=least, high=1.0)
        if self._count >= _MANY:
            return _approximate(value, over, under, least)
        drawn = sorted(_divide(sum(over[at] for at in draw), sum(under[at] for at in draw)) for draw in self._draws)
        place = int(_TAIL * len(drawn))
        return IntervalEstimate(value=value, low=drawn[place], high=drawn[-1 - place])

    def _sums(self, column: Sequence[float]) -> list[float]:
        sums = [0.0] * self._count
        for place, value in zip(self._places, column, strict=True):
            sums[place] += value
        return sums


class CalibrationBin(Value):
    """Counts answers of about the same confidence, and how often they were right."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float


class Calibration(Value):
    """Compares stated confidence with how often it was right."""

    count: int
    bins: tuple[CalibrationBin, ...]
    error: float
    """The mean distance between confidence and accuracy, by the number of answers in each bin."""
    brier: float
    """The mean squared distance between confidence and being right; 0 is perfect, 0.25 is a coin."""


def calibrate(stated: Sequence[tuple[float, bool]], bins: int = 5) -> Calibration | None:
    """Compare confidence with accuracy; None when nobody stated a confidence."""
    if not stated:
        return None
    filled = [each for number in range(bins) if (each := _fill_bin(stated, number, bins)) is not None]
    return Calibration(
        count=len(stated),
        bins=tuple(filled),
        error=tidy(sum(each.count * abs(each.confidence - each.accuracy) for each in filled) / len(stated)),
        brier=tidy(sum((confidence - right) ** 2 for confidence, right in stated) / len(stated)),
    )


def _fill_bin(stated: Sequence[tuple[float, bool]], number: int, bins: int) -> CalibrationBin | None:
    inside = [min(bins - 1, int(confidence * bins)) == number for confidence, _ in stated]
    members = list(compress(stated, inside))
    if not members:
        return None
    return CalibrationBin(
        low=tidy(number / bins),
        high=tidy((number + 1) / bins),
        count=len(members),
        confidence=_mean(confidence for confidence, _ in members),
        accuracy=_mean(float(right) for _, right in members),
    )


def _mean(values: Iterable[float]) -> float:
    return mean(values) or 0.0


def _approximate(value: float, over: Sequence[float], under: Sequence[float], least: float) -> IntervalEstimate:
    """Estimate the interval of a ratio from how far each group departs from it."""
    apart = sum((top - value * bottom) ** 2 for top, bottom in zip(over, under, strict=True))
    total = sum(under)
    wide = _WIDE * sqrt(apart * len(over) / (len(over) - 1)) / total if total else 0.0
    return IntervalEstimate(value=value, low=tidy(max(least, value - wide)), high=tidy(min(1.0, value + wide)))


def _divide(top: float, bottom: float) -> float:
    return tidy(top / bottom) if bottom else 0.0
