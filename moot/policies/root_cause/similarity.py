"""Measures how much a past incident resembles the one at hand (R-56, amended).

An incident is described by its traits: one point for every form of event, two for every type of error, one and a half
for every entity; each counts once, however often it occurs. A trait that many past incidents have tells them apart
little, and weighs little: the logarithm of one more than the known incidents over those that have it, as a share of the
most it can be. The similarity is what both have in common over the geometric mean of what each has: 1 for identical
incidents, short or long, and 0 for those that share nothing, which are not similar at all. The best ten are kept,
equals by their id.
"""

from collections.abc import Mapping
from math import log, sqrt
from typing import Literal

Trait = tuple[Literal["event", "error", "entity"], str]

_POINTS = {"event": 1.0, "error": 2.0, "entity": 1.5}
"""What one match is worth, where nobody else has it."""
_BEST = 10


def weigh_trait(trait: Trait, seen: int, incidents: int) -> float:
    """Weigh a trait that so many of the known incidents have (W-R15)."""
    known = max(incidents, 1)
    return _POINTS[trait[0]] * log(1 + known / min(max(seen, 1), known)) / log(1 + known)


def measure_similarity(own: frozenset[Trait], theirs: frozenset[Trait], weights: Mapping[Trait, float]) -> float:
    """Measure how much two incidents have in common, from 0 to 1."""
    shared = sum(weights[trait] for trait in own & theirs)
    each = sum(weights[trait] for trait in own), sum(weights[trait] for trait in theirs)
    return round(min(1.0, shared / sqrt(each[0] * each[1])), 3) if shared else 0.0


def rank_similar(
    own: frozenset[Trait], past: Mapping[str, frozenset[Trait]], seen: Mapping[Trait, int], incidents: int
) -> tuple[tuple[str, float], ...]:
    """List the past incidents that resemble this one most, best first, with their similarity."""
    traits = own.union(*past.values())
    weights = {trait: weigh_trait(trait, seen.get(trait, 0), incidents) for trait in traits}
    scored = [(incident, measure_similarity(own, theirs, weights)) for incident, theirs in past.items()]
    alike = [(incident, score) for incident, score in scored if score > 0]
    return tuple(sorted(alike, key=lambda each: (-each[1], each[0]))[:_BEST])
