"""Follows the debates of a boardroom: where departments contradict each other, how it is argued out, who decides.

While they argue (C-24..C-28):

- The first answers are round 1 of every conflict's debate (C-25); later rounds hold what its parties argued.
- Each conflict is a debate of its own: it ends when its parties come close enough, when they repeat themselves (X-43)
  or with the last round. Who is a party to an open debate goes on arguing, nobody else does.
- A party that is silent in a round is taken at its last word; a round in which all of them are silent is none (X-49).
- The round has agreed when every debate ended in agreement; its value is that of the parties furthest apart.
- When a further round is asked for although every debate has ended, all of them are argued once more.

When they are settled (C-27, C-37..C-42, X-42):

- The first in the order of priority mediates: when it has answered, it is asked once, after the last round, with all
  that was argued before it; its words are the one decision of all conflicts, also of those to which it was a party.
  When it cannot answer any more, its last argument stands.
- Anybody else who decides does so by its last argument.
- A party whose last stance equals the deciding party's accepts the decision (X-44).
- A debate that was stopped keeps its rounds: for want of time it ended by `timeout` (X-49), else as if rounds ran out.
"""

from collections.abc import Mapping, Sequence

from moot.policies.agreement import STRATEGIES, ClosedRound, Strategy, argue, hear_first
from moot.policies.conflicts.agreeing import have_agreed
from moot.policies.conflicts.consensus import Hearing, close_conflict_round, list_participants, settle_conflict
from moot.policies.conflicts.decisions import Decider, choose_decision_maker
from moot.policies.conflicts.detection import detect_conflicts
from moot.policies.conflicts.lexicon_index import CompiledLexicons, compile_lexicons
from moot.policies.language import words
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.conflicts import (
    Acceptance,
    AgentPosition,
    Conflict,
    ConflictDebate,
    ConflictReport,
    ConsensusResult,
    DebateEnd,
    DebateRound,
)
from moot.state.facts import Fact, state_fact
from moot.state.findings import Breaker, Convergence, Loop, StopReason
from moot.state.lexicon import Lexicons
from moot.state.outcome import Synthesis
from moot.state.positions import Position
from moot.state.protocol import ConflictRules

_PLACEHOLDERS = frozenset(
    {"tbd", "tba", "n a", "na", "none", "null", "pending", "to be decided", "to be defined", "to be determined"}
    | {"placeholder", "decision", "a definir", "pendente", "por decidir", "decisao", "nenhuma"}
    | {"belum ditentukan", "belum diputuskan", "keputusan", "tidak ada"}
)
_BRACKETS = frozenset({"<>", "[]", "{}"})

_BELOW = 0.01
"""Seats that have not agreed stay this far below the threshold."""
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
    return {each.seat: _describe_answer(each) for each in positions if each.round == 1 and each.spoke}


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
        value=values[furthest] if converged else _measure_votes(ballot, threshold, values[furthest]),
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


def _measure_votes(ballot: Ballot | None, threshold: float, by_words: float) -> float:
    sizes = [len(option.seats) for option in ballot.options] if ballot and ballot.source != "words" else []
    pairs = sum(sizes) * (sum(sizes) - 1) // 2
    if not pairs:
        return by_words
    return min(sum(size * (size - 1) // 2 for size in sizes) / pairs, threshold - _BELOW)


def find_repetition(debates: Sequence[ConflictDebate], loop: Loop) -> Loop:
    """Find whether the debates ended because their parties repeat themselves (X-43)."""
    ends = {each.ended_by for each in debates}
    detected = "repeated" in ends and not ends & {None, "max_rounds"}
    repeated = tuple("/".join(each.parties) for each in debates if each.ended_by == "repeated")
    reason = state_fact("agreement.repeat_parties", parties=repeated) if detected else loop.reason
    return loop.model_copy(
        update={"detected": detected, "counter": max(1, loop.counter) if detected else 0, "reason": reason}
    )


def name_mediator(debates: Sequence[ConflictDebate], positions: Sequence[Position], rules: ConflictRules) -> str | None:
    """Name who has to be asked for a decision: the first in priority, once it has answered itself."""
    first = next(iter(rules.priority), None)
    answered = any(each.seat == first and argue(each) for each in positions)
    return first if debates and answered else None


def name_decider(conflict: Conflict, positions: Sequence[Position], rules: ConflictRules) -> Decider | None:
    """Name who decides one conflict, and by which rule (X-85)."""
    said = {each.seat: _describe_answer(each) for each in positions if argue(each)}
    present = {agent: said[agent] for agent in list_participants(conflict, said, rules) if agent in said}
    return choose_decision_maker(present, rules.priority)


def settle_debates(
    report: ConflictReport,
    debates: Sequence[ConflictDebate],
    positions: Sequence[Position],
    rules: ConflictRules,
    lexicons: Lexicons | CompiledLexicons,
    *,
    ruling: Synthesis | None = None,
    acceptances: Sequence[Acceptance] | None = None,
    breaker: Breaker | None = None,
    resolved_at: str | None = None,
) -> tuple[ConsensusResult, ...]:
    """Settle every conflict that was argued, in the report's order.

    `ruling` is what its author decided as mediator, `acceptances` what the parties said about it once they were asked.
    """
    said = None if acceptances is None else {each.seat: each for each in acceptances}
    compiled = compile_lexicons(lexicons)
    conflicts = {each.conflict_id: each for each in report.conflicts}
    settled = []
    for debate in debates:
        conflict, heard = conflicts[debate.conflict_id], _hear(debate, positions)
        stated = {seat: _describe_answer(each) for seat, each in heard.items()}
        decider = name_decider(conflict, positions, rules)
        mediated = ruling if ruling is not None and decider and decider.agent == ruling.author else None
        rounds = debate.rounds
        if mediated is not None:
            stated[mediated.author] = _read_ruling(mediated, stated[mediated.author])
            rounds = _leave_out(mediated.author, rounds)
        found = settle_conflict(
            conflict,
            rounds,
            rules,
            compiled,
            positions=stated,
            execution_id=report.execution_id,
            ended_by=debate.ended_by or _interrupt(breaker),
            hearing=Hearing(
                accepted_by=_find_followers(decider, debate, heard),
                said=said,
                cut_off=mediated is None and decider is not None and _was_cut_off(heard.get(decider.agent)),
            ),
            resolved_at=resolved_at,
        )
        if mediated is not None:
            # What a ruling gives up is its author's to say; the rounds are kept as they were argued.
            told = {"debate_rounds": debate.rounds, "trade_offs_acknowledged": tuple(dict.fromkeys(mediated.tensions))}
            found = found.model_copy(update=told if mediated.tensions else {"debate_rounds": debate.rounds})
        settled.append(found)
    return tuple(settled)


def _describe_answer(position: Position) -> AgentPosition:
    """Read a seat's answer as the conflict detector does (C-11)."""
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
    agreed = bool(debate.rounds) and (have_agreed(last) or _vote_alike(debate.parties, closed))
    done, end = close_conflict_round(
        conflict,
        debate.rounds,
        _arguments(view),
        measure=lambda _: 1.0 if agreed else found.value or 0.0,
        threshold=closed.rules.threshold,
        max_rounds=closed.rounds.max,
    )
    ended = (end or limit) if closed.round >= closed.rounds.min else None
    return debate.model_copy(update={"rounds": (*debate.rounds, done), "ended_by": ended})


def _vote_alike(parties: Texts, closed: ClosedRound) -> bool:
    """Say whether a model that compared meanings found the parties to recommend the same."""
    if closed.ballot is None or closed.ballot.source != "model":
        return False
    votes = {closed.ballot.vote_of(seat) for seat in parties}
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
    return state_fact("agreement.argued", parties=debate.parties, topic=debate.rounds[-1].topic)


def _read_ruling(ruling: Synthesis, before: AgentPosition) -> AgentPosition:
    """Read the mediator's decision as its position; its reasons are the points of both sides it found to hold."""
    reasons = "; ".join(ruling.consensus_points)
    return before.model_copy(
        update={
            "position": ruling.decision,
            "reasoning": reasons or before.reasoning,
            "confidence": ruling.confidence,
        }
    )


def _leave_out(mediator: str, rounds: Sequence[DebateRound]) -> tuple[DebateRound, ...]:
    """Take the rounds without what whoever decides argued in them: its ruling is its last word."""
    return tuple(
        each.model_copy(update={"arguments": {who: said for who, said in each.arguments.items() if who != mediator}})
        for each in rounds
    )


def _hear(debate: ConflictDebate, positions: Sequence[Position]) -> dict[str, Position]:
    """Take each seat's last answer; a party's is the one it ended this debate with, whatever it argued elsewhere."""
    last = debate.rounds[-1].arguments if debate.rounds else {}
    heard: dict[str, Position] = {}
    for each in sorted(positions, key=lambda each: each.round):
        if argue(each) and last.get(each.seat, argue(each)) == argue(each):
            heard[each.seat] = each
    return heard


def _find_followers(decider: Decider | None, debate: ConflictDebate, heard: Mapping[str, Position]) -> Texts:
    stances = {seat: words(heard[seat].stance or "") for seat in debate.parties if seat in heard}
    wanted = stances.get(decider.agent) if decider else None
    return tuple(seat for seat, stance in stances.items() if wanted and stance == wanted)


def _was_cut_off(position: Position | None) -> bool:
    """Say whether whoever decides was stopped before it finished, or wrote nothing that decides."""
    return position is None or position.status != "ok" or is_placeholder(argue(position))


def is_placeholder(decision: str) -> bool:
    """Say whether a text stands where a decision should, and decides nothing."""
    text = decision.strip()
    said = words(text)
    return not said or " ".join(said) in _PLACEHOLDERS or (text[:1] + text[-1:] in _BRACKETS)


def list_askable(results: Sequence[ConsensusResult], debates: Sequence[ConflictDebate]) -> Texts:
    """List the parties that have to be asked about a decision: all but who took it (DESIGN 9)."""
    deciders = {each.conflict_id: each.resolver_agent for each in results}
    return tuple(
        dict.fromkeys(
            seat
            for debate in debates
            if debate.conflict_id in deciders
            for seat in debate.parties
            if seat != deciders[debate.conflict_id]
        )
    )


def _interrupt(breaker: Breaker | None) -> DebateEnd:
    return "timeout" if breaker is not None and breaker.reason == "timeout_total" else "max_rounds"
