"""Closes a round: decides everything that follows when the last seat of a wave has spoken.

The order matters and is always the same: revisions are checked for unexplained flips, critiques are settled against
them, the ballot is counted, then agreement is judged, then repetition, then the breaker. The breaker speaks last
because it may stop a round that agreed (D-50), and because its reason must see whether the rounds repeat themselves
(X-01).
"""

from collections.abc import Collection, Sequence

from moot.policies.agreement import STRATEGIES, ClosedRound, Strategy, find_subject, measure_pairs
from moot.policies.agreement.ballot import list_shared_points
from moot.policies.comparison import COMPARATORS, LEXICAL
from moot.policies.comparison.stances import (
    count_changes,
    gate_revision,
    hold_unexplained,
    keep_latest,
    mark_unexplained,
)
from moot.policies.conflicts.boardroom import drop_agreed, find_unaccepted, list_parties
from moot.policies.critique import list_blind_spots, settle_critiques
from moot.policies.critique.claims import find_domain_conflicts
from moot.policies.critique.evidence import settle_fabrications
from moot.policies.critique.ledger import discount_unsupported, judge_claims, lacks_evidence
from moot.policies.limits import derive_spent, measure_round
from moot.policies.limits.breaker import Standing, check_during, count_iterations, trip_breaker
from moot.policies.limits.leases import sort_seats
from moot.policies.rounds.counting import count_votes, find_told_pairs
from moot.policies.rounds.joining import OWN_CONDITION
from moot.policies.rounds.judging import argue_conflicts, find_loop, judge_agreement
from moot.policies.rounds.opening import choose_speakers, find_silence, follow_ladder, take_attendance
from moot.state.ballot import Ballot
from moot.state.base import Texts, Value
from moot.state.conflicts import ConflictDebate
from moot.state.critiques import Critique
from moot.state.debate import MultiAgentState
from moot.state.evidence import CheckedClaim, Ledger
from moot.state.findings import Breaker, Checklist, Convergence, Loop, RoundAgreement, RoundKind, RoundRecord
from moot.state.positions import Position
from moot.state.protocol import ConvergenceRules, RoundRules

_KINDS: dict[int, RoundKind] = {1: "positions", 2: "rebuttals"}


class Closing(Value):
    """What a closed round amounts to."""

    record: RoundRecord
    convergence: Convergence
    loop: Loop
    breaker: Breaker | None
    agreement: RoundAgreement
    ballot: Ballot
    positions: tuple[Position, ...]
    """This round's, unexplained flips marked."""
    critiques: tuple[Critique, ...]
    """All so far, settled against this round's revisions."""
    ledger: Ledger
    checklist: Checklist
    debates: tuple[ConflictDebate, ...] | None
    """What was argued about each conflict; None where conflicts are not looked for."""


def close_round(state: MultiAgentState, strategy: Strategy | None = None, stored: Collection[str] = ()) -> Closing:
    """Judge the round that has just been spoken; `stored` are cited ids that exist, but were not retrieved."""
    profile, number = state["protocol"].profile, state["round"]
    positions = gate_positions(state)
    now = tuple(each for each in positions if each.round == number)
    grounded = _ground(state, positions)
    critiques = _settle(state, positions, grounded)
    ballot = count_with_conditions(state, positions)
    agreement = _compare_round(state, positions, ballot)
    closed = view_round(state, positions, critiques, agreement, grounded, ballot)
    debates = argue_conflicts(state, closed, strategy)
    ballot = drop_agreed(ballot, state.get("conflict_report"), debates)
    closed = closed.model_copy(update={"ballot": ballot})
    silence = find_silence(state.get("positions") or [], state.get("hypotheses") or [])
    agreed = judge_agreement(state, closed, debates, strategy)
    convergence = follow_ladder(state, agreed, ballot).model_copy(update={"silence": silence})
    ballot = ballot.model_copy(update={"settled": convergence.option or ballot.settled})
    loop = find_loop(state, closed, debates)
    record = _record_round(state, positions, convergence, ballot)
    spent = derive_spent(state.get("turns") or [], state.get("queries") or [], profile.rounds)
    standing = Standing(
        rounds=number,
        convergence=convergence,
        measured=find_measured(state, convergence),
        loop=loop,
        spent=spent,
        iterations=count_iterations(state.get("turns") or []),
        refinements=state.get("refinements", 0),
        positions=tuple(each for each in positions if not debates or each.seat in list_parties(debates)),
        ballot=ballot,
        shared=tuple(dict.fromkeys(each.text for each in list_shared_points(ballot))),
        conflicts=closed.domain_conflicts,
        by_critiques=find_subject(closed.rules.strategy) == "critiques",
        next_seats=count_next_answers(state, debates or ()),
        unaffordable=_was_unaffordable(state),
    )
    effective = profile.model_copy(update={"rounds": closed.rounds})
    rounds = [*(each for each in state.get("rounds") or [] if each.number != number), record]
    return Closing(
        record=record,
        convergence=convergence,
        loop=loop,
        breaker=trip_breaker(standing, effective),
        agreement=agreement,
        ballot=ballot,
        positions=now,
        critiques=critiques,
        ledger=judge_claims(
            number,
            now,
            state.get("evidence") or [],
            profile.claims,
            stored,
            question=state["question"],
            checked=list_checked(state),
        ),
        checklist=check_during(profile, rounds, convergence, loop, spent),
        debates=debates,
    )


def count_with_conditions(state: MultiAgentState, positions: tuple[Position, ...]) -> Ballot:
    """Count the votes with the conditions they are given on, and where critiques decide, which are not accepted."""
    ballot = count_votes(state, positions)
    voters = {seat for option in ballot.options for seat in option.seats}
    latest = keep_latest(positions, state["protocol"].profile.seat_ids)
    reserved = {
        each.seat: each.reservation.strip() for each in latest if each.seat in voters and each.reservation.strip()
    }
    settles = find_subject(state["protocol"].profile.convergence.strategy) == "critiques"
    shared = [option.seats for option in ballot.options if len(option.seats) > 1] if settles else []
    open_ = tuple(
        each.seat
        for seats in shared
        for each in find_unaccepted([said for said in positions if said.seat in seats])
        if each.seat in reserved
    )
    return ballot.model_copy(update={"reserved": reserved, "unaccepted": open_})


def find_measured(state: MultiAgentState, now: Convergence | None) -> Convergence | None:
    """Find the last measure of agreement: this round's, else the one before, else the last that is on record."""
    before = state.get("convergence")
    for each in (now, before):
        if each is not None and each.value is not None:
            return each
    records = sorted(state.get("rounds") or [], key=lambda record: record.number)
    values = [record.convergence for record in records if record.convergence is not None]
    return now.model_copy(update={"value": values[-1]}) if values and now is not None else now


def count_next_answers(state: MultiAgentState, debates: Sequence[ConflictDebate] = ()) -> int:
    """Count the answers the next round needs: critiques that nobody could answer any more would be paid in vain."""
    profile, routing = state["protocol"].profile, state["routing"]
    phases = ("critique", "revise") if profile.critique.enabled else ("revise",)
    return sum(len(choose_speakers(phase, routing, debates, profile)) for phase in phases)


def gate_positions(state: MultiAgentState) -> tuple[Position, ...]:
    """Take all positions so far, those of this round checked for flips that name no reason."""
    positions, number = state.get("positions") or [], state["round"]
    if state.get("conflict_debates"):
        # Who argues a conflict answers the other side: its argument is the reason for a change.
        return tuple(positions)
    if number == 1:
        return tuple(positions)
    fresh = tuple(mark_unexplained(each, unexplained=False) if each.round == number else each for each in positions)
    ballot, known = count_votes(state, fresh), _list_reasons(state)
    earlier = [each for each in fresh if each.round < number]

    def gate(position: Position) -> Position:
        # Whoever said that its own condition is met has named what it was.
        reasons = known | ({OWN_CONDITION} if position.joined else set())
        return gate_revision(position, reasons, earlier, moved=_changes_vote(position.seat, ballot))

    return tuple(gate(each) if each.round == number else each for each in fresh)


def view_round(
    state: MultiAgentState,
    positions: tuple[Position, ...],
    critiques: tuple[Critique, ...],
    agreement: RoundAgreement | None = None,
    grounded: tuple[Position, ...] | None = None,
    ballot: Ballot | None = None,
) -> ClosedRound:
    """View the round as the strategies see it; `grounded` are the positions with only the evidence that stands."""
    rules, claims = state["protocol"].profile.convergence, state["protocol"].profile.claims
    if not STRATEGIES.get(rules.strategy).judges_rounds:
        # A refined question that is argued is judged by what the seats hold.
        rules = rules.model_copy(update={"strategy": ConvergenceRules().strategy})
    grounded = _ground(state, positions) if grounded is None else grounded
    return ClosedRound(
        round=state["round"],
        rules=rules,
        rounds=limit_rounds(state),
        language=state["case"].language,
        positions=grounded,
        ballot=ballot,
        pairs=agreement.pairs if agreement else None,
        uncited=lacks_evidence(
            positions,
            state.get("evidence") or [],
            claims,
            _list_reasons(state),
            question=state["question"],
            checked=list_checked(state),
        ),
        sheets=tuple(state.get("sheets") or ()),
        critiques=critiques,
        domain_conflicts=_name_conflicts(state, positions),
        hypotheses=tuple(state.get("hypotheses") or ()),
        judgements=tuple(state.get("judgements") or ()),
    )


def _name_conflicts(state: MultiAgentState, positions: tuple[Position, ...]) -> Texts:
    """Name the conflicts of norms that are open; to resolve one is to argue, so no source has to say the same."""
    evidence, settlements = state.get("evidence") or [], state.get("settlements") or []
    return find_domain_conflicts(evidence, positions, settlements, by=state["protocol"].profile.critique.settle)


def limit_rounds(state: MultiAgentState) -> RoundRules:
    """Give the rounds in force: where the other side only criticises, it does so once (X-56l)."""
    rounds, once = state["protocol"].profile.rounds, state["routing"].critique_rounds
    if once is not None:
        rounds = rounds.model_copy(update={"max": min(rounds.max, once + 1), "min": min(rounds.min, once + 1)})
    # Whoever opened the debate again, a person or the council, has allowed one round more than there were.
    return rounds.model_copy(update={"max": max(rounds.max, state.get("round", 0))})


def _settle(
    state: MultiAgentState, positions: tuple[Position, ...], grounded: tuple[Position, ...]
) -> tuple[Critique, ...]:
    """Settle all critiques so far against the latest revisions; evidence that does not stand repairs nothing."""
    profile = state["protocol"].profile
    settled = settle_critiques(
        state.get("critiques") or [],
        positions,
        profile.claims,
        grounded,
        by=profile.critique.settle,
        settlements=state.get("settlements") or (),
    )
    return settle_fabrications(settled, positions, state.get("evidence") or [])


def _ground(state: MultiAgentState, positions: tuple[Position, ...]) -> tuple[Position, ...]:
    """Keep of the positions only the evidence that stands: unsupported claims count toward nothing."""
    rules, evidence = state["protocol"].profile.claims, state.get("evidence") or []
    return discount_unsupported(positions, evidence, rules, question=state["question"], checked=list_checked(state))


def list_checked(state: MultiAgentState) -> list[CheckedClaim]:
    """List what a model found of claims in what they cite, in every round so far."""
    return [claim for each in state.get("verifications") or [] for claim in each.claims]


def _was_unaffordable(state: MultiAgentState) -> bool:
    """Say whether no seat could be asked in this round, because its lease paid for no request."""
    turns = [turn for turn in state.get("turns") or [] if turn.round == state["round"]]
    spoken = [turn.status for turn in turns if turn.phase in ("position", "revise")]
    return bool(spoken) and set(spoken) == {"refused"}


def _list_reasons(state: MultiAgentState) -> set[str]:
    """List what a seat may name for a change of mind: critiques, blind spots, evidence, what a reviewer told all."""
    known = {each.id for each in state.get("critiques") or []} | {each.id for each in state.get("evidence") or []}
    known |= {each.id for each in list_blind_spots(state.get("sheets") or [])}
    return known | ({"guidance"} if state.get("guidance") else set())


def _changes_vote(seat: str, ballot: Ballot) -> bool:
    now = ballot.vote_of(seat)
    before = [vote for vote in ballot.votes if vote.seat == seat and vote.round < ballot.round]
    return bool(now and before) and now != max(before, key=lambda vote: vote.round).option


def _compare_round(state: MultiAgentState, positions: tuple[Position, ...], ballot: Ballot) -> RoundAgreement:
    """Find how far every two seats agree in this round, and who was heard on it."""
    number, name = state["round"], state["protocol"].profile.convergence.comparator
    told = next((each for each in state.get("agreements") or [] if each.round == number), RoundAgreement(round=number))
    others = find_told_pairs(state, positions)
    by = LEXICAL if COMPARATORS.get(name).asks_model else name
    if others or (told.grouping is not None and ballot.by_meaning):
        by = told.by if told.by != LEXICAL else name
    pairs = measure_pairs(
        ballot,
        hold_unexplained(number, positions),
        state["case"].language,
        sheets=state.get("sheets") or (),
        told=others,
    )
    return told.model_copy(update={"pairs": pairs, "by": by, "note": ballot.note})


def _record_round(
    state: MultiAgentState, positions: tuple[Position, ...], convergence: Convergence, ballot: Ballot
) -> RoundRecord:
    """Record the round as the log keeps it (D-86, X-25)."""
    profile, number = state["protocol"].profile, state["round"]
    phase = "position" if number == 1 else "revise"
    seats = _list_asked(state, phase)
    sheets = [each for each in state.get("hypotheses") or [] if each.round == number]
    changes = count_changes(number, positions, ballot)
    changed = len(changes.changed)
    if sheets:
        changed = sum(ballot.vote_of(seat, number - 1) not in (None, ballot.vote_of(seat, number)) for seat in seats)
        made = {each.seat: each for each in sheets}
        spoke = tuple(seat for seat in seats if seat in made and made[seat].spoke)
        late = tuple(seat for seat in seats if seat in made and made[seat].status == "timeout")
        lost = tuple(seat for seat in seats if seat not in spoke and seat not in late)
    else:
        present = take_attendance(positions, seats, number)
        spoke, late, lost = present.responded, present.timed_out, present.failed
    return RoundRecord(
        number=number,
        kind=_KINDS.get(number, "refinement"),
        duration_ms=round(measure_round(state.get("turns") or [], number, profile.rounds) * 1000),
        convergence=convergence.value,
        details=convergence.details,
        responded=spoke,
        timed_out=late,
        failed=lost,
        position_changes=changed,
        unexplained_changes=len(changes.unexplained),
    )


def _list_asked(state: MultiAgentState, phase: str) -> tuple[str, ...]:
    """List who was asked in the round: the seats of its wave, unless critics have been asked to settle since."""
    wave, profile, ladder = state.get("wave"), state["protocol"].profile, state.get("ladder")
    if ladder is not None and phase == "position":
        return sort_seats(ladder.asked, profile.seat_ids)
    if wave is not None and (wave.phase, wave.round) == (phase, state["round"]):
        # A branch may have dropped the conflict whose parties alone were asked.
        return wave.seats
    return choose_speakers(phase, state["routing"], state.get("conflict_debates") or (), profile)
