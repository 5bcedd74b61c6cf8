"""Measures how much a past incident resembles the one at hand (R-56).

The score is one point for every event of the same form, two for every error of the same type and one and a half for
every entity of the same name; each form, type and name counts once, however often it occurs. An incident that shares
nothing is not similar at all. The best ten are kept, equals by their id.
"""

from collections.abc import Iterable
from typing import NamedTuple

_EVENT, _ERROR, _ENTITY = 1.0, 2.0, 1.5
"""What one match is worth."""
_BEST = 10


class Overlap(NamedTuple):
    """How many events, errors and entities a past incident shares with the one at hand."""

    incident_id: str
    events: int = 0
    errors: int = 0
    entities: int = 0


def score_overlap(overlap: Overlap) -> float:
    """Weigh what two incidents share (W-R15)."""
    return _EVENT * overlap.events + _ERROR * overlap.errors + _ENTITY * overlap.entities


def rank_overlaps(overlaps: Iterable[Overlap], limit: int = _BEST) -> tuple[tuple[str, float], ...]:
    """List the incidents that share most, best first, with their scores."""
    scored = [(each.incident_id, score_overlap(each)) for each in overlaps]
    alike = [(incident, score) for incident, score in scored if score > 0]
    return tuple(sorted(alike, key=lambda each: (-each[1], each[0]))[:limit])
