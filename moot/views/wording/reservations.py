"""Says under which reservations a refined question stands: forced, off the subject, gaps, assumptions (X-70, X-72)."""

from collections.abc import Iterator

from moot.state.refinement import ListedGap, RefinementResult

_FORCED, _SUBJECT, _OPEN, _UNCONFIRMED, _ASSUMED = "Forced", "Subject", "Open gaps", "Unconfirmed", "Assumed"
RESERVATIONS = (_FORCED, _SUBJECT, _OPEN, _UNCONFIRMED, _ASSUMED)
"""The titles of the reservations, in their order."""

_SHOWN_BY = {
    "structurer": "the structurer says so",
    "text": "the text has words it asked for",
    "list": "it was not listed again",
}


def list_reservations(found: RefinementResult) -> Iterator[tuple[str, list[str]]]:
    """List what a reader has to know beside a refined question, by title; what does not apply is left out."""
    last = found.hypothesis_versions[-1]
    silent = [each for each in last.gaps if each.state == "filled" and not each.confirmed]
    told = {
        _FORCED: list(_say_forced(found)),
        _SUBJECT: [] if found.subject_kept else ["the question left what the user wrote about"],
        _OPEN: [f"{each.aspect}: {each.gap}" for each in found.open_gaps],
        _UNCONFIRMED: [f"{each.aspect}: {each.gap} ({_SHOWN_BY[each.shown_by]})" for each in silent],
        _ASSUMED: list(found.assumptions),
    }
    yield from ((title, texts) for title, texts in told.items() if texts)


def say_filled(gap: ListedGap) -> str:
    """Say of a gap what fills it."""
    by = f'by "{gap.span}"' if gap.span else f"as {_SHOWN_BY.get(gap.shown_by, gap.shown_by)}"
    return f"filled: {gap.aspect}: {gap.gap}, {by}"


def _say_forced(found: RefinementResult) -> Iterator[str]:
    """Say that a verdict was forced, and what had been said before."""
    if not found.forced_decision:
        return
    yield f"{found.status} because no refinement was left"
    if found.last_verdict is not None:
        yield f"the last verdict before: {found.last_verdict.status}. {found.last_verdict.justification}"
