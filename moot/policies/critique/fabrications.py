"""Sources that agents invented become critiques by the system, numbered like any other.

Every claim that cites an id the debate does not have is criticised once per round: a MAJOR evidence gap. Such a
critique is settled by looking, not by what its target answers: it is resolved when the claim was withdrawn or no
longer cites an unknown id.
"""

from collections.abc import Collection, Iterable, Sequence

from moot.policies.critique.citations import list_citations
from moot.policies.critique.critiques import find_claim
from moot.policies.critique.ledger import explain_stranger
from moot.state.critiques import Critique, CritiqueItem, CritiqueSheet
from moot.state.evidence import Evidence
from moot.state.positions import Position

SYSTEM = "system"
"""Who criticises what can be checked without an opinion."""


def criticise_fabrications(
    round_number: int, positions: Iterable[Position], evidence: Sequence[Evidence], stored: Collection[str] = ()
) -> CritiqueSheet | None:
    """Write the system's sheet of a round; None when every cited id exists."""
    known = {each.id for each in evidence}
    now = sorted((each for each in positions if each.round == round_number), key=lambda each: each.seat)
    items = tuple(
        CritiqueItem(
            target=position.seat,
            target_claim_id=claim.id,
            issue_type="evidence_gap",
            description=" ".join(explain_stranger(name, stored) for name in strangers),
            severity="MAJOR",
            suggested_fix="Cite evidence that was given or retrieved in this debate, or withdraw the claim.",
        )
        for position in now
        for claim in position.claims
        if (strangers := list_citations(claim, known).strangers)
    )
    return CritiqueSheet(agent=SYSTEM, round=round_number, items=items) if items else None


def settle_fabrications(
    critiques: Sequence[Critique], positions: Sequence[Position], evidence: Sequence[Evidence]
) -> tuple[Critique, ...]:
    """Settle the system's critiques against the last revision of their targets; the others stay as they are."""
    known = {each.id for each in evidence}
    return tuple(_settle(each, positions, known) if each.agent == SYSTEM else each for each in critiques)


def _settle(critique: Critique, positions: Sequence[Position], known: Collection[str]) -> Critique:
    later = [each for each in positions if each.seat == critique.target and each.round > critique.round]
    revision = max((each for each in later if each.spoke or each.claims), key=lambda each: each.round, default=None)
    if revision is None:
        return critique.model_copy(
            update={"resolved": False, "resolution": f"{critique.target} has not revised its answer yet"}
        )
    claim = find_claim(revision, critique.target_claim_id)
    strangers = list_citations(claim, known).strangers if claim else ()
    why = "the claim was withdrawn" if claim is None else "the claim cites what exists"
    if strangers:
        why = f"the claim still cites {strangers[0]!r}"
    return critique.model_copy(update={"resolved": not strangers, "resolution": why})
