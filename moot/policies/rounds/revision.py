"""Composes what a seat holds after a revision: what it said before, with what the revision changes.

- A field that a revision leaves out stands as it was said before; an empty list that it states is empty.
- A field that it states takes the place of the earlier one, the reasoning too: what a seat gave up does not linger.
- Who chooses another option and does not word its advice anew stands for that option in its words: neither its earlier
  stance nor, if it states no recommendation, its earlier recommendation is what it advises now.
- A claim with an id that the seat used before takes that claim's place; any other claim, or one without an
  id, is added after the old ones.
- A claim that is withdrawn is gone, even if the same revision restates it. Withdrawing what the seat never claimed
  changes nothing.
- Choice, changes, answers, withdrawn claims and reconciled conflicts belong to one round: they are not carried over.
- Who said nothing before holds what it says now. An answer that was cut off is not completed: it counts for what it
  contains (X-21b).
"""

from moot.policies.language import fold
from moot.state.positions import Claim, Position, number_claims

_CARRIED = (
    "recommendation", "stance", "premises", "risks", "timing", "reasoning", "confidence", "limitations",
    "open_questions", "left_open", "reservation",
)  # fmt: skip
_ADVICE = ("recommendation", "stance")


def compose_revision(before: Position | None, revision: Position, moved_to: str = "") -> Position:
    """Complete a whole revision by what its seat said before; `stated` names the fields that are its own.

    `moved_to` is the wording of the option it chooses, where it voted for another one before.
    """
    if before is None or revision.status != "ok":
        return revision.model_copy(update={"claims": number_claims(revision.claims)})
    kept = {name: getattr(before, name) for name in _CARRIED if name not in revision.stated}
    if moved_to:
        kept |= {name: moved_to for name in _ADVICE if name in kept}
    claims = _merge_claims(before.claims, revision.claims, revision.withdrawn)
    return revision.model_copy(update={**kept, "claims": claims})


def _merge_claims(
    before: tuple[Claim, ...], stated: tuple[Claim, ...], withdrawn: tuple[str, ...]
) -> tuple[Claim, ...]:
    gone = {fold(each).strip() for each in withdrawn}
    changed = {fold(claim.id).strip(): claim for claim in stated if claim.id}
    known = {fold(claim.id).strip() for claim in before}
    merged = (
        *(_replace(claim, changed.get(fold(claim.id).strip())) for claim in before),
        *(claim for claim in stated if fold(claim.id).strip() not in known),
    )
    return number_claims(tuple(claim for claim in merged if fold(claim.id).strip() not in gone))


def _replace(claim: Claim, by: Claim | None) -> Claim:
    # The id stays as it was first written: critiques name it.
    return by.model_copy(update={"id": claim.id}) if by else claim
