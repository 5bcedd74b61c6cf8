"""How a settled conflict is told: why, how it went, and what it leaves open (C-40..C-42)."""

from collections.abc import Collection, Mapping, Sequence

from moot.policies.conflicts.supporters import Stances
from moot.policies.conflicts.weight import Decider, Weight
from moot.state.conflicts import AgentPosition, Conflict, DebateEnd, DebateRound
from moot.state.lexicon import Phrases
from moot.state.protocol import ConflictRules


def justify(decider: str, stated: Mapping[str, AgentPosition], stances: Stances, phrases: Phrases) -> str:
    """Give the decider's reasoning and the strongest point of the other side (X-51); never empty (C-42)."""
    own = stated[decider].reasoning.strip()
    why = own or phrases.no_reasoning.format(agent=decider, position=stated[decider].position)
    others = stances.opposing or tuple(agent for agent in stated if agent != decider)
    point = strongest_point(stated, others)
    return f"{why} {phrases.strongest_point.format(agent=point[0], point=point[1])}" if point else why


def sum_up(
    rounds: Sequence[DebateRound],
    decider: Decider,
    stances: Stances,
    ended_by: DebateEnd,
    weight: Weight,
    phrases: Phrases,
) -> str:
    """Tell in one line how the debate went and who decided by which rule."""
    measured = rounds[-1].convergence if rounds else None
    told = phrases.summary.format(
        rounds=len(rounds),
        convergence="-" if measured is None else f"{measured:.2f}",
        supporters=len(stances.supporting),
        opponents=len(stances.opposing),
        agent=decider.agent,
        rule=phrases.by_priority if decider.rule == "priority" else phrases.by_confidence,
    )
    notes = [phrases.repeated] if ended_by == "repeated" else []
    notes += [phrases.critical] if weight.severity == "critical" else []
    return " ".join((told, *notes))


def list_unresolved(
    conflict: Conflict,
    rounds: Sequence[DebateRound],
    stances: Stances,
    weight: Weight,
    ended_by: DebateEnd,
    rules: ConflictRules,
    phrases: Phrases,
) -> tuple[str, ...]:
    """List the oppositions still there after the last round, and why a decision is not accepted (X-44, X-48, X-49)."""
    open_pairs = stances.remaining if rounds else conflict.key_differences
    notes = []
    if not weight.accepted:
        notes.append(
            phrases.below_minimum.format(value=f"{weight.confidence:.2f}", minimum=f"{rules.min_confidence:.2f}")
        )
    if ended_by == "timeout":
        notes.append(phrases.timeout.format(rounds=len(rounds)))
    return (*open_pairs, *notes)


def strongest_point(positions: Mapping[str, AgentPosition], agents: Collection[str]) -> tuple[str, str] | None:
    """The reasoning (else the position) of the most confident of some agents, the first named on a draw."""
    spoken = [positions[agent] for agent in agents if agent in positions and positions[agent].position.strip()]
    if not spoken:
        return None
    best = max(spoken, key=lambda position: position.confidence)
    return best.agent_name, best.reasoning.strip() or best.position
