"""Says who votes for what: the options, which of them exclude each other, and how the votes were told apart."""

from moot.state.ballot import Ballot, BallotOption
from moot.views.result import Result
from moot.views.wording.figures import join_names, say_percent

_SOURCES = {
    "given": "The options were given, and each seat chose one.",
    "words": "Only wording was compared: the same meaning in other words counts as another option.",
    "model": "A model compared what the seats mean.",
}

_OVERRIDES_MAJORITY = "council_overrides_majority"
"""Marks a council that chose another option than most seats."""


def say_source(ballot: Ballot) -> str:
    """Say how the votes were told apart, and why wording had to do."""
    return " ".join(filter(None, (_SOURCES[ballot.source], ballot.note)))


def say_option(ballot: Ballot, option: BallotOption) -> str:
    """Say an option with who votes for it."""
    voters = join_names(option.seats) or "nobody"
    settled = "; settled" if option.id == ballot.settled else ""
    return f"{option.id} {option.text} ({voters}{settled})"


def say_lead(ballot: Ballot) -> str:
    """Say how large the leading option is, and whether that settles the question."""
    share = f"The leading option has {say_percent(ballot.share)} of the votes" if ballot.share is not None else ""
    return f"{share}; {'that settles it' if ballot.settled else 'nothing is settled'}." if share else ""


def say_opposed(ballot: Ballot) -> str:
    """Say which options that somebody votes for exclude each other; empty where none do."""
    voted = {option.id for option in ballot.options if option.seats}
    pairs = [f"{one} and {other}" for one, other in ballot.opposed if {one, other} <= voted]
    return f"{'; '.join(pairs)} exclude each other." if pairs else ""


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
