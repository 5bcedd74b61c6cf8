"""Sums up a debate when a rule decides it (X-85), or when no model can write it down.

By rule:

- One agent alone: its answer is the result, with its own confidence (X-15).
- Root causes: the hypothesis with the best score of all rounds (R-40). Its confidence is the reasoner's own: a judge's
  score is no probability of being right (R-61).
- Departments without a conflict: the first one present in the order of priority speaks (C-27, C-48).
- Departments with conflicts: the decisions of those who settled them, the gravest conflict first. The whole is as sure
  as its least sure part; what a mediator wrote besides its decision is kept.

Without a model the text is put together from what the agents said; nothing is added to it:

- The decision is the recommendation of the largest camp; between equal camps the higher mean confidence, then the
  profile's order of seats decides. In a camp its most confident seat speaks.
- Consensus is never forced (D-113): whoever holds something else is named, and a decision that not more than
  half of the speakers hold is a critical divergence.
- A point is shared when all speakers who addressed it said the same; the comparator's word, where there is one, wins.
- The confidence is the mean of those who responded, at most 0.69 (Q-01).
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from moot.catalogue import Translator, speak
from moot.policies.comparison.stances import Camp, average_confidence, group_camps, keep_latest
from moot.policies.language import Language, words
from moot.policies.thresholds import tidy
from moot.policies.verdict.confidence import (
    COUNCIL_FALLBACK,
    DETERMINISTIC,
    DETERMINISTIC_LIMIT,
    estimate_confidence,
    tell_least,
)
from moot.state.base import Texts
from moot.state.conflicts import ConflictReport, ConflictType, ConsensusResult
from moot.state.debate import MultiAgentState
from moot.state.facts import state_fact
from moot.state.findings import AdjustedConfidence, Convergence, Criterion
from moot.state.hypotheses import FinalHypothesis, RootCause
from moot.state.outcome import (
    CouncilCritique,
    CouncilDissent,
    CouncilResolution,
    Divergence,
    Inconclusive,
    Nature,
    Option,
    Side,
    Synthesis,
    Uncertainty,
)
from moot.state.positions import Position
from moot.state.protocol import Profile

_CONFLICT_NATURES: dict[ConflictType, Nature] = {"financial": "data", "risk": "risk", "priority": "timing"}

_NATURES: dict[Criterion, Nature] = {
    "recommendation": "priorities",
    "premises": "data",
    "risks": "risk",
    "timing": "timing",
}


def conclude_by_rule(state: MultiAgentState) -> Synthesis | None:
    """Sum up a debate whose result no model writes: one answer alone, root causes, departments, or no position."""
    profile, positions, language = state["protocol"].profile, state.get("positions") or [], state["case"].language
    if state["routing"].route == "simple":
        return _conclude_alone(positions, language)
    root_cause = state.get("root_cause")
    if root_cause is not None:
        return _conclude_search(root_cause, language)
    if state.get("conflict_report") is not None:
        return _conclude_boardroom(positions, profile, language)
    if not keep_latest(positions, profile.seat_ids):
        return compose_synthesis([], state.get("convergence"), profile.seat_ids, language)
    return None


def conclude_conflicts(
    results: Sequence[ConsensusResult],
    report: ConflictReport,
    positions: Sequence[Position],
    profile: Profile,
    ruling: Synthesis | None = None,
    *,
    language: Language = "en",
) -> Synthesis:
    """Sum up a boardroom by how its conflicts were settled; `ruling` is what a mediator wrote, if one was asked."""
    base = ruling or _conclude_boardroom(positions, profile, language)
    if not results:
        return base
    critical = any(each.severity == "critical" for each in results)
    return base.model_copy(
        update={
            "decision": "\n".join(dict.fromkeys(each.final_decision for each in results)),
            "divergences": base.divergences if ruling else _list_open(results, report),
            "tensions": _collect(results, "trade_offs_acknowledged"),
            "confidence": min(each.confidence_score for each in results),
            "stated_confidence": base.confidence,
            "weighing": tell_least(results, report),
            "critical_divergence": critical or (ruling is not None and ruling.critical_divergence),
            "author": results[0].resolver_agent,
            "flags": tuple(dict.fromkeys((*base.flags, *_collect(results, "confidence_flags")))),
        }
    )


def compose_synthesis(
    positions: Sequence[Position], convergence: Convergence | None, order: Sequence[str], language: Language = "en"
) -> Synthesis:
    """Sum up a debate from its positions, without a model, in its language (D-110, D-111, D-113, Q-01)."""
    say = speak(language)
    speakers = keep_latest(positions, order)
    camps = group_camps(speakers)
    divergences = _find_divergences(speakers, convergence, say)
    critical = bool(camps) and len(camps[0].positions) * 2 <= len(speakers) and len(camps) > 1
    gaps = _unique(text for each in speakers for text in (*each.open_questions, *each.limitations))
    return Synthesis(
        decision=camps[0].recommendation if camps else say("synthesis.nothing"),
        consensus_points=_find_consensus(speakers, convergence, say),
        divergences=divergences,
        tensions=_list_tensions(camps, divergences, say),
        gaps=gaps,
        confidence=estimate_confidence(speakers),
        uncertainty="insufficient_data" if not camps else "irresolvable_conflict" if critical else "none",
        critical_divergence=critical,
        next_steps=(
            *(say("synthesis.settle", what=each.theme) for each in divergences),
            *(say("synthesis.find_out", what=gap) for gap in gaps),
        ),
        author=DETERMINISTIC,
        positions_confidence=average_confidence(speakers),
        flags=(DETERMINISTIC,),
    )


def compose_inconclusive(positions: Sequence[Position], synthesis: Synthesis, order: Sequence[str]) -> Inconclusive:
    """Say that nothing is recommended, which ways there are, and what to find out first (D-130)."""
    camps = group_camps(keep_latest(positions, order))
    kind = synthesis.uncertainty
    if kind == "none":
        kind = "irresolvable_conflict" if len(camps) > 1 else "insufficient_data"
    return Inconclusive(
        kind=kind,
        option_a=_make_option(camps[0]) if camps else None,
        option_b=_make_option(camps[1]) if len(camps) > 1 else None,
        find_out=synthesis.gaps,
        statement=state_fact("outcome.nothing_recommended"),
    )


def compose_resolution(
    synthesis: Synthesis,
    critic: CouncilCritique | None,
    dissent: CouncilDissent | None,
    calculated: AdjustedConfidence,
    language: Language = "en",
) -> CouncilResolution:
    """Close a council whose synthesizer could not speak; it never makes the debate surer (D-78)."""
    confidence = min(calculated.value, synthesis.confidence, DETERMINISTIC_LIMIT)
    risks = (dissent.undiscussed_risk, dissent.weakest_premise) if dissent else ()
    regret = dissent.regret_scenario if dissent else ""
    reversal = (speak(language)("synthesis.turn_back", when=regret),) if regret.strip() else ()
    return CouncilResolution(
        decision=synthesis.decision,
        confidence=confidence,
        residual_risks=_unique(risks),
        next_steps=_unique((*synthesis.next_steps, *(critic.gaps if critic else ()))),
        reversal_criteria=reversal,
        calculation=(*calculated.calculation, state_fact("council.by_rule", most=tidy(confidence * 100))),
        author=COUNCIL_FALLBACK,
    )


def _conclude_alone(positions: Sequence[Position], language: Language = "en") -> Synthesis:
    """Take the one answer of a simple question as it is."""
    spoken = [each for each in positions if each.recommendation]
    if not spoken:
        return compose_synthesis((), None, (), language)
    answer = spoken[-1]
    return Synthesis(
        decision=answer.recommendation or speak(language)("synthesis.no_answer"),
        gaps=answer.limitations,
        confidence=answer.confidence or 0.0,
        author=answer.seat,
        positions_confidence=answer.confidence,
        flags=answer.flags,
    )


def _conclude_search(found: RootCause, language: Language = "en") -> Synthesis:
    """Sum up a root-cause debate by its best hypothesis."""
    best, say = found.final_hypothesis, speak(language)
    if found.missing == "no_incident":
        return Synthesis(
            decision=say("synthesis.no_incident"),
            consensus_points=tuple(f"{each.seat}: {each.because}" for each in found.no_incident if each.because),
            gaps=say.tell_all(found.what_would_help),
            confidence=0.0,
            author="judge",
        )
    if best is None:
        return Synthesis(
            decision=say("synthesis.no_answer"),
            gaps=say.tell_all(found.what_would_help),
            confidence=0.0,
            uncertainty="insufficient_data",
            author="judge",
        )
    doubts = tuple(say("synthesis.open_point", who=say.actor(each.by), text=each.text) for each in best.doubts)
    return Synthesis(
        decision=best.hypothesis,
        consensus_points=_mark_shared(best, found, say),
        divergences=tuple(_differ_on_cause(best, say)),
        gaps=(*say.tell_all(found.what_would_help), *doubts),
        confidence=best.confidence,
        uncertainty=_find_uncertainty(best, found),
        next_steps=best.resolution,
        author="judge",
        positions_confidence=best.confidence,
        flags=tuple(
            flag for round_ in found.rounds if round_.judge_evaluation for flag in round_.judge_evaluation.flags
        ),
    )


def _find_uncertainty(best: FinalHypothesis, found: RootCause) -> Uncertainty:
    """Name what leaves a cause unsure: nothing only where no point is open."""
    if found.missing:
        return "insufficient_data"
    return "irresolvable_conflict" if _is_split(best) else "insufficient_data" if best.doubts else "none"


def _is_split(best: FinalHypothesis) -> bool:
    """Tell whether as many reasoners or more stand by another cause than by the one that was chosen."""
    against = sum(not each.same for each in best.stands)
    return against > 0 and against >= len(best.stands) - against


def _differ_on_cause(best: FinalHypothesis, say: Translator) -> Iterator[Divergence]:
    """List where reasoners differ: on the cause itself, or on what kind of cause it is."""
    others = [each for each in best.stands if not each.same]
    if others:
        sides = tuple(Side(seat=each.seat, view=each.hypothesis) for each in best.stands)
        impact = say("synthesis.cause_impact")
        yield Divergence(theme=say("synthesis.cause_theme"), nature="data", sides=sides, impact=impact)
    agreed = [each for each in best.stands if each.same]
    if len({each.category for each in agreed}) > 1:
        sides = tuple(Side(seat=each.seat, view=say.word("word.literal", each.category)) for each in agreed)
        impact = say("synthesis.category_impact")
        yield Divergence(theme=say("synthesis.category_theme"), nature="data", sides=sides, impact=impact)


def _mark_shared(best: FinalHypothesis, found: RootCause, say: Translator) -> Texts:
    """List the evidence of a cause that others who name it cite as well; all of it where nobody else does."""
    marked = _mark_evidence(best, say)
    same = {each.seat for each in best.stands if each.same and each.seat != best.source}
    final = next((each for each in found.rounds if each.round_number == best.final_round), None)
    made = [each for given in final.hypotheses.values() for each in given] if final is not None else []
    cited = " ".join(text for each in made if each.source in same for text in each.texts)
    shared = (
        [
            text
            for text, check in zip(marked, best.checks, strict=True)
            if any(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", cited) for each in check.sources)
        ]
        if best.checks
        else []
    )
    return tuple(shared) or marked


def _mark_evidence(best: FinalHypothesis, say: Translator) -> Texts:
    """List the evidence of a cause; what does not hold is marked."""
    if not best.checks:
        return best.evidence
    return tuple(
        each.text if each.holds else say("synthesis.does_not_hold", why=each.reason, text=each.text)
        for each in best.checks
    )


def _conclude_boardroom(positions: Sequence[Position], profile: Profile, language: Language = "en") -> Synthesis:
    """Let the answers stand without a conflict; whoever has priority is quoted."""
    composed = compose_synthesis(positions, None, profile.seat_ids, language)
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


def _collect(results: Sequence[ConsensusResult], field: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for each in results for text in getattr(each, field)))


def _list_open(results: Sequence[ConsensusResult], report: ConflictReport) -> tuple[Divergence, ...]:
    """List what stays open: the conflicts in which somebody still opposes, or an aspect is unresolved."""
    conflicts = {each.conflict_id: each for each in report.conflicts}
    found = []
    for result in results:
        conflict = conflicts[result.conflict_id]
        last = result.debate_rounds[-1].arguments if result.debate_rounds else {}
        if result.opposing_agents or result.unresolved_aspects:
            found.append(
                Divergence(
                    theme=conflict.topic,
                    nature=_CONFLICT_NATURES.get(conflict.conflict_type, "priorities"),
                    sides=tuple(Side(seat=seat, view=last.get(seat, "")) for seat in conflict.agents_involved),
                    impact="; ".join(result.unresolved_aspects),
                )
            )
    return tuple(found)


def _find_consensus(speakers: Sequence[Position], convergence: Convergence | None, say: Translator) -> Texts:
    """List the points all speakers share, in the words of the first of them."""
    shared: list[str] = []
    if len(speakers) > 1:
        for criterion in _NATURES:
            views = [view for each in speakers if (view := _points(each, criterion)) is not None]
            if len(views) > 1:
                shared.extend(text for key, text in views[0].items() if all(key in view for view in views[1:]))
    return _unique((*map(say.tell, convergence.agreed if convergence else ()), *shared))


def _find_divergences(
    speakers: Sequence[Position], convergence: Convergence | None, say: Translator
) -> tuple[Divergence, ...]:
    """List the criteria on which speakers differ, with who holds what (D-111)."""
    found = []
    for criterion, nature in _NATURES.items():
        views = {each.seat: view for each in speakers if (view := _points(each, criterion)) is not None}
        agreed = convergence is not None and convergence.details.get(criterion) == 1.0
        if agreed or len({frozenset(view) for view in views.values()}) < 2:
            continue
        sides = tuple(Side(seat=seat, view="; ".join(view.values())) for seat, view in views.items())
        theme = say.word("word.criterion", criterion)
        impact = say("synthesis.larger_side", theme=theme)
        found.append(Divergence(theme=theme, nature=nature, sides=sides, impact=impact))
    return tuple(found)


def _points(position: Position, criterion: Criterion) -> dict[tuple[str, ...], str] | None:
    if criterion == "recommendation":
        held = position.stance or position.recommendation
        # Stances are compared, recommendations are shown.
        return {words(held): position.recommendation or held} if held else None
    if criterion == "timing":
        return None if position.timing is None else {words(position.timing): position.timing}
    texts = position.premises if criterion == "premises" else position.risks
    return None if texts is None else {words(text): text for text in texts}


def _list_tensions(camps: Sequence[Camp], divergences: Sequence[Divergence], say: Translator) -> Texts:
    if len(camps) != 1:
        return ()
    return tuple(say("synthesis.tension", theme=each.theme) for each in divergences)


def _make_option(camp: Camp) -> Option:
    cited = [item for position in camp.positions for claim in position.claims for item in claim.evidence]
    return Option(text=camp.recommendation, defenders=camp.seats, evidence=_unique(cited))


def _unique(texts: Iterable[str]) -> Texts:
    return tuple(dict.fromkeys(text for text in texts if text.strip()))
