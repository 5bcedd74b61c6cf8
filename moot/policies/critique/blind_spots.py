"""Numbers what critics found overlooked, so that a revision can answer it, and finds what nobody took up.

Ids are `B1`, `B2`, ... over the whole debate, in the order of rounds and sheets. A blind spot is taken up once its
target names it as the reason of a change, or answers it by its id; it is never a critique, so nobody has to close it.
"""

from collections.abc import Iterable, Sequence

from moot.policies.language import words
from moot.state.critiques import BlindSpot, CritiqueSheet
from moot.state.positions import Position


def list_blind_spots(sheets: Sequence[CritiqueSheet]) -> tuple[BlindSpot, ...]:
    """List what was found overlooked so far, each under its id."""
    ordered = sorted(sheets, key=lambda sheet: sheet.round)
    found = [(sheet.agent, spot) for sheet in ordered for spot in sheet.blind_spots]
    return tuple(
        BlindSpot(id=f"B{at}", agent=agent, target=spot.target, point=spot.point)
        for at, (agent, spot) in enumerate(found, 1)
    )


def mark_blind_spots(sheets: Sequence[CritiqueSheet], positions: Iterable[Position]) -> tuple[BlindSpot, ...]:
    """List everything that was found overlooked, and whether its target has taken it up."""
    left = {each.id for each in list_open_blind_spots(sheets, positions)}
    return tuple(each.model_copy(update={"taken_up": each.id not in left}) for each in list_blind_spots(sheets))


def list_open_blind_spots(sheets: Sequence[CritiqueSheet], positions: Iterable[Position]) -> tuple[BlindSpot, ...]:
    """List what was found overlooked and its target has not taken up."""
    named = {
        (each.seat, word)
        for each in positions
        for said in (
            *(one for change in each.changes for one in change.because),
            *(one.critique_id for one in each.answers),
        )
        for word in words(said)
    }
    return tuple(each for each in list_blind_spots(sheets) if (each.target, each.id.lower()) not in named)
