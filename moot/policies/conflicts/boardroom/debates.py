"""Follows the debates of a boardroom: where departments contradict each other, and how it is argued out (C-24..C-28).

- The first answers are round 1 of every conflict's debate (C-25); later rounds hold what its parties argued.
- Each conflict is a debate of its own: it ends when its parties agree, when they repeat themselves (X-43) or with the
  last round. Whoever keeps its recommendation and gives new reasons for it does not repeat itself. Who is a party to an
  open debate goes on arguing, nobody else does.
- Parties agree when they stand for the same option, or come to terms, and neither holds a reservation that the other
  has not accepted. Whoever chooses the same option on a condition of its own agrees on the option alone.
- A debate whose parties had agreed is open again once they move to different options, or one adds a condition.
- A party that is silent in a round is taken at its last word; a round in which all of them are silent is none (X-49).
- Where a model told the votes apart, two parties agree by their votes: fully on one option, by half where a condition
  is open between them, not at all on different options. Only where words were compared, words count.
- The round has agreed when every debate ended in agreement. Its value is the share of pairs of seats that vote alike,
  where a model told the votes apart; else it is that of the parties furthest apart.
- Rounds that run out while all vote for one option leave nothing to choose: whoever decides rules on the conditions
  that are open, and nothing has cut the debate off (X-06, C-26, C-27).
- When a further round is asked for although every debate has ended, all of them are argued once more.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from moot.policies.agreement import STRATEGIES, ClosedRound, Strategy, argue, hear_first
from moot.policies.agreement.ballot import tell_votes
from moot.policies.conflicts.boardroom.agreeing import find_reservations, have_agreed
from moot.policies.conflicts.boardroom.disputes import list_disputes
from moot.policies.conflicts.consensus import close_conflict_round
from moot.policies.conflicts.detection import detect_conflicts
from moot.policies.conflicts.reading import CompiledLexicons
from moot.policies.language import words
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.conflicts import (
    AgentPosition,
    Conflict,
    ConflictDebate,
    ConflictReport,
    DebateEnd,
    Dispute,
    Reservation,
)
from moot.state.facts import Fact, state_fact
from moot.state.findings import Convergence, Loop, StopReason
from moot.state.lexicon import Lexicons
from moot.state.positions import Position
from moot.state.protocol import ConflictRules

_BELOW = 0.01
"""Seats that have not agreed stay this far below the threshold."""
_ON_OPTION = 0.5
"""Who stands for the same option, and not on the same conditions, agrees by half."""
_UNSTATED = 0.7
"""What an answer without a confidence counts with (C-22)."""


def read_conflicts(
    positions: Sequence[Position],
    lexicons: Lexicons | CompiledLexicons,
    rules: ConflictRules,
    execution_id: str,
    detected_at: str | None = None,
    question: str = "",
) -> ConflictReport:
    """Find the conflicts between the first answers, without a model (C-43..C-48)."""
    answers = describe_answers(positions)
    return detect_conflicts(
        answers, lexicons, rules, execution_id=execution_id, question=question, detected_at=detected_at
    )


def describe_answers(positions: Sequence[Position]) -> dict[str, AgentPosition]:
    """Read the first answers as the conflict detector does, by seat (C-11)."""
    return {each.seat: describe_answer(each) for each in positions if each.round == 1 and each.spoke}


def follow_debates(
    report: ConflictReport,
    before: Sequence[ConflictDebate],
    closed: ClosedRound,
    strategy: Strategy | None = None,
) -> tuple[ConflictDebate, ...]:
    """Carry every open debate on by the round that has just closed."""
    known = {each.conflict_id: each for each in before}
    conflicts = {each.conflict_id: each for each in report.conflicts if each.requires_debate}
    debates = tuple(known.get(name) or _begin(conflict) for name, conflict in conflicts.items())
    going = {each.conflict_id for each in keep_open(debates)}
    going |= {each.conflict_id for each in debates if each.ended_by == "converged" and _have_parted(each, closed)}
    return tuple(
        _carry_on(each, conflicts[each.conflict_id], closed, strategy) if each.conflict_id in going else each
        for each in debates
    )


def stamp_rounds(debates: Sequence[ConflictDebate], moment: str) -> tuple[ConflictDebate, ...]:
    """Date the rounds that have just closed; the policies know no clock (C-12)."""
    return tuple(
        debate.model_copy(
            update={
                "rounds": tuple(
                    each if each.timestamp else each.model_copy(update={"timestamp": moment}) for each in debate.rounds
                )
            }
        )
        for debate in debates
    )


def keep_open(debates: Sequence[ConflictDebate]) -> tuple[ConflictDebate, ...]:
    """Take the debates that are argued next: those that have not ended, else all of them."""
    return tuple(each for each in debates if each.ended_by is None) or tuple(debates)


def list_parties(debates: Sequence[ConflictDebate]) -> Texts:
    """List who argues next, by name."""
    return tuple(sorted({seat for each in keep_open(debates) for seat in each.parties}))


def judge_debates(
    report: ConflictReport,
    debates: Sequence[ConflictDebate],
    threshold: float,
    ballot: Ballot | None = None,
    decider: str | None = None,
) -> Convergence:
    """Find whether the conflicts of a boardroom are argued out (C-26, C-48).

    `decider` is who rules on what is open when the rounds run out; without one, an open condition is no agreement.
    """
    if not debates:
        # where recommendations differ, nobody says that nobody contradicted anybody.
        stop: StopReason = "converged" if report.conflicts else "no_conflict"
        return Convergence(converged=True, value=None, reason=report.reason, stop_reason=stop)
    values = {"/".join(each.parties): each.rounds[-1].convergence or 0.0 for each in debates}
    agreed = len([each for each in debates if each.ended_by == "converged"]) == len(debates)
    closed, open_ = _list_points(report, debates, ballot)
    option = _find_common_option(ballot)
    # Who contradicts nobody may recommend something else, which goes together with what the parties vote for.
    shared = option or _find_common_option(ballot, list_parties(debates))
    ruled = not agreed and decider is not None and shared is not None and _ran_out(debates)
    value = min(values.values())
    if not agreed:
        most = 1.0 if ruled and option is not None else threshold - _BELOW
        value = _measure_votes(ballot, most, by_words=value)
    return Convergence(
        converged=agreed or ruled,
        value=value,
        reason=_explain(report, debates, values, threshold, ballot, decider if ruled else None),
        stop_reason="converged" if agreed else "max_rounds" if ruled else None,
        details=values,
        capped=not agreed and not ruled and shared is not None,
        agreed=closed,
        open=open_,
        option=option if ruled else None,
    )


def _told(ballot: Ballot | None) -> Ballot | None:
    """Take a ballot whose votes more than words told apart."""
    return ballot if ballot is not None and ballot.source != "words" else None


def _measure_votes(ballot: Ballot | None, most: float, *, by_words: float) -> float:
    told = _told(ballot)
    sizes = [len(option.seats) for option in told.options] if told else []
    pairs = sum(sizes) * (sum(sizes) - 1) // 2
    return min(sum(size * (size - 1) // 2 for size in sizes) / pairs, most) if pairs else by_words


def _find_common_option(ballot: Ballot | None, seats: Texts | None = None) -> str | None:
    """Find the one option that everybody votes for, or all of some seats, by what a model said or the seats chose."""
    told = _told(ballot)
    votes = [(each.id, seat) for each in told.options for seat in each.seats] if told else []
    named = [option for option, seat in votes if seats is None or seat in seats]
    return named[0] if len(named) > 1 and len({*named}) == 1 else None


def _ran_out(debates: Sequence[ConflictDebate]) -> bool:
    return all(each.ended_by in ("converged", "max_rounds") for each in debates)


def _list_held(debates: Sequence[ConflictDebate]) -> tuple[Reservation, ...]:
    """List every condition that is open between two parties, each once, by seat."""
    return tuple(sorted(dict.fromkeys(each for debate in debates for each in debate.reservations), key=_by_seat))


def _by_seat(reservation: Reservation) -> str:
    return reservation.seat


def _explain(
    report: ConflictReport,
    debates: Sequence[ConflictDebate],
    values: Mapping[str, float],
    threshold: float,
    ballot: Ballot | None,
    decider: str | None,
) -> Fact:
    """Say by votes how far the parties are; by words only where nothing else was compared."""
    told = _told(ballot)
    # Who votes on a condition does so whoever took it over by now, as the list of votes tells it.
    held = tuple(sorted({*(each.seat for each in _list_held(debates)), *(told.reserved if told else ())}))
    if told is None:
        furthest = min(values, key=lambda pair: values[pair])
        return state_fact(
            "agreement.argued_out",
            agreed=sum(each.ended_by == "converged" for each in debates),
            all=state_fact("count.conflicts", n=len(debates)),
            parties=furthest,
            share=values[furthest],
            needed=threshold,
        )
    common = _find_common_option(told)
    named = told.option(common) if common else None
    parts = [
        state_fact("agreement.all_vote", n=len(named.seats), option=named.id, text=named.wording)
        if named is not None
        else _count_over([each for each in list_disputes(report, debates, ballot=told) if each.argued_in], told)
    ]
    if held:
        parts.append(state_fact("agreement.reserved", seats=held, n=len(held)))
    if decider is not None:
        parts.append(state_fact("agreement.ruled", who=decider))
    return parts[0] if len(parts) == 1 else state_fact("figure.sentences", parts=tuple(parts))


def _count_over(disputes: Sequence[Dispute], ballot: Ballot) -> Fact:
    """Count what is no longer disputed as those who argue are told it: pairs of options, not of seats."""
    over = sum(each.is_over for each in disputes)
    return state_fact("agreement.argued_votes", n=len(disputes), over=over, votes=tell_votes(ballot))


def _list_points(
    report: ConflictReport, debates: Sequence[ConflictDebate], ballot: Ballot | None
) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """List what is agreed and what is open, each once however many pairs of seats it is between."""
    held = tuple(state_fact("agreement.condition", seat=each.seat, text=each.text) for each in _list_held(debates))
    told = _told(ballot)
    if told is None:
        closed = (
            state_fact("agreement.came_to_terms", parties=each.parties, topic=each.rounds[-1].topic)
            for each in debates
            if each.ended_by == "converged"
        )
        apart = (
            state_fact("agreement.argued", parties=each.parties, topic=each.rounds[-1].topic)
            for each in debates
            if each.ended_by != "converged" and not each.reservations
        )
        return tuple(closed), (*apart, *held)
    together = (
        state_fact("agreement.vote_together", seats=each.seats, option=each.id, text=each.wording)
        for each in told.options
        if len(each.seats) > 1
    )
    return tuple(together), (*_list_opposed(told, list_disputes(report, debates, ballot=told)), *held)


def _list_opposed(ballot: Ballot, disputes: Sequence[Dispute]) -> Iterator[Fact]:
    """List the options with votes that exclude each other, or are argued: others go together, and do not diverge."""
    voted = [each for each in ballot.options if each.seats]
    argued = {frozenset(side.option for side in each.sides) for each in disputes if not each.is_over}
    for one, other in combinations(voted, 2):
        if not ballot.is_opposed(one.id, other.id) and frozenset((one.id, other.id)) not in argued:
            continue
        yield state_fact(
            "agreement.vote_against",
            one=one.id,
            one_text=one.wording,
            one_seats=one.seats,
            other=other.id,
            other_text=other.wording,
            other_seats=other.seats,
        )


def find_repetition(debates: Sequence[ConflictDebate], loop: Loop) -> Loop:
    """Find whether the debates ended because their parties repeat themselves (X-43)."""
    ends = {each.ended_by for each in debates}
    detected = "repeated" in ends and not ends & {None, "max_rounds"}
    repeated = tuple("/".join(each.parties) for each in debates if each.ended_by == "repeated")
    reason = state_fact("agreement.repeat_parties", parties=repeated) if detected else loop.reason
    return loop.model_copy(
        update={"detected": detected, "counter": max(1, loop.counter) if detected else 0, "reason": reason}
    )


def describe_answer(position: Position) -> AgentPosition:
    """Read one seat's answer as the conflict detector does (C-11)."""
    return AgentPosition(
        agent_name=position.seat,
        position=argue(position),
        reasoning=position.reasoning or "",
        confidence=_UNSTATED if position.confidence is None else position.confidence,
        supporting_evidence=tuple(claim.statement for claim in position.claims if claim.evidence),
    )


def _begin(conflict: Conflict) -> ConflictDebate:
    return ConflictDebate(conflict_id=conflict.conflict_id, parties=conflict.agents_involved)


def _carry_on(
    debate: ConflictDebate, conflict: Conflict, closed: ClosedRound, strategy: Strategy | None
) -> ConflictDebate:
    limit: DebateEnd | None = "max_rounds" if closed.round >= closed.rounds.max else None
    spoke = any(each.seat in debate.parties and each.round == closed.round and argue(each) for each in closed.positions)
    if debate.rounds and not spoke:
        return debate.model_copy(update={"ended_by": limit})
    view = _listen(debate.parties, closed)
    last = [each for each in view.positions if each.round == view.round]
    alike = _vote_alike(debate.parties, closed.ballot)
    apart = _find_apart(view)
    agreed = bool(debate.rounds) and not apart and (have_agreed(last) or alike)
    value = 1.0 if agreed else _measure(debate.parties, view, strategy)
    if apart:
        # Never as high as an agreement, however much their words have in common.
        value = min(max(value, _ON_OPTION if alike else 0.0), closed.rules.threshold - _BELOW)
    done, end = close_conflict_round(
        conflict,
        debate.rounds,
        _arguments(view),
        measure=lambda _: value,
        threshold=closed.rules.threshold,
        max_rounds=closed.rounds.max,
        number=closed.round,
    )
    if end == "repeated" and any(_brings_new(seat, closed) for seat in debate.parties):
        end = None
    ended = (end or limit) if closed.round >= closed.rounds.min else None
    return debate.model_copy(update={"rounds": (*debate.rounds, done), "ended_by": ended, "reservations": apart})


def _brings_new(seat: str, closed: ClosedRound) -> bool:
    """Say whether a seat that recommends what it did before gives other reasons, claims or conditions than it did."""
    said = sorted((each for each in closed.positions if each.seat == seat and argue(each)), key=lambda each: each.round)
    if len(said) < 2 or said[-1].round != closed.round:
        return False
    before, now = (
        (words(each.reasoning or ""), {words(claim.statement) for claim in each.claims}, words(each.reservation))
        for each in said[-2:]
    )
    return now != before


def _measure(parties: Texts, view: ClosedRound, strategy: Strategy | None) -> float:
    """Measure how far two parties are that have not come to terms: by their votes, else by what they say."""
    if strategy is None and _vote_apart(parties, view.ballot):
        return 0.0
    found = hear_first((strategy or STRATEGIES.get(view.rules.strategy).judge)(view), view)
    return found.value or 0.0


def _vote_apart(parties: Texts, ballot: Ballot | None) -> bool:
    """Say whether a model that compared meanings found the parties to recommend different things."""
    if ballot is None or ballot.source != "model":
        return False
    votes = {ballot.vote_of(seat) for seat in parties}
    return len(votes) > 1 and None not in votes


def _find_apart(view: ClosedRound) -> tuple[Reservation, ...]:
    """Find the conditions that keep two parties apart after the round."""
    last = [each for each in view.positions if each.round == view.round]
    spoke = sorted((each for each in view.positions if each.round < view.round), key=lambda each: each.round)
    return find_reservations(last, {each.seat: each for each in spoke})


def _have_parted(debate: ConflictDebate, closed: ClosedRound) -> bool:
    """Say whether parties that had agreed stand apart again: for different options, or one on a new condition."""
    if closed.ballot is None or closed.ballot.source != "model":
        return False
    ballot, agreed_in = closed.ballot, debate.rounds[-1].round_number
    votes = [ballot.last_vote(seat) for seat in debate.parties]
    # Who had agreed on two options that go together has not parted by voting for them again.
    moved = votes != [ballot.vote_of(seat, agreed_in) for seat in debate.parties]
    parted = moved and len({*votes}) > 1 and None not in votes
    return parted or bool(_find_apart(_listen(debate.parties, closed)))


def _vote_alike(parties: Texts, ballot: Ballot | None) -> bool:
    """Say whether a model that compared meanings found the parties to recommend the same."""
    if ballot is None or ballot.source != "model":
        return False
    votes = {ballot.vote_of(seat) for seat in parties}
    return len(votes) == 1 and None not in votes


def _listen(parties: Texts, closed: ClosedRound) -> ClosedRound:
    """View the round as it is between two parties, each with its last word."""
    said = sorted((each for each in closed.positions if each.seat in parties), key=lambda each: each.round)
    last = {each.seat: each.model_copy(update={"round": closed.round}) for each in said if argue(each)}
    earlier = (each for each in said if each.round < closed.round)
    pairs = closed.pairs and tuple(each for each in closed.pairs if {each.a, each.b} <= set(parties))
    return closed.model_copy(update={"positions": (*earlier, *last.values()), "pairs": pairs})


def _arguments(view: ClosedRound) -> Mapping[str, str]:
    return {each.seat: argue(each) for each in view.positions if each.round == view.round}
