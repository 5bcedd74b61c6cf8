"""Plots as inline SVG: lines over rounds, and bars. Colours come from the page's style, so they follow light and dark.

A plot is drawn for a narrow screen and grows with its place, so its words stay readable on a phone. What a line cannot
say by its colour alone is said by the shape of its marks and by the legend below it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from moot.views.report.element import Html, join, number, tag

WIDTH, HEIGHT = 380, 206
LEFT, RIGHT, TOP, BOTTOM = 38, 14, 24, 34
NAMED = 50
"""The margin on the right, where the threshold has its name."""
MARKED = 24
"""Up to so many rounds each value has a mark."""
LABELLED = 8
"""Up to so many values of a single line are written beside it."""

Points = Sequence[tuple[int, float | None]]


@dataclass(frozen=True)
class Line:
    """The values of one seat or one measure, by round; None is a gap."""

    name: str
    points: Points
    colour: int = 1


@dataclass(frozen=True)
class Scale:
    """Where a round and a share stand on the plot."""

    first: int
    last: int
    end: float = WIDTH - RIGHT

    def x(self, round_number: float) -> float:
        """From left to right."""
        if self.last == self.first:
            return (LEFT + self.end) / 2
        return LEFT + (self.end - LEFT) * (round_number - self.first) / (self.last - self.first)

    @staticmethod
    def y(share: float) -> float:
        """From bottom to top."""
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def draw_lines(
    key: str, title: str, description: str, lines: Sequence[Line], *, threshold: float | None = None, unit: str = " %"
) -> Html:
    """Draw shares over rounds, with the line they have to reach."""
    rounds = [at for line in lines for at, value in line.points if value is not None]
    end = WIDTH - (RIGHT if threshold is None else NAMED)
    scale = Scale(min(rounds, default=1), max(rounds, default=1), end)
    return tag(
        "svg",
        tag("title", title, id=f"{key}-title"),
        tag("desc", description, id=f"{key}-desc"),
        _grid(scale, unit),
        _threshold(threshold, scale, unit),
        (_line(line, scale, unit, alone=len(lines) == 1) for line in lines),
        class_="plot",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_labelledby=f"{key}-title {key}-desc",
    )


def _grid(scale: Scale, unit: str) -> Html:
    rows = [(scale.y(level / 100), level) for level in (0, 25, 50, 75, 100)]
    return join(
        (tag("line", x1=LEFT, x2=scale.end, y1=y, y2=y, class_="grid") for y, _ in rows),
        (_word(LEFT - 6, y + 4, f"{level}{unit}", "end") for y, level in rows if level % 50 == 0),
        (_word(scale.x(at), HEIGHT - BOTTOM + 15, str(at), "middle") for at in choose_ticks(scale.first, scale.last)),
        _word((LEFT + scale.end) / 2, HEIGHT - 4, "round", "middle"),
    )


def choose_ticks(first: int, last: int, most: int = 8) -> list[int]:
    """Choose the rounds that are named below a plot: all of them, or every 5th, 10th, 50th ..."""
    steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    step = next(step for step in steps if (last - first) / step < most)
    return [at for at in range(first, last + 1) if at % step == 0 or step == 1]


def _threshold(share: float | None, scale: Scale, unit: str) -> Html | None:
    if share is None:
        return None
    y = scale.y(share)
    return join(
        tag("line", x1=LEFT, x2=scale.end, y1=y, y2=y, class_="threshold"),
        _word(scale.end + 6, y - 2, "needed", "start"),
        _word(scale.end + 6, y + 11, f"{share * 100:.0f}{unit}", "start", "word strong"),
    )


def _line(line: Line, scale: Scale, unit: str, *, alone: bool) -> Html:
    known = [(scale.x(at), scale.y(value), value) for at, value in line.points if value is not None]
    marks = len(known) <= MARKED
    return tag(
        "g",
        tag("title", line.name),
        tag("path", d=_path(line.points, scale), class_="line"),
        (_mark(x, y, line.colour) for x, y, _ in known) if marks else None,
        (_value(x, y, f"{value * 100:.0f}{unit}") for x, y, value in known)
        if alone and len(known) <= LABELLED
        else None,
        class_=f"c{line.colour}",
    )


def _path(points: Points, scale: Scale) -> str:
    """The line; where a value is missing it is interrupted."""
    pieces, drawing = [], False
    for at, value in points:
        if value is not None:
            pieces.append(f"{'L' if drawing else 'M'}{number(scale.x(at))} {number(scale.y(value))}")
        drawing = value is not None
    return "".join(pieces)


def _mark(x: float, y: float, colour: int) -> Html:
    """A mark whose shape belongs to the colour: circle, square, diamond or triangle."""
    match colour % 4:
        case 1:
            return tag("circle", cx=x, cy=y, r=4, class_="mark")
        case 2:
            return tag("rect", x=x - 3.5, y=y - 3.5, width=7, height=7, class_="mark")
        case 3:
            return tag("path", d=_polygon((x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)), class_="mark")
        case _:
            return tag("path", d=_polygon((x, y - 5), (x + 5, y + 4), (x - 5, y + 4)), class_="mark")


def _polygon(*corners: tuple[float, float]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def _value(x: float, y: float, words: str) -> Html:
    # At the axis a value would run into the numbers there.
    anchor = "start" if x == LEFT else "middle"
    return _word(x, y - 9, words, anchor, "word strong halo")


def _word(x: float, y: float, words: str, anchor: str, class_: str = "word") -> Html:
    return tag("text", words, x=x, y=y, text_anchor=anchor, class_=class_)


def draw_legend_mark(colour: int) -> Html:
    """A short line with a seat's mark, for a legend."""
    line = tag("path", d="M1 7L23 7", class_="line")
    return tag("svg", line, _mark(12, 7, colour), class_=f"key c{colour}", viewBox="0 0 24 14", aria_hidden="true")


def draw_bar(share: float | None, *, threshold: float | None = None, colour: str = "accent") -> Html:
    """Draw a share as a bar; its number stands beside it, so it is hidden from readers who listen."""
    filled = min(1.0, max(0.0, share or 0.0)) * 100
    tick = None if threshold is None else tag("rect", x=threshold * 100 - 0.4, y=0, width=0.8, height=8, class_="tick")
    track, bar = (tag("rect", width=width, height=8, class_=name) for width, name in ((100, "track"), (filled, "full")))
    return _strip(join(track, bar, tick), colour)


def draw_stack(parts: Iterable[tuple[float, str]]) -> Html:
    """Draw counts as one bar of several tones."""
    shown = [(size, tone) for size, tone in parts if size > 0]
    total = sum(size for size, _ in shown) or 1
    ends = [0.0]
    for size, _ in shown:
        ends.append(ends[-1] + 100 * size / total)
    pieces = [
        tag("rect", x=start, width=end - start, height=8, class_=f"full {tone}")
        for (start, end), (_, tone) in zip(pairwise(ends), shown, strict=True)
    ]
    return _strip(join(pieces), "stack")


def _strip(content: Html, colour: str) -> Html:
    return tag(
        "svg", content, class_=f"bar {colour}", viewBox="0 0 100 8", preserveAspectRatio="none", aria_hidden="true"
    )
