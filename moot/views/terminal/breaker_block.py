"""Draws the framed block that says why a debate was stopped, and who looks at it next (D-52)."""

from collections.abc import Sequence

from rich.cells import cell_len

from moot.catalogue import say
from moot.state.base import Texts
from moot.state.findings import Breaker
from moot.views.lines import clean_line, hang
from moot.views.wording.figures import as_percentage, say_number
from moot.views.wording.names import name_seat

_WIDTH = 83
"""As wide as the frame of the source."""

_INSIDE = _WIDTH - 4
_NOTHING = "-"


def draw_breaker(breaker: Breaker) -> str:
    """Draw the block: the source's own words in a Portuguese debate, the same said in others (D-52)."""
    measured = as_percentage(breaker.convergence)
    body = [
        "",
        *_row("reason", str(breaker.explanation)),
        *_row("rounds", say("breaker.of", done=breaker.rounds, most=breaker.max_rounds)),
        *_row("convergence", _NOTHING if measured is None else _say_measure(breaker, measured)),
        "",
        say("breaker.state"),
        *_item("consensus", tuple(map(str, breaker.consensus))),
        *_item("divergences", tuple(map(str, breaker.divergences))),
        *_item("agents", tuple(name_seat(seat).upper() for seat in breaker.agents_in_conflict)),
        "",
        *_say_action(breaker),
        "",
    ]
    title = f"⚠ {say('breaker.title')}"
    return "\n".join((_rule("┌┐"), *_framed([title]), _rule("├┤"), *_framed(body), _rule("└┘")))


def _say_measure(breaker: Breaker, measured: float) -> str:
    """Say how far it came, and of what: beside votes that are all alike a lower figure needs its meaning."""
    figure = f"{say_number(round(measured, 1))}%"
    return say("breaker.measured_closed", figure=figure) if breaker.by_critiques else figure


def _say_action(breaker: Breaker) -> list[str]:
    """Say who looks at it next; where a protocol decides at its limit, nothing is escalated to anybody."""
    if breaker.target == "none":
        return hang("", say("breaker.decides"), _INSIDE)
    return _row("action", say(f"breaker.target.{breaker.target}"))


def _row(label: str, value: str) -> list[str]:
    return hang(f"{say(f'breaker.{label}')} ", value, _INSIDE)


def _item(label: str, values: Texts) -> list[str]:
    return hang("• ", f"{say(f'breaker.{label}')} {'; '.join(map(_end, values)) or _NOTHING}", _INSIDE)


def _end(text: str) -> str:
    # A full stop before the semicolon that parts two entries would end the row twice.
    return clean_line(text).rstrip(" .")


def _framed(lines: Sequence[str]) -> list[str]:
    return [f"│ {line}{' ' * (_INSIDE - cell_len(line))} │" for line in lines]


def _rule(corners: str) -> str:
    return f"{corners[0]}{'─' * (_WIDTH - 2)}{corners[1]}"
