"""Scores every condition on the same questions, with intervals, price and calibration.

Conditions are compared only on questions for which all of them have finished. One agent is the first of those who
were asked alone. A vote at equal calls takes as many of them as the debate made calls, a vote at equal tokens as many
as fit into the debate's tokens, at least one; of tied answers the one given first wins. A vote's confidence is the
share of voices behind it, and its latency that of its slowest voice: they could all have been asked at once.

A debate that paused for a person gave no answer: it is not right, and how often that happened is told by itself. Nor
does its confidence count, because nobody was given anything to rely on.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean

from moot.evaluation.dataset import DatasetItem
from moot.evaluation.grading import is_right
from moot.evaluation.plurality import measure_agreement, take_plurality
from moot.evaluation.runs import EvaluationRun, QuestionRuns
from moot.evaluation.stats import BOOTSTRAP_SEED, Bootstrap, Calibration, IntervalEstimate, calibrate
from moot.policies.thresholds import tidy
from moot.state.base import Value
from moot.state.findings import Target

_TITLES = {
    "debate": "debate",
    "no_critique": "debate without critiques",
    "single": "one agent",
    "vote_calls": "vote at equal calls",
    "vote_tokens": "vote at equal tokens",
}


class _ArmAnswer(Value):
    """Holds what one condition answered to one question, and what that took."""

    answer: str | None
    right: bool
    confidence: float | None
    calls: int
    tokens: int
    cost: float | None
    wall_ms: int
    rounds: int
    first_right: bool | None = None
    """Whether the vote of round 1 was right; None where there were no rounds."""
    target: Target = "none"
    asked_a_person: bool = False


class ArmScore(Value):
    """Holds how one condition did."""

    name: str
    title: str
    questions: int
    accuracy: IntervalEstimate
    against_single: IntervalEstimate
    against_vote: IntervalEstimate
    """Against the vote at equal calls."""
    answered: float
    """The share of questions to which an answer could be read."""
    asked_a_person: float = 0.0
    """The share of questions that a person was asked instead of being answered."""
    first_vote: float | None = None
    """The accuracy of a vote on the first round; None where there were no rounds."""
    calls: float
    tokens: float
    cost: float | None
    wall_ms: float
    rounds: float
    right_to_wrong: float | None
    wrong_to_right: float | None
    council: float
    human: float
    calibration: Calibration | None


class EvaluationReport(Value):
    """Holds what an evaluation found: whether debating helped on these questions."""

    kind: str = "evaluation"
    source: str
    settings: dict[str, str]
    seed: int
    questions: int
    complete: int
    """How many of them every condition has answered; only these are compared."""
    capped: int
    """How often the vote at equal tokens, or at equal calls, would have needed more voices than were asked."""
    used_tokens: int
    used_cost: float | None
    arms: tuple[ArmScore, ...]


_ArmAnswers = Mapping[str, _ArmAnswer]


def compare_arms(item: DatasetItem, runs: QuestionRuns, arms: Sequence[str]) -> _ArmAnswers | None:
    """Read what every condition answered to one question; None when one of them is missing."""
    debated, first = runs.get(("debate", 0)), runs.get(("sample", 0))
    if debated is None or first is None:
        return None
    alone = _take_samples(runs)
    by_calls = alone[: max(1, debated.calls)]
    found = {
        "debate": _read_arm_answer(item, debated),
        "single": _read_arm_answer(item, first),
        "vote_calls": _take_vote(item, by_calls),
        "vote_tokens": _take_vote(item, _take_affordable(alone, debated.tokens)),
    }
    if "no_critique" in arms:
        plain = runs.get(("no_critique", 0))
        if plain is None:
            return None
        found["no_critique"] = _read_arm_answer(item, plain)
    return found


def _take_samples(runs: QuestionRuns) -> list[EvaluationRun]:
    """List the agents who were asked alone, in order, without a gap."""
    alone: list[EvaluationRun] = []
    while ("sample", len(alone)) in runs:
        alone.append(runs["sample", len(alone)])
    return alone


def _take_affordable(alone: Sequence[EvaluationRun], tokens: int) -> Sequence[EvaluationRun]:
    """Take as many of them as fit into so many tokens, at least one."""
    used, count = 0, 0
    for run in alone:
        used += run.tokens
        if used > tokens:
            break
        count += 1
    return alone[: max(1, count)]


def is_capped(runs: QuestionRuns, most: int) -> bool:
    """Tell whether a vote ended at the limit of voices instead of at what the debate used."""
    debated, alone = runs.get(("debate", 0)), _take_samples(runs)
    if debated is None or len(alone) < most:
        return False
    return debated.calls > most or sum(run.tokens for run in alone) < debated.tokens


def score_arms(found: Sequence[_ArmAnswers], seed: int = BOOTSTRAP_SEED) -> tuple[ArmScore, ...]:
    """Score every condition on the questions that all of them answered."""
    names = [name for name in _TITLES if found and name in found[0]]
    bootstrap = Bootstrap(list(range(len(found))), seed=seed)
    right = {name: [float(each[name].right) for each in found] for name in names}

    def against(name: str, other: str) -> IntervalEstimate:
        return bootstrap.difference(right[name], right[other])

    return tuple(
        _score_arm(
            name, [each[name] for each in found], bootstrap, against(name, "single"), against(name, "vote_calls")
        )
        for name in names
    )


def _score_arm(
    name: str,
    given: Sequence[_ArmAnswer],
    bootstrap: Bootstrap,
    against_single: IntervalEstimate,
    against_vote: IntervalEstimate,
) -> ArmScore:
    costs = [each.cost for each in given if each.cost is not None]
    argued = [each for each in given if each.first_right is not None]
    stated = [(each.confidence, each.right) for each in given if each.confidence is not None]
    return ArmScore(
        name=name,
        title=_TITLES[name],
        questions=len(given),
        accuracy=bootstrap.share([float(each.right) for each in given]),
        against_single=against_single,
        against_vote=against_vote,
        answered=_mean([each.answer is not None for each in given]),
        asked_a_person=_mean([each.asked_a_person for each in given]),
        first_vote=_mean([each.first_right for each in argued]) if argued else None,
        calls=_mean([each.calls for each in given]),
        tokens=_mean([each.tokens for each in given]),
        cost=_mean(costs) if len(costs) == len(given) else None,
        wall_ms=_mean([each.wall_ms for each in given]),
        rounds=_mean([each.rounds for each in given]),
        right_to_wrong=_mean([each.first_right and not each.right for each in argued]) if argued else None,
        wrong_to_right=_mean([each.right and not each.first_right for each in argued]) if argued else None,
        council=_mean([each.target == "council" for each in given]),
        human=_mean([each.target == "human" for each in given]),
        calibration=calibrate(stated),
    )


def _read_arm_answer(item: DatasetItem, run: EvaluationRun) -> _ArmAnswer:
    argued = run.arm != "sample" and run.votes
    return _ArmAnswer(
        answer=run.answer,
        right=is_right(run.answer, item),
        confidence=run.confidence if run.status == "decided" else None,
        calls=run.calls,
        tokens=run.tokens,
        cost=run.cost,
        wall_ms=run.wall_ms,
        rounds=run.rounds,
        first_right=is_right(take_plurality(run.votes[0]), item) if argued else None,
        target=run.target,
        asked_a_person=run.asked_a_person,
    )


def _take_vote(item: DatasetItem, alone: Sequence[EvaluationRun]) -> _ArmAnswer:
    answers = [run.answer for run in alone]
    chosen = take_plurality(answers)
    costs = [run.cost for run in alone if run.cost is not None]
    return _ArmAnswer(
        answer=chosen,
        right=is_right(chosen, item),
        confidence=measure_agreement(answers) if chosen is not None else None,
        calls=sum(run.calls for run in alone),
        tokens=sum(run.tokens for run in alone),
        cost=sum(costs) if len(costs) == len(alone) else None,
        wall_ms=max(run.wall_ms for run in alone),
        rounds=1,
    )


def _mean(values: Sequence[float | bool | None]) -> float:
    return tidy(fmean(float(value or 0) for value in values)) if values else 0.0
