"""Fits what votes are worth on recorded debates, and measures it on those that were held back.

Every debate counts once for each state in which somebody might have stopped: after one voice, after two and so on, and
after all rounds. Voices that were raised alone are taken in the order of the record, which says nothing about them.

The curve that rare patterns are drawn towards is fitted by Newton's method with a little ridge, so that a few debates
cannot bend it without bounds. The same debates always give the same file.
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import get_args

from moot.errors import InputError
from moot.evaluation.plurality import take_plurality
from moot.evaluation.rules.recorded import RecordedAnswer, RecordedDebate, select_judged
from moot.evaluation.rules.rules import RulePlay
from moot.evaluation.stats import CalibrationBin, calibrate
from moot.policies.agreement.ladder import (
    describe_questions,
    estimate_probability,
    judge_split,
    list_features,
    read_pattern,
)
from moot.policies.thresholds import tidy
from moot.state.base import Value
from moot.state.calibration import (
    PatternCount,
    Probability,
    SplitKind,
    TalkCount,
    VoteCalibration,
    VotePattern,
)

_RIDGE, _TURNS, _CLOSE = 1.0, 50, 1e-9

_VoteCase = tuple[VotePattern, bool]
"""How the voices of a debate fell, and whether the leading answer was right."""


class CalibrationSizes(Value):
    """How many debates and patterns a calibration was fitted and measured on."""

    tuning: int
    held_back: int
    tuning_questions: int
    held_back_questions: int
    patterns: int


class CalibrationReport(Value):
    """How well the probabilities fitted on one half hold on the other."""

    rule: str
    ece: float
    """The mean distance between probability and share of right answers."""
    ece_by_chance: float
    """What exactly right probabilities would show on so few debates, if all were about different questions."""
    brier: float
    sizes: CalibrationSizes
    bins: tuple[CalibrationBin, ...]
    unlike: int
    """Held-back debates whose pattern was hardly known."""
    table: tuple[PatternCount, ...]


def read_play(debate: RecordedDebate, play: RulePlay) -> VotePattern:
    """Read how the voices had fallen when a rule stopped."""
    row = debate.answers[play.rounds - 1]
    return read_pattern(row[: play.voices], len(row), "debate" if play.rounds > 1 else "voices")


def list_cases(debate: RecordedDebate) -> list[_VoteCase]:
    """List every state of the votes in which somebody might have stopped: each voice alone, and after all rounds."""
    last = debate.answers[-1]
    cases = [(pattern, debate.is_right(answer)) for pattern, answer in _read_voices(debate.answers[0])]
    if len(debate.answers) > 1:
        cases.append((read_pattern(last, len(last), "debate"), debate.is_right(take_plurality(last))))
    return cases


@lru_cache(maxsize=8192)  # every half reads the same rows again
def _read_voices(row: tuple[RecordedAnswer, ...]) -> tuple[tuple[VotePattern, RecordedAnswer], ...]:
    """Read how voices had fallen after each of them, and which answer led."""
    return tuple((read_pattern(row[:asked], len(row)), take_plurality(row[:asked])) for asked in range(1, len(row) + 1))


def fit_calibration(debates: Sequence[RecordedDebate], *, source: str = "") -> VoteCalibration:
    """Fit what votes are worth, and describe the questions it was fitted on."""
    debates = select_judged(debates, source)
    scope = describe_questions([each.question for each in debates])
    return _fit_votes(debates).model_copy(update={"source": source, "scope": scope})


def _fit_votes(debates: Sequence[RecordedDebate]) -> VoteCalibration:
    """Count how often each pattern of votes was right and what talking changed, and fit the curve through all."""
    seen: Counter[VotePattern] = Counter()
    right: Counter[VotePattern] = Counter()
    for debate in debates:
        for pattern, hit in list_cases(debate):
            seen[pattern] += 1
            right[pattern] += hit
    ordered = sorted(seen, key=lambda each: (each.step, each.team, each.asked, -each.lead, -each.second))
    patterns = tuple(PatternCount(pattern=each, right=right[each], count=seen[each]) for each in ordered)
    return VoteCalibration(
        questions=len({each.question for each in debates}),
        debates=len(debates),
        weights=tuple(tidy(weight) for weight in _fit_curve(patterns)),
        patterns=patterns,
        talk=tuple(_count_talk(debates)),
    )


def _count_talk(debates: Sequence[RecordedDebate]) -> Iterator[TalkCount]:
    """Count how often debates were right before and after their seats talked, by how the voices had fallen."""
    talked = [each for each in debates if len(each.answers) > 1]
    for kind in get_args(SplitKind):
        same = [each for each in talked if judge_split(each.answers[0]) == kind]
        if same:
            yield TalkCount(
                kind=kind,
                count=len(same),
                before=sum(each.is_right(take_plurality(each.answers[0])) for each in same),
                after=sum(each.is_right(take_plurality(each.answers[-1])) for each in same),
            )


def measure_calibration(
    rule: str,
    tuning: Sequence[RecordedDebate],
    held_back: Sequence[RecordedDebate],
    play: Callable[[RecordedDebate], RulePlay],
) -> CalibrationReport | None:
    """Fit on one half and measure on the other, where a rule stops; None when either half is empty."""
    if not tuning or not held_back:
        return None
    known = _fit_votes(tuning)
    estimates = _estimate(known, held_back, play)
    found = calibrate([(each.value, hit) for each, hit in estimates])
    if found is None:
        return None
    return CalibrationReport(
        rule=rule,
        ece=found.error,
        ece_by_chance=_expect_by_chance(estimates, found.bins),
        brier=found.brier,
        sizes=CalibrationSizes(
            tuning=len(tuning),
            held_back=len(held_back),
            tuning_questions=known.questions,
            held_back_questions=len({each.question for each in held_back}),
            patterns=len(known.patterns),
        ),
        bins=found.bins,
        unlike=sum(each.unlike for each, _ in estimates),
        table=known.patterns,
    )


def _expect_by_chance(estimates: Sequence[tuple[Probability, bool]], bins: Sequence[CalibrationBin]) -> float:
    """Say how far shares of right answers are from exactly right probabilities by chance alone, on average."""
    apart = 0.0
    for each in bins:
        # Within a bin the number of right answers varies nearly as a normal one does: its mean distance follows.
        inside = [one.value for one, _ in estimates if each.low <= one.value < each.high or one.value == each.high == 1]
        apart += math.sqrt(2 / math.pi * sum(value * (1 - value) for value in inside))
    return tidy(apart / len(estimates))


def _estimate(
    known: VoteCalibration, debates: Sequence[RecordedDebate], play: Callable[[RecordedDebate], RulePlay]
) -> list[tuple[Probability, bool]]:
    plays = [(each, play(each)) for each in debates]
    return [(estimate_probability(read_play(each, one), known), each.is_right(one.answer)) for each, one in plays]


def write_calibration(known: VoteCalibration, path: Path) -> None:
    """Write a calibration for a profile to name."""
    try:
        path.write_text(json.dumps(known.model_dump(mode="json"), indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"--calibrate {path}: cannot be written: {error.strerror}; name another file") from error


def _fit_curve(patterns: Sequence[PatternCount]) -> list[float]:
    rows = [(list_features(each.pattern), each.right, each.count) for each in patterns]
    size = len(rows[0][0])
    weights = [0.0] * size
    for _ in range(_TURNS):
        step = _solve(*_derive(rows, weights, size))
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < _CLOSE:
            break
    return weights


def _derive(
    rows: Sequence[tuple[tuple[float, ...], int, int]], weights: Sequence[float], size: int
) -> tuple[list[list[float]], list[float]]:
    """Take the first and second derivatives of the likelihood, the ridge included."""
    curvature = [[_RIDGE * (a == b) for b in range(size)] for a in range(size)]
    slope = [-_RIDGE * weight for weight in weights]
    for features, right, count in rows:
        score = sum(weight * feature for weight, feature in zip(weights, features, strict=True))
        chance = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))
        for a, one in enumerate(features):
            slope[a] += (right - count * chance) * one
            for b, other in enumerate(features):
                curvature[a][b] += count * chance * (1 - chance) * one * other
    return curvature, slope


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a small system of linear equations; the ridge keeps it solvable."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]
