"""Finds who holds something else than what was decided."""

from collections.abc import Container, Iterator, Sequence

from moot.catalogue import say
from moot.policies.comparison.stances import Camp, group_camps
from moot.policies.critique.evidence import latest_by_seat
from moot.state.ballot import Ballot, BallotOption
from moot.views.result import Result, find_decided_option
from moot.views.wording.agreement import find_majority, find_overruled
from moot.views.wording.disputes import (
    list_held_reservations,
    list_last_acceptances,
    list_opposition,
)
from moot.views.wording.figures import join_names
from moot.views.wording.names import name_seat


def find_dissent(result: Result) -> Iterator[str]:
    """Find who does not agree, with what, and on which evidence; the caveats say who refuses the decision.

    What its parties reserve comes before what they voted for. Where a model compared meanings, another option is a
    dissent only of whom somebody contradicts: departments complement each other (C-07).
    """
    latest = latest_by_seat(result.positions)

    def cited(seat: str) -> str:
        ids = dict.fromkeys(item for claim in latest[seat].claims for item in claim.evidence) if seat in latest else {}
        return f" [{', '.join(ids)}]" if ids else ""

    overruled = find_overruled(result)
    if overruled is not None:
        yield say("answer.overruled", seats=overruled.seats, text=overruled.wording)
    yield from list_opposition(result, refusals=False)
    divergences = result.synthesis.divergences if result.synthesis else ()
    content = _list_content(result)
    for each in divergences:
        # Whoever summed up says what each side holds; the sources of a seat's claims are not given for it.
        # A divergence is told with all of its sides, also with those that prevailed; where all of them are content,
        # it is no dissent.
        sides = tuple(f"{name_seat(side.seat)}: {side.view}" for side in each.sides)
        if any(side.seat not in content for side in each.sides) or not sides:
            yield (
                say("answer.divided", theme=each.theme, sides=sides)
                if len(sides) > 1
                else ": ".join((each.theme, *sides))
            )
    if not divergences and result.ballot is not None and result.rca is None:
        for option in _outvoted(result, result.ballot):
            seats = [seat for seat in option.seats if _contradicts(seat, result, content)]
            if seats:
                yield f"{join_names(seats)}: {option.wording}{cited(seats[0])}"
    elif not divergences:
        for camp in _others(group_camps(tuple(latest.values())), result.decider):
            yield f"{join_names(camp.seats)}: {camp.recommendation}{cited(camp.seats[0])}"


def _contradicts(seat: str, result: Result, content: Container[str]) -> bool:
    """Say whether a vote for something else is a dissent, and not told elsewhere."""
    if (
        seat in content
        or seat == result.decider
        or any(each.seat == seat and each.stance for each in list_last_acceptances(result))
    ):
        return False
    report, ballot = result.conflict_report, result.ballot
    if report is None or ballot is None or ballot.source == "words":
        return True
    parties = {each for conflict in report.conflicts for each in conflict.agents_involved}
    return seat in parties or any(ballot.last_vote(seat) in pair for pair in ballot.opposed)


def _list_content(result: Result) -> set[str]:
    """List who accepts what was decided, or votes for it, without a reservation: that is a view, and no dissent."""
    accepting = {each.seat for each in list_last_acceptances(result) if each.stance == "accepts"}
    if result.ballot is None or result.rca is not None:
        return accepting
    option = find_decided_option(result) or result.ballot.option(result.ballot.settled or "")
    reserved = {each.seat for each in list_held_reservations(result)}
    return accepting | ({*(option.seats if option else ())} - reserved)


def _outvoted(result: Result, ballot: Ballot) -> list[BallotOption]:
    """Find the options with votes that did not prevail: all but the decision's, else all but the majority's."""
    overruled = find_overruled(result)
    held = find_decided_option(result) or (None if overruled else find_majority(ballot))
    return [option for option in ballot.options if option.seats and option not in (held, overruled)]


def _others(camps: Sequence[Camp], decider: str) -> list[Camp]:
    """Find the camps that did not prevail: all but the decider's own, else all but the majority, if there is one."""
    voices = sum(len(camp.seats) for camp in camps)
    held = next((camp for camp in camps if decider in camp.seats), None)
    major = next((camp for camp in camps if len(camp.seats) * 2 > voices), None)
    return [camp for camp in camps if camp is not (held or major)]
