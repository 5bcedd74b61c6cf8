"""Charts: ticks, gaps, bars that never leave their track, and points that stand side by side."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.views.pages.charts import Axes, ChartLine, ChartPoint, chart_lines, chart_points, choose_ticks, shorten_number
from moot.views.pages.environment import make_environment
from tests.browser.page import Page


def draw(macro: str, *values: Any) -> str:
    """Draw with one of the macros of the charts."""
    return str(getattr(make_environment().get_template("charts.html").module, macro)(*values))


@pytest.mark.parametrize(
    ("first", "last", "ticks"),
    [
        (1, 1, [1]),
        (1, 3, [1, 2, 3]),
        (1, 8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (1, 12, [2, 4, 6, 8, 10, 12]),
        (1, 500, [100, 200, 300, 400, 500]),
        (0, 0, [0]),
    ],
)
def test_ticks(first: int, last: int, ticks: list[int]) -> None:
    assert choose_ticks(first, last) == ticks


@given(first=st.integers(0, 1000), length=st.integers(0, 100_000))
def test_there_are_never_too_many_ticks(first: int, length: int) -> None:
    ticks = choose_ticks(first, first + length)
    assert len(ticks) <= 9
    assert all(first <= tick <= first + length for tick in ticks)


def test_a_missing_value_interrupts_the_line() -> None:
    lines = [ChartLine("a", [(1, 0.0), (2, None), (3, 1.0), (4, 0.5)])]
    svg = draw("plot", chart_lines("k", "T", "D", lines, threshold=0.7))
    (path,) = [value for tag, name, value in Page.read(svg).attributes if (tag, name) == ("path", "d")]
    assert path.count("M") == 2
    assert path.count("L") == 1
    assert "needed" in svg
    assert 'aria-labelledby="k-title k-desc"' in svg


def test_a_chart_without_values_is_still_a_chart() -> None:
    assert Page.read(draw("plot", chart_lines("k", "T", "D", [ChartLine("a", [(1, None)])]))).broken == []


@pytest.mark.parametrize("colour", range(1, 9))
def test_neighbouring_colours_have_different_marks(colour: int) -> None:
    assert draw("mark", 10, 10, colour) != draw("mark", 10, 10, colour + 1)
    assert Page.read(draw("key", colour)).broken == []


@pytest.mark.parametrize(("share", "width"), [(None, "0"), (0.5, "50"), (1.0, "100"), (7.0, "100"), (-1.0, "0")])
def test_a_bar_never_leaves_its_track(share: float | None, width: str) -> None:
    assert f'<rect width="{width}" height="8" class="full">' in draw("bar", share)


def test_a_stack_fills_its_track() -> None:
    page = Page.read(draw("stack", [(1, "good"), (0, "bad"), (3, "plain")]))
    assert page.values("x") == ["0", "25"]
    assert page.values("width") == ["25", "75"]


def test_points_side_by_side_have_their_numbers_above_each_other() -> None:
    points = [
        ChartPoint("a", 0.5, 0.5, 0.4, 0.6),
        ChartPoint("b", 0.51, 0.5, 0.4, 0.6),
        ChartPoint("c", 0.9, 2.0, 0.4, 3.0),
    ]
    chart = chart_points("k", "T", points, Axes("price", "accuracy"), diagonal=True)
    first, second, third = (series.words[0].y for series in chart.series)
    assert second < first
    # What lies beyond an axis stands on its end.
    assert chart.series[2].marks[0][1] == 30
    assert third == 25
    assert chart.diagonal
    assert Page.read(draw("plot", chart)).broken == []


@pytest.mark.parametrize(("value", "words"), [(1, "1"), (1.5, "1.5"), (1 / 3, "0.33"), (2.999, "3")])
def test_coordinates_are_short(value: float, words: str) -> None:
    assert shorten_number(value) == words
