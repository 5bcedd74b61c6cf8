"""A comparator of one's own, registered by its entry point alone."""

from collections.abc import Sequence
from itertools import combinations

from moot.state.findings import PairAgreement
from moot.state.positions import Position


def compare_first_words(positions: Sequence[Position], language: str) -> list[PairAgreement]:
    """Find that two seats recommend the same when they begin with the same word."""
    del language  # the first word of any language will do
    first = {each.seat: (each.recommendation or "").split(" ")[0] for each in positions}
    return [
        PairAgreement(a=a, b=b, recommendation=float(first[a] == first[b])) for a, b in combinations(sorted(first), 2)
    ]
