"""The job that moot and its peers do in the benchmark: some agents, some rounds, one aggregation.

In round 1 every agent states a position; in each later round it reads what all said in the round before and revises;
at the end one call sums up the last round. Three agents and three rounds are ten calls in four waves.

Only the standard library is imported here: every peer runs in an environment of its own.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

MODEL = "bench"
KEY = "none"
QUESTION = "Should we expand into Europe next year?"
TITLES = {
    "cro": "Chief Revenue Officer",
    "cfo": "Chief Financial Officer",
    "coo": "Chief Operating Officer",
    "cmo": "Chief Marketing Officer",
    "cto": "Chief Technology Officer",
    "cpo": "Chief Product Officer",
    "clo": "Chief Legal Officer",
    "chro": "Chief Human Resources Officer",
    "ciso": "Chief Information Security Officer",
    "cso": "Chief Strategy Officer",
    "cdo": "Chief Data Officer",
    "cco": "Chief Customer Officer",
}
PERSONA = "You answer for your field. You say what it costs, what it brings and what breaks if it fails."
MODERATOR = "You write down what the debate amounts to. You add nothing that nobody said."
FORM = "Give recommendation, premises, risks, timing, reasoning, claims with your confidence, and limitations."


@dataclass(frozen=True)
class Job:
    """What is to be debated, and on which server."""

    url: str
    agents: int = 3
    rounds: int = 3
    timeout: float | None = None
    """Seconds that one call may take; None leaves what the client does by itself."""
    again: bool = True
    """Whether slow or failed calls are sent again, by whatever the framework has for that."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Who takes part."""
        return tuple(TITLES)[: self.agents]


Debate = Callable[[], Awaitable[str]]
"""Runs one debate and returns what it amounts to."""

Prepare = Callable[[Job], AbstractAsyncContextManager[Debate]]
"""What every peer's module offers as `prepare`: whatever several debates of one process share is made once."""


def describe(seat: str) -> str:
    """Who an agent is: its system message."""
    return f"You are the {TITLES[seat]}. {PERSONA}"


def ask_position() -> str:
    """What is asked in round 1."""
    return f"{QUESTION}\n\nState your position, from your own field. {FORM}"


def ask_revision(said: Mapping[str, str]) -> str:
    """What is asked in later rounds."""
    return f"{QUESTION}\n\n{quote(said)}\n\nRevise your position in the light of what the others said. {FORM}"


def ask_decision(said: Mapping[str, str]) -> str:
    """What is asked at the end."""
    return f"{QUESTION}\n\n{quote(said)}\n\nWrite what the debate amounts to: a decision, what is agreed, what is not."


def quote(said: Mapping[str, str]) -> str:
    """What the agents said, each under its title."""
    return "\n\n".join(f"{TITLES[seat]}:\n{text}" for seat, text in said.items())


def messages(system: str, user: str) -> Sequence[dict[str, str]]:
    """One request in the form of the API."""
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]
