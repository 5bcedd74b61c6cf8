"""Says what became of an idea, and under which reservations a refined question stands (X-70, X-72)."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import ValidationError

from moot.catalogue import current_translator, say
from moot.policies.refinement.evaluation import name_gap
from moot.state.refinement import Improvement, ListedGap, RefinementResult, Version
from moot.views.result import Result

_Reservation = Literal[
    "forced", "subject", "open", "unconfirmed", "clarified", "assumed", "confirmed", "withdrawn", "said"
]


def list_reservations(found: RefinementResult) -> Iterator[tuple[str, list[str]]]:
    """List what a reader has to know beside a refined question, by title; what does not apply is left out."""
    last = found.hypothesis_versions[-1]
    told: dict[_Reservation, list[str]] = {
        "forced": list(_say_forced(found)),
        "subject": [] if found.subject_kept else [say("refinement.left_subject")],
        "open": [say_open(each) for each in found.open_gaps],
        "unconfirmed": [f"{_say_gap(each)} ({_say_shown(each)})" for each in last.unconfirmed_gaps],
        "clarified": [f"{question} {answer}".strip() for question, answer in found.clarifications.items()],
        "assumed": list(found.assumptions),
        "confirmed": list(found.confirmed_assumptions),
        "withdrawn": list(found.withdrawn_assumptions),
        "said": list(found.said),
    }
    yield from ((say(f"refinement.title.{title}"), texts) for title, texts in told.items() if texts)


def list_origin(found: RefinementResult) -> Iterator[tuple[str, str]]:
    """List where a question comes from, by title: how far the idea was, and what the question is made of (F-08)."""
    if found.classification:
        yield (
            say("refinement.title.idea"),
            say("refinement.origin", kind=found.classification, why=found.classification_reasoning)
            if found.classification_reasoning
            else say("refinement.origin_bare", kind=found.classification),
        )
    for name in ("context", "problem", "contribution"):
        if text := getattr(found.elements, name):
            yield say(f"refinement.title.{name}"), text


def list_wishes(version: Version) -> list[str]:
    """List what a version lacks and how it could be filled; one of an earlier release has no ids."""
    listed = [f"{say_open(each)}{_say_how(each.suggestion)}" for each in version.open_gaps]
    known = {text for each in version.open_gaps for text in (each.gap, each.still)}
    others = [each for each in version.feedback.improvements if each.gap not in known]
    return [*(f"{_say_gap(each)}{_say_how(each.suggestion)}" for each in others), *listed]


def say_open(gap: ListedGap) -> str:
    """Say what a gap is, what fills a part of it, what is missing by now, and what was quoted and not found."""
    if gap.not_found:
        return say("refinement.not_found", gap=say_open(gap.model_copy(update={"not_found": ""})), span=gap.not_found)
    if gap.state == "partly":
        code = "refinement.partly" if gap.still else "refinement.partly_bare"
        values = {"id": gap.id, "aspect": gap.aspect, "span": gap.span}
        return say(code, **values, gap=gap.gap.rstrip(" ."), still=gap.still.rstrip(" ."))
    if not gap.still:
        return _say_gap(gap)
    return say("refinement.still", gap=_say_gap(gap), still=gap.still.rstrip(" ."))


def say_wish(gap: Mapping[str, Any]) -> str:
    """Say what a person is told of a gap: what is missing, and how it could be filled."""
    try:
        return f"{say_open(ListedGap.model_validate(gap))}{_say_how(gap['suggestion'])}"
    except ValidationError:  # from a request of an earlier release, or of another program
        return f"{say('refinement.gap', aspect=gap['aspect'], gap=gap['gap'])}{_say_how(gap['suggestion'])}"


def say_filled(gap: ListedGap) -> str:
    """Say of a gap what fills it."""
    if gap.span:
        code = "refinement.reworded" if gap.reworded else "refinement.filled_by"
        return say(code, id=gap.id, aspect=gap.aspect, gap=gap.gap.rstrip(" ."), span=gap.span)
    gone = gap.gap.rstrip(" .")
    return say("refinement.filled_as", id=gap.id, aspect=gap.aspect, gap=gone, shown=_say_shown(gap))


def find_asked_question(result: Result) -> str:
    """Find the question that a debate is about: a refined one as it stands in the end, else the caller's."""
    if result.refinement is None or not is_refined_only(result):
        return result.question
    return result.decision or result.refinement.question


def is_refined_only(result: Result) -> bool:
    """Say whether a question is all that a run is about: it was refined, and nobody has argued it."""
    return result.refinement is not None and result.route == "refine"


def _say_gap(gap: ListedGap | Improvement) -> str:
    """Say what was missing when a gap was found."""
    first = gap.model_copy(update={"still": ""}) if isinstance(gap, ListedGap) else gap
    return current_translator().tell(name_gap(first))


def _say_how(suggestion: str) -> str:
    return f" → {suggestion}" if suggestion.strip() else ""


def _say_shown(gap: ListedGap) -> str:
    return say(f"refinement.shown.{gap.shown_by}")


def _say_forced(found: RefinementResult) -> Iterator[str]:
    """Say that a verdict was forced, and what had been said before."""
    if not found.forced_decision:
        return
    yield say("refinement.forced", status=found.status)
    if found.last_verdict is not None:
        last = found.last_verdict
        yield say("refinement.forced_before", status=last.status, why=last.justification)
