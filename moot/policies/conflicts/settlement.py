"""Who decides the conflicts that were argued, and what comes of them (C-27, C-37..C-42, X-42).

- The first in the order of priority mediates: when it has answered and is no party to a conflict, it is asked once,
  after the last round, and its words are the decision of all such conflicts. When it cannot answer any more,
  its first answer stands.
- A party that decides does so by its last argument.
- A party whose last stance equals the deciding party's accepts the decision (X-44).
- A debate that was stopped keeps its rounds: for want of time it ended by `timeout` (X-49), else as if rounds ran out.
"""

from collections.abc import Mapping, Sequence

from moot.policies.agreement import argue
from moot.policies.conflicts.boardroom import describe_answer
from moot.policies.conflicts.consensus import participants, settle_conflict
from moot.policies.conflicts.weight import Decider, choose_decision_maker
from moot.policies.language import words
from moot.state.base import Texts
from moot.state.conflicts import AgentPosition, Conflict, ConflictDebate, ConflictReport, ConsensusResult, DebateEnd
from moot.state.findings import Breaker
from moot.state.lexicon import Lexicons
from moot.state.outcome import Synthesis
from moot.state.positions import Position
from moot.state.protocol import ConflictRules


def name_mediator(debates: Sequence[ConflictDebate], positions: Sequence[Position], rules: ConflictRules) -> str | None:
    """Name who has to be asked for a decision: the first in priority, where it is not a party itself."""
    first = next(iter(rules.priority), None)
    answered = any(each.seat == first and argue(each) for each in positions)
    return first if answered and any(first not in each.parties for each in debates) else None


def name_decider(conflict: Conflict, positions: Sequence[Position], rules: ConflictRules) -> Decider | None:
    """Name who decides one conflict, and by which rule (X-85)."""
    said = {each.seat: describe_answer(each) for each in positions if argue(each)}
    present = {agent: said[agent] for agent in participants(conflict, said, rules) if agent in said}
    return choose_decision_maker(present, rules.priority)


def settle_debates(
    report: ConflictReport,
    debates: Sequence[ConflictDebate],
    positions: Sequence[Position],
    rules: ConflictRules,
    lexicons: Lexicons,
    *,
    ruling: Synthesis | None = None,
    breaker: Breaker | None = None,
    resolved_at: str | None = None,
) -> tuple[ConsensusResult, ...]:
    """Settle every conflict that was argued, in the report's order; `ruling` is what its author decided as mediator."""
    conflicts = {each.conflict_id: each for each in report.conflicts}
    settled = []
    for debate in debates:
        conflict, heard = conflicts[debate.conflict_id], _hear(debate, positions)
        stated = {seat: describe_answer(each) for seat, each in heard.items()}
        decider = name_decider(conflict, positions, rules)
        mediated = ruling if decider and decider.agent not in debate.parties else None
        if mediated is not None:
            stated[mediated.author] = read_ruling(mediated, stated[mediated.author])
        found = settle_conflict(
            conflict,
            debate.rounds,
            rules,
            lexicons,
            positions=stated,
            execution_id=report.execution_id,
            ended_by=debate.ended_by or _interrupt(breaker),
            accepted_by=_find_followers(decider, debate, heard),
            resolved_at=resolved_at,
        )
        settled.append(add_trade_offs(found, mediated.tensions) if mediated else found)
    return tuple(settled)


def read_ruling(ruling: Synthesis, before: AgentPosition) -> AgentPosition:
    """Read the mediator's decision as its position; its reasons are the points of both sides it found to hold."""
    reasons = "; ".join(ruling.consensus_points)
    return before.model_copy(
        update={
            "position": ruling.decision,
            "reasoning": reasons or before.reasoning,
            "confidence": ruling.confidence,
        }
    )


def add_trade_offs(result: ConsensusResult, more: Texts) -> ConsensusResult:
    """Add what the mediator says is given up, each once and without a cap (X-45)."""
    known = dict.fromkeys((*result.trade_offs_acknowledged, *more))
    return result.model_copy(update={"trade_offs_acknowledged": tuple(known)})


def _hear(debate: ConflictDebate, positions: Sequence[Position]) -> dict[str, Position]:
    """Each seat's last answer; a party's is the one it ended this debate with, whatever it argued elsewhere."""
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


def _interrupt(breaker: Breaker | None) -> DebateEnd:
    return "timeout" if breaker is not None and breaker.reason == "timeout_total" else "max_rounds"
