"""Describes what the decision hangs on: what the votes, or a fork, come to without one voice or one reason."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from moot.catalogue import say
from moot.policies.agreement.voting import Influence, list_influences
from moot.views.report.story import Story
from moot.views.result import make_renaming
from moot.views.wording.names import name_seat, say_seat

_MOST = 12
"""So many are shown; what moved nobody and was not tried by a fork is left out first."""


class InfluenceRow(NamedTuple):
    """One voice or reason, and what becomes of the decision without it."""

    kind: str
    id: str
    without: str
    moved: str
    fork: str
    decisive: bool


def describe_influences(story: Story) -> Sequence[InfluenceRow]:
    """Describe what the votes and forks come to without each of them."""
    telling = [each for each in story.influences or _read_votes(story) if _tells_something(each)]
    protocol = story.state.get("protocol")  # a result alone has none
    rename = make_renaming([say_seat(seat) for seat in protocol.profile.seat_ids] if protocol else [])
    return [_describe(each, rename) for each in telling[:_MOST]]


def _read_votes(story: Story) -> Sequence[Influence]:
    ballot, state = story.result.ballot, story.state
    if ballot is None or not ballot.votes:
        return ()
    given = [each.id for each in state.get("evidence") or [] if each.kind == "given"]
    return list_influences(ballot, state.get("positions") or [], state.get("critiques") or [], given)


def _tells_something(each: Influence) -> bool:
    # A seat without which the same option leads tells nothing: its own vote is missing, and that is all.
    return bool(each.moved) or each.decisive or each.fork is not None


def _describe(each: Influence, rename: Callable[[str], str]) -> InfluenceRow:
    votes = ", ".join(f"{option} {count}" for option, count in each.votes.items())
    leads = say("report.influence_leads", option=each.leads) if each.leads else say("report.influence_tied")
    fork = each.fork
    return InfluenceRow(
        kind=say(f"report.influence_{each.kind}"),
        id=name_seat(each.id) if each.kind == "seat" else rename(each.id),
        without=f"{leads} ({votes})" if votes else leads,
        moved=", ".join(map(say_seat, each.moved)) or "–",
        fork="–"
        if fork is None
        else say(
            "report.influence_changed" if fork.changed else "report.influence_same",
            option=fork.option or say("report.influence_nothing"),
            tokens=fork.tokens,
        ),
        decisive=each.decisive or (fork is not None and fork.changed),
    )
