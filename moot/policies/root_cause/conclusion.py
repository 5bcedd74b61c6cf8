"""Concludes which root cause the debate found, and how it got there.

The best hypothesis is the one with the highest judge score among the tops of all rounds; the earliest wins a tie
(R-40, X-63a), so a worse last round replaces nothing. `rounds_refined` is the number of rounds run, `refinements` one
less (X-63). The search converged when it ended by consensus or plateau, even in the last round (X-59). Rounds without
a judged hypothesis have no place in the trajectory.
"""

from collections.abc import Iterable, Sequence
from typing import get_args

from moot.state.base import Texts
from moot.state.findings import StopReason
from moot.state.hypotheses import (
    Evaluation,
    FinalHypothesis,
    Hypothesis,
    HypothesisSheet,
    JudgeRound,
    RootCause,
    RootCauseRound,
    RootCauseStop,
)

_STOPS: dict[str, RootCauseStop] = {reason: reason for reason in get_args(RootCauseStop)}


def conclude_root_cause(
    sheets: Sequence[HypothesisSheet], judgements: Sequence[JudgeRound], stop: StopReason | None, notes: Texts = ()
) -> RootCause:
    """Put together the result of a root-cause debate (R-17..R-19); `notes` is what was said of its input."""
    numbers = sorted({sheet.round for sheet in sheets} | {judgement.round for judgement in judgements})
    best = select_best(judgements)
    reason: RootCauseStop = _STOPS.get(stop or "", "max_rounds") if best else "insufficient_positions"
    return RootCause(
        rounds=tuple(_describe_round(number, sheets, judgements) for number in numbers),
        final_hypothesis=_finish(best, sheets, len(numbers)) if best else None,
        convergence_achieved=reason in ("consensus", "plateau"),
        total_rounds=len(numbers),
        improvement_trajectory=tuple(top_scores(judgements).values()),
        stop_reason=reason,
        best_round=best[0] if best else None,
        refinements=max(0, len(numbers) - 1),
        warnings=(*_warn(sheets, judgements), *notes),
    )


def top_scores(judgements: Iterable[JudgeRound]) -> dict[int, int]:
    """List the best score of every judged round, by round (R-19)."""
    ordered = sorted(judgements, key=lambda each: each.round)
    return {judgement.round: top.judge_score for judgement in ordered if (top := _find_top(judgement))}


def _find_top(judgement: JudgeRound) -> Evaluation | None:
    """Take the best evaluation of a round."""
    return next((e for e in judgement.evaluated_hypotheses if e.hypothesis_id == judgement.top_hypothesis), None)


def select_best(judgements: Iterable[JudgeRound]) -> tuple[int, Evaluation] | None:
    """Select the best hypothesis over all rounds, and the round it comes from (R-40, X-63a)."""
    tops = [(judgement.round, top) for judgement in judgements if (top := _find_top(judgement))]
    return min(tops, key=lambda each: (-each[1].judge_score, each[0]), default=None)


def _finish(best: tuple[int, Evaluation], sheets: Sequence[HypothesisSheet], rounds: int) -> FinalHypothesis | None:
    number, evaluation = best
    chosen = _find_hypothesis(number, evaluation.hypothesis_id, sheets)
    if chosen is None:
        return None
    return FinalHypothesis(
        hypothesis=chosen.hypothesis,
        confidence=chosen.confidence,
        judge_score=evaluation.judge_score,
        source=chosen.source,
        reasoning=chosen.reasoning,
        evidence=chosen.evidence,
        resolution=chosen.suggested_resolution,
        rounds_refined=rounds,
        refinements=rounds - 1,
        category=chosen.category,
        affected_components=chosen.affected_components,
        changes_made=chosen.changes_made,
        hypothesis_id=chosen.id,
        final_round=number,
    )


def _find_hypothesis(number: int, identifier: str | None, sheets: Sequence[HypothesisSheet]) -> Hypothesis | None:
    made = (each for sheet in sheets if sheet.round == number for each in sheet.hypotheses)
    return next((each for each in made if each.id == identifier), None)


def _describe_round(number: int, sheets: Sequence[HypothesisSheet], judgements: Sequence[JudgeRound]) -> RootCauseRound:
    judgement = next((each for each in judgements if each.round == number), None)
    of_round = sorted((sheet for sheet in sheets if sheet.round == number), key=lambda sheet: sheet.seat)
    return RootCauseRound(
        round_number=number,
        hypotheses={f"{sheet.seat}_hypotheses": sheet.hypotheses for sheet in of_round},
        judge_evaluation=judgement,
        top_hypothesis=_find_hypothesis(number, judgement.top_hypothesis, sheets) if judgement else None,
    )


def _warn(sheets: Sequence[HypothesisSheet], judgements: Sequence[JudgeRound]) -> Texts:
    told = [(each.round, each.seat, each.flags) for each in sheets if each.hypotheses]
    silent = [(each.round, each.seat, (_say_silent(each),)) for each in sheets if not each.hypotheses]
    judge = [(each.round, "judge", each.flags) for each in judgements]
    ordered = sorted(told + silent + judge, key=lambda each: each[:2])
    return tuple(f"round {number}: {text}" for number, _, texts in ordered for text in texts)


def _say_silent(sheet: HypothesisSheet) -> str:
    told = f"{sheet.seat} gave no hypothesis"
    return f"{told}: {sheet.error}" if sheet.error and sheet.error != told else told
