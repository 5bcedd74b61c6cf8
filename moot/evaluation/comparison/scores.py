"""Scores candidates on the same questions: accuracy, price and latency of each, paired differences, disagreements.

Candidates are compared only on questions that all of them answered or passed to a person; one that asked a person gave
no answer, so it is not right. Differences are taken question by question. The sign test says how often chance alone
would divide the questions that only one of two got right at least as unevenly.

Tokens and cost per right answer are all that was used divided by what was right; where nothing was right there is none.
A calibration curve compares what a candidate stated with how often it was right: the probability where its profile has
a calibration, else the confidence.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from statistics import fmean, median
from typing import Literal

from moot.evaluation.dataset import DatasetItem
from moot.evaluation.grading import is_right
from moot.evaluation.plan import EvaluationPlan
from moot.evaluation.plurality import take_plurality
from moot.evaluation.runs import EvaluationRun
from moot.evaluation.stats import Bootstrap, Calibration, IntervalEstimate, calibrate
from moot.policies.agreement.ladder import judge_split
from moot.policies.thresholds import tidy
from moot.state.base import Value

_SLOW = 0.9
"""The share of questions that were answered at least as fast as a slow one."""
_MAX_QUESTION_CHARS = 160

_Stated = Literal["probability", "confidence", "nothing"]


class CandidateScore(Value):
    """Holds how one candidate did."""

    name: str
    settings: dict[str, str]
    accuracy: IntervalEstimate
    first_vote: float | None
    """The accuracy of a vote on its first round; None where there were no rounds."""
    answered: float
    asked_a_person: float
    right_to_wrong: float | None
    wrong_to_right: float | None
    calls: float
    tokens: float
    cost: float | None
    tokens_per_right: float | None
    cost_per_right: float | None
    wall_ms: float
    """The middle of all questions."""
    slow_ms: float
    """So long the slowest tenth took at least."""
    rounds: float
    states: _Stated
    calibration: Calibration | None
    missing: int
    """Questions it has not answered yet, or failed at."""


class CandidatePair(Value):
    """Holds how two candidates differ, question by question."""

    one: str
    other: str
    difference: IntervalEstimate
    """The accuracy of the other minus that of the one."""
    both_right: int
    only_one: int
    only_other: int
    both_wrong: int
    chance: float
    """The sign test: how often chance alone divides at least as unevenly what only one of them got right."""
    tokens: float | None
    """The tokens of the other for each token of the one."""
    token_difference: IntervalEstimate | None
    """What the other used more, as a share of what both used; with one question there is no interval."""
    cost: float | None


class CandidateAnswer(Value):
    """Holds what one candidate made of a question."""

    candidate: str
    answer: str | None
    right: bool
    status: str
    votes: dict[str, int]
    """Who voted for what in its last round."""
    split: str
    """How the voices of its first round fell: majority, split, scattered, or none where nobody voted."""
    first: str | None
    """What its first round would have answered."""
    rounds: int
    stop_reason: str | None
    confidence: float | None
    tokens: int
    thread: str


class Disagreement(Value):
    """Holds a question to which candidates gave different answers."""

    item: str
    question: str
    gold: str
    answers: tuple[CandidateAnswer, ...]


class ComparisonReport(Value):
    """Holds what a comparison found."""

    kind: str = "comparison"
    source: str
    baseline: str
    seed: int
    questions: int
    complete: int
    """How many of them every candidate has answered; only these are compared."""
    used_tokens: int = 0
    used_cost: float | None = None
    candidates: tuple[CandidateScore, ...]
    pairs: tuple[CandidatePair, ...]
    """Those with the baseline first."""
    disagreements: tuple[Disagreement, ...]


def compare_candidates(
    source: str,
    items: Sequence[DatasetItem],
    plans: Sequence[EvaluationPlan],
    answered: Mapping[str, Mapping[str, EvaluationRun]],
    baseline: str,
    seed: int,
) -> ComparisonReport:
    """Compare every candidate with every other on the questions that all of them answered."""
    names = [plan.name for plan in plans]
    common = [item for item in items if set(names) <= set(answered[item.id])]
    runs = {name: [answered[item.id][name] for item in common] for name in names}
    right = {name: [is_right(run.answer, item) for run, item in zip(runs[name], common, strict=True)] for name in names}
    bootstrap = Bootstrap([item.id for item in common], seed=seed)
    missing = {name: sum(name not in answered[item.id] for item in items) for name in names}
    ordered = sorted(combinations(names, 2), key=lambda pair: baseline not in pair)
    pairs = [(other, one) if other == baseline else (one, other) for one, other in ordered]
    return ComparisonReport(
        source=source,
        baseline=baseline,
        seed=seed,
        questions=len(items),
        complete=len(common),
        candidates=tuple(
            _score(plan, common, runs[plan.name], right[plan.name], bootstrap, missing[plan.name]) for plan in plans
        )
        if common
        else (),
        pairs=tuple(_pair(a, b, runs, right, bootstrap) for a, b in pairs) if common else (),
        disagreements=tuple(_list_disagreements(common, names, answered)),
    )


def _describe(plan: EvaluationPlan) -> dict[str, str]:
    models = plan.models or ((plan.model,) if plan.model else ())
    return {
        "profile": plan.profile.name,
        "strategy": plan.profile.convergence.strategy,
        "models": ", ".join(dict.fromkeys((*models, *plan.seat_models.values()))) or "the embedded one",
        "route": "one agent alone" if plan.alone else plan.route or "",
        "fingerprint": plan.marks[0] if plan.marks else "",
    }


def _score(
    plan: EvaluationPlan,
    items: Sequence[DatasetItem],
    runs: Sequence[EvaluationRun],
    right: Sequence[bool],
    bootstrap: Bootstrap,
    missing: int,
) -> CandidateScore:
    hits = sum(right)
    tokens, cost = sum(run.tokens for run in runs), _add_cost(runs)
    talked = [
        (is_right(take_plurality(run.votes[0]), item), hit)
        for run, item, hit in zip(runs, items, right, strict=True)
        if run.votes and run.arm != "sample"
    ]
    waited = sorted(run.wall_ms for run in runs)
    states = _find_stated(runs)
    stated = [(_read_stated(run, states), hit) for run, hit in zip(runs, right, strict=True)]
    return CandidateScore(
        name=plan.name,
        settings=_describe(plan),
        accuracy=bootstrap.share([float(hit) for hit in right]),
        first_vote=_mean([first for first, _ in talked]) if talked else None,
        answered=_mean([run.answer is not None for run in runs]),
        asked_a_person=_mean([run.asked_a_person for run in runs]),
        right_to_wrong=_mean([first and not hit for first, hit in talked]) if talked else None,
        wrong_to_right=_mean([hit and not first for first, hit in talked]) if talked else None,
        calls=_mean([run.calls for run in runs]),
        tokens=tidy(tokens / len(runs)),
        cost=None if cost is None else tidy(cost / len(runs)),
        tokens_per_right=tidy(tokens / hits) if hits else None,
        cost_per_right=tidy(cost / hits) if hits and cost is not None else None,
        wall_ms=tidy(median(waited)),
        slow_ms=float(waited[min(len(waited) - 1, int(_SLOW * len(waited)))]),
        rounds=_mean([run.rounds for run in runs]),
        states=states,
        calibration=calibrate([(value, hit) for value, hit in stated if value is not None]),
        missing=missing,
    )


def _find_stated(runs: Sequence[EvaluationRun]) -> _Stated:
    if any(run.probability is not None for run in runs):
        return "probability"
    return "confidence" if any(_read_stated(run, "confidence") is not None for run in runs) else "nothing"


def _read_stated(run: EvaluationRun, states: _Stated) -> float | None:
    """Read what was stated of a decision; of a question that a person was asked, nothing was."""
    if run.status != "decided":
        return None
    return run.probability if states == "probability" else run.confidence


def _pair(
    one: str,
    other: str,
    runs: Mapping[str, Sequence[EvaluationRun]],
    right: Mapping[str, Sequence[bool]],
    bootstrap: Bootstrap,
) -> CandidatePair:
    counted = Counter(zip(right[one], right[other], strict=True))
    mine, theirs = ([float(run.tokens) for run in runs[name]] for name in (one, other))
    apart = [b - a for a, b in zip(mine, theirs, strict=True)]
    together = [a + b for a, b in zip(mine, theirs, strict=True)]
    costs = [_add_cost(runs[name]) for name in (one, other)]
    return CandidatePair(
        one=one,
        other=other,
        difference=bootstrap.difference([float(hit) for hit in right[other]], [float(hit) for hit in right[one]]),
        both_right=counted[True, True],
        only_one=counted[True, False],
        only_other=counted[False, True],
        both_wrong=counted[False, False],
        chance=_test_signs(counted[True, False], counted[False, True]),
        tokens=tidy(sum(theirs) / sum(mine)) if sum(mine) else None,
        token_difference=bootstrap.ratio(apart, together) if len(mine) > 1 else None,
        cost=tidy(costs[1] / costs[0]) if costs[0] and costs[1] is not None else None,
    )


def _add_cost(runs: Sequence[EvaluationRun]) -> float | None:
    costs = [run.cost for run in runs]
    return None if any(each is None for each in costs) else sum(each or 0.0 for each in costs)


def _test_signs(few: int, many: int) -> float:
    """Find how often so many coins would fall at least as unevenly, to either side."""
    thrown, least = few + many, min(few, many)
    tail = sum(comb(thrown, heads) for heads in range(least + 1)) / 2**thrown
    return tidy(min(1.0, 2 * tail))


def _list_disagreements(
    items: Sequence[DatasetItem], names: Sequence[str], answered: Mapping[str, Mapping[str, EvaluationRun]]
) -> list[Disagreement]:
    found = []
    for item in items:
        runs = [answered[item.id][name] for name in names]
        if len({(run.answer, run.status == "decided") for run in runs}) > 1:
            question = " ".join(item.question.split())[:_MAX_QUESTION_CHARS]
            found.append(
                Disagreement(
                    item=item.id,
                    question=question,
                    gold=item.letter or item.gold,
                    answers=tuple(_read_answer(item, run) for run in runs),
                )
            )
    return found


def _read_answer(item: DatasetItem, run: EvaluationRun) -> CandidateAnswer:
    last = Counter("no answer" if vote is None else vote for vote in run.votes[-1]) if run.votes else Counter[str]()
    return CandidateAnswer(
        candidate=run.candidate,
        answer=run.answer,
        right=is_right(run.answer, item),
        status=run.status,
        votes=dict(last.most_common()),
        split=judge_split(run.votes[0]) if run.votes else "none",
        first=take_plurality(run.votes[0]) if run.votes else None,
        rounds=run.rounds,
        stop_reason=run.stop_reason,
        confidence=run.confidence,
        tokens=run.tokens,
        thread=run.thread,
    )


def _mean(values: Sequence[float | bool]) -> float:
    return tidy(fmean(float(value) for value in values)) if values else 0.0
