"""Settles the conflicts of a boardroom: who decides, what the parties say of it, what stays open (C-27, C-37..C-42).

- The first in the order of priority mediates: when it has answered, it is asked once, after the last round, with all
  that was argued before it; its words are the one decision of all conflicts, also of those to which it was a party.
  When it cannot answer any more, its last argument stands (X-42).
- Anybody else who decides does so by its last argument.
- A party whose last stance equals the deciding party's accepts the decision (X-44), until the parties are asked.
- A reservation stays unresolved until its seat accepts the decision without one; the reason it then gives takes the
  place of the words it reserved before. What a seat left open, because nobody can settle it here, stays open.
- A debate that was stopped keeps its rounds: for want of time it ended by `timeout` (X-49), else as if rounds ran out.
"""

from collections.abc import Mapping, Sequence

from moot.policies.agreement import argue
from moot.policies.conflicts.boardroom import describe_answer
from moot.policies.conflicts.consensus import Hearing, list_participants, settle_conflict
from moot.policies.conflicts.decisions import Decider, choose_decision_maker
from moot.policies.conflicts.reading import CompiledLexicons, compile_lexicons
from moot.policies.language import words
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
from moot.state.findings import Breaker
from moot.state.lexicon import Lexicons
from moot.state.outcome import Synthesis
from moot.state.positions import Position
from moot.state.protocol import ConflictRules

_PLACEHOLDERS = frozenset(
    {"tbd", "tba", "n a", "na", "none", "null", "pending", "to be decided", "to be defined", "to be determined"}
    | {"placeholder", "decision", "a definir", "pendente", "por decidir", "decisao", "nenhuma"}
    | {"belum ditentukan", "belum diputuskan", "keputusan", "tidak ada"}
)
_BRACKETS = frozenset({"<>", "[]", "{}", "()"})
_REFUSALS = (
    *(("i", "cannot"), ("i", "can't"), ("i", "am", "unable"), ("i'm", "unable"), ("i'm", "sorry")),
    *(("i", "am", "sorry"), ("sorry",), ("as", "an", "ai"), ("nao", "posso"), ("nao", "consigo"), ("lamento",)),
    *(("desculpe",), ("como", "uma", "ia"), ("saya", "tidak", "dapat"), ("saya", "tidak", "bisa"), ("maaf",)),
    ("mohon", "maaf"),
)
"""How a model begins that declines to answer."""
_REFUSAL_WORDS = 25
"""Whoever goes on for longer than this has usually decided something after all."""


def name_mediator(debates: Sequence[ConflictDebate], positions: Sequence[Position], rules: ConflictRules) -> str | None:
    """Name who has to be asked for a decision: the first in priority, once it has answered itself."""
    first = next(iter(rules.priority), None)
    answered = any(each.seat == first and argue(each) for each in positions)
    return first if debates and answered else None


def name_decider(conflict: Conflict, positions: Sequence[Position], rules: ConflictRules) -> Decider | None:
    """Name who decides one conflict, and by which rule (X-85)."""
    said = {each.seat: describe_answer(each) for each in positions if argue(each)}
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
        stated = {seat: describe_answer(each) for seat, each in heard.items()}
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
                left=_list_left(debate, heard, said, decider.agent if decider else ""),
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


def _list_left(
    debate: ConflictDebate, heard: Mapping[str, Position], said: Mapping[str, Acceptance] | None, decider: str
) -> Texts:
    """List what the parties leave open, each in its own words: conditions, and what nobody can settle here."""
    told = said or {}
    answered = {seat for seat, each in told.items() if each.stance == "accepts" or each.because.strip()}
    held = [each for each in debate.reservations if each.seat != decider and each.seat not in answered]
    return (
        *(f"{each.seat}: {each.text}" for each in held),
        *(f"{seat}: {text}" for seat in debate.parties if seat in heard for text in heard[seat].left_open),
    )


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
    if not said or " ".join(said) in _PLACEHOLDERS or (text[:1] + text[-1:] in _BRACKETS):
        return True
    return len(said) <= _REFUSAL_WORDS and any(said[: len(opening)] == opening for opening in _REFUSALS)


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
