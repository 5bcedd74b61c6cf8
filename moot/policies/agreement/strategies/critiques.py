"""Judges by criticism: a debate is finished when no grave critique is left, or nothing moves any more.

Rules (L-21..L-23, X-54, X-55):
- An unresolved CRITICAL critique or an unresolved conflict between domains blocks, whatever else holds.
- Not blocked, it is finished when at most `max_major` MAJOR critiques are unresolved, or when every seat changed its
  answer by less than `stability` (strictly; X-56c).
- Before anybody has criticised anything it is not finished: no critique is not the same as no objection.
- One seat may be alone with its position while the other only criticises (X-56l), so a single position suffices.
- The value is 1 when finished; otherwise the share of critiques resolved, kept below the threshold.
"""

from collections.abc import Sequence

from rapidfuzz.distance import Indel

from moot.policies.agreement.closed_round import ClosedRound, not_computable
from moot.policies.agreement.convergence import STRATEGIES
from moot.policies.critique import by_number, count_unresolved, list_unresolved
from moot.policies.language import keep_below, tidy, words
from moot.state.bookkeeping import SeverityCounts
from moot.state.critiques import Critique
from moot.state.facts import Fact, state_fact
from moot.state.findings import Convergence, StopReason
from moot.state.positions import Position


@STRATEGIES.register("critiques", subject="critiques")
def judge_by_critiques(closed: ClosedRound) -> Convergence:
    """Find whether the criticism of the debate has been answered, or the answers have settled."""
    if not closed.speakers:
        return not_computable(state_fact("agreement.no_answer"))
    counts = count_unresolved(closed.critiques)
    changes = _measure_changes(closed)
    stop, reason = _decide(closed, counts, changes)
    share = _resolved_share(closed.critiques)
    settled = sorted((each for each in closed.critiques if each.resolved), key=by_number)
    return Convergence(
        converged=stop is not None,
        value=1.0 if stop else keep_below(share, closed.rules.threshold),
        reason=reason,
        stop_reason=stop,
        details=_details(counts, changes, share),
        agreed=tuple(state_fact("agreement.settled_critique", id=each.id, how=each.resolution) for each in settled),
        open=(*closed.domain_conflicts, *(_describe(each) for each in list_unresolved(closed.critiques))),
    )


def _measure_changes(closed: ClosedRound) -> dict[str, float]:
    """Measure by how much each seat changed its answer since its last round; nothing for a first answer."""
    if closed.answer_changes is not None:
        return dict(closed.answer_changes)
    changes = {}
    for after in closed.speakers:
        earlier = [each for each in closed.positions if each.seat == after.seat and each.round < closed.round]
        spoken = [each for each in earlier if each.spoke]
        if spoken:
            changes[after.seat] = _measure_change(max(spoken, key=lambda each: each.round), _said(closed, after.seat))
    return changes


def _measure_change(before: Position, after: Position) -> float:
    """Measure the change of an answer: 1 minus the similarity of the two sequences of words (X-56c)."""
    return tidy(Indel.normalized_distance(_answer(before), _answer(after)))


def _answer(position: Position) -> tuple[str, ...]:
    return words(f"{position.recommendation or ''}\n{position.reasoning or ''}")


def _said(closed: ClosedRound, seat: str) -> Position:
    # The words as they came, not as an unexplained flip is compared: here it is movement that counts.
    return next(each for each in closed.positions if each.seat == seat and each.round == closed.round)


def _decide(closed: ClosedRound, counts: SeverityCounts, changes: dict[str, float]) -> tuple[StopReason | None, Fact]:
    if not _criticised(closed):
        return None, state_fact("agreement.uncriticised")
    if counts.critical:
        return None, state_fact("agreement.critical_open", n=counts.critical)
    if closed.domain_conflicts:
        return None, state_fact("agreement.domains_open", n=len(closed.domain_conflicts))
    if counts.major <= closed.rules.max_major:
        return "converged", state_fact("agreement.few_open", n=counts.major)
    if changes and len(changes) == len(closed.speakers) and max(changes.values()) < tidy(closed.rules.stability):
        return "stable", state_fact("agreement.stable", share=max(changes.values()))
    return None, state_fact("agreement.major_open", n=counts.major)


def _criticised(closed: ClosedRound) -> bool:
    return bool(closed.critiques) or any(sheet.status in ("ok", "partial") for sheet in closed.sheets)


def _resolved_share(critiques: Sequence[Critique]) -> float:
    return tidy(sum(each.resolved for each in critiques) / len(critiques)) if critiques else 0.0


def _details(counts: SeverityCounts, changes: dict[str, float], share: float) -> dict[str, float]:
    numbers = {"critical": counts.critical, "major": counts.major, "minor": counts.minor, "resolved_share": share}
    return {**numbers, **{f"change/{seat}": change for seat, change in sorted(changes.items())}}


def _describe(critique: Critique) -> Fact:
    target = " ".join(filter(None, (critique.target, critique.target_claim_id)))
    return state_fact(
        "agreement.open_critique",
        id=critique.id,
        severity=critique.severity,
        agent=critique.agent,
        target=target,
        text=critique.description,
    )
