"""Writes how a debate ended as the last message of its conversation: the decision, its dissent and its price."""

from collections.abc import Iterator

from moot.catalogue import say, speaking
from moot.views.chat.literal import keep_literal
from moot.views.result import Result
from moot.views.wording import say_status, say_word
from moot.views.wording.figures import join_names, say_confidence, say_usage
from moot.views.wording.names import say_seat
from moot.views.wording.refinement import is_refined_only
from moot.views.wording.warrants import say_failure, say_review, say_unmet


def write_ending(result: Result) -> str:
    """Write the decision, or why there is none."""
    with speaking(result.language, result.seat_titles):
        return keep_literal(_write(result))


def _write(result: Result) -> str:
    parts = [
        f"**{say_status(result) if is_refined_only(result) else say_word('word.status', result.status)}**",
        result.decision or say("report.no_decision"),
        say_review(result) or ("" if result.decision else say_failure(result) or say_unmet(result.warrant)),
        f"{say('report.confidence')}: {say_confidence(result.confidence)}" if result.confidence is not None else "",
        _listed(say("request.caveats"), map(str, result.caveats)),
        _listed(say("report.part.dissent"), _dissent(result)),
        f"{say('report.cost')}: {say_usage(result.usage)}",
    ]
    return "\n\n".join(filter(None, parts))


def _dissent(result: Result) -> Iterator[str]:
    """Name who votes for another option than the settled one."""
    ballot = result.ballot
    if ballot is None or ballot.settled is None:
        return
    for option in ballot.options:
        if option.id != ballot.settled and option.seats:
            yield f"{join_names([say_seat(seat) for seat in option.seats])}: {option.wording}"


def _listed(title: str, items: Iterator[str]) -> str:
    lines = [f"- {item}" for item in items]
    return "\n".join((f"{title}:", *lines)) if lines else ""
