"""Writes every request down before it is sent, so that a crash cannot make a debate forget what it asked (DESIGN 13).

An answer settles its request by being stored: the turn that a seat leaves in the state names every request it made.
What is written down and in no stored turn was lost with its process. Nobody knows whether it was answered and paid for,
so the turn that repeats it starts with it on its account, at the most it can have used. A repeat carries the same
idempotency key, so a gateway that knows such keys answers it without asking the model again.
"""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from langchain_core.messages import BaseMessage

from moot.models.request import text_of
from moot.state.budget import Intent, Usage

_KEY_LENGTH = 32


class Journal(Protocol):
    """Keeps the requests of one debate."""

    def take_lost(self, seat: str, phase: str, round_number: int, number: int) -> Sequence[Usage]:
        """Hand over what earlier processes sent for a turn that was never stored."""

    async def write(self, intent: Intent) -> None:
        """Store a request before it is sent."""


class NoJournal:
    """Keeps nothing: for a single question outside a debate, and where a server brings its own checkpoints."""

    def take_lost(self, seat: str, phase: str, round_number: int, number: int) -> Sequence[Usage]:  # noqa: ARG002
        """Nothing is known of earlier processes."""
        return ()

    async def write(self, intent: Intent) -> None:
        """Store nothing."""


def make_key(messages: Sequence[BaseMessage], *names: str | int) -> str:
    """Name a request by who asks, when, and what: the same request has the same name in every process."""
    parts = (*map(str, names), *(text_of(message) for message in messages))
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "replace") + b"\0")
    return digest.hexdigest()[:_KEY_LENGTH]
