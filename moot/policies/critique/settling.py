"""Decides whether a critique has been dealt with.

A critique is settled against the last revision its target made after it (X-55, Q-06). It is resolved when
- the target accepts it, wholly or partly, and the claim changed; accepting alone changes nothing;
- the target rejects it with a reason, and the claim cites evidence if it needs any;
- the target does not mention it, but withdrew the claim, added evidence, reworded it (not enough where evidence was
  missing), or, against an overclaim, lowered its confidence.
Evidence that does not stand, because it does not exist or does not say what is quoted, counts as none: citing it
repairs nothing. A CRITICAL critique that its author raises again as CRITICAL is not resolved (Q-06). When the same
critique is raised again, only the last one counts as open.
"""

from collections.abc import Iterable, Mapping, Sequence

from moot.policies.critique.critiques import find_claim
from moot.policies.critique.evidence import needs_evidence
from moot.policies.language import words
from moot.state.bookkeeping import SeverityCounts
from moot.state.critiques import Critique
from moot.state.positions import Claim, CritiqueAnswer, Position
from moot.state.protocol import ClaimRules

_ORDER = ("CRITICAL", "MAJOR", "MINOR")


def settle_critiques(
    critiques: Sequence[Critique],
    positions: Sequence[Position],
    rules: ClaimRules,
    grounded: Sequence[Position] | None = None,
) -> tuple[Critique, ...]:
    """Mark each critique resolved or not, and say why; `grounded` has only the evidence that stands."""
    sound = {(each.seat, each.round): each for each in (positions if grounded is None else grounded)}
    return tuple(_settle(critique, critiques, positions, sound, rules) for critique in critiques)


def count_unresolved(critiques: Iterable[Critique]) -> SeverityCounts:
    """Count what is still open, by severity (L-21)."""
    open_ = [critique.severity for critique in list_unresolved(critiques)]
    return SeverityCounts(critical=open_.count("CRITICAL"), major=open_.count("MAJOR"), minor=open_.count("MINOR"))


def list_unresolved(critiques: Iterable[Critique]) -> tuple[Critique, ...]:
    """List what is still open, gravest first, then by number; of repeated critiques only the last."""
    listed = sorted(critiques, key=by_number)
    raised = {_key(critique): critique.round for critique in sorted(listed, key=lambda each: each.round)}
    unresolved = [each for each in listed if not each.resolved and each.round == raised[_key(each)]]
    return tuple(sorted(unresolved, key=lambda each: _ORDER.index(each.severity)))


def by_number(critique: Critique) -> int:
    """Order critiques as they were numbered."""
    return int(critique.id[1:])


def has_changed(before: Claim, after: Claim) -> bool:
    """Say whether a claim's statement, evidence or confidence differs (L-50)."""
    return (
        words(before.statement) != words(after.statement)
        or set(before.evidence) != set(after.evidence)
        or before.confidence != after.confidence
    )


def _settle(
    critique: Critique,
    critiques: Sequence[Critique],
    positions: Sequence[Position],
    sound: Mapping[tuple[str, int], Position],
    rules: ClaimRules,
) -> Critique:
    revisions = [each for each in positions if each.seat == critique.target and each.round > critique.round]
    revision = max((each for each in revisions if each.spoke or each.claims), key=lambda each: each.round, default=None)
    before = next((p for p in positions if p.seat == critique.target and p.round == critique.round), None)
    repeated = next((each for each in critiques if _repeats(each, critique)), None)
    if revision is None or before is None:
        resolved, why = False, f"{critique.target} has not revised its answer yet"
    elif repeated:
        resolved, why = False, f"{critique.agent} raises it again as {repeated.id}"
    else:
        answer, stands = _find_answer(critique, revisions), sound.get((revision.seat, revision.round), revision)
        resolved, why = _judge(critique, before, _drop_new(before, revision, stands), stands, answer, rules)
    return critique.model_copy(update={"resolved": resolved, "resolution": why})


def _drop_new(before: Position, after: Position, stands: Position) -> Position:
    """Leave out the evidence that a revision added and that does not stand; what it dropped stays dropped."""
    if stands is after:
        return after
    claims = []
    for claim, sound in zip(after.claims, stands.claims, strict=True):
        old = find_claim(before, claim.id)
        kept = {*sound.evidence, *(old.evidence if old else ())}
        claims.append(claim.model_copy(update={"evidence": tuple(each for each in claim.evidence if each in kept)}))
    return after.model_copy(update={"claims": tuple(claims)})


def _judge(
    critique: Critique,
    before: Position,
    after: Position,
    stands: Position,
    answer: CritiqueAnswer | None,
    rules: ClaimRules,
) -> tuple[bool, str]:
    if answer is None:
        return _judge_unanswered(critique, before, after)
    if answer.outcome == "rejected":
        return _judge_rejection(critique, stands, answer, rules)
    changed = _was_changed(critique, before, after)
    return changed, "accepted and changed" if changed else "accepted, but nothing changed"


def _judge_rejection(
    critique: Critique, after: Position, answer: CritiqueAnswer, rules: ClaimRules
) -> tuple[bool, str]:
    claim = find_claim(after, critique.target_claim_id)
    if not words(answer.reason):
        return False, "rejected without a reason"
    if claim is not None and needs_evidence(claim, rules) and not claim.evidence:
        return False, "rejected, but the claim cites no evidence"
    return True, f"rejected: {answer.reason}"


def _judge_unanswered(critique: Critique, before: Position, after: Position) -> tuple[bool, str]:
    old, new = find_claim(before, critique.target_claim_id), find_claim(after, critique.target_claim_id)
    if old is None or new is None:
        changed = _was_changed(critique, before, after)
        return changed, "the claim was withdrawn" if old else "the position changed" if changed else "not answered"
    if set(new.evidence) - set(old.evidence):
        return True, "evidence was added"
    if critique.issue_type == "overclaim" and _lowered(old, new):
        return True, "the confidence was lowered"
    reworded = words(old.statement) != words(new.statement) and critique.issue_type != "evidence_gap"
    return reworded, "the claim was reworded" if reworded else "not answered"


def _was_changed(critique: Critique, before: Position, after: Position) -> bool:
    old, new = find_claim(before, critique.target_claim_id), find_claim(after, critique.target_claim_id)
    if old is not None:
        return new is None or old.kind != new.kind or _was_repaired(old, new)
    return words(before.recommendation or "") != words(after.recommendation or "")


def _was_repaired(old: Claim, new: Claim) -> bool:
    # More confidence in the same words is a change (L-50), but no repair.
    return has_changed(old, new.model_copy(update={"confidence": old.confidence})) or _lowered(old, new)


def _lowered(old: Claim, new: Claim) -> bool:
    return old.confidence is not None and new.confidence is not None and new.confidence < old.confidence


def _find_answer(critique: Critique, revisions: Sequence[Position]) -> CritiqueAnswer | None:
    found = [
        (revision.round, answer)
        for revision in revisions
        for answer in revision.answers
        if answer.critique_id.strip().upper() == critique.id
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def _repeats(later: Critique, critique: Critique) -> bool:
    grave = later.severity == critique.severity == "CRITICAL"
    return grave and later.round > critique.round and _key(later) == _key(critique)


def _key(critique: Critique) -> tuple[str, ...]:
    return critique.agent, critique.target, critique.target_claim_id, critique.issue_type
