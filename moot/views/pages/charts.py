"""Lays out charts as plain values, which the template `charts.html` draws as inline SVG.

A chart is laid out for a narrow screen and grows with its place, so its words stay readable on a phone. What a line
cannot say by its colour alone is said by the shape of its marks and by the legend below it. Colours come from the
page's style, so they follow light and dark.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from moot.catalogue import say

COLOURS = 8
"""So many seats or conditions have a colour of their own; further ones share them."""

_WIDTH = 380
_MARKED = 24
"""Up to so many rounds each value has a mark."""
_LABELLED = 8
"""Up to so many values of a single line are written beside it."""
_BESIDE = 14
"""Numbers of points nearer than this would cover each other."""


class ChartLine(NamedTuple):
    """The values of one seat or one measure, by round; None is a gap."""

    name: str
    points: Sequence[tuple[int, float | None]]
    colour: int = 1


class ChartPoint(NamedTuple):
    """One condition: where it stands, and how sure that is."""

    name: str
    x: float
    y: float
    low: float
    high: float


class Axes(NamedTuple):
    """What the two axes measure, and the share at which the upright one starts."""

    x: str
    y: str
    bottom: float = 0.0


class _Word(NamedTuple):
    """A text on a chart."""

    x: float
    y: float
    text: str
    anchor: str = "middle"
    style: str = "word"


class _Rule(NamedTuple):
    """A straight line that measures."""

    y: float
    style: str = "grid"


class _Series(NamedTuple):
    """One coloured line with its marks."""

    name: str
    colour: int
    shape: int
    """Which mark it has: the shapes repeat as the colours do."""
    path: str
    marks: Sequence[tuple[float, float]] = ()
    words: Sequence[_Word] = ()
    value: str = ""
    """What a legend says beside its name."""


class Chart(NamedTuple):
    """Everything the template draws."""

    key: str
    title: str
    description: str
    size: tuple[int, int]
    span: tuple[float, float]
    """Where the rules start and end."""
    rules: Sequence[_Rule]
    words: Sequence[_Word]
    series: Sequence[_Series]
    diagonal: str = ""
    radius: float = 4


@dataclass(frozen=True)
class _Frame:
    """The area between the axes, and where a share of it stands."""

    left: float
    right: float
    top: float
    bottom: float

    def x(self, share: float) -> float:
        """From left to right."""
        return self.left + (self.right - self.left) * share

    def y(self, share: float) -> float:
        """From bottom to top."""
        return self.bottom - (self.bottom - self.top) * share


def chart_lines(
    key: str,
    title: str,
    description: str,
    lines: Sequence[ChartLine],
    *,
    threshold: float | None = None,
    unit: str = " %",
) -> Chart:
    """Lay out shares over rounds, with the line they have to reach."""
    rounds = [at for line in lines for at, value in line.points if value is not None]
    first, last = min(rounds, default=1), max(rounds, default=1)
    # The threshold has its name in a wider margin.
    frame = _Frame(left=38, right=_WIDTH - (14 if threshold is None else 50), top=24, bottom=172)

    def place(at: int) -> float:
        return frame.x((at - first) / (last - first) if last > first else 0.5)

    levels = [(frame.y(level / 100), level) for level in (0, 25, 50, 75, 100)]
    rules = [_Rule(y) for y, _ in levels]
    words = [_Word(frame.left - 6, y + 4, f"{level}{unit}", "end") for y, level in levels if level % 50 == 0]
    words += [_Word(place(at), frame.bottom + 15, str(at)) for at in choose_ticks(first, last)]
    words.append(_Word(frame.x(0.5), frame.bottom + 30, say("report.plot.round")))
    if threshold is not None:
        y = frame.y(threshold)
        rules.append(_Rule(y, "threshold"))
        words.append(_Word(frame.right + 6, y - 2, say("report.plot.needed_word"), "start"))
        words.append(_Word(frame.right + 6, y + 11, f"{threshold * 100:.0f}{unit}", "start", "word strong"))
    series = []
    for line in lines:
        spots = [None if value is None else (place(at), frame.y(value)) for at, value in line.points]
        known = [spot for spot in spots if spot is not None]
        values = [value for _, value in line.points if value is not None]
        labels = [
            # At the axis a value would run into the numbers there.
            _Word(x, y - 9, f"{value * 100:.0f}{unit}", "start" if x == frame.left else "middle", "word strong halo")
            for (x, y), value in zip(known, values, strict=True)
            if len(lines) == 1 and len(known) <= _LABELLED
        ]
        marks = known if len(known) <= _MARKED else []
        series.append(_Series(line.name, line.colour, line.colour, _trace(spots), marks, labels))
    span = (frame.left, frame.right)
    return Chart(key, title, description, (_WIDTH, 206), span, rules, words, series)


def chart_points(key: str, title: str, points: Sequence[ChartPoint], axes: Axes, *, diagonal: bool = False) -> Chart:
    """Lay out points with their intervals on two axes; a diagonal shows where both axes agree.

    Every point has a number, which the legend explains: there may be more conditions than colours to tell apart.
    """
    frame = _Frame(left=44, right=_WIDTH - 16, top=30, bottom=200)

    def place(x: float, y: float) -> tuple[float, float]:
        height = (y - axes.bottom) / (1 - axes.bottom)
        return frame.x(min(1.0, max(0.0, x))), frame.y(min(1.0, max(0.0, height)))

    levels = [(frame.y(step / 4), axes.bottom + (1 - axes.bottom) * step / 4) for step in range(5)]
    words = [_Word(frame.left - 6, y + 4, f"{level:.0%}", "end") for y, level in levels]
    words += [_Word(frame.x(step / 4), frame.bottom + 15, f"{step * 25} %") for step in range(5)]
    words += [_Word(frame.x(0.5), frame.bottom + 34, axes.x), _Word(frame.left, frame.top - 5, axes.y, "start")]
    # Numbers stand above their intervals, one above the other where points stand side by side.
    numbers: dict[int, _Word] = {}
    before, height = -float(_WIDTH), 0
    for at in sorted(range(len(points)), key=lambda at: points[at].x):
        x, y = place(points[at].x, points[at].high)
        height = height + 1 if x - before < _BESIDE else 0
        before = x
        numbers[at] = _Word(x, y - 5 - 11 * height, str(at + 1))
    series = [
        _Series(
            name=each.name,
            colour=1 + at % COLOURS,
            shape=1,
            path=_trace([place(each.x, each.low), place(each.x, each.high)]),
            marks=[place(each.x, each.y)],
            words=[numbers[at]],
            value=f"{each.y:.1%}",
        )
        for at, each in enumerate(points)
    ]
    said = "; ".join(f"{each.name}: {axes.x} {each.x:.0%}, {axes.y} {each.y:.0%}" for each in points)
    crossing = _trace([place(0.0, axes.bottom), place(1.0, 1.0)]) if diagonal else ""
    rules = [_Rule(y) for y, _ in levels]
    return Chart(key, title, said, (_WIDTH, 240), (frame.left, frame.right), rules, words, series, crossing, 4.5)


def choose_ticks(first: int, last: int, most: int = 8) -> list[int]:
    """Choose the rounds that are named below a chart: all of them, or every 5th, 10th, 50th ..."""
    steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    step = next(step for step in steps if (last - first) / step < most)
    return [at for at in range(first, last + 1) if at % step == 0 or step == 1]


def shorten_number(value: float) -> str:
    """Write a coordinate: short, and the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def _trace(spots: Sequence[tuple[float, float] | None]) -> str:
    """Write a line as an SVG path; where a value is missing it is interrupted."""
    pieces, drawing = [], False
    for spot in spots:
        if spot is not None:
            pieces.append(f"{'L' if drawing else 'M'}{shorten_number(spot[0])} {shorten_number(spot[1])}")
        drawing = spot is not None
    return "".join(pieces)
