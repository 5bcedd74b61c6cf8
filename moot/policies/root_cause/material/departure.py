"""Finds whether a log departs from its own baseline, and when.

Trouble is errors and warnings, counted by equal spans of time. The baseline is the median span. A span departs when it
has more errors, or more trouble, than the baseline by four times the square root of it (at least five more); or when it
has no line at all although the median span has many. The burst is the longest run of departing spans, one quiet span
between two of them does not end it; the earliest of equally long ones is taken.

Nothing is said of a log that is short, has no times or no trouble at all, or is full of trouble from end to end: such a
log has no baseline of its own.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from statistics import median

from moot.state.base import Value
from moot.state.facts import Fact, state_fact
from moot.state.inspection import LogBucket

_MIN_LINES, _MIN_SPANS = 200, 12
_MIN_RISE, _SPREADS = 5, 4
_TROUBLED = 0.05
"""A log with a larger share of errors is troubled throughout."""
_BUSY = 10
"""A span without a line is odd where the median one has so many."""


class Departure(Value):
    """Whether a log departs from its baseline, from when to when, and why that is said."""

    departs: bool | None
    start: str = ""
    end: str = ""
    reason: Fact


def find_departure(buckets: Sequence[LogBucket], lines: int) -> Departure:
    """Find the burst of a log, or that there is none."""
    errors, trouble = [each.errors for each in buckets], [each.errors + each.warnings for each in buckets]
    if lines < _MIN_LINES or len(buckets) < _MIN_SPANS:
        return Departure(departs=None, reason=state_fact("cause.departure.short"))
    if not sum(trouble):
        return Departure(departs=None, reason=state_fact("cause.departure.quiet"))
    usual = median(each.lines for each in buckets)
    odd = [
        _rises(errors[at], median(errors))
        or _rises(trouble[at], median(trouble))
        or (usual >= _BUSY and not each.lines and 0 < at < len(buckets) - 1)
        for at, each in enumerate(buckets)
    ]
    run = _find_run(odd)
    if run is not None:
        last = buckets[run[1] + 1].start if run[1] + 1 < len(buckets) else buckets[-1].start
        return Departure(
            departs=True, start=buckets[run[0]].start, end=last, reason=state_fact("cause.departure.rises")
        )
    if sum(errors) > _TROUBLED * lines:
        return Departure(departs=None, reason=state_fact("cause.departure.throughout"))
    warnings = sum(trouble) - sum(errors)
    told = state_fact(
        "cause.departure.even",
        errors=state_fact("count.errors", n=sum(errors)),
        warnings=state_fact("count.warnings", n=warnings),
        lines=state_fact("count.lines", n=lines),
    )
    return Departure(departs=False, reason=told)


def _rises(count: int, usual: float) -> bool:
    return count - usual >= max(_MIN_RISE, _SPREADS * sqrt(max(usual, 1)))


def _find_run(odd: Sequence[bool]) -> tuple[int, int] | None:
    places = [at for at, each in enumerate(odd) if each]
    if not places:
        return None
    runs = [[places[0], places[0]]]
    for before, at in pairwise(places):
        if at - before <= 2:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    first, last = max(runs, key=lambda run: (run[1] - run[0], -run[0]))
    return first, last
