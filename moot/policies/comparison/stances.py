"""Finds which seats changed their mind, and whether they say why.

A stance has changed when the comparator no longer finds full agreement with what the seat held before; rewording is no
change. A change must name a critique or a piece of evidence that exists. One that names none stays recorded, but does
not move the debate: in comparisons the seat counts with the last stance it has accounted for, also in later rounds,
until it names its reason or returns (X-84: agreement is not forced).

A seat counts as having changed position when it says so (`no`, `partly`) or when its stance has changed although
it says otherwise (D-86, X-27).
"""

import re
from collections.abc import Collection, Iterable, Sequence

from moot.policies.comparison.comparators import FULL, compare_recommendations
from moot.policies.language import Language, fold
from moot.state.bookkeeping import StanceChanges
from moot.state.positions import Position

_SEPARATORS = re.compile(r"[\s,;()\[\]]+")
_RAG = "rag:"


def changed_stance(before: Position, after: Position, language: Language) -> bool:
    """Say whether a seat recommends something else than before."""
    agreement = compare_recommendations(before, after, language)
    return agreement is not None and agreement < FULL


def gate_revision(
    position: Position, positions: Iterable[Position], known_ids: Collection[str], language: Language
) -> Position:
    """Mark a revision whose stance changed without naming a critique or evidence that exists."""
    before = last_held(position, positions)
    flipped = before is not None and changed_stance(before, position, language)
    return position.model_copy(update={"unexplained": flipped and not explains_change(position, known_ids)})


def explains_change(position: Position, known_ids: Collection[str]) -> bool:
    """Say whether a revision names at least one critique or piece of evidence that exists."""
    known = {fold(each) for each in known_ids}
    return any(_names(because, known) for change in position.changes for because in change.because)


def last_held(position: Position, positions: Iterable[Position]) -> Position | None:
    """Find the last earlier position of the same seat that it has accounted for."""
    earlier = [
        each
        for each in positions
        if each.seat == position.seat and each.round < position.round and not each.unexplained and _advises(each)
    ]
    return max(earlier, key=lambda each: each.round, default=None)


def hold_unexplained(round_number: int, positions: Sequence[Position]) -> tuple[Position, ...]:
    """List who spoke in a round, by seat; who flipped without a reason counts with its earlier stance."""
    spoke = [each for each in positions if each.round == round_number and each.spoke]
    return tuple(_held(each, positions) for each in sorted(spoke, key=lambda each: each.seat))


def count_changes(round_number: int, positions: Sequence[Position], language: Language) -> StanceChanges:
    """Count who changed position in a round, and who did so without a reason."""
    now = sorted((each for each in positions if each.round == round_number and each.spoke), key=lambda each: each.seat)
    changed = tuple(each.seat for each in now if _moved(each, positions, language))
    unexplained = tuple(each.seat for each in now if each.unexplained)
    reason = f"In round {round_number} " + (f"{', '.join(changed)} changed position" if changed else "nobody moved")
    if unexplained:
        reason += f"; {', '.join(unexplained)} named no critique or evidence for it"
    return StanceChanges(round=round_number, changed=changed, unexplained=unexplained, reason=reason + ".")


def _names(text: str, known: set[str]) -> bool:
    folded = fold(text).strip()
    parts = {part.strip(".:").removeprefix(_RAG) for part in _SEPARATORS.split(folded)}
    return folded in known or bool(parts & known)


def _advises(position: Position) -> bool:
    return bool(position.stance or position.recommendation)


def _held(position: Position, positions: Sequence[Position]) -> Position:
    before = last_held(position, positions) if position.unexplained else None
    if before is None:
        return position
    return position.model_copy(update={"stance": before.stance, "recommendation": before.recommendation})


def _moved(position: Position, positions: Sequence[Position], language: Language) -> bool:
    if position.keeps_position in ("no", "partly"):
        return True
    earlier = [each for each in positions if each.seat == position.seat and each.round < position.round and each.spoke]
    before = max(earlier, key=lambda each: each.round, default=None)
    return before is not None and changed_stance(before, position, language)
