"""Conflicts between rules of different domains that nobody has answered yet (L-22, X-54).

A rule that signals a conflict of norms is open until a claim in somebody's latest answer cites it: whoever cites it
has to say how it is resolved, and that statement can then be criticised like any other.
"""

from collections.abc import Iterable, Sequence

from moot.policies.critique.evidence import latest_by_seat
from moot.policies.language import fold
from moot.state.base import Texts
from moot.state.evidence import Evidence
from moot.state.positions import Position

_SIGNAL = "conflict"
"""An atom that contains this word signals a conflict of norms (L-43)."""


def find_domain_conflicts(evidence: Iterable[Evidence], positions: Sequence[Position]) -> Texts:
    """Name the conflicts of norms that no latest answer justifies."""
    cited = {
        each for position in latest_by_seat(positions).values() for claim in position.claims for each in claim.evidence
    }
    signals = (each for each in evidence if each.kind == "rule" and _SIGNAL in fold(f"{each.id} {each.text}"))
    return tuple(f"{each.id}: {each.text}" for each in signals if each.id not in cited)
