"""What a protocol amounts to when a rule decides it, and no model has to write it down (X-85).

- One agent alone: its answer is the result, with its own confidence (X-15).
- Root causes: the hypothesis with the best score of all rounds (R-40). Its confidence is the reasoner's own: a judge's
  score is no probability of being right (R-61).
- Departments without a conflict: the first one present in the order of priority speaks (C-27, C-48).
- Departments with conflicts: the decisions of those who settled them, the gravest conflict first. The whole is as sure
  as its least sure part; what a mediator wrote besides its decision is kept.
"""

from collections.abc import Sequence

from moot.policies.comparison import average_confidence, keep_latest
from moot.policies.verdict.synthesis import compose_synthesis
from moot.state.conflicts import ConflictReport, ConflictType, ConsensusResult
from moot.state.hypotheses import RootCause
from moot.state.outcome import Divergence, Nature, Side, Synthesis
from moot.state.positions import Position
from moot.state.protocol import Profile

_NATURES: dict[ConflictType, Nature] = {"financial": "data", "risk": "risk", "priority": "timing"}

NOTHING = "Nothing can be decided: no agent gave a usable answer."


def conclude_alone(positions: Sequence[Position]) -> Synthesis:
    """Take the one answer of a simple question as it is."""
    spoken = [each for each in positions if each.recommendation]
    if not spoken:
        return compose_synthesis((), None, ())
    answer = spoken[-1]
    return Synthesis(
        decision=answer.recommendation or NOTHING,
        gaps=answer.limitations,
        confidence=answer.confidence or 0.0,
        author=answer.seat,
        positions_confidence=answer.confidence,
        flags=answer.flags,
    )


def conclude_search(found: RootCause) -> Synthesis:
    """Sum up a root-cause debate by its best hypothesis."""
    best = found.final_hypothesis
    if best is None:
        return Synthesis(decision=NOTHING, confidence=0.0, uncertainty="insufficient_data", author="judge")
    return Synthesis(
        decision=best.hypothesis,
        consensus_points=best.evidence,
        confidence=best.confidence,
        next_steps=best.resolution,
        author="judge",
        positions_confidence=best.confidence,
        flags=tuple(
            flag for round_ in found.rounds if round_.judge_evaluation for flag in round_.judge_evaluation.flags
        ),
    )


def conclude_boardroom(positions: Sequence[Position], profile: Profile) -> Synthesis:
    """Without a conflict the answers stand; whoever has priority is quoted."""
    composed = compose_synthesis(positions, None, profile.seat_ids)
    spoken = {each.seat: each for each in keep_latest(positions, profile.seat_ids) if each.recommendation}
    chosen = next((spoken[seat] for seat in profile.conflicts.priority if seat in spoken), None)
    if chosen is None:
        return composed
    return composed.model_copy(
        update={
            "decision": chosen.recommendation,
            "confidence": chosen.confidence if chosen.confidence is not None else composed.confidence,
            "author": chosen.seat,
            "positions_confidence": average_confidence(list(spoken.values())),
            "uncertainty": "none",
            "critical_divergence": False,
            "flags": (),
        }
    )


def conclude_conflicts(
    results: Sequence[ConsensusResult],
    report: ConflictReport,
    positions: Sequence[Position],
    profile: Profile,
    ruling: Synthesis | None = None,
) -> Synthesis:
    """Sum up a boardroom by how its conflicts were settled; `ruling` is what a mediator wrote, if one was asked."""
    base = ruling or conclude_boardroom(positions, profile)
    if not results:
        return base
    critical = any(each.severity == "critical" for each in results)
    return base.model_copy(
        update={
            "decision": "\n".join(dict.fromkeys(each.final_decision for each in results)),
            "divergences": base.divergences if ruling else _list_open(results, report),
            "tensions": _unique(results, "trade_offs_acknowledged"),
            "confidence": min(each.confidence_score for each in results),
            "critical_divergence": critical or (ruling is not None and ruling.critical_divergence),
            "author": results[0].resolver_agent,
            "flags": tuple(dict.fromkeys((*base.flags, *_unique(results, "confidence_flags")))),
        }
    )


def _unique(results: Sequence[ConsensusResult], field: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for each in results for text in getattr(each, field)))


def _list_open(results: Sequence[ConsensusResult], report: ConflictReport) -> tuple[Divergence, ...]:
    """What stays open: the conflicts in which somebody still opposes, or an aspect is unresolved."""
    conflicts = {each.conflict_id: each for each in report.conflicts}
    found = []
    for result in results:
        conflict = conflicts[result.conflict_id]
        last = result.debate_rounds[-1].arguments if result.debate_rounds else {}
        if result.opposing_agents or result.unresolved_aspects:
            found.append(
                Divergence(
                    theme=conflict.topic,
                    nature=_NATURES.get(conflict.conflict_type, "priorities"),
                    sides=tuple(Side(seat=seat, view=last.get(seat, "")) for seat in conflict.agents_involved),
                    impact="; ".join(result.unresolved_aspects),
                )
            )
    return tuple(found)
