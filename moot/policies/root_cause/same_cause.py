"""Do reasoners name the same root cause?

Two hypotheses are the same when they share a known category and at least one affected component, or when their words
are at least as alike as the threshold asks (X-62); a category nobody knows is nothing to agree on. The top of a
reasoner is its hypothesis with the best judge score, else the one it is surest of; on a tie the one it named first.
"""

from collections.abc import Iterable, Mapping

from moot.policies.comparison import contradict, likeness, read_text
from moot.policies.language import Language, fold, reaches
from moot.state.hypotheses import Hypothesis, HypothesisSheet, JudgeRound


def same_root_cause(a: Hypothesis, b: Hypothesis, language: Language, threshold: float) -> bool:
    """Say whether two hypotheses name the same root cause."""
    if a.category == b.category != "unknown" and _components(a) & _components(b):
        return True
    one, other = read_text(a.hypothesis, language), read_text(b.hypothesis, language)
    return not contradict(one, other) and reaches(likeness(one, other), threshold)


def tops_by_reasoner(
    round_number: int, sheets: Iterable[HypothesisSheet], judgements: Iterable[JudgeRound]
) -> dict[str, Hypothesis]:
    """Take the best hypothesis of each reasoner that answered in a round."""
    scores = {
        evaluation.hypothesis_id: evaluation.judge_score
        for judgement in judgements
        if judgement.round == round_number
        for evaluation in judgement.evaluated_hypotheses
    }
    answered = sorted((s for s in sheets if s.round == round_number and s.hypotheses), key=lambda s: s.seat)
    return {sheet.seat: _top(sheet, scores) for sheet in answered}


def _top(sheet: HypothesisSheet, scores: Mapping[str, int]) -> Hypothesis:
    return max(sheet.hypotheses, key=lambda each: (scores.get(each.id, -1), each.confidence))


def _components(hypothesis: Hypothesis) -> set[str]:
    return {name for each in hypothesis.affected_components if (name := fold(each).strip())}
