"""Counts the lines and the trouble of a log over time, in bounded memory.

Lines are counted by minute; when there are too many minutes, by ten minutes, hours and days. Times that are no dates
are kept in the order in which they come.
"""

from datetime import datetime, timedelta

from moot.policies.root_cause import find_departure
from moot.state.inspection import LogBucket, LogOutline

_MAX_SPANS = 4000
_MAX_BUCKETS = 60
_CUTS = (0, 1, 3, 6)
"""Characters left out behind the minute: none, then the last digit, the minute, the hour."""


class LogTally:
    """Counts while a log is read."""

    def __init__(self) -> None:
        self._spans: dict[str, list[int]] = {}
        self._cut = 0
        self._total = [0, 0, 0]

    def add(self, time: str, severity: str) -> None:
        """Count one line."""
        kind = 1 if severity == "ERROR" else 2 if severity == "WARN" else 0
        self._total[0] += 1
        if kind:
            self._total[kind] += 1
        colon = time.find(":")
        if colon < 0:
            return
        span = time[: colon + 3 - _CUTS[self._cut]]
        counts = self._spans.get(span)
        if counts is None:
            if len(self._spans) >= _MAX_SPANS and self._cut + 1 < len(_CUTS):
                self._coarsen()
                span = time[: colon + 3 - _CUTS[self._cut]]
            counts = self._spans.setdefault(span, [0, 0, 0])
        counts[0] += 1
        if kind:
            counts[kind] += 1

    def _coarsen(self) -> None:
        fewer = _CUTS[self._cut + 1] - _CUTS[self._cut]
        self._cut += 1
        spans, self._spans = self._spans, {}
        for span, counts in spans.items():
            into = self._spans.setdefault(span[:-fewer], [0, 0, 0])
            for place, count in enumerate(counts):
                into[place] += count

    def outline(self) -> LogOutline:
        """Describe what was counted, and whether it departs from its own baseline."""
        lines, errors, warnings = self._total
        buckets = self._bucket()
        found = find_departure(buckets, lines)
        return LogOutline(
            lines=lines,
            errors=errors,
            warnings=warnings,
            buckets=buckets,
            burst_from=found.start,
            burst_to=found.end,
            departs=found.departs,
            note=found.reason,
        )

    def _bucket(self) -> tuple[LogBucket, ...]:
        spans = self._fill_gaps() if self._cut == 0 else sorted(self._spans.items())
        size = -(-len(spans) // _MAX_BUCKETS) or 1
        groups = [spans[at : at + size] for at in range(0, len(spans), size)]
        return tuple(
            LogBucket(
                start=group[0][0],
                lines=sum(counts[0] for _, counts in group),
                errors=sum(counts[1] for _, counts in group),
                warnings=sum(counts[2] for _, counts in group),
            )
            for group in groups
        )

    def _fill_gaps(self) -> list[tuple[str, list[int]]]:
        """Put minutes without a line between those with one, as far as the times are dates and not too many."""
        spans = sorted(self._spans.items())
        try:
            first, last = (datetime.fromisoformat(spans[at][0]) for at in (0, -1))
        except (ValueError, IndexError):
            return list(self._spans.items())
        minutes = int((last - first).total_seconds() // 60)
        if minutes >= _MAX_SPANS:
            return spans
        each = ((first + timedelta(minutes=at)).isoformat(timespec="minutes") for at in range(minutes + 1))
        return [(minute, self._spans.get(minute, [0, 0, 0])) for minute in each]
