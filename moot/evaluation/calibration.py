"""Fits what votes are worth on recorded debates, and measures it on those that were held back.

The curve that rare patterns are drawn towards is fitted by Newton's method with a little ridge, so that a few debates
cannot bend it without bounds. The same debates always give the same file.
"""

import json
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from moot.errors import InputError
from moot.evaluation.recorded import RecordedDebate
from moot.evaluation.rules import RulePlay
from moot.evaluation.stats import CalibrationBin, calibrate
from moot.policies.agreement import estimate_probability, list_features, read_pattern
from moot.policies.language import tidy
from moot.state.base import Value
from moot.state.calibration import PatternCount, VoteCalibration, VotePattern

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
    brier: float
    sizes: CalibrationSizes
    bins: tuple[CalibrationBin, ...]
    unlike: int
    """Held-back debates whose pattern was hardly known."""
    table: tuple[PatternCount, ...]


def read_cases(debates: Sequence[RecordedDebate], plays: Sequence[RulePlay]) -> list[_VoteCase]:
    """Read how the voices had fallen when a rule stopped, and whether its answer was right."""
    return [
        (read_play(debate, play), debate.is_right(play.answer)) for debate, play in zip(debates, plays, strict=True)
    ]


def read_play(debate: RecordedDebate, play: RulePlay) -> VotePattern:
    """Read how the voices had fallen when a rule stopped."""
    row = debate.answers[play.rounds - 1]
    return read_pattern(row[: play.voices], len(row), "debate" if play.rounds > 1 else "voices")


def fit_calibration(
    debates: Sequence[RecordedDebate], plays: Sequence[RulePlay], *, source: str = ""
) -> VoteCalibration:
    """Count how often each pattern was right, and fit the curve through all of them."""
    cases = read_cases(debates, plays)
    seen, right = Counter(pattern for pattern, _ in cases), Counter(pattern for pattern, hit in cases if hit)
    ordered = sorted(seen, key=lambda each: (each.step, each.team, each.asked, -each.lead, -each.second))
    return VoteCalibration(
        source=source,
        questions=len({each.question for each in debates}),
        debates=len(debates),
        weights=tuple(tidy(weight) for weight in _fit_curve(cases)),
        patterns=tuple(PatternCount(pattern=each, right=right[each], count=seen[each]) for each in ordered),
    )


def measure_calibration(
    rule: str,
    tuning: tuple[Sequence[RecordedDebate], Sequence[RulePlay]],
    held_back: tuple[Sequence[RecordedDebate], Sequence[RulePlay]],
) -> CalibrationReport | None:
    """Fit on one half and measure on the other; None when either half is empty."""
    if not tuning[0] or not held_back[0]:
        return None
    known = fit_calibration(*tuning)
    estimates = [(estimate_probability(pattern, known), hit) for pattern, hit in read_cases(*held_back)]
    found = calibrate([(each.value, hit) for each, hit in estimates])
    if found is None:
        return None
    return CalibrationReport(
        rule=rule,
        ece=found.error,
        brier=found.brier,
        sizes=CalibrationSizes(
            tuning=len(tuning[0]),
            held_back=len(held_back[0]),
            tuning_questions=known.questions,
            held_back_questions=len({each.question for each in held_back[0]}),
            patterns=len(known.patterns),
        ),
        bins=found.bins,
        unlike=sum(each.unlike for each, _ in estimates),
        table=known.patterns,
    )


def write_calibration(known: VoteCalibration, path: Path) -> None:
    """Write a calibration for a profile to name."""
    try:
        path.write_text(json.dumps(known.model_dump(mode="json"), indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"--calibrate {path}: cannot be written: {error.strerror}; name another file") from error


def _fit_curve(cases: Sequence[_VoteCase]) -> list[float]:
    rows = [(list_features(pattern), float(hit)) for pattern, hit in cases]
    size = len(rows[0][0])
    weights = [0.0] * size
    for _ in range(_TURNS):
        step = _solve(*_derive(rows, weights, size))
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < _CLOSE:
            break
    return weights


def _derive(
    rows: Sequence[tuple[tuple[float, ...], float]], weights: Sequence[float], size: int
) -> tuple[list[list[float]], list[float]]:
    """Take the first and second derivatives of the likelihood, the ridge included."""
    curvature = [[_RIDGE * (a == b) for b in range(size)] for a in range(size)]
    slope = [-_RIDGE * weight for weight in weights]
    for features, hit in rows:
        score = sum(weight * feature for weight, feature in zip(weights, features, strict=True))
        chance = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))
        for a, one in enumerate(features):
            slope[a] += (hit - chance) * one
            for b, other in enumerate(features):
                curvature[a][b] += chance * (1 - chance) * one * other
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
