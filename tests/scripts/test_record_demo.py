"""The moving picture of the README shows something at once, and where nothing moves."""

import re

from scripts.record_demo import ENOUGH, Frame, Line, draw, shorten

BLANK: tuple[Line, ...] = ((),) * ENOUGH


def screen(text: str, lines: int = ENOUGH) -> tuple[Line, ...]:
    """A screen of so many equal lines."""
    return (((text, ""),),) * lines + ((),)


def test_it_begins_with_something_to_read() -> None:
    looks = [(0.0, BLANK), (0.4, screen("moot", ENOUGH - 1)), (0.8, screen("the question")), (1.2, screen("an answer"))]
    frames = list(shorten(iter(looks)))
    assert [frame.lines for frame in frames] == [screen("the question"), screen("an answer")]


def test_a_screen_that_empties_later_stays_in() -> None:
    looks = [(0.0, screen("the question")), (0.4, BLANK), (0.8, screen("an answer"))]
    assert [frame.lines for frame in shorten(iter(looks))][1] == BLANK


def test_what_does_not_move_shows_the_last_picture() -> None:
    drawn = draw([Frame(screen("the question"), 1.0), Frame(screen("the decision"), 1.0)])
    assert re.findall(r'<g class="last" style="animation-name:(f\d)">', drawn) == ["f1"]
    assert "g g.last{visibility:visible}" in drawn.partition("@media")[0]
    assert "@media (prefers-reduced-motion:reduce){g g{animation:none}}" in drawn
