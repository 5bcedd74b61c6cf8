"""Describes the course of logs: entries, errors and warnings over time, and whether they depart from their baseline.

An entry of several lines, such as an error with its stack trace, counts once. A log without times has no course. What
of the logs could not be read as it is stands beside it.
"""

from collections.abc import Iterator

from moot.knowledge.incidents.log_kinds import ParsedLog
from moot.knowledge.incidents.log_times import format_time
from moot.policies.root_cause.material import find_departure
from moot.state.facts import Fact, state_fact
from moot.state.incident import Burst
from moot.state.inspection import LogBucket, LogOutline

_MAX_BUCKETS, _MIN_SECONDS = 60, 60
_NO_DATE = 400 * 86_400
_MAX_NAMED = 5


def describe_outline(parsed: ParsedLog, burst: Burst | None = None) -> LogOutline:
    """Describe what was counted, where trouble stands out, and whether it departs from its own baseline."""
    severities = ("INFO", "ERROR", "WARN")
    totals = [sum(kind.count for kind in parsed.kinds if kind.severity == each) for each in severities]
    buckets = tuple(_list_buckets(parsed)) if parsed.timed else ()
    found = find_departure(buckets, parsed.lines)
    return LogOutline(
        lines=parsed.lines,
        errors=totals[1],
        warnings=totals[2],
        buckets=buckets,
        burst_from=burst.start if burst is not None else "",
        burst_to=burst.end if burst is not None else "",
        departs=found.departs,
        note=found.reason,
    )


def _list_buckets(parsed: ParsedLog) -> list[LogBucket]:
    """Count by equal spans of time, those without an entry included."""
    used = {step for kind in parsed.kinds for step in kind.steps}
    low, high = min(used), max(used)
    # Spans much shorter than a minute hold too few entries to tell a rise from chance.
    size = max(-(-(high - low + 1) // _MAX_BUCKETS), _MIN_SECONDS // parsed.step)
    low -= low % size
    counts = [[0, 0, 0] for _ in range(-(-(high - low + 1) // size))]
    for kind in parsed.kinds:
        place = {"ERROR": 1, "WARN": 2}.get(kind.severity)
        for step, often in kind.steps.items():
            into = counts[(step - low) // size]
            into[0] += often
            if place is not None:
                into[place] += often
    return [
        LogBucket(start=_name_time((low + at * size) * parsed.step), lines=lines, errors=errors, warnings=warnings)
        for at, (lines, errors, warnings) in enumerate(counts)
    ]


def _name_time(seconds: float) -> str:
    text = format_time(seconds)
    return text if seconds >= _NO_DATE else text[11:]


def list_defects(parsed: ParsedLog) -> Iterator[Fact]:
    """List what of the logs was not read as it is: files that are no logs, lines cut or broken, too many forms."""
    noticed = parsed.noticed
    yield from (state_fact("cause.read.passed_over", what=each) for each in noticed.passed_over[:_MAX_NAMED])
    if noticed.documents:
        yield state_fact("cause.read.no_logs", files=tuple(noticed.documents[:_MAX_NAMED]))
    if noticed.unzoned and noticed.zoned and all(file.zone is None for file in parsed.files):
        logs = tuple(noticed.unzoned[:_MAX_NAMED])
        yield state_fact("cause.read.no_zone", logs=logs, others=noticed.zoned[0])
    if noticed.cut_lines:
        yield state_fact("cause.read.cut", n=noticed.cut_lines)
    if noticed.broken_lines:
        yield state_fact("cause.read.broken", n=noticed.broken_lines)
    if parsed.templates.full:
        yield state_fact("cause.read.full")
