"""Settles conflicts: a decision with its maker, its supporters, its price and what it leaves open (C-24..C-42).

Priority says who decides, not what: the decision is the maker's last argument, else its position, and its
justification names the strongest point of the other side (X-51). A decision below the least confidence is returned but
not accepted (X-48); when a grave, mutually exclusive conflict also did not converge, it becomes critical (X-39).
"""

from collections.abc import Collection, Mapping, Sequence

from moot.policies.conflicts.detection import Output, position_of, shared_lexicon, text_of
from moot.policies.conflicts.justification import justify, list_unresolved, sum_up
from moot.policies.conflicts.rounds import (
    CONVERGED,
    MAX_ROUNDS,
    ArgumentProvider,
    Measure,
    argue_conflict,
    measure_content,
    quote_outputs,
)
from moot.policies.conflicts.supporters import find_stances
from moot.policies.conflicts.texts import read_stands
from moot.policies.conflicts.trade_offs import list_trade_offs
from moot.policies.conflicts.weight import choose_decision_maker, weigh_decision
from moot.policies.language import Language
from moot.state.conflicts import AgentPosition, Conflict, ConflictReport, ConsensusResult, DebateEnd, DebateRound
from moot.state.lexicon import Lexicon, Lexicons, Phrases
from moot.state.protocol import ConflictRules

NOBODY = "none"
"""Named as resolver when nobody could decide."""


def build_consensus(
    report: ConflictReport,
    outputs: Mapping[str, Output],
    rules: ConflictRules,
    lexicons: Lexicons,
    *,
    provider: ArgumentProvider | None = None,
    measure: Measure = measure_content,
    threshold: float = CONVERGED,
    max_rounds: int = MAX_ROUNDS,
    language: Language | None = None,
    resolved_at: str | None = None,
) -> tuple[ConsensusResult, ...]:
    """Settle every conflict of a report that needs a debate (C-36); by default the agents' own texts argue."""
    texts = {agent: text for agent, output in outputs.items() if (text := text_of(output)).strip()}
    stands = read_stands(texts, lexicons, language)
    positions = {agent: position_of(agent, outputs[agent], stands[agent]) for agent in texts}
    ask = provider or quote_outputs(texts)
    results = []
    for conflict in report.conflicts:
        if conflict.requires_debate:
            agents = participants(conflict, positions, rules)
            rounds, ended_by = argue_conflict(
                conflict,
                agents,
                ask,
                measure=measure,
                threshold=threshold,
                max_rounds=max_rounds,
                timestamp=resolved_at,
            )
            results.append(
                settle_conflict(
                    conflict,
                    rounds,
                    rules,
                    lexicons,
                    positions=positions,
                    execution_id=report.execution_id,
                    ended_by=ended_by,
                    language=language,
                    resolved_at=resolved_at,
                )
            )
    return tuple(results)


def participants(conflict: Conflict, positions: Collection[str], rules: ConflictRules) -> tuple[str, ...]:
    """The parties, and the mediator when it has said something in this execution (X-42)."""
    mediator = rules.priority[:1]
    return (
        *conflict.agents_involved,
        *(agent for agent in mediator if agent in positions and agent not in conflict.agents_involved),
    )


def settle_conflict(
    conflict: Conflict,
    rounds: Sequence[DebateRound],
    rules: ConflictRules,
    lexicons: Lexicons,
    *,
    positions: Mapping[str, AgentPosition],
    execution_id: str,
    ended_by: DebateEnd = "max_rounds",
    accepted_by: Collection[str] = (),
    language: Language | None = None,
    resolved_at: str | None = None,
) -> ConsensusResult:
    """Decide one conflict from the rounds that were argued; `accepted_by` names agents that agreed outside them."""
    known = {
        agent: positions.get(agent) or conflict.positions.get(agent)
        for agent in participants(conflict, positions, rules)
    }
    stated = {agent: position for agent, position in known.items() if position is not None}
    last = _last_arguments(rounds, stated)
    lexicon = _lexicon(last.values(), lexicons, language)
    spoken = {agent: stated[agent] for agent in stated if last[agent].strip()}
    decider = choose_decision_maker(spoken, rules.priority)
    if decider is None:
        return _undecided(conflict, rounds, execution_id, lexicon.phrases, resolved_at, empty=not stated)
    decision = last[decider.agent]
    stances = find_stances(
        decision,
        decider.agent,
        {agent: last[agent] for agent in spoken},
        conflict.agents_involved,
        lexicons,
        support=rules.support,
        accepted_by=accepted_by,
        language=language,
    )
    weight = weigh_decision(conflict, stated, decider, stances, rules, ended_by)
    phrases = lexicon.phrases
    return ConsensusResult(
        execution_id=execution_id,
        conflict_id=conflict.conflict_id,
        final_decision=decision,
        supporting_agents=stances.supporting,
        opposing_agents=stances.opposing,
        neutral_agents=stances.neutral,
        justification=justify(decider.agent, stated, stances, phrases),
        reasoning_summary=sum_up(rounds, decider, stances, ended_by, weight, phrases),
        trade_offs_acknowledged=list_trade_offs(
            conflict, rounds, decision, decider.agent, stances.opposing, lexicon, support=rules.support
        ),
        debate_rounds=tuple(rounds),
        total_rounds=len(rounds),
        unresolved_aspects=list_unresolved(conflict, rounds, stances, weight, ended_by, rules, phrases),
        confidence_score=weight.confidence,
        resolver_agent=decider.agent,
        resolved_at=resolved_at,
        severity=weight.severity,
        accepted=weight.accepted,
        escalate=not weight.accepted or weight.severity == "critical",
        ended_by=ended_by,
        confidence_flags=weight.flags,
    )


def _last_arguments(rounds: Sequence[DebateRound], stated: Mapping[str, AgentPosition]) -> dict[str, str]:
    """Each agent's last argument, else its position (X-43)."""
    said: dict[str, str] = {}
    for closed in rounds:
        said.update({agent: argument for agent, argument in closed.arguments.items() if argument.strip()})
    return {agent: said.get(agent) or position.position for agent, position in stated.items()}


def _lexicon(texts: Collection[str], lexicons: Lexicons, language: Language | None) -> Lexicon:
    if language in lexicons.languages:
        return lexicons.languages[language]
    stands = read_stands({str(number): text for number, text in enumerate(texts)}, lexicons, language)
    return shared_lexicon(stands.values(), lexicons)


def _undecided(
    conflict: Conflict,
    rounds: Sequence[DebateRound],
    execution_id: str,
    phrases: Phrases,
    resolved_at: str | None,
    *,
    empty: bool,
) -> ConsensusResult:
    """What is returned when nobody can decide (C-35)."""
    why = phrases.no_positions_why if empty else phrases.no_decider_why
    return ConsensusResult(
        execution_id=execution_id,
        conflict_id=conflict.conflict_id,
        final_decision=phrases.no_positions if empty else phrases.no_decider,
        supporting_agents=(),
        opposing_agents=(),
        neutral_agents=conflict.agents_involved,
        justification=why,
        reasoning_summary=why,
        trade_offs_acknowledged=(),
        debate_rounds=tuple(rounds),
        total_rounds=len(rounds),
        unresolved_aspects=conflict.key_differences,
        confidence_score=0.0,
        resolver_agent=NOBODY,
        resolved_at=resolved_at,
        severity=conflict.severity,
        accepted=False,
        escalate=True,
        ended_by="none",
        confidence_flags=("below_minimum",),
    )
