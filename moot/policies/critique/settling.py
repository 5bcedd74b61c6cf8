"""Decides whether a critique has been dealt with, and who is asked about it.

Where authors settle (`critique.settle: author`), a MAJOR or CRITICAL critique is closed by its author's verdict on the
answer it got, and by nothing else: no rejection, rewording or later critique closes it (X-56a). `answered` and
`withdrawn` close it; an author that says otherwise, or nothing, leaves it open with its severity. The last verdict
counts. With it the author may restate how grave what is left is: lower than it was made, never graver, and the last
word on it counts; a flaw that got graver is a new critique. An author is asked once a round, about its grave critiques
that are open and that the revision of this round answers: by name, or by changing or dropping the criticised claim
(without claims: the recommendation). One that its author left open as MINOR was made grave and is asked about as such.
Whoever is asked about anything is asked about its MINOR critiques, too, and its word counts for them; nobody is asked
for these alone.

Any other MINOR critique, and every one where answers settle, is read off the last revision that its target made after
it (X-55, Q-06). It is resolved when
- the target accepts it, wholly or partly, and the claim changed; accepting alone changes nothing;
- the target rejects it with a reason, and the claim cites evidence if it needs any;
- the target does not mention it, but withdrew the claim, added evidence, reworded it (not enough where evidence was
  missing), or, against an overclaim, lowered its confidence.
Evidence that does not stand, because it does not exist or does not say what is quoted, counts as none: citing it
repairs nothing. A CRITICAL critique that its author raises again as CRITICAL is not resolved (Q-06).

Of one critique that was raised twice in the same words only the last counts as open, unless it is milder: a later,
milder one removes nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from moot.policies.critique.critiques import RECOMMENDATION, find_claim
from moot.policies.critique.evidence import needs_evidence
from moot.policies.language import words
from moot.state.bookkeeping import SeverityCounts
from moot.state.critiques import Critique, CritiqueStep, CritiqueVerdict, SettlementSheet, TargetNow
from moot.state.facts import Fact, state_fact
from moot.state.positions import Claim, CritiqueAnswer, Position
from moot.state.protocol import ClaimRules, SettledBy

_ORDER = ("CRITICAL", "MAJOR", "MINOR")
_GRAVE = ("CRITICAL", "MAJOR")
_CLOSING = ("answered", "withdrawn")


def settle_critiques(
    critiques: Sequence[Critique],
    positions: Sequence[Position],
    rules: ClaimRules,
    grounded: Sequence[Position] | None = None,
    *,
    by: SettledBy = "answer",
    settlements: Sequence[SettlementSheet] = (),
) -> tuple[Critique, ...]:
    """Mark each critique resolved or not, and say why; `grounded` has only the evidence that stands."""
    sound = {(each.seat, each.round): each for each in (positions if grounded is None else grounded)}
    return tuple(
        _settle_by_author(critique, positions, settlements)
        if by == "author" and (critique.severity in _GRAVE or _find_verdict(critique, settlements))
        else _settle(critique, critiques, positions, sound, rules)
        for critique in (_tell_history(each, positions, settlements) for each in critiques)
    )


def _tell_history(
    critique: Critique, positions: Sequence[Position], settlements: Iterable[SettlementSheet]
) -> Critique:
    """Collect what was said of a critique since it was made; in a round the answer comes before the verdict."""
    answers = [
        CritiqueStep(round=position.round, seat=position.seat, said=answer.outcome, reason=answer.reason)
        for position in positions
        if position.seat == critique.target and position.round > critique.round
        for answer in position.answers
        if answer.critique_id.strip().upper() == critique.id
    ]
    verdicts = [
        CritiqueStep(
            round=sheet.round,
            seat=sheet.agent,
            said=verdict.verdict,
            reason=verdict.reason,
            severity=verdict.severity if verdict.verdict not in _CLOSING else None,
        )
        for sheet in settlements
        if sheet.agent == critique.agent and sheet.round > critique.round
        for verdict in sheet.verdicts
        if verdict.critique_id.strip().upper() == critique.id
    ]
    steps = sorted((*answers, *verdicts), key=lambda step: step.round)
    first = critique.first_severity or critique.severity
    restated = [step.severity for step in steps if step.severity is not None]
    now = max(first, restated[-1], key=_ORDER.index) if restated else first
    lowered = first if now != first else None
    told = {"history": tuple(steps), "severity": now, "first_severity": lowered}
    return critique.model_copy(update={**told, "target_now": _follow_target(critique, positions)})


def list_to_settle(
    critiques: Iterable[Critique],
    positions: Sequence[Position],
    authors: Collection[str],
    round_number: int,
    asked_anyway: Collection[str] = (),
) -> dict[str, tuple[Critique, ...]]:
    """List by author the critiques that are open and that this round's revisions answer, where one was made grave.

    Who is asked about something else in this round is asked about its minor ones alone as well.
    """
    found: dict[str, list[Critique]] = {}
    for critique in sorted(critiques, key=by_number):
        asked = critique.agent in authors and not critique.resolved
        if asked and _is_answered(critique, positions, round_number):
            found.setdefault(critique.agent, []).append(critique)
    grave = {author for author, listed in found.items() if any(_was_grave(each) for each in listed)}
    return {author: tuple(listed) for author, listed in found.items() if author in grave or author in asked_anyway}


def _was_grave(critique: Critique) -> bool:
    return (critique.first_severity or critique.severity) in _GRAVE


def count_unresolved(critiques: Iterable[Critique]) -> SeverityCounts:
    """Count what is still open, by severity (L-21)."""
    open_ = [critique.severity for critique in list_unresolved(critiques)]
    return SeverityCounts(critical=open_.count("CRITICAL"), major=open_.count("MAJOR"), minor=open_.count("MINOR"))


def list_unresolved(critiques: Iterable[Critique]) -> tuple[Critique, ...]:
    """List what is still open, gravest first, then by number; of one raised again in the same words only the last."""
    unresolved = [each for each in sorted(critiques, key=by_number) if not each.resolved]
    last = [each for each in unresolved if not any(_replaces(later, each) for later in unresolved)]
    return tuple(sorted(last, key=lambda each: _ORDER.index(each.severity)))


def by_number(critique: Critique) -> int:
    """Order critiques as they were numbered."""
    return int(critique.id[1:])


def find_answer(critique: Critique, positions: Iterable[Position]) -> CritiqueAnswer | None:
    """Find the last answer that the criticised seat gave to a critique; None when it never mentioned it."""
    revisions = [each for each in positions if each.seat == critique.target and each.round > critique.round]
    found = [
        (revision.round, answer)
        for revision in revisions
        for answer in revision.answers
        if answer.critique_id.strip().upper() == critique.id
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def _follow_target(critique: Critique, positions: Sequence[Position]) -> TargetNow:
    """Say what became since of the words that a critique is about: its text may speak of what nobody claims now."""
    spoken = sorted(
        (each for each in positions if each.seat == critique.target and each.spoke), key=lambda at: at.round
    )
    then = [each for each in spoken if each.round <= critique.round]
    before, now = (_find_words(critique, each[-1]) if each else None for each in (then, spoken))
    if before is None or before == now:
        return "same"
    return "withdrawn" if now is None else "reworded"


def _find_words(critique: Critique, position: Position) -> tuple[str, ...] | None:
    """Find what a critique is about as its target held it: a claim, else the recommendation."""
    if critique.target_claim_id in ("", RECOMMENDATION):
        return tuple(words(position.recommendation or ""))
    claim = find_claim(position, critique.target_claim_id)
    return tuple(words(claim.statement)) if claim else None


def has_changed(before: Claim, after: Claim) -> bool:
    """Say whether a claim's statement, evidence or confidence differs (L-50)."""
    return (
        words(before.statement) != words(after.statement)
        or set(before.evidence) != set(after.evidence)
        or before.confidence != after.confidence
    )


def _settle_by_author(
    critique: Critique, positions: Sequence[Position], settlements: Iterable[SettlementSheet]
) -> Critique:
    verdict = _find_verdict(critique, settlements)
    revised = any(each.seat == critique.target and each.round > critique.round and each.spoke for each in positions)
    if verdict is not None:
        code = "critique.author_says_why" if verdict.reason else "critique.author_says"
        why = state_fact(code, author=critique.agent, verdict=verdict.verdict, why=verdict.reason)
    elif not revised:
        why = state_fact("critique.not_revised", seat=critique.target)
    elif find_answer(critique, positions) is None:
        why = state_fact("critique.unanswered_by", seat=critique.target)
    else:
        why = state_fact("critique.answered_by", seat=critique.target, author=critique.agent)
    closed = verdict is not None and verdict.verdict in _CLOSING
    said = {"verdict": verdict.verdict, "verdict_reason": verdict.reason} if verdict else {"verdict": None}
    return critique.model_copy(update={"resolved": closed, "resolution": why, **said})


def _find_verdict(critique: Critique, settlements: Iterable[SettlementSheet]) -> CritiqueVerdict | None:
    """Find what the author said last; the word of anybody else does not count."""
    said = [
        (sheet.round, verdict)
        for sheet in settlements
        if sheet.agent == critique.agent and sheet.round > critique.round
        for verdict in sheet.verdicts
        if verdict.critique_id.strip().upper() == critique.id
    ]
    return max(said, key=lambda each: each[0])[1] if said else None


def _is_answered(critique: Critique, positions: Sequence[Position], round_number: int) -> bool:
    own = sorted((each for each in positions if each.seat == critique.target), key=lambda each: each.round)
    now = next((each for each in own if each.round == round_number > critique.round and each.spoke), None)
    before = next((each for each in reversed(own) if each.round < round_number and each.spoke), None)
    if now is None or before is None:
        return False
    named = any(answer.critique_id.strip().upper() == critique.id for answer in now.answers)
    return named or _was_changed(critique, before, now)


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
        resolved, why = False, state_fact("critique.not_revised", seat=critique.target)
    elif repeated:
        resolved, why = False, state_fact("critique.raised_again", author=critique.agent, id=repeated.id)
    else:
        answer, stands = find_answer(critique, revisions), sound.get((revision.seat, revision.round), revision)
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
) -> tuple[bool, Fact]:
    if answer is None:
        return _judge_unanswered(critique, before, after)
    if answer.outcome == "rejected":
        return _judge_rejection(critique, stands, answer, rules)
    changed, claim = _was_changed(critique, before, after), critique.target_claim_id
    gone = find_claim(before, claim) is not None and find_claim(after, claim) is None
    how = "withdrawn" if gone else "changed" if changed else "unchanged"
    return changed, state_fact(f"critique.accepted_{how}")


def _judge_rejection(
    critique: Critique, after: Position, answer: CritiqueAnswer, rules: ClaimRules
) -> tuple[bool, Fact]:
    claim = find_claim(after, critique.target_claim_id)
    if not words(answer.reason):
        return False, state_fact("critique.rejected_silently")
    if claim is not None and needs_evidence(claim, rules) and not claim.evidence:
        return False, state_fact("critique.rejected_uncited")
    return True, state_fact("critique.rejected", why=answer.reason)


def _judge_unanswered(critique: Critique, before: Position, after: Position) -> tuple[bool, Fact]:
    old, new = find_claim(before, critique.target_claim_id), find_claim(after, critique.target_claim_id)
    if old is None or new is None:
        changed = _was_changed(critique, before, after)
        moved = "critique.position_changed" if changed else "critique.not_answered"
        return changed, state_fact("critique.withdrawn" if old else moved)
    if set(new.evidence) - set(old.evidence):
        return True, state_fact("critique.evidence_added")
    if critique.issue_type == "overclaim" and _lowered(old, new):
        return True, state_fact("critique.lowered")
    reworded = words(old.statement) != words(new.statement) and critique.issue_type != "evidence_gap"
    return reworded, state_fact("critique.reworded" if reworded else "critique.not_answered")


def _was_changed(critique: Critique, before: Position, after: Position) -> bool:
    old, new = find_claim(before, critique.target_claim_id), find_claim(after, critique.target_claim_id)
    if old is not None:
        return new is None or old.kind != new.kind or _was_repaired(old, new)
    return _advice(before) != _advice(after)


def _advice(position: Position) -> tuple[tuple[str, ...], ...]:
    """Take what a seat advises, and on which condition: a critique of the advice may be met by either."""
    return words(position.recommendation or ""), words(position.reservation)


def _was_repaired(old: Claim, new: Claim) -> bool:
    # More confidence in the same words is a change (L-50), but no repair.
    return has_changed(old, new.model_copy(update={"confidence": old.confidence})) or _lowered(old, new)


def _lowered(old: Claim, new: Claim) -> bool:
    return old.confidence is not None and new.confidence is not None and new.confidence < old.confidence


def _repeats(later: Critique, critique: Critique) -> bool:
    grave = later.severity == critique.severity == "CRITICAL"
    return grave and later.round > critique.round and _key(later) == _key(critique)


def _replaces(later: Critique, critique: Critique) -> bool:
    same = _key(later) == _key(critique) and words(later.description) == words(critique.description)
    graver = _ORDER.index(later.severity) <= _ORDER.index(critique.severity)
    return same and graver and later.round > critique.round


def _key(critique: Critique) -> tuple[str, ...]:
    return critique.agent, critique.target, critique.target_claim_id, critique.issue_type
