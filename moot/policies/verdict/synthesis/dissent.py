"""Keeps on record what a synthesis leaves out: what stayed open, and what seats hold against their own option."""

from collections.abc import Iterable

from moot.policies.comparison.wording import read_text
from moot.policies.language import Language
from moot.state.outcome import Divergence, Side, Synthesis
from moot.state.positions import Position


def keep_divergences(written: Synthesis, composed: Synthesis) -> Synthesis:
    """Let a synthesis that was forced tell what stayed open, also where its author left it out (D-46, D-47)."""
    return written if written.divergences else written.model_copy(update={"divergences": composed.divergences})


def keep_reservations(written: Synthesis, latest: Iterable[Position], language: Language) -> Synthesis:
    """Put on record what a seat holds against the option it votes for, also where the author left it out.

    It is told where the seat's side of a divergence has half of its words: a seat may differ on more than one thing.
    """
    added = tuple(
        Divergence(
            theme=each.stance or each.recommendation or each.reservation,
            nature="priorities",
            sides=(Side(seat=each.seat, view=each.reservation),),
        )
        for each in latest
        if each.reservation and not _is_told(each, written, language)
    )
    return written.model_copy(update={"divergences": (*written.divergences, *added)}) if added else written


def _is_told(position: Position, written: Synthesis, language: Language) -> bool:
    wanted = read_text(position.reservation, language).bare
    told = [
        read_text(f"{each.theme}. {side.view}", language).bare
        for each in written.divergences
        for side in each.sides
        if side.seat == position.seat
    ]
    return any(2 * len(wanted & view) >= len(wanted) for view in told)
