"""What a debate amounts to when no model can write it down.

The text is put together from what the agents said; nothing is added to it.

- The decision is the recommendation of the largest camp; between equal camps the higher mean confidence, then the
  profile's order of seats decides. In a camp its most confident seat speaks.
- Consensus is never forced (D-113): whoever holds something else is named, and a decision that not more than
  half of the speakers hold is a critical divergence.
- A point is shared when all speakers who addressed it said the same; the comparator's word, where there is one, wins.
- The confidence is the mean of those who responded, at most 0.69 (Q-01).
"""

from collections.abc import Iterable, Sequence

from moot.policies.comparison import Camp, average_confidence, group_camps, keep_latest
from moot.policies.language import words
from moot.policies.verdict.confidence import COUNCIL_FALLBACK, DETERMINISTIC, DETERMINISTIC_LIMIT, estimate_confidence
from moot.state.base import Texts
from moot.state.findings import AdjustedConfidence, Convergence, Criterion
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
)
from moot.state.positions import Position

_NATURES: dict[Criterion, Nature] = {
    "recommendation": "priorities",
    "premises": "data",
    "risks": "risk",
    "timing": "timing",
}
_NOTHING = "No position arrived, so nothing can be decided."


def compose_synthesis(
    positions: Sequence[Position], convergence: Convergence | None, order: Sequence[str]
) -> Synthesis:
    """Sum up a debate from its positions, without a model (D-110, D-111, D-113, Q-01)."""
    speakers = keep_latest(positions, order)
    camps = group_camps(speakers)
    divergences = find_divergences(speakers, convergence)
    critical = bool(camps) and len(camps[0].positions) * 2 <= len(speakers) and len(camps) > 1
    gaps = _unique(text for each in speakers for text in (*each.open_questions, *each.limitations))
    return Synthesis(
        decision=camps[0].recommendation if camps else _NOTHING,
        consensus_points=find_consensus(speakers, convergence),
        divergences=divergences,
        tensions=_list_tensions(camps, divergences),
        gaps=gaps,
        confidence=estimate_confidence(speakers),
        uncertainty="insufficient_data" if not camps else "irresolvable_conflict" if critical else "none",
        critical_divergence=critical,
        next_steps=(*(f"Settle: {each.theme}" for each in divergences), *(f"Find out: {gap}" for gap in gaps)),
        author=DETERMINISTIC,
        positions_confidence=average_confidence(speakers),
        flags=(DETERMINISTIC,),
    )


def keep_divergences(written: Synthesis, composed: Synthesis) -> Synthesis:
    """Let a synthesis that was forced tell what stayed open, also where its author left it out (D-46, D-47)."""
    return written if written.divergences else written.model_copy(update={"divergences": composed.divergences})


def find_consensus(speakers: Sequence[Position], convergence: Convergence | None) -> Texts:
    """List the points all speakers share, in the words of the first of them."""
    shared: list[str] = []
    if len(speakers) > 1:
        for criterion in _NATURES:
            views = [view for each in speakers if (view := _points(each, criterion)) is not None]
            if len(views) > 1:
                shared.extend(text for key, text in views[0].items() if all(key in view for view in views[1:]))
    return _unique((*(convergence.agreed if convergence else ()), *shared))


def find_divergences(speakers: Sequence[Position], convergence: Convergence | None) -> tuple[Divergence, ...]:
    """List the criteria on which speakers differ, with who holds what (D-111)."""
    found = []
    for criterion, nature in _NATURES.items():
        views = {each.seat: view for each in speakers if (view := _points(each, criterion)) is not None}
        agreed = convergence is not None and convergence.details.get(criterion) == 1.0
        if agreed or len({frozenset(view) for view in views.values()}) < 2:
            continue
        sides = tuple(Side(seat=seat, view="; ".join(view.values())) for seat, view in views.items())
        impact = f"The decision follows the larger side and leaves {criterion} open."
        found.append(Divergence(theme=criterion, nature=nature, sides=sides, impact=impact))
    return tuple(found)


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
        statement="Nothing is recommended: the debate did not reach a result that can be relied on.",
    )


def compose_resolution(
    synthesis: Synthesis,
    critic: CouncilCritique | None,
    dissent: CouncilDissent | None,
    calculated: AdjustedConfidence,
) -> CouncilResolution:
    """Close a council whose synthesizer could not speak; it never makes the debate surer (D-78)."""
    confidence = min(calculated.value, synthesis.confidence, DETERMINISTIC_LIMIT)
    risks = (dissent.undiscussed_risk, dissent.weakest_premise) if dissent else ()
    reversal = (f"Turn back if: {dissent.regret_scenario}",) if dissent and dissent.regret_scenario.strip() else ()
    return CouncilResolution(
        decision=synthesis.decision,
        confidence=confidence,
        residual_risks=_unique(risks),
        next_steps=_unique((*synthesis.next_steps, *(critic.gaps if critic else ()))),
        reversal_criteria=reversal,
        calculation=(*calculated.calculation, f"composed by rule, at most {confidence * 100:g}"),
        author=COUNCIL_FALLBACK,
    )


def _points(position: Position, criterion: Criterion) -> dict[tuple[str, ...], str] | None:
    if criterion == "recommendation":
        held = position.stance or position.recommendation
        # Stances are compared, recommendations are shown.
        return {words(held): position.recommendation or held} if held else None
    if criterion == "timing":
        return None if position.timing is None else {words(position.timing): position.timing}
    texts = position.premises if criterion == "premises" else position.risks
    return None if texts is None else {words(text): text for text in texts}


def _list_tensions(camps: Sequence[Camp], divergences: Sequence[Divergence]) -> Texts:
    if len(camps) != 1:
        return ()
    return tuple(f"Same recommendation, different {each.theme}." for each in divergences)


def _make_option(camp: Camp) -> Option:
    cited = [item for position in camp.positions for claim in position.claims for item in claim.evidence]
    return Option(text=camp.recommendation, defenders=camp.seats, evidence=_unique(cited))


def _unique(texts: Iterable[str]) -> Texts:
    return tuple(dict.fromkeys(text for text in texts if text.strip()))
