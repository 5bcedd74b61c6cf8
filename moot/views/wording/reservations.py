"""Says under which reservations a refined question stands: forced, off the subject, gaps, assumptions (X-70, X-72)."""

from collections.abc import Iterator
from typing import Literal

from moot.catalogue import say
from moot.state.refinement import ListedGap, RefinementResult

_Reservation = Literal["forced", "subject", "open", "unconfirmed", "assumed"]


def list_reservations(found: RefinementResult) -> Iterator[tuple[str, list[str]]]:
    """List what a reader has to know beside a refined question, by title; what does not apply is left out."""
    last = found.hypothesis_versions[-1]
    silent = [each for each in last.gaps if each.state == "filled" and not each.confirmed]
    told: dict[_Reservation, list[str]] = {
        "forced": list(_say_forced(found)),
        "subject": [] if found.subject_kept else [say("refinement.left_subject")],
        "open": [say("refinement.gap", aspect=each.aspect, gap=each.gap) for each in found.open_gaps],
        "unconfirmed": [
            f"{say('refinement.gap', aspect=each.aspect, gap=each.gap)} ({_say_shown(each)})" for each in silent
        ],
        "assumed": list(found.assumptions),
    }
    yield from ((say(f"refinement.title.{title}"), texts) for title, texts in told.items() if texts)


def say_filled(gap: ListedGap) -> str:
    """Say of a gap what fills it."""
    if gap.span:
        return say("refinement.filled_by", aspect=gap.aspect, gap=gap.gap, span=gap.span)
    return say("refinement.filled_as", aspect=gap.aspect, gap=gap.gap, shown=_say_shown(gap))


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
