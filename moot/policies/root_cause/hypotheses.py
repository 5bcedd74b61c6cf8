"""Turns a reasoner's answer into hypotheses, and says which of them name the same root cause.

An item without a hypothesis is dropped; what else is missing gets a default (R-48). A single object counts as a list of
one (X-58e). Hypotheses are ordered by confidence, the surest first, ties as given; more than the maximum are cut off
after ordering, fewer than the minimum are told, none at all is a failure (X-61) unless the reasoner says that there is
no incident.

Ids are `log_1`, `log_2`, ...: the reasoner's seat up to its first underscore; where two seats would share that
beginning, the whole seat.

Two hypotheses name the same root cause when their words are at least as alike as the threshold asks and do not
contradict each other; a category and a component that they share are not enough (X-62). A reasoner stands for the
hypothesis it is surest of, whatever the judge thinks of it: consensus is of what the reasoners hold. Of equally sure
ones the judge's score decides, then the one named first.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from moot.policies.comparison.wording import contradict, likeness, read_text
from moot.policies.language import Language
from moot.policies.thresholds import reaches
from moot.state.base import Texts
from moot.state.facts import Sayings, state_fact
from moot.state.hypotheses import CATEGORY_WORDS, Category, Hypothesis, HypothesisSheet, JudgeRound
from moot.state.protocol import JudgeRules

EMPTY_ANSWER = "no hypothesis"
"""The error of a reasoner that answered without one."""
NO_REASONING = "No reasoning was given."
_DEFAULT_CONFIDENCE = 0.5
_CATEGORIES: dict[str, Category] = {category: category for category in get_args(Category)} | dict(CATEGORY_WORDS)

_Item = Mapping[str, object]


def name_prefixes(seats: Sequence[str]) -> dict[str, str]:
    """Give each reasoner the beginning of its hypotheses' ids."""
    short = {seat: seat.split("_", 1)[0] for seat in seats}
    return {seat: name if list(short.values()).count(name) == 1 else seat for seat, name in short.items()}


def read_hypotheses(
    seat: str,
    round_number: int,
    answer: _Item | Sequence[_Item],
    prefix: str,
    rules: JudgeRules,
    *,
    no_incident: bool = False,
    because: str = "",
) -> HypothesisSheet:
    """Turn a reasoner's answer into its sheet, with defaults for what is missing; confidences are 0 to 1."""
    items = [answer] if isinstance(answer, Mapping) else answer
    read = [(_confidence(item), text, item) for item in items if (text := _text(item.get("hypothesis")))]
    read.sort(key=lambda each: -each[0])
    kept = tuple(
        _build(f"{prefix}_{number}", seat, text, confidence, item)
        for number, (confidence, text, item) in enumerate(read[: rules.max_hypotheses], 1)
    )
    # Who proposes a cause takes it that there was an incident, whatever else it says.
    none = no_incident and not kept
    return HypothesisSheet(
        seat=seat,
        round=round_number,
        status="ok" if kept or none else "failed",
        hypotheses=kept,
        no_incident=none,
        no_incident_because=because.strip() if none else "",
        flags=_warn(seat, len(read), len(items) - len(read), rules),
        error=None if kept or none else EMPTY_ANSWER,
    )


def _build(identifier: str, seat: str, text: str, confidence: float, item: _Item) -> Hypothesis:
    return Hypothesis(
        id=identifier,
        source=seat,
        hypothesis=text,
        names="effects" if item.get("names") == "effects" else "cause",
        confidence=confidence,
        reasoning=_text(item.get("reasoning")) or NO_REASONING,
        evidence=_texts(item.get("evidence")),
        category=_CATEGORIES.get(_text(item.get("category")).lower(), "unknown"),
        affected_components=_texts(item.get("affected_components")),
        root_component=_text(item.get("root_component")),
        onset=_text(item.get("onset")),
        trigger=_text(item.get("trigger")),
        effects=_texts(item.get("effects")),
        ended=_text(item.get("ended")),
        contributing=_texts(item.get("contributing")),
        ruled_out=_texts(item.get("ruled_out")),
        unknowns=_texts(item.get("unknowns")),
        suggested_resolution=_texts(item.get("suggested_resolution")),
        next_checks=_texts(item.get("next_checks")),
        changes_made=_text(item.get("changes_made")),
    )


def _warn(seat: str, count: int, dropped: int, rules: JudgeRules) -> Sayings:
    warnings = []
    if dropped:
        warnings.append(state_fact("cause.dropped", dropped=dropped, seat=seat))
    if 0 < count < rules.min_hypotheses:
        warnings.append(state_fact("cause.too_few", seat=seat, count=count, least=rules.min_hypotheses))
    if count > rules.max_hypotheses:
        warnings.append(state_fact("cause.too_many", seat=seat, count=count, most=rules.max_hypotheses))
    return tuple(warnings)


def _confidence(item: _Item) -> float:
    value = item.get("confidence")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _DEFAULT_CONFIDENCE
    if isinstance(value, float) and math.isnan(value):
        return _DEFAULT_CONFIDENCE
    return float(min(1, max(0, value)))


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(value: object) -> Texts:
    listed = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return tuple(text for each in listed if (text := _text(each)))


def same_root_cause(a: Hypothesis, b: Hypothesis, language: Language, threshold: float) -> bool:
    """Say whether two hypotheses name the same root cause, by their words (X-62)."""
    one, other = read_text(a.hypothesis, language), read_text(b.hypothesis, language)
    return not contradict(one, other) and reaches(likeness(one, other), threshold)


def tops_by_reasoner(
    round_number: int, sheets: Iterable[HypothesisSheet], judgements: Iterable[JudgeRound]
) -> dict[str, Hypothesis]:
    """Take what each reasoner that answered in a round holds most likely."""
    scores = {
        evaluation.hypothesis_id: evaluation.judge_score
        for judgement in judgements
        if judgement.round == round_number
        for evaluation in judgement.evaluated_hypotheses
    }
    answered = sorted((s for s in sheets if s.round == round_number and s.hypotheses), key=lambda s: s.seat)
    return {sheet.seat: _top(sheet, scores) for sheet in answered}


def _top(sheet: HypothesisSheet, scores: Mapping[str, int]) -> Hypothesis:
    return max(sheet.hypotheses, key=lambda each: (each.confidence, scores.get(each.id, -1)))
