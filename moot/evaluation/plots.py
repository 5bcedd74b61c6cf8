"""Plots of an evaluation as inline SVG: points with intervals on two axes that run from 0 to 100 %.

Every point has a number, which the legend explains: there are more conditions than colours that can be told apart.
"""

from collections.abc import Sequence
from typing import NamedTuple

from moot.views.report import Html, join, tag

WIDTH, HEIGHT = 380, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 16, 30, 40
COLOURS = 8
_BESIDE = 14
"""Numbers nearer than this would cover each other."""


class Point(NamedTuple):
    """One condition: where it stands, and how sure that is."""

    name: str
    x: float
    y: float
    low: float
    high: float


class Axes(NamedTuple):
    """What the axes measure, and from where the upright one is shown."""

    x: str
    y: str
    bottom: float = 0.0


def plot_points(key: str, title: str, points: Sequence[Point], axes: Axes, *, diagonal: bool = False) -> Html:
    """Draw points with their intervals, a legend below; a diagonal shows where both axes agree."""
    said = "; ".join(f"{each.name}: {axes.x} {each.x:.0%}, {axes.y} {each.y:.0%}" for each in points)
    line = tag("path", d=_path((0.0, axes.bottom), (1.0, 1.0), axes), class_="threshold", fill="none")
    plot = tag(
        "svg",
        tag("title", title, id=f"{key}-title"),
        tag("desc", said, id=f"{key}-desc"),
        _grid(axes),
        line if diagonal else None,
        (_point(each, axes, _colour(at)) for at, each in enumerate(points)),
        _number(points, axes),
        class_="plot",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_labelledby=f"{key}-title {key}-desc",
    )
    entries = (
        tag("li", tag("span", f"{at + 1}. {each.name}", class_=f"seat c{_colour(at)}"), tag("b", f"{each.y:.1%}"))
        for at, each in enumerate(points)
    )
    return tag("figure", tag("h3", title), plot, tag("ul", entries, class_="legend"), class_="card")


def _colour(place: int) -> int:
    return 1 + place % COLOURS


def _number(points: Sequence[Point], axes: Axes) -> Html:
    """Number the points above their intervals, one above the other where they stand side by side."""
    words, before, level = [], -float(WIDTH), 0
    for at in sorted(range(len(points)), key=lambda at: points[at].x):
        x = _x(points[at].x)
        level = level + 1 if x - before < _BESIDE else 0
        before = x
        words.append(_word(x, _y(points[at].high, axes) - 5 - 11 * level, str(at + 1), "middle"))
    return join(words)


def _x(share: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * min(1.0, max(0.0, share))


def _y(share: float, axes: Axes) -> float:
    height = (share - axes.bottom) / (1 - axes.bottom)
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(1.0, max(0.0, height))


def _grid(axes: Axes) -> Html:
    levels = [axes.bottom + (1 - axes.bottom) * step / 4 for step in range(5)]
    return join(
        (tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=_y(at, axes), y2=_y(at, axes), class_="grid") for at in levels),
        (_word(LEFT - 6, _y(at, axes) + 4, f"{at:.0%}", "end") for at in levels),
        (_word(_x(step / 4), HEIGHT - BOTTOM + 15, f"{step * 25} %", "middle") for step in range(5)),
        _word((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, axes.x, "middle"),
        _word(LEFT, TOP - 5, axes.y, "start"),
    )


def _point(point: Point, axes: Axes, colour: int) -> Html:
    x = _x(point.x)
    whisker = _path((point.x, point.low), (point.x, point.high), axes)
    mark = tag("circle", cx=x, cy=_y(point.y, axes), r=4.5, class_="mark")
    return tag("g", tag("title", point.name), tag("path", d=whisker, class_="line"), mark, class_=f"c{colour}")


def _path(start: tuple[float, float], end: tuple[float, float], axes: Axes) -> str:
    return "M" + "L".join(f"{_x(x):.1f} {_y(y, axes):.1f}" for x, y in (start, end))


def _word(x: float, y: float, words: str, anchor: str) -> Html:
    return tag("text", words, x=x, y=y, text_anchor=anchor, class_="word")
