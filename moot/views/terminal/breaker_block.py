"""Draws the framed block that says why a debate was stopped, and who looks at it next (D-52)."""

from collections.abc import Sequence

from rich.cells import cell_len

from moot.configs import write_literal
from moot.state.base import Texts
from moot.state.findings import Breaker
from moot.views.terminal.lines import clean_line, hang
from moot.views.wording import as_percentage

_WIDTH = 83
"""As wide as the frame of the source."""

_INSIDE = _WIDTH - 4
_NOTHING = "-"


def draw_breaker(breaker: Breaker) -> str:
    """Draw the block."""
    measured = as_percentage(breaker.convergence)
    body = [
        "",
        *_row("reason", f"{breaker.reason}: {breaker.explanation}"),
        *_row("rounds", f"{breaker.rounds} {write_literal('breaker', 'of')} {breaker.max_rounds}"),
        *_row("convergence", _NOTHING if measured is None else f"{measured:g}%"),
        "",
        write_literal("breaker", "state"),
        *_item("consensus", breaker.consensus),
        *_item("divergences", breaker.divergences),
        *_item("agents", tuple(seat.upper() for seat in breaker.agents_in_conflict)),
        "",
        *_row("action", write_literal("target", breaker.target)),
        "",
    ]
    title = f"⚠ {write_literal('breaker', 'title')}"
    return "\n".join((_rule("┌┐"), *_framed([title]), _rule("├┤"), *_framed(body), _rule("└┘")))


def _row(label: str, value: str) -> list[str]:
    return hang(f"{write_literal('breaker', label)} ", value, _INSIDE)


def _item(label: str, values: Texts) -> list[str]:
    return hang("• ", f"{write_literal('breaker', label)} {'; '.join(map(clean_line, values)) or _NOTHING}", _INSIDE)


def _framed(lines: Sequence[str]) -> list[str]:
    return [f"│ {line}{' ' * (_INSIDE - cell_len(line))} │" for line in lines]


def _rule(corners: str) -> str:
    return f"{corners[0]}{'─' * (_WIDTH - 2)}{corners[1]}"
