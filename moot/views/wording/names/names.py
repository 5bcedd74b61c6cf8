"""Names actors, seats, profiles and deciders as people call them."""

from typing import Literal

from moot.catalogue import SOURCE_LANGUAGE, current_translator, say, speak
from moot.policies.verdict import CHECKLIST
from moot.state.protocol import Seat
from moot.views.result import Result
from moot.views.wording.vocabulary import capital, say_word

_ACTORS = frozenset(
    {
        "synthesizer", "supervisor", "judge", "comparer", "mediator", "auditor", "verifier", "router", "system",
        "orchestrator", "structurer", "methodologist",
        "council_critic", "council_advocate", "council_synthesizer", "council_resolution",
    }
)  # fmt: skip
"""Who takes part and is no seat of a profile."""


_DECIDERS = ("deterministic", "council", "judge", "synthesizer", "supervisor", "methodologist", "mediator")


def name_actor(name: str) -> str:
    """Name an actor of a debate: a seat by its name, and a role of moot's own by its word."""
    return current_translator().word("word.actor", name) if name in _ACTORS else name_seat(name)


def say_actors() -> dict[str, str]:
    """Say what everybody who takes part and is no seat is called, by their ids."""
    return {name: say_seat(name) for name in sorted(_ACTORS)}


def say_profile(written: str, part: Literal["title", "description"], profile: str) -> str:
    """Say the title or description of a profile; one that somebody wrote for their own stays as it is."""
    return _say_as_written(f"profile.{part}.{profile.replace('-', '_')}", written)


def say_seat_title(seat: Seat) -> str:
    """Say what a seat is called; a title that somebody wrote for their own profile stays as it is."""
    return _say_as_written(f"profile.seat.{seat.id}", seat.title)


def _say_as_written(code: str, written: str) -> str:
    return say(code) if written and speak(SOURCE_LANGUAGE)(code) == written else written


def say_seat(seat: str) -> str:
    """Say a seat's name: CFO, Log focused, KG focused; a role is named by its word."""
    if seat in _ACTORS:
        return capital(name_actor(seat))
    if (named := name_seat(seat)) != seat:
        return named
    first, *rest = seat.replace("_", " ").split() or [seat]
    short = len(first) <= (2 if rest else 3)
    return " ".join((first.upper() if short else capital(first), *rest))


def name_seat(seat: str) -> str:
    """Name a seat inside a line: its title in the language spoken, where it is called by its id; else its id."""
    return current_translator().seat(seat)


def say_aim(seat: str, claim: str) -> str:
    """Say what a critique is aimed at: a seat's claim by its id, its recommendation by its word."""
    return f"{seat} ({say_word('word.criterion', claim)})" if claim == "recommendation" else f"{seat} {claim}".strip()


def is_decided_by_votes(result: Result) -> bool:
    """Say whether the votes decided: who writes down what they settled has not chosen it."""
    return result.decider == "synthesizer" and bool(result.ballot and result.ballot.settled)


def say_decided_by(result: Result) -> str:
    """Say by whom it was decided, or that the votes did and who wrote it down; empty when nobody did."""
    who = say_decider(result)
    return (
        say("report.decided_by_votes" if is_decided_by_votes(result) else "report.decided_by", who=who) if who else ""
    )


def never_started(result: Result) -> bool:
    """Say whether the question was not fit to be asked, so that nobody was asked (D-90)."""
    return result.status == "failed" and result.decider.startswith(CHECKLIST)


def say_decider(result: Result) -> str:
    """Say who decided, as the end of a sentence; empty when nobody did."""
    name, _, detail = result.decider.partition(": ")
    if name in ("", "nobody"):
        return ""
    if name == "human":
        return detail or say("word.role.human")
    if name == "checklist":
        return detail
    return say(f"word.role.{name}") if name in _DECIDERS else say_seat(name)
