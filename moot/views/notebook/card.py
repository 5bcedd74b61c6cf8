"""Draws a result as a card: decision, why it has its status, agreement, price, and the whole report to unfold."""

from collections.abc import Iterator
from dataclasses import dataclass

from moot.catalogue import frame_language, say, speaking
from moot.views.pages import render_template
from moot.views.report import render_report
from moot.views.result import Result
from moot.views.wording import say_status
from moot.views.wording.agreement import measures_agreement
from moot.views.wording.figures import say_confidence, say_percent, say_usage
from moot.views.wording.warrants import list_conditions

_COLOURS = {"decided": "#1a7f37", "needs_review": "#9a6700", "rejected": "#cf222e", "failed": "#cf222e"}
_OTHER_COLOUR = "#57606a"
_WIDTH, _HEIGHT, _MARGIN = 240, 70, 12


@dataclass(frozen=True, slots=True)
class _Spot:
    """One round in the plot of agreement."""

    x: float
    y: float
    label: str


def render_card(result: Result) -> str:
    """Draw a result as HTML that needs neither style sheets nor scripts."""
    with speaking(frame_language(result.language), result.seat_titles):
        return _draw(result)


def _draw(result: Result) -> str:
    return str(
        render_template(
            "notebook/card.html",
            result=result,
            title=say_status(result),
            colour=_COLOURS.get(result.status, _OTHER_COLOUR),
            confidence=say_confidence(result.confidence) if result.confidence is not None else "",
            conditions=list_conditions(result.warrant),
            spots=list(_place_rounds(result)),
            size=(_WIDTH, _HEIGHT),
            usage=say_usage(result.usage),
            report=render_report(result, {}),
        )
    )


def _place_rounds(result: Result) -> Iterator[_Spot]:
    """Place each round by its agreement; a round without one is left out, and so is what measures something else."""
    if not measures_agreement(result.strategy):
        return
    known = [(record.number, record.convergence) for record in result.rounds if record.convergence is not None]
    step = (_WIDTH - 2 * _MARGIN) / max(1, len(known) - 1)
    for place, (number, share) in enumerate(known):
        y = _MARGIN + (1 - share) * (_HEIGHT - 2 * _MARGIN)
        yield _Spot(
            round(_MARGIN + place * step, 1),
            round(y, 1),
            f"{say('story.in_round', round=number)}: {say_percent(share)}",
        )
