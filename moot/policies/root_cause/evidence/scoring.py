"""Scores and ranks the hypotheses of a round.

A score is the sum of the five parts of the rubric, each held within its bounds; a stated total is never taken (R-42).
A missing part counts half of its maximum, so an item without any scores gets 50 (R-46). When the judge cannot be read
at all, the score is the stated confidence times 100, its parts in the same proportion, marked as a fallback. A
hypothesis the judge left out while judging others gets 50, marked likewise: it must not win by its own confidence.
Marks for hypotheses nobody made are ignored; of two for the same, the first counts.

Evidence that does not hold costs points whatever the judge gave: of the points for evidence a hypothesis can have at
most the share of its evidence that holds, none where nothing supports it. Hypotheses that some evidence supports come
first; then the score decides, and ties are ranked by id.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from moot.policies.root_cause.evidence.checking import is_supported, share_holding
from moot.state.evidence import ClaimVerdict
from moot.state.facts import Fact, Saying, state_fact
from moot.state.hypotheses import (
    Category,
    Evaluation,
    EvidenceCheck,
    Hypothesis,
    HypothesisSheet,
    JudgeRound,
    Marks,
    RootCause,
    RootCauseRound,
)

_Part = Literal["evidence_quality", "reasoning_strength", "confidence_calibration", "completeness", "consistency"]

RUBRIC: dict[_Part, int] = {
    "evidence_quality": 30,
    "reasoning_strength": 25,
    "confidence_calibration": 20,
    "completeness": 15,
    "consistency": 10,
}
"""The parts of a score and their maxima (R-42)."""

_UNREADABLE = "judge_unreadable"
_INCOMPLETE = "judge_incomplete"

_STRONG, _MODERATE = 20, 40
_LEADING = 3


def score_round(
    round_number: int,
    sheets: Iterable[HypothesisSheet],
    marks: Sequence[Marks] | None,
    checks: Mapping[str, Sequence[EvidenceCheck]] | None = None,
) -> JudgeRound:
    """Score and rank every hypothesis of a round; None for the marks means that the judge could not be read.

    `checks` are those of each hypothesis's evidence, by its id; without them no evidence is doubted.
    """
    given = list(sheets)
    made = [each for sheet in given if sheet.round == round_number for each in sheet.hypotheses]
    if not made and agree_on_none([sheet for sheet in given if sheet.round == round_number]):
        return JudgeRound(round=round_number, consensus_analysis=state_fact("agreement.no_incident"))
    if not made:
        nothing, first = state_fact("cause.nothing_to_compare"), state_fact("cause.give_first")
        return JudgeRound(round=round_number, consensus_analysis=nothing, debate_guidance=first)
    known = {each.id for each in made}
    told = {mark.hypothesis_id: mark for mark in reversed(marks or ()) if mark.hypothesis_id in known}
    evaluated = [_evaluate(each, told.get(each.id), judged=bool(told)) for each in made]
    if checks is not None:
        evaluated = [_doubt(each, checks.get(each.hypothesis_id, ())) for each in evaluated]
    ranked = _rank_evaluations(evaluated)
    categories = {each.id: each.category for each in made}
    return JudgeRound(
        round=round_number,
        evaluated_hypotheses=ranked,
        top_hypothesis=ranked[0].hypothesis_id,
        num_evaluated=len(ranked),
        consensus_analysis=_analyse_consensus(ranked, categories),
        debate_guidance=_guide_debate(ranked, categories),
        flags=_flag(ranked, judged=bool(told)),
    )


def _rank_evaluations(evaluations: Iterable[Evaluation]) -> tuple[Evaluation, ...]:
    """Order by score, best first, ties by id, and give each its rank (W-R14); without evidence that holds, last."""
    ordered = sorted(evaluations, key=lambda each: (not each.supported, -each.judge_score, each.hypothesis_id))
    return tuple(each.model_copy(update={"rank": rank}) for rank, each in enumerate(ordered, 1))


def _analyse_consensus(ranked: Sequence[Evaluation], categories: dict[str, Category]) -> Fact:
    """Say how close the scores are, which category is named most and what the best score is (R-45)."""
    scores = [each.judge_score for each in ranked]
    spread = max(scores) - min(scores)
    strength = "strong" if spread < _STRONG else "moderate" if spread < _MODERATE else "weak"
    # Counted from the best down: of categories named equally often, the better one is named.
    common = Counter(categories[each.hypothesis_id] for each in ranked).most_common(1)[0][0]
    best = ranked[0].judge_score
    return state_fact("cause.consensus", strength=strength, spread=spread, common=common, best=best)


def _guide_debate(ranked: Sequence[Evaluation], categories: dict[str, Category]) -> Fact:
    """Say what the next round should argue about (R-45)."""
    leading = sorted({categories[each.hypothesis_id] for each in ranked[:_LEADING]})
    if len(leading) > 1:
        return state_fact("cause.disagree", categories=tuple(leading))
    return state_fact("cause.agree", category=leading[0])


def _evaluate(hypothesis: Hypothesis, marks: Marks | None, *, judged: bool) -> Evaluation:
    parts = _read_parts(marks) if marks else _apportion(0.5 if judged else hypothesis.confidence)
    note = () if marks else (state_fact("cause.left_out" if judged else "cause.unread"),)
    return Evaluation(
        hypothesis_id=hypothesis.id,
        source=hypothesis.source,
        hypothesis=hypothesis.hypothesis,
        evidence_quality=parts["evidence_quality"],
        reasoning_strength=parts["reasoning_strength"],
        confidence_calibration=parts["confidence_calibration"],
        completeness=parts["completeness"],
        consistency=parts["consistency"],
        judge_score=sum(parts.values()),
        strengths=marks.strengths if marks else (),
        weaknesses=marks.weaknesses if marks else note,
        feedback=marks.feedback if marks else "",
        fallback=marks is None,
    )


def _doubt(evaluation: Evaluation, checks: Sequence[EvidenceCheck]) -> Evaluation:
    """Take from a score what evidence that does not hold cannot earn, and tell the reasoner why."""
    kept = min(evaluation.evidence_quality, int(RUBRIC["evidence_quality"] * share_holding(checks)))
    supported = is_supported(checks)
    doubted = [check for check in checks if not (check.holds and supported)]
    told = [state_fact("cause.unproved", text=check.text, why=check.reason) for check in doubted]
    return evaluation.model_copy(
        update={
            "evidence_quality": kept,
            "judge_score": evaluation.judge_score - evaluation.evidence_quality + kept,
            "weaknesses": (*(told if checks else [state_fact("cause.cites_none")]), *evaluation.weaknesses),
            "supported": supported,
            "unsupported": tuple(check.text for check in doubted),
        }
    )


def _read_parts(marks: Marks) -> dict[_Part, int]:
    half = _apportion(0.5)
    given: dict[_Part, int | None] = {part: getattr(marks, part) for part in RUBRIC}
    return {
        part: half[part] if (mark := given[part]) is None else min(most, max(0, mark)) for part, most in RUBRIC.items()
    }


def _apportion(share: float) -> dict[_Part, int]:
    """Split a score over the parts in proportion to their maxima; the sum is exactly the rounded score."""
    parts: dict[_Part, int] = {}
    before = 0
    for part, most in RUBRIC.items():
        done = sum(parts.values())
        before += most
        parts[part] = int(share * before + 0.5 + 1e-9) - done
    return parts


def _flag(ranked: Sequence[Evaluation], *, judged: bool) -> tuple[str, ...]:
    if not judged:
        return (_UNREADABLE,)
    return (_INCOMPLETE,) if any(each.fallback for each in ranked) else ()


def list_evidence_verdicts(cause: RootCause) -> tuple[ClaimVerdict, ...]:
    """Tell of every piece of evidence in every judged round whether it holds; pieces are `log_1.1`, `log_1.2`, ...

    A search of an earlier version, in which nothing was checked by content, tells nothing.
    """
    judged_all = [judged for item in cause.rounds for _, judged in _pair_judged(item)]
    best = cause.final_hypothesis
    if not (best and best.checks) and not any(judged.unsupported for judged in judged_all):
        return ()
    return tuple(
        ClaimVerdict(
            seat=each.source,
            round=item.round_number,
            claim_id=f"{each.id}.{place}",
            verdict="unsupported" if text in judged.unsupported else "supported",
            reason=_find_reason(text, judged),
        )
        for item in cause.rounds
        for each, judged in _pair_judged(item)
        for place, text in enumerate(each.evidence, start=1)
    )


def _find_reason(text: str, judged: Evaluation) -> Saying:
    """Find why a piece of evidence does not hold, as the weakness says it that was made of it."""
    facts = [each for each in judged.weaknesses if isinstance(each, Fact) and each.code == "cause.unproved"]
    why = next((each.values["why"] for each in facts if each.values.get("text") == text), None)
    return why if isinstance(why, str | Fact) else state_fact("cause.check.says_cited")


def _pair_judged(item: RootCauseRound) -> list[tuple[Hypothesis, Evaluation]]:
    judged = item.judge_evaluation.evaluated_hypotheses if item.judge_evaluation is not None else ()
    scores = {each.hypothesis_id: each for each in judged}
    return [(each, scores[each.id]) for made in item.hypotheses.values() for each in made if each.id in scores]


def share_unsupported(pieces: Sequence[ClaimVerdict]) -> dict[str, float]:
    """Find the share of each reasoner's evidence that does not hold, in the last round in which it cited any."""
    last = {each.seat: max(one.round for one in pieces if one.seat == each.seat) for each in pieces}
    of_last = {seat: [each for each in pieces if (each.seat, each.round) == (seat, number)]
               for seat, number in last.items()}  # fmt: skip
    return {seat: sum(each.verdict == "unsupported" for each in made) / len(made) for seat, made in of_last.items()}


def agree_on_none(sheets: Sequence[HypothesisSheet]) -> bool:
    """Tell whether everybody who spoke in the last round says that there is no incident."""
    last = max((sheet.round for sheet in sheets), default=0)
    spoke = [sheet for sheet in sheets if sheet.round == last and sheet.spoke]
    return bool(spoke) and all(sheet.no_incident for sheet in spoke)
