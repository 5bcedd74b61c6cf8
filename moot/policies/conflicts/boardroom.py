"""Follows the debates of a boardroom: where departments contradict each other, and how it is argued out (C-24..C-28).

- The first answers are round 1 of every conflict's debate (C-25); later rounds hold what its parties argued.
- Each conflict is a debate of its own: it ends when its parties agree, when they repeat themselves (X-43) or with the
  last round. Who is a party to an open debate goes on arguing, nobody else does.
- Parties agree when they stand for the same option, or come to terms, and neither holds a reservation that the other
  has not accepted. Whoever chooses the same option on a condition of its own agrees on the option alone.
- A debate whose parties had agreed is open again once they stand for different options, or one adds a condition.
- A party that is silent in a round is taken at its last word; a round in which all of them are silent is none (X-49).
- The round has agreed when every debate ended in agreement; its value is that of the parties furthest apart.
- When a further round is asked for although every debate has ended, all of them are argued once more.
"""

from collections.abc import Mapping, Sequence

from moot.policies.agreement import STRATEGIES, ClosedRound, Strategy, argue, hear_first
from moot.policies.conflicts.agreeing import find_reservations, have_agreed
from moot.policies.conflicts.consensus import close_conflict_round
from moot.policies.conflicts.detection import detect_conflicts
from moot.policies.conflicts.lexicon_index import CompiledLexicons
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.conflicts import AgentPosition, Conflict, ConflictDebate, ConflictReport, DebateEnd, Reservation
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
    report: ConflictReport, debates: Sequence[ConflictDebate], threshold: float, ballot: Ballot | None = None
) -> Convergence:
    """Find whether the conflicts of a boardroom are argued out (C-26, C-48).

    How far it agrees is the share of pairs of seats that vote alike, where more than words told the votes; else it is
    what the furthest parties have in common. Below an agreement it stays below the threshold.
    """
    if not debates:
        # where recommendations differ, nobody says that nobody contradicted anybody.
        stop: StopReason = "converged" if report.conflicts else "no_conflict"
        return Convergence(converged=True, value=None, reason=report.reason, stop_reason=stop)
    values = {"/".join(each.parties): each.rounds[-1].convergence or 0.0 for each in debates}
    agreed = [each for each in debates if each.ended_by == "converged"]
    converged, furthest = len(agreed) == len(debates), min(values, key=lambda pair: values[pair])
    return Convergence(
        converged=converged,
        value=values[furthest] if converged else _measure_votes(debates, ballot, threshold, values[furthest]),
        reason=state_fact(
            "agreement.argued_out",
            agreed=len(agreed),
            all=len(debates),
            parties=furthest,
            share=values[furthest],
            needed=threshold,
        ),
        stop_reason="converged" if converged else None,
        details=values,
        agreed=tuple(map(_describe, agreed)),
        open=tuple(_describe(each) for each in debates if each.ended_by != "converged"),
    )


def _measure_votes(
    debates: Sequence[ConflictDebate], ballot: Ballot | None, threshold: float, by_words: float
) -> float:
    sizes = [len(option.seats) for option in ballot.options] if ballot and ballot.source != "words" else []
    pairs = sum(sizes) * (sum(sizes) - 1) // 2
    if not pairs or ballot is None:
        return by_words
    alike = sum(size * (size - 1) // 2 for size in sizes)
    # A pair that a reservation keeps apart votes alike and has not agreed.
    reserved = sum(bool(each.reservations) and _vote_alike(each.parties, ballot) for each in debates)
    return min((alike - reserved) / pairs, threshold - _BELOW)


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
    found = hear_first((strategy or STRATEGIES.get(closed.rules.strategy).judge)(view), view)
    last = [each for each in view.positions if each.round == view.round]
    alike = _vote_alike(debate.parties, closed.ballot)
    apart = _find_apart(view)
    agreed = bool(debate.rounds) and not apart and (have_agreed(last) or alike)
    value = 1.0 if agreed else found.value or 0.0
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
    ended = (end or limit) if closed.round >= closed.rounds.min else None
    return debate.model_copy(update={"rounds": (*debate.rounds, done), "ended_by": ended, "reservations": apart})


def _find_apart(view: ClosedRound) -> tuple[Reservation, ...]:
    """Find the conditions that keep two parties apart after the round."""
    last = [each for each in view.positions if each.round == view.round]
    spoke = sorted((each for each in view.positions if each.round < view.round), key=lambda each: each.round)
    return find_reservations(last, {each.seat: each for each in spoke})


def _have_parted(debate: ConflictDebate, closed: ClosedRound) -> bool:
    """Say whether parties that had agreed stand apart again: for different options, or one on a new condition."""
    if closed.ballot is None or closed.ballot.source != "model":
        return False
    votes = {closed.ballot.last_vote(seat) for seat in debate.parties}
    return (len(votes) > 1 and None not in votes) or bool(_find_apart(_listen(debate.parties, closed)))


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


def _describe(debate: ConflictDebate) -> Fact:
    """Name what two parties agree or disagree on: a condition that is open, else what their conflict is about."""
    held = "; ".join(f"{each.seat}: {each.text}" for each in debate.reservations)
    return state_fact("agreement.argued", parties=debate.parties, topic=held or debate.rounds[-1].topic)
