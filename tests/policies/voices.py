"""Short ways to say what a seat, a critic or a judge said."""

from typing import Any

from hypothesis import strategies as st

from moot.policies.agreement import ClosedRound
from moot.state.critiques import Critique, CritiqueItem, CritiqueSheet
from moot.state.findings import PairAgreement
from moot.state.hypotheses import Evaluation, Hypothesis, HypothesisSheet, JudgeRound
from moot.state.positions import Claim, Position
from moot.state.protocol import ConvergenceRules, RoundRules

EXPAND: dict[str, Any] = {
    "stance": "Expand into Europe",
    "recommendation": "Expand into Europe with a pilot in Lisbon.",
    "premises": ("Demand in Europe is growing", "Our product is ready"),
    "risks": ("Currency volatility", "Regulatory delay"),
    "timing": "within 6 months",
}


def position(seat: str, number: int = 1, **fields: Any) -> Position:
    return Position(seat=seat, round=number, **fields)


def claim(identifier: str, **fields: Any) -> Claim:
    return Claim(**{"id": identifier, "statement": f"Statement of {identifier}", "kind": "fact", **fields})


def item(target: str = "ala", claim_id: str = "C1", **fields: Any) -> CritiqueItem:
    given: dict[str, Any] = {
        "target": target,
        "target_claim_id": claim_id,
        "issue_type": "logic_gap",
        "description": f"The step from {claim_id} does not follow.",
        "severity": "MAJOR",
        "suggested_fix": "Name the missing step.",
    }
    return CritiqueItem(**{**given, **fields})


def sheet(agent: str, *items: CritiqueItem, number: int = 1, **fields: Any) -> CritiqueSheet:
    return CritiqueSheet(agent=agent, round=number, items=items, **fields)


def critique(
    number: int = 1, *, agent: str = "nla", made_in: int = 1, resolved: bool = False, **fields: Any
) -> Critique:
    claim_id = fields.pop("claim_id", f"C{number}")
    base = item(claim_id=claim_id, **fields)
    return Critique(**base.model_dump(), id=f"K{number}", agent=agent, round=made_in, resolved=resolved)


def unresolved(critical: int = 0, major: int = 0, minor: int = 0) -> tuple[Critique, ...]:
    severities = ["CRITICAL"] * critical + ["MAJOR"] * major + ["MINOR"] * minor
    return tuple(critique(number, severity=severity) for number, severity in enumerate(severities, 1))


def closed(number: int = 1, *, strategy: str = "criteria", **fields: Any) -> ClosedRound:
    rules = fields.pop("rules", {})
    rounds = RoundRules.model_validate({"planned": 1, **fields.pop("rounds", {})})
    return ClosedRound(
        round=number,
        rules=ConvergenceRules.model_validate({"strategy": strategy, **rules}),
        rounds=rounds,
        **fields,
    )


def pair(a: str, b: str, *levels: float | None) -> PairAgreement:
    recommendation, premises, risks, timing = levels
    return PairAgreement(a=a, b=b, recommendation=recommendation, premises=premises, risks=risks, timing=timing)


def hypothesis(identifier: str, **fields: Any) -> Hypothesis:
    sources = {"log": "log_focused", "kg": "kg_focused", "hybrid": "hybrid"}
    source = sources[identifier.partition("_")[0]]
    return Hypothesis(**{"id": identifier, "source": source, "hypothesis": f"Cause {identifier}", **fields})


def reasoner(seat: str, number: int, *made: Hypothesis) -> HypothesisSheet:
    return HypothesisSheet(seat=seat, round=number, hypotheses=made, status="ok" if made else "failed")


def judged(number: int, scores: dict[str, int]) -> JudgeRound:
    """A round in which these hypotheses got these scores."""
    ordered = sorted(scores.items(), key=lambda each: (-each[1], each[0]))
    evaluations = tuple(_evaluation(identifier, score, rank) for rank, (identifier, score) in enumerate(ordered, 1))
    return JudgeRound(
        round=number,
        evaluated_hypotheses=evaluations,
        top_hypothesis=ordered[0][0] if ordered else None,
        num_evaluated=len(ordered),
    )


def _evaluation(identifier: str, score: int, rank: int) -> Evaluation:
    return Evaluation(
        hypothesis_id=identifier,
        source=hypothesis(identifier).source,
        hypothesis=f"Cause {identifier}",
        evidence_quality=0,
        reasoning_strength=0,
        confidence_calibration=0,
        completeness=0,
        consistency=0,
        judge_score=score,
        weaknesses=(f"weak point of {identifier}",),
        rank=rank,
    )


_PHRASES = st.sampled_from(
    [
        "Expand into Europe",
        "Do not expand into Europe",
        "expand to Europe, now",
        "Não expandir",
        "Expandir com cautela",
        "Cut costs",
        "jangan memperluas pasar",
        "6 months",
        "in 12 months",
        "",
        "the",
    ]
)
_TEXTS = _PHRASES | st.text(max_size=30)


def any_position(seat: str, number: int = 1) -> st.SearchStrategy[Position]:
    """Positions as they come: complete, partial, blank, in any of the languages."""
    texts = st.none() | st.lists(_TEXTS, max_size=4).map(tuple)
    return st.builds(
        Position,
        seat=st.just(seat),
        round=st.just(number),
        stance=st.none() | _TEXTS,
        recommendation=st.none() | _TEXTS,
        premises=texts,
        risks=texts,
        timing=st.none() | _TEXTS,
        reasoning=st.none() | _TEXTS,
    )


def any_positions(count: int = 4, number: int = 1) -> st.SearchStrategy[tuple[Position, ...]]:
    return st.tuples(*(any_position(f"seat_{at}", number) for at in range(count)))
