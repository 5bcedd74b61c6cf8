"""From the wire to the state: integers 0..100 become shares, labels become seats, nothing else changes."""

from collections.abc import Mapping
from typing import Any

from moot.models import Answer, wire
from moot.policies.root_cause import read_hypotheses
from moot.prompts import unlabel
from moot.state.critiques import CritiqueItem, CritiqueSheet, Point
from moot.state.hypotheses import HypothesisSheet, Marks
from moot.state.outcome import CouncilCritique, CouncilDissent, CouncilResolution, Divergence, Side, Synthesis
from moot.state.positions import Change, Claim, CritiqueAnswer, Position
from moot.state.protocol import JudgeRules


def share(percent: int | None) -> float | None:
    """A percentage of the wire as a share."""
    return None if percent is None else percent / 100


def to_position(seat: str, round_number: int, answer: Answer[Any]) -> Position:
    """What arrived of a position or revision; a field that did not arrive stays None (X-21b)."""
    fields = answer.fields
    return Position(
        seat=seat,
        round=round_number,
        status="failed" if answer.status == "refused" else answer.status,
        recommendation=fields.get("recommendation"),
        stance=fields.get("stance"),
        premises=fields.get("premises"),
        risks=fields.get("risks"),
        timing=fields.get("timing"),
        reasoning=fields.get("reasoning"),
        claims=to_claims(fields.get("claims") or ()),
        confidence=share(fields.get("confidence")),
        limitations=fields.get("limitations") or (),
        open_questions=fields.get("open_questions") or (),
        keeps_position=fields.get("keeps_position"),
        changes=tuple(Change(what=each.what, because=each.because) for each in fields.get("changes") or ()),
        answers=tuple(
            CritiqueAnswer(critique_id=each.critique_id, outcome=each.outcome, reason=each.reason)
            for each in fields.get("answers") or ()
        ),
        flags=answer.flags,
        error=answer.error,
        raw=answer.raw if "raw" in answer.flags else "",
    )


def to_claims(claims: tuple[wire.Claim, ...]) -> tuple[Claim, ...]:
    """Claims with an id each: one that came without gets the next free number (L-11)."""
    taken = {claim.id for claim in claims if claim.id}
    numbers = (f"C{number}" for number in range(1, len(claims) + len(taken) + 2))
    free = (name for name in numbers if name not in taken)
    seen: set[str] = set()
    kept = []
    for claim in claims:
        name = claim.id if claim.id and claim.id not in seen else next(free)
        seen.add(name)
        kept.append(
            Claim(
                id=name,
                statement=claim.statement,
                kind=claim.kind,
                evidence=claim.evidence,
                confidence=share(claim.confidence),
                assumptions=claim.assumptions,
            )
        )
    return tuple(kept)


def to_sheet(seat: str, round_number: int, answer: Answer[wire.Critiques], labels: Mapping[str, str]) -> CritiqueSheet:
    """A seat's critiques, each aimed at a seat again."""
    fields = answer.fields

    def aim(name: str) -> str:
        # An aim nobody understands is kept as it was written: the bookkeeping turns it away and says so.
        return unlabel(name, labels) or name

    return CritiqueSheet(
        agent=seat,
        round=round_number,
        status="failed" if answer.status == "refused" else answer.status,
        items=tuple(
            CritiqueItem(
                target=aim(each.target),
                target_claim_id=each.target_claim_id,
                issue_type=each.issue_type,
                description=each.description,
                severity=each.severity,
                suggested_fix=each.suggested_fix,
            )
            for each in fields.get("critiques") or ()
        ),
        agreements=tuple(Point(target=aim(each.target), point=each.point) for each in fields.get("agreements") or ()),
        blind_spots=tuple(Point(target=aim(each.target), point=each.point) for each in fields.get("blind_spots") or ()),
        flags=answer.flags,
        error=answer.error,
    )


def to_hypotheses(
    seat: str, round_number: int, answer: Answer[wire.Hypotheses], prefix: str, rules: JudgeRules
) -> HypothesisSheet:
    """A reasoner's hypotheses, read by the rules of R-48, with how the asking went."""
    items = [each.model_dump() for each in answer.fields.get("hypotheses") or ()]
    shares = [{**item, "confidence": item["confidence"] / 100} for item in items]
    sheet = read_hypotheses(seat, round_number, shares, prefix, rules)
    status = (
        "failed" if answer.status == "refused" or (not sheet.hypotheses and answer.status == "ok") else answer.status
    )
    update = {"status": status, "flags": (*sheet.flags, *answer.flags), "error": answer.error or sheet.error}
    return sheet.model_copy(update=update)


def to_marks(answer: Answer[wire.Judgement]) -> tuple[Marks, ...]:
    """What the judge wrote, before it is checked and added up."""
    names = ("evidence_quality", "reasoning_strength", "confidence_calibration", "completeness", "consistency")
    return tuple(
        Marks(
            hypothesis_id=each.hypothesis_id,
            strengths=each.strengths,
            weaknesses=each.weaknesses,
            feedback=each.feedback,
            **{name: getattr(each, name) for name in names},
        )
        for each in answer.fields.get("evaluations") or ()
    )


def to_synthesis(
    value: wire.Synthesis,
    labels: Mapping[str, str],
    *,
    author: str,
    positions_confidence: float | None,
    flags: tuple[str, ...],
) -> Synthesis:
    """A synthesis as a model wrote it, its sides named by seat again."""
    return Synthesis(
        decision=value.decision,
        consensus_points=value.consensus_points,
        divergences=tuple(
            Divergence(
                theme=each.theme,
                nature=each.nature,
                sides=tuple(Side(seat=unlabel(side.seat, labels) or side.seat, view=side.view) for side in each.sides),
                impact=each.impact,
            )
            for each in value.divergences
        ),
        tensions=value.tensions,
        gaps=value.gaps,
        confidence=value.confidence / 100,
        uncertainty=value.uncertainty,
        critical_divergence=value.critical_divergence,
        next_steps=value.next_steps,
        author=author,
        positions_confidence=positions_confidence,
        flags=flags,
    )


def to_council_critique(value: wire.CouncilCritique) -> CouncilCritique:
    """The critic's rubric."""
    return CouncilCritique(**value.model_dump())


def to_dissent(value: wire.CouncilDissent) -> CouncilDissent:
    """The advocate's four outputs."""
    return CouncilDissent(**value.model_dump())


def to_resolution(value: wire.CouncilResolution, calculation: tuple[str, ...]) -> CouncilResolution:
    """The council synthesizer's path with the calculation of its confidence."""
    return CouncilResolution(**{**value.model_dump(), "confidence": value.confidence / 100}, calculation=calculation)
