"""Who decides a conflict, and how sure the decision is (C-27, C-29, C-30)."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from moot.policies.conflicts.supporters import Stances
from moot.state.conflicts import AgentPosition, Conflict, DebateEnd
from moot.state.protocol import ConflictRules, ConflictSeverity

DECIDER_WEIGHT = 0.4
SUPPORT_WEIGHT = 0.3
EVIDENCE_WEIGHT = 0.1
PER_EVIDENCE = 0.02
CRITICAL_PENALTY = 0.2
HIGHEST = DECIDER_WEIGHT + SUPPORT_WEIGHT + EVIDENCE_WEIGHT
"""The formula cannot reach 1; normalising divides by this (X-40)."""


class Decider(NamedTuple):
    """The agent that decides, and the rule that chose it (X-85)."""

    agent: str
    rule: Literal["priority", "confidence"]


class Weight(NamedTuple):
    """How much a decision weighs, and what that means."""

    confidence: float
    severity: ConflictSeverity
    accepted: bool
    flags: tuple[str, ...]


def choose_decision_maker(candidates: Mapping[str, AgentPosition], priority: Sequence[str]) -> Decider | None:
    """Choose by priority who decides; without anybody on the list the most confident, then the first by name."""
    for agent in priority:
        if agent in candidates:
            return Decider(agent, "priority")
    if not candidates:
        return None
    return Decider(min(candidates, key=lambda agent: (-candidates[agent].confidence, agent)), "confidence")


def weigh_confidence(
    decider_confidence: float,
    supporters: int,
    opponents: int,
    evidence: int,
    severity: ConflictSeverity,
    *,
    normalise: bool = False,
) -> float:
    """Weigh a decision by its maker's confidence, its support and its evidence (C-29)."""
    # C-32: with nobody against it, a decision has full support.
    share = supporters / (supporters + opponents) if opponents else 1.0
    confidence = decider_confidence * DECIDER_WEIGHT + share * SUPPORT_WEIGHT
    confidence += min(EVIDENCE_WEIGHT, evidence * PER_EVIDENCE)
    if severity == "critical":
        confidence -= CRITICAL_PENALTY
    # Rounded, so that 0.1 + 0.3 is the 0.4 people expect at the threshold.
    return round(max(0.0, min(1.0, confidence / HIGHEST if normalise else confidence)), 9)


def weigh_decision(
    conflict: Conflict,
    stated: Mapping[str, AgentPosition],
    decider: Decider,
    stances: Stances,
    rules: ConflictRules,
    ended_by: DebateEnd,
) -> Weight:
    """Weigh the decision of a conflict, raise its severity when the debate failed, and say whether it is accepted."""
    evidence = sum(len(position.supporting_evidence) for position in stated.values())

    def weigh(severity: ConflictSeverity) -> float:
        return weigh_confidence(
            stated[decider.agent].confidence,
            len(stances.supporting),
            len(stances.opposing),
            evidence,
            severity,
            normalise=rules.normalise,
        )

    severity = conflict.severity
    confidence = weigh(severity)
    grave = severity == "high" and conflict.mutual_exclusivity and ended_by != "converged"
    if grave and confidence < rules.min_confidence:
        severity = "critical"  # only a debate that failed makes a conflict critical
        confidence = weigh(severity)
    accepted = confidence >= rules.min_confidence
    flags = {"critical": severity == "critical", "below_minimum": not accepted, "timeout": ended_by == "timeout"}
    return Weight(confidence, severity, accepted, tuple(flag for flag, raised in flags.items() if raised))
