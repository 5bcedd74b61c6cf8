"""Finds who may say, when answers are judged, that its condition is met, and what its position is then.

- Whoever votes on a condition of its own is asked where another seat recommends something else than a round ago.
- Whoever votes for an option that another votes for on a condition is asked whether it accepts that condition, where
  conditions have to be accepted.
- Who joins another seat recommends what that one recommends, at its time, and votes as it votes; its own condition is
  met with it, unless it restates one. What it closed and the condition it had are its reasons: a seat that names
  neither has not accounted for its change.
"""

from collections.abc import Collection, Mapping, Sequence

from moot.policies.comparison.stances import keep_latest
from moot.policies.language import words
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.critiques import SettlementSheet
from moot.state.positions import Change, Position

OWN_CONDITION = "reservation"
"""What a seat is said to have changed its vote for whose own condition was met."""
_CLOSING = ("answered", "withdrawn")


def list_conditional(positions: Sequence[Position], round_number: int) -> Texts:
    """List who votes on a condition that another seat's new recommendation may have met."""
    now = [each for each in positions if each.round == round_number and each.spoke]
    moved = {each.seat for each in now if _recommends_otherwise(each, positions)}
    return tuple(each.seat for each in now if each.reservation.strip() and moved - {each.seat})


def list_asked_to_accept(ballot: Ballot) -> dict[str, Texts]:
    """List by seat whose open conditions it is asked to accept: those of who votes for the same option."""
    return {
        seat: holders
        for option in ballot.options
        for seat in option.seats
        if (holders := tuple(each for each in option.seats if each in ballot.unaccepted and each != seat))
    }


def list_others(ballot: Ballot, seat: str) -> Texts:
    """List whom a seat could join: whoever votes for another option."""
    mine = ballot.vote_of(seat)
    return tuple(each for option in ballot.options if option.id != mine for each in option.seats)


def apply_settlement(
    held: Position, sheet: SettlementSheet, others: Mapping[str, Position], ballot: Ballot, known: Collection[str]
) -> Position:
    """Give what a seat holds after it judged the answers.

    `ballot` counts the round before that; `known` are the options that seats could choose in it.
    """
    update: dict[str, object] = {"takes_over": (*held.takes_over, *sheet.takes_over)} if sheet.takes_over else {}
    if sheet.reservation is not None:
        update["reservation"] = sheet.reservation
    joined = others.get(sheet.joins)
    if joined is None or not joined.spoke:
        return held.model_copy(update=update)
    # An option that came up in this round has no id that a choice could name: equal words vote for it.
    vote = ballot.vote_of(joined.seat)
    closed = tuple(each.critique_id.strip().upper() for each in sheet.verdicts if each.verdict in _CLOSING)
    because = (*closed, *((OWN_CONDITION,) if held.reservation.strip() else ()))
    what = sheet.because.strip() or joined.stance or joined.recommendation or ""
    taken = {"recommendation": joined.recommendation, "stance": joined.stance, "timing": joined.timing}
    return held.model_copy(
        update={
            "reservation": "",
            **update,
            **{name: value for name, value in taken.items() if value is not None},
            "choice": joined.choice or (vote if vote in known else None),
            "keeps_position": "no",
            "changes": (*held.changes, Change(what=what, because=because, moves_vote=True)),
            "joined": joined.seat,
        }
    )


def _recommends_otherwise(position: Position, positions: Sequence[Position]) -> bool:
    earlier = [each for each in positions if each.seat == position.seat and each.round < position.round]
    before = next(iter(keep_latest(earlier, (position.seat,))), None)
    return before is not None and words(before.recommendation or "") != words(position.recommendation or "")
