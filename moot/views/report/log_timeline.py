"""Lays out the course of a log as bars over time, with the burst marked and the lines of the chain beside it."""

from typing import NamedTuple

from moot.catalogue import say
from moot.state.hypotheses import ChainLink, FinalHypothesis
from moot.state.inspection import LogOutline
from moot.views.wording.figures import say_count

_WIDTH, _HEIGHT = 380, 96
_LEFT, _TOP, _BOTTOM = 6, 10, 78
_NAMED = 3


class _Bar(NamedTuple):
    """The trouble of one span of time."""

    x: float
    width: float
    error_y: float
    error_height: float
    warning_y: float
    warning_height: float
    words: str


class LogTimeline(NamedTuple):
    """Everything the template draws."""

    size: tuple[int, int]
    words: str
    bars: tuple[_Bar, ...]
    band: tuple[float, float] | None
    """Where the burst begins, and how wide it is."""
    gaps: tuple[tuple[float, float], ...]
    """Where the log has no entry at all: where each such time begins, and how wide it is."""
    base: float
    start: str
    end: str
    marks: tuple[tuple[float, str], ...]
    """Where the trigger and the onset stand, and their names."""


def draw_timeline(outline: LogOutline | None, best: FinalHypothesis | None) -> LogTimeline | None:
    """Lay out errors and warnings over time; None where the log has no times or no trouble."""
    buckets = outline.buckets if outline is not None else ()
    most = max((each.errors + each.warnings for each in buckets), default=0)
    if outline is None or len(buckets) < 2 or not most:
        return None
    width, scale = (_WIDTH - 2 * _LEFT) / len(buckets), (_BOTTOM - _TOP) / most
    bars = []
    for at, each in enumerate(buckets):
        tall, warned = each.errors * scale, each.warnings * scale
        told = f"{each.start}: {_count_trouble(each.errors, each.warnings, each.lines)}"
        top = _BOTTOM - tall
        bars.append(_Bar(_LEFT + at * width, width * 0.9, top, tall, top - warned, warned, told))
    starts = [each.start for each in buckets]
    whole = _count_trouble(outline.errors, outline.warnings, outline.lines)
    burst = f"; {say('report.log.burst', start=outline.burst_from, end=outline.burst_to)}" if outline.burst_from else ""
    silent = [(first, last + 1) for first, last in _find_runs(outline.silent)]
    named = [say("report.log.gap", start=starts[first], end=starts[end]) for first, end in silent[:_NAMED]]
    return LogTimeline(
        size=(_WIDTH, _HEIGHT),
        words="; ".join((f"{whole}{burst}", *named)) + ".",
        gaps=tuple((_LEFT + first * width, (end - first) * width) for first, end in silent),
        bars=tuple(bars),
        band=_find_band(outline, starts, width),
        base=_BOTTOM,
        start=starts[0],
        end=starts[-1],
        marks=tuple(_list_marks(best, starts, width)),
    )


def _count_trouble(errors: int, warned: int, lines: int) -> str:
    """Say how much trouble so many lines have."""
    counted = {"errors": say_count(errors, "errors"), "warned": say_count(warned, "warnings")}
    return say("report.log.trouble", **counted, lines=say_count(lines, "lines"))


def _find_band(outline: LogOutline, starts: list[str], width: float) -> tuple[float, float] | None:
    if not outline.burst_from:
        return None
    first = max(0, sum(start <= outline.burst_from for start in starts) - 1)
    end = max(first + 1, sum(start <= outline.burst_to for start in starts))
    return _LEFT + first * width, (end - first) * width


def _find_runs(places: tuple[int, ...]) -> list[tuple[int, int]]:
    """Put places that follow each other into one stretch, from the first to the last of them."""
    starts = [at for at in places if at - 1 not in places]
    ends = [at for at in places if at + 1 not in places]
    return list(zip(starts, ends, strict=True))


def _list_marks(best: FinalHypothesis | None, starts: list[str], width: float) -> list[tuple[float, str]]:
    """Place the trigger and the first effect by the times of their lines."""
    links: list[tuple[str, ChainLink | None]] = []
    if best is not None:
        links = [
            (say("report.log.trigger"), best.trigger),
            (say("report.log.effect"), best.effects[0] if best.effects else None),
        ]
    placed = [(name, sum(start <= link.time for start in starts)) for name, link in links if link and link.time]
    return [(_LEFT + (at - 0.5) * width, name) for name, at in placed if at]
