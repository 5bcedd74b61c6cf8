"""Finds the stretch of a log in which what it measures takes much longer, where no trouble is told in words.

An access log of an overloaded service may have no error at all. Of every kind its samples are looked at: durations that
are many times the kind's own median, several in a row and hardly any elsewhere, are a stretch that stands out.
"""

import re
from collections.abc import Iterator, Sequence

from moot.knowledge.incidents.line_kinds import LineKind, Sample

_DURATION = re.compile(
    r"(?<![A-Za-z_.])(?P<name>[A-Za-z_.]*(?:duration|latency|took|elapsed|time)[A-Za-z_.]*)[=: ]+\"?"
    r"(?P<value>\d+(?:\.\d+)?)"
    r"|(?<![\w.:-])(?P<plain>\d+(?:\.\d+)?) ?(?P<unit>ms|s|sec|seconds)(?!\w)",
    re.IGNORECASE,
)
_MIN_SAMPLES, _MIN_RUN, _MAX_SHARE, _MAX_ELSEWHERE = 12, 3, 0.5, 0.1
_TIMES_SLOWER, _MAX_KINDS = 5.0, 40


def find_slow_stretch(kinds: Sequence[LineKind]) -> tuple[float, float] | None:
    """Find from when to when durations are many times the usual; that of the most frequent kind, None where none is."""
    frequent = sorted((kind for kind in kinds if len(kind.samples) >= _MIN_SAMPLES), key=lambda kind: -kind.count)
    return next((found for kind in frequent[:_MAX_KINDS] for found in _list_runs(sorted(kind.samples))), None)


def _list_runs(samples: Sequence[Sample]) -> Iterator[tuple[float, float]]:
    measured: dict[str, list[tuple[float, float]]] = {}
    for sample in samples:
        for found in _DURATION.finditer(sample.text):
            name = found["name"] or found["unit"]
            measured.setdefault(name, []).append((sample.time, float(found["value"] or found["plain"])))
    for values in measured.values():
        usual = sorted(value for _, value in values)[len(values) // 2]
        slow = [value >= _TIMES_SLOWER * usual and value > 0 for _, value in values]
        start, end = _find_longest(slow)
        elsewhere = sum(slow) - (end - start)
        if _MIN_RUN <= end - start <= _MAX_SHARE * len(values) and elsewhere <= _MAX_ELSEWHERE * len(values):
            yield values[start][0], values[end - 1][0]


def _find_longest(marks: Sequence[bool]) -> tuple[int, int]:
    best, start = (0, 0), 0
    for place, mark in enumerate((*marks, False)):
        if not mark:
            best = max(best, (start, place), key=lambda run: run[1] - run[0])
            start = place + 1
    return best
