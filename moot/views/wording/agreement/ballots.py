"""Says who votes for what: the options, which of them exclude each other, and how the votes were told apart."""

from collections.abc import Collection

from moot.catalogue import say
from moot.state.ballot import Ballot, BallotOption
from moot.views.result import Result
from moot.views.wording.figures import join_names
from moot.views.wording.names import name_seat

_OVERRIDES_MAJORITY = "council_overrides_majority"
"""Marks a council that chose another option than most seats."""


def say_source(ballot: Ballot) -> str:
    """Say how the votes were told apart, and why wording had to do; nothing where all used the same words."""
    voted = sum(bool(option.seats) for option in ballot.options)
    source = "" if ballot.source == "words" and voted == 1 else say(f"ballot.source.{ballot.source}")
    return " ".join(filter(None, (source, str(ballot.note))))


def say_option(
    ballot: Ballot,
    option: BallotOption,
    *,
    judged: bool = False,
    held: Collection[str] | None = None,
    against: Collection[str] = (),
) -> str:
    """Say an option with who votes for it; `judged` where a judge decides, whatever the votes.

    `held` is who still reserves something; by default whoever did when it voted. `against` is who voted for the option
    and opposes what was made of it.
    """
    reserving = ballot.reserved if held is None else held
    marked = {*reserving, *against}
    # Who votes on a condition stands last: what follows a name would be read as said of the next one.
    ordered = sorted(option.seats, key=lambda seat: (seat in marked, seat in against))
    named = (_say_voter(ballot, seat, against) if seat in marked else seat for seat in ordered)
    voters = join_names(list(named)) or say("ballot.no_voter")
    settled = option.id == ballot.settled and not judged and not is_conditional(ballot)
    code = "ballot.option_settled" if settled else "ballot.option"
    return say(code, id=option.id, text=option.wording, voters=voters)


def _say_voter(ballot: Ballot, seat: str, against: Collection[str] = ()) -> str:
    """Name a voter, and that it opposes the decision, or votes on a condition of its own."""
    if seat in against:
        return say("ballot.voter_opposes", seat=seat)
    return say("ballot.voter_unaccepted" if seat in ballot.unaccepted else "ballot.voter_reserved", seat=seat)


def say_conditions(ballot: Ballot) -> list[str]:
    """Say on which conditions seats vote, and which of them the others have not accepted."""
    return [
        say("ballot.condition", voter=_say_voter(ballot, seat), text=text) for seat, text in ballot.reserved.items()
    ]


def is_conditional(ballot: Ballot) -> bool:
    """Tell whether somebody votes for the settled option on a condition that the others have not accepted."""
    option = ballot.option(ballot.settled) if ballot.settled else None
    return option is not None and not {*option.seats}.isdisjoint(ballot.unaccepted)


def has_agreed(result: Result) -> bool:
    """Tell whether the debate ended because its seats agree, however that was judged.

    A contradiction that only the ruling saw is none that its parties have settled.
    """
    argued = all(each.argued_in for each in result.disputes)
    return argued and result.stop_reason in ("converged", "consensus", "no_conflict")


def say_lead(ballot: Ballot, *, agreed: bool = False, judged: bool = False, decided: bool = False) -> str:
    """Say how large the leading option is, and whether that settles the question.

    `agreed` where something else did; `judged` where a judge decides, whatever the votes; `decided` where somebody
    decided in the meantime.
    """
    if ballot.share is None:
        return ""
    if judged:
        tied = _list_leaders(ballot)
        return (
            say("ballot.lead_judge_tied", options=tied)
            if len(tied) > 1
            else say("ballot.lead_judge", share=ballot.share)
        )
    if ballot.settled and is_conditional(ballot):
        return say("ballot.lead_conditional_then" if decided else "ballot.lead_conditional", share=ballot.share)
    if ballot.settled:
        return say("ballot.lead_settles", share=ballot.share)
    if agreed and not say_opposed(ballot):
        return say("ballot.lead_agreed", share=ballot.share)
    leaders = _list_leaders(ballot)
    if len(leaders) > 1:
        return say("ballot.lead_tied", options=leaders)
    alike = _share_pairs(ballot)
    if alike is None:
        return say("ballot.lead_open", share=ballot.share)
    return say("ballot.lead_open_pairs", share=ballot.share, alike=alike)


def _list_leaders(ballot: Ballot) -> list[str]:
    """List the options with the most votes: several are a tie, in which none leads."""
    most = max((len(option.seats) for option in ballot.options), default=0)
    return [option.id for option in ballot.options if most and len(option.seats) == most]


def _share_pairs(ballot: Ballot) -> float | None:
    """Find the share of pairs of voting seats that vote for the same option; None where nobody can be paired."""
    voices = [len(option.seats) for option in ballot.options]
    pairs = sum(voices) * (sum(voices) - 1)
    return sum(count * (count - 1) for count in voices) / pairs if pairs else None


def say_opposed(ballot: Ballot) -> str:
    """Say which options that somebody votes for exclude each other; empty where none do."""
    voted = {option.id for option in ballot.options if option.seats}
    pairs = [join_names(pair) for pair in ballot.opposed if set(pair) <= voted]
    return say("ballot.opposed", pairs=pairs) if pairs else ""


def say_vote_changes(ballot: Ballot | None, number: int) -> str:
    """Say how many seats vote for another option than they did when they last voted, and which."""
    moved = []
    for vote in ballot.votes if ballot else ():
        earlier = [each for each in ballot.votes if each.seat == vote.seat and each.round < number] if ballot else []
        before = max(earlier, key=lambda each: each.round, default=vote).option
        if vote.round == number and vote.option != before:
            moved.append(say("ballot.moved", seat=name_seat(vote.seat), before=before, after=vote.option))
    return f"{len(moved)} ({', '.join(moved)})" if moved else "0"


def find_majority(ballot: Ballot) -> BallotOption | None:
    """Find the option that more than half of the voting seats vote for."""
    voices = sum(len(option.seats) for option in ballot.options)
    return next((option for option in ballot.options if len(option.seats) * 2 > voices), None)


def find_overruled(result: Result) -> BallotOption | None:
    """Find the option that most seats vote for, where the council decided against it."""
    ballot = result.ballot
    flags = (*result.confidence_flags, *(result.council.flags if result.council else ()))
    if ballot is None or _OVERRIDES_MAJORITY not in flags:
        return None
    settled = ballot.option(ballot.settled) if ballot.settled else None
    return settled or max(ballot.options, key=lambda option: len(option.seats), default=None)
