"""Describes how the debate ended: who decided, how surely, and the debate in a few numbers."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.catalogue import say
from moot.state.outcome import Option, OutcomeStatus
from moot.views.report.story import Story
from moot.views.wording import capital, say_flag, say_status, say_stop
from moot.views.wording.agreement import measures_agreement, say_agreement
from moot.views.wording.figures import say_level, say_money, say_number, say_percent, say_time
from moot.views.wording.names import say_decided_by, say_decider
from moot.views.wording.warrants import find_missing_seats, say_replaced_proposal, say_unmet

_TONES: dict[OutcomeStatus, str] = {
    "decided": "good",
    "needs_review": "warn",
    "rejected": "bad",
    "inconclusive": "warn",
    "aborted": "bad",
    "failed": "bad",
}


class _Meter(NamedTuple):
    """A share as a bar, with its words."""

    name: str
    words: str
    share: float
    colour: str = "accent"
    threshold: float | None = None
    note: str = ""


class Headline(NamedTuple):
    """The facts of the first card."""

    status: str
    tone: str
    decider: str
    missing: str
    """What is said in place of a decision; empty when there is one."""
    unmet: str
    """The first condition that is not met, where nothing is decided."""
    replaced: str
    """What a person's own words stand in place of; empty where the proposal stands."""
    absent: Sequence[str]
    """The seats that did not answer in the last round."""
    meters: Sequence[_Meter]
    options: Sequence[tuple[str, Option]]
    """What stands against each other where nothing could be decided (D-130)."""
    numbers: Sequence[tuple[str, str]]
    """A figure and the words after it."""


def describe_headline(story: Story) -> Headline:
    """Describe how the debate ended."""
    result, found = story.result, story.result.inconclusive
    given = [("A", found.option_a), ("B", found.option_b)] if found else []
    return Headline(
        status=_status(story),
        tone=_TONES[result.status],
        decider=say_decider(result) if story.refused else say_decided_by(result),
        missing="" if (result.decision or "").strip() else _missing(story),
        unmet="" if result.status == "decided" else capital(say_unmet(result.warrant)),
        replaced=capital(say_replaced_proposal(result)),
        absent=find_missing_seats(result),
        meters=[*_confidence(story), *_agreement(story)],
        options=[(name, option) for name, option in given if option],
        numbers=list(_numbers(story)),
    )


def _status(story: Story) -> str:
    result = story.result
    if result.status == "failed" and not result.decider:
        return say("report.head.not_finished")
    return say("report.head.not_started") if story.refused else say_status(result)


def _missing(story: Story) -> str:
    match story.result.status:
        case "failed" if not story.result.decider:
            return say("report.head.not_ended")
        case "failed" if story.refused:
            return say("report.head.unfit")
        case "failed":
            return say("report.head.no_answer")
        case "needs_review":
            return say("report.head.no_proposal")
        case _:
            return say("report.head.no_decision")


def _confidence(story: Story) -> Iterator[_Meter]:
    share = story.result.confidence
    if share is not None:
        told = (*map(say_flag, story.result.confidence_flags), *map(str, story.result.confidence_steps))
        note = capital("; ".join(told))
        yield _Meter(say("report.confidence"), f"{capital(say_level(share))}, {say_percent(share)}", share, note=note)


def _agreement(story: Story) -> Iterator[_Meter]:
    result, share, needed = story.result, story.result.convergence, story.threshold
    if share is None or not result.rounds:
        return
    if not measures_agreement(result.strategy):
        note = capital(say_stop(result))
    else:
        note = say("report.head.needed", share=needed) if needed is not None else ""
        last = result.rounds[-1]
        told = say_agreement(last) if last.convergence == share else say_percent(share)
        note = "; ".join(filter(None, (note, told if told != say_percent(share) else "")))
    yield _Meter(story.measure, say_percent(share), share, "second", needed, note)


def _numbers(story: Story) -> Iterator[tuple[str, str]]:
    result, usage = story.result, story.result.usage
    if result.rounds:
        yield str(len(result.rounds)), say("report.head.rounds", n=len(result.rounds))
    if len(story.seats) > 1:
        yield str(len(story.seats)), say("report.head.seats", n=len(story.seats))
    if result.critiques:
        settled = sum(each.resolved for each in result.critiques)
        yield str(settled), say("report.head.settled", n=len(result.critiques))
    if say_stop(result):
        yield "", say("report.head.ended", why=say_stop(result))
    yield say_number(usage.calls), say("report.head.calls", n=usage.calls)
    tokens = usage.prompt_tokens + usage.completion_tokens
    yield say_number(tokens), say("report.head.tokens", n=tokens)
    yield "", capital(say_money(usage.cost))
    yield "", say_time(usage.wall_ms)
