"""Settles conflicts: a decision with its maker, its supporters, its price and what it leaves open (C-24..C-42).

Priority says who decides, not what: the decision is the maker's last argument, else its position, and its
justification names the strongest point of the other side (X-51). A decision below the least confidence is returned but
not accepted (X-48); when a grave, mutually exclusive conflict also did not converge, it becomes critical (X-39).

Of the rounds about one conflict convergence ends a debate before anything else, then the last round, then arguments
that repeat those of the round before (X-43). Where the arguments come from is the provider's business: agents in a
debate, finished texts here.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from moot.policies.conflicts.decisions import (
    choose_decision_maker,
    find_stances,
    hear_stances,
    justify,
    list_open_aspects,
    list_trade_offs,
    sum_up_debate,
    weigh_decision,
)
from moot.policies.conflicts.detection import position_of, shared_lexicon
from moot.policies.conflicts.extraction import extract_argument
from moot.policies.conflicts.reading import CompiledLexicons, Output, compile_lexicons, output_text, read_stands
from moot.policies.language import Language, guess_language, jaccard, rough_words, words
from moot.state.conflicts import (
    Acceptance,
    AgentPosition,
    Conflict,
    ConflictReport,
    ConsensusResult,
    DebateEnd,
    DebateRound,
    Settling,
)
from moot.state.lexicon import Lexicon, Lexicons, Phrases
from moot.state.protocol import ConflictRules

_MAX_ROUNDS = 3
"""Never more rounds than this about one conflict (C-25, C-52)."""
_CONVERGED = 0.7
"""Arguments at least this alike end the debate (C-26)."""

_NEGATIONS = frozenset(
    {"nao", "nem", "nunca", "sem", "not", "no", "never", "nor", "don't", "cannot", "without"}
    | {"tidak", "bukan", "jangan", "belum", "tanpa"}
)
"""Small words without which "expand" and "do not expand" would look the same."""

ArgumentProvider = Callable[[str, Conflict, int, tuple[DebateRound, ...]], str]
"""Gives an agent's argument: agent, conflict, round number, rounds so far (X-43)."""

Measure = Callable[[Sequence[str]], float]
"""Says how alike the parties' arguments are, between 0 and 1 (X-41)."""

_NOBODY = "none"
"""Named as resolver when nobody could decide."""


def _measure_content(arguments: Sequence[str]) -> float:
    """Compare arguments by their content words and their negations; of several the mean over all pairs."""
    if len(arguments) < 2:
        return 1.0  # nobody is left to disagree
    if not all(argument.strip() for argument in arguments):
        return 0.0
    language = guess_language(" ".join(arguments))
    sets = [rough_words(each, language) | _NEGATIONS.intersection(words(each)) for each in arguments]
    values = [jaccard(a, b) for a, b in combinations(sets, 2)]
    return sum(values) / len(values)


def close_conflict_round(
    conflict: Conflict,
    history: Sequence[DebateRound],
    arguments: Mapping[str, str],
    *,
    measure: Measure = _measure_content,
    threshold: float = _CONVERGED,
    max_rounds: int = _MAX_ROUNDS,
    number: int | None = None,
    timestamp: str | None = None,
) -> tuple[DebateRound, DebateEnd | None]:
    """Measure a finished round and say why the debate ends with it, or None when it goes on.

    `number` is the round of the whole debate; without it, rounds are counted by what was argued here.
    """
    number = len(history) + 1 if number is None else number
    parties = [arguments[agent] for agent in conflict.agents_involved if agent in arguments]
    convergence = min(1.0, max(0.0, measure(parties)))
    closed = DebateRound(
        round_number=number,
        topic=conflict.topic,
        arguments=dict(arguments),
        timestamp=timestamp,
        convergence=convergence,
    )
    if convergence >= threshold:
        return closed, "converged"
    if number >= max_rounds:
        return closed, "max_rounds"
    if history and history[-1].arguments == closed.arguments:
        return closed, "repeated"
    return closed, None


def build_consensus(
    report: ConflictReport,
    outputs: Mapping[str, Output],
    rules: ConflictRules,
    lexicons: Lexicons | CompiledLexicons,
    *,
    provider: ArgumentProvider | None = None,
    measure: Measure = _measure_content,
    threshold: float = _CONVERGED,
    max_rounds: int = _MAX_ROUNDS,
    language: Language | None = None,
    resolved_at: str | None = None,
) -> tuple[ConsensusResult, ...]:
    """Settle every conflict of a report that needs a debate (C-36); by default the agents' own texts argue."""
    compiled = compile_lexicons(lexicons)
    texts = {agent: text for agent, output in outputs.items() if (text := output_text(output)).strip()}
    stands = read_stands(texts, compiled, language)
    positions = {agent: position_of(agent, outputs[agent], stands[agent]) for agent in texts}
    ask = provider or _quote_outputs(texts)
    results = []
    for conflict in report.conflicts:
        if conflict.requires_debate:
            agents = list_participants(conflict, positions, rules)
            rounds, ended_by = _argue_conflict(
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
                    compiled,
                    positions=positions,
                    execution_id=report.execution_id,
                    ended_by=ended_by,
                    language=language,
                    resolved_at=resolved_at,
                )
            )
    return tuple(results)


def list_participants(conflict: Conflict, positions: Collection[str], rules: ConflictRules) -> tuple[str, ...]:
    """List the parties, and the mediator when it has said something in this execution (X-42)."""
    mediator = rules.priority[:1]
    return (
        *conflict.agents_involved,
        *(agent for agent in mediator if agent in positions and agent not in conflict.agents_involved),
    )


class Hearing(NamedTuple):
    """What is known of the parties' stances beside the rounds they argued."""

    accepted_by: Collection[str] = ()
    """Agents that agreed outside the rounds."""
    said: Mapping[str, Acceptance] | None = None
    """What the parties answered when they were asked about the decision: then nobody's stance is guessed."""
    left: tuple[str, ...] = ()
    """What the parties leave open, in their own words."""
    cut_off: bool = False
    """Whoever decides was stopped, or wrote nothing that decides: it has not decided."""


_NOBODY_ASKED = Hearing()


def settle_conflict(
    conflict: Conflict,
    rounds: Sequence[DebateRound],
    rules: ConflictRules,
    compiled: CompiledLexicons,
    *,
    positions: Mapping[str, AgentPosition],
    execution_id: str,
    ended_by: DebateEnd = "max_rounds",
    hearing: Hearing = _NOBODY_ASKED,
    language: Language | None = None,
    resolved_at: str | None = None,
) -> ConsensusResult:
    """Decide one conflict from the rounds that were argued, and from what is known beside them."""
    known = {
        agent: positions.get(agent) or conflict.positions.get(agent)
        for agent in list_participants(conflict, positions, rules)
    }
    stated = {agent: position for agent, position in known.items() if position is not None}
    last = _last_arguments(rounds, stated)
    lexicon = _lexicon(last.values(), compiled, language)
    spoken = {agent: stated[agent] for agent in stated if last[agent].strip()}
    decider = choose_decision_maker(spoken, rules.priority)
    if decider is None:
        return _undecided(conflict, rounds, execution_id, lexicon.phrases, resolved_at, empty=not stated)
    decision = last[decider.agent]
    if hearing.said is not None:
        stances = hear_stances(decider.agent, conflict.agents_involved, hearing.said, lexicon)
    else:
        stances = find_stances(
            decision,
            decider.agent,
            {agent: last[agent] for agent in spoken},
            conflict.agents_involved,
            compiled,
            support=rules.support,
            accepted_by=hearing.accepted_by,
            language=language,
        )
    weight = weigh_decision(conflict, stated, decider, stances, rules, ended_by)
    if hearing.cut_off:
        weight = weight._replace(accepted=False, flags=(*weight.flags, "decider_cut_off"))
    return ConsensusResult(
        execution_id=execution_id,
        conflict_id=conflict.conflict_id,
        final_decision=decision,
        supporting_agents=stances.supporting,
        opposing_agents=stances.opposing,
        neutral_agents=stances.neutral,
        justification=justify(decider.agent, stated, stances, lexicon, hearing.said),
        reasoning_summary=sum_up_debate(rounds, decider, stances, ended_by, weight, lexicon),
        trade_offs_acknowledged=list_trade_offs(
            conflict, rounds, decision, decider.agent, stances.opposing, lexicon, support=rules.support
        ),
        debate_rounds=tuple(rounds),
        total_rounds=len(rounds),
        unresolved_aspects=list_open_aspects(
            conflict, rounds, stances, weight, ended_by, rules, lexicon, left=hearing.left
        ),
        confidence_score=weight.confidence,
        resolver_agent=decider.agent,
        resolved_at=resolved_at,
        severity=weight.severity,
        accepted=weight.accepted,
        escalate=not weight.accepted or weight.severity == "critical",
        ended_by=ended_by,
        settled_by=_name_settling(ended_by, cut_off=hearing.cut_off),
        confidence_flags=weight.flags,
        weighing=weight.weighing,
    )


def _name_settling(ended_by: DebateEnd, *, cut_off: bool) -> Settling:
    """Say how a conflict was settled: an agreement is the parties' own, whoever writes it down."""
    if ended_by == "converged":
        return "agreement"
    return "nobody" if cut_off else "decision"


def _quote_outputs(texts: Mapping[str, str]) -> ArgumentProvider:
    """Make a provider that argues with what the agents wrote: the same in every round."""

    def quote(agent: str, conflict: Conflict, number: int, history: tuple[DebateRound, ...]) -> str:  # noqa: ARG001
        return extract_argument(texts.get(agent, ""), conflict.topic)

    return quote


def _argue_conflict(
    conflict: Conflict,
    agents: Sequence[str],
    provider: ArgumentProvider,
    *,
    measure: Measure = _measure_content,
    threshold: float = _CONVERGED,
    max_rounds: int = _MAX_ROUNDS,
    timestamp: str | None = None,
) -> tuple[tuple[DebateRound, ...], DebateEnd]:
    """Hold the rounds about one conflict until they end."""
    history: tuple[DebateRound, ...] = ()
    while True:
        arguments = {agent: provider(agent, conflict, len(history) + 1, history) for agent in agents}
        closed, end = close_conflict_round(
            conflict,
            history,
            arguments,
            measure=measure,
            threshold=threshold,
            max_rounds=max_rounds,
            timestamp=timestamp,
        )
        history = (*history, closed)
        if end is not None:
            return history, end


def _last_arguments(rounds: Sequence[DebateRound], stated: Mapping[str, AgentPosition]) -> dict[str, str]:
    """Take each agent's last argument, else its position (X-43)."""
    said: dict[str, str] = {}
    for closed in rounds:
        said.update({agent: argument for agent, argument in closed.arguments.items() if argument.strip()})
    return {agent: said.get(agent) or position.position for agent, position in stated.items()}


def _lexicon(texts: Collection[str], compiled: CompiledLexicons, language: Language | None) -> Lexicon:
    known = compiled.lexicons.languages
    if language in known:
        return known[language]
    stands = read_stands({str(number): text for number, text in enumerate(texts)}, compiled, language)
    return shared_lexicon(stands.values(), compiled)


def _undecided(
    conflict: Conflict,
    rounds: Sequence[DebateRound],
    execution_id: str,
    phrases: Phrases,
    resolved_at: str | None,
    *,
    empty: bool,
) -> ConsensusResult:
    """Say that nobody can decide (C-35)."""
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
        resolver_agent=_NOBODY,
        resolved_at=resolved_at,
        severity=conflict.severity,
        accepted=False,
        escalate=True,
        ended_by="none",
        settled_by="nobody",
        confidence_flags=("below_minimum",),
    )
