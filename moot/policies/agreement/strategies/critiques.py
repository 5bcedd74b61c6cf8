"""Judges by criticism: a debate is finished when no grave critique is left, or nothing moves any more.

Rules (L-21..L-23, X-54, X-55):
- An unresolved CRITICAL critique or an unresolved conflict between domains blocks, whatever else holds. So do answers
  that exclude each other (L-26): that nobody criticises any more does not make them one answer, so they are argued on
  while a round is left, and after the last one they are what keeps the decision from being settled. That their words
  refuse each other counts, whatever a comparison made of them. A condition on
  which a seat votes and that the other has not accepted is told beside its vote as disputed; it does not block.
- Not blocked, it is finished when at most `max_major` MAJOR critiques are unresolved, or when every seat changed its
  answer by less than `stability` (strictly; X-56c).
- Before anybody has criticised anything it is not finished: no critique is not the same as no objection.
- One seat may be alone with its position while the other only criticises (X-56l), so a single position suffices.
- The value says how much of what could be open is not: of the grave critiques, the conflicts between domains, and the
  pairs of seats, which are open as long as their votes differ. A debate that is not finished has that share of the
  threshold, one that is finished has 1.
- Agreed is what the seats vote for alike and what they declared to share. A critique that was answered is closed,
  which is not the same.
"""

from itertools import combinations

from rapidfuzz.distance import Indel

from moot.policies.agreement.ballot import is_unanimous
from moot.policies.agreement.closed_round import ClosedRound, not_computable
from moot.policies.agreement.convergence import STRATEGIES
from moot.policies.comparison import recommend_opposites, refuses_what_is_granted
from moot.policies.critique import count_unresolved, list_unresolved
from moot.policies.language import Language, words
from moot.policies.thresholds import tidy
from moot.state.ballot import Ballot
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
    ballot = closed.count()
    opposed = _tell_opposed(closed, ballot)
    stop, reason = _decide(closed, counts, changes, opposed)
    share = _measure_closed(closed, ballot)
    return Convergence(
        converged=stop is not None,
        value=1.0 if stop else tidy(share * closed.rules.threshold),
        reason=reason,
        stop_reason=stop,
        details=_details(counts, changes, share),
        agreed=(*(() if opposed else _tell_option(closed, ballot)), *_tell_declared(closed)),
        open=(*opposed, *closed.domain_conflicts, *(_describe(each) for each in list_unresolved(closed.critiques))),
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


def _decide(
    closed: ClosedRound, counts: SeverityCounts, changes: dict[str, float], opposed: tuple[Fact, ...]
) -> tuple[StopReason | None, Fact]:
    if not _criticised(closed):
        return None, state_fact("agreement.critiques_next" if closed.round == 1 else "agreement.uncriticised")
    blocking = _list_blocking(closed, counts, opposed)
    if blocking:
        return None, blocking[0] if len(blocking) == 1 else state_fact("figure.sentences", parts=tuple(blocking))
    if counts.major <= closed.rules.max_major:
        told = state_fact("agreement.few_open", n=counts.major) if counts.major else state_fact("agreement.none_open")
        return "converged", told
    if changes and len(changes) == len(closed.speakers) and max(changes.values()) < tidy(closed.rules.stability):
        return "stable", state_fact("agreement.stable", share=max(changes.values()))
    return None, state_fact("agreement.major_open", n=counts.major)


def _criticised(closed: ClosedRound) -> bool:
    return bool(closed.critiques) or any(sheet.status in ("ok", "partial") for sheet in closed.sheets)


def _list_blocking(closed: ClosedRound, counts: SeverityCounts, opposed: tuple[Fact, ...]) -> list[Fact]:
    """Say what keeps the debate from being finished, and the MAJOR critiques that are open beside it."""
    found = [
        ("agreement.critical_open", counts.critical),
        ("agreement.domains_open", len(closed.domain_conflicts)),
    ]
    blocking = [*opposed, *(state_fact(code, n=number) for code, number in found if number)]
    return [*blocking, state_fact("agreement.major_beside", n=counts.major)] if blocking and counts.major else blocking


def _measure_closed(closed: ClosedRound, ballot: Ballot) -> float:
    """Find the share of grave critiques, conflicts of domains and pairs of seats that are not open."""
    grave = [each.resolved for each in closed.critiques if each.severity != "MINOR"]
    pairs = [_vote_alike(ballot, a.seat, b.seat) for a, b in combinations(closed.speakers, 2)]
    points = [*grave, *pairs, *(False for _ in closed.domain_conflicts)]
    return tidy(sum(points) / len(points)) if points and _criticised(closed) else 0.0


def _vote_alike(ballot: Ballot, a: str, b: str) -> bool:
    return ballot.last_vote(a) is not None and ballot.last_vote(a) == ballot.last_vote(b)


def _tell_opposed(closed: ClosedRound, ballot: Ballot) -> tuple[Fact, ...]:
    """Name the seats of this round whose answers exclude another's."""
    here = {each.seat for each in closed.speakers}
    held = {seat: option.id for option in ballot.options for seat in option.seats if seat in here}
    opposed = [pair for pair in combinations(held, 2) if ballot.is_opposed(*(held[each] for each in pair))]
    opposed += [(a.seat, b.seat) for a, b in combinations(closed.speakers, 2) if _contradict(a, b, closed.language)]
    apart = {seat for pair in opposed for seat in pair}
    named = tuple(each.seat for each in closed.speakers if each.seat in apart)
    return (state_fact("agreement.answers_opposed", seats=named),) if named else ()


def _contradict(a: Position, b: Position, language: Language) -> bool:
    # A comparison may call two answers one: where their words refuse each other, that is not taken from it.
    return recommend_opposites(a, b, language) or refuses_what_is_granted(a, b)


def _tell_option(closed: ClosedRound, ballot: Ballot) -> tuple[Fact, ...]:
    """Name the option that every seat votes for."""
    held = next((option for option in ballot.options if option.seats), None)
    if held is None or not is_unanimous(ballot) or len(closed.speakers) < 2:  # one agrees with nobody
        return ()
    if ballot.unaccepted:
        return (state_fact("agreement.held_reserved", option=held.text, seats=ballot.unaccepted),)
    return (state_fact("agreement.held", holders=len(held.seats), n=len(closed.speakers), option=held.text),)


def _tell_declared(closed: ClosedRound) -> tuple[Fact, ...]:
    """Name what seats declared to share, each point once, however often it was said."""
    found: dict[tuple[str, ...], Fact] = {}
    for sheet in closed.sheets:
        for each in sheet.agreements:
            told = state_fact("agreement.declared", agent=sheet.agent, target=each.target, point=each.point)
            found.setdefault(words(each.point), told)
    return tuple(found.values())


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
