"""Writes every request down before it is sent, so that a crash cannot make a debate forget what it asked (DESIGN 13).

An answer settles its request by being stored: the turn that a seat leaves in the state names every request it made.
What is written down and in no stored turn was lost with its process. Nobody knows whether it was answered and paid for,
so the turn that its actor begins with starts with it on its account, at the most it can have used. That need not be the
turn it was sent for: an actor that asked a second time before the crash may be satisfied with the first answer after
it. A repeat carries the same idempotency key, so a gateway that knows such keys answers it without asking the model
again.
"""

import asyncio
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Protocol

from langchain_core.messages import BaseMessage

from moot.models.request import text_of
from moot.state.budget import Intent, Turn, Usage

_KEY_LENGTH = 32


class Journal(Protocol):
    """Keeps the requests of one debate."""

    def take_lost(self, seat: str, *, alone: bool) -> Sequence[Usage]:
        """Hand over what earlier processes sent for an actor without an answer that is stored.

        `alone`, for any actor: nobody else who might be asked again is at work.
        """

    async def write(self, intent: Intent) -> None:
        """Store a request before it is sent."""


class BatchingJournal(ABC):
    """Writes requests down; those that come while it writes are written together."""

    def __init__(self, earlier: Iterable[Intent], stored: Iterable[Turn] = ()) -> None:
        self._lost = list(earlier)
        for turn in stored:
            self._settle_turn(turn)
        self._waiting: list[tuple[Intent, asyncio.Future[None]]] = []
        self._writer: asyncio.Future[None] | None = None

    @abstractmethod
    async def _write(self, intents: Sequence[Intent]) -> None:
        """Store requests; they are stored when this returns."""

    def take_lost(self, seat: str, *, alone: bool) -> Sequence[Usage]:
        """Hand over what earlier processes sent for an actor, once: whoever asks for it has not been answered."""
        taken = [intent for intent in self._lost if alone or intent.seat == seat]
        self._lost = [intent for intent in self._lost if not (alone or intent.seat == seat)]
        return [intent.reserved for intent in taken]

    def _settle_turn(self, turn: Turn) -> None:
        """Take out what a stored turn accounts for: every request of it is one of its usages, and so is what it took.

        A fork has turns whose requests are in the journal of the debate it comes from.
        """
        own = [at for at, intent in enumerate(self._lost) if _belongs(intent, turn)]
        settled, more = own[: len(turn.usages)], len(turn.usages) - len(own)
        if own and more > 0:
            before = [at for at in range(own[-1]) if at not in own]
            settled += sorted(before, key=lambda at: self._lost[at].seat != turn.seat)[:more]
        self._lost = [intent for at, intent in enumerate(self._lost) if at not in settled]

    async def write(self, intent: Intent) -> None:
        """Store a request, with all others that wait; it is stored when this returned.

        Whoever runs out of time meanwhile leaves at once. The writing itself goes on: others wait for it too, and a
        store that is stopped in the middle of a statement takes longer to notice than to write.
        """
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append((intent, stored))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.ensure_future(self._write_waiting())
        await stored

    async def _write_waiting(self) -> None:
        while together := [each for each in self._waiting if not each[1].done()]:
            self._waiting = []
            try:
                await self._write([intent for intent, _ in together])
            except BaseException as error:  # noqa: BLE001  # handed to whoever waits for it
                # Nobody may send what was not stored: those who wait have to try for themselves.
                (_, first), *others = together
                self._waiting = others + self._waiting
                _settle(first, error)
            else:
                for _, stored in together:
                    _settle(stored, None)


def _belongs(intent: Intent, turn: Turn) -> bool:
    sent_for = (intent.seat, intent.phase, intent.round, intent.number)
    return sent_for == (turn.seat, turn.phase, turn.round, turn.number)


def _settle(stored: "asyncio.Future[None]", error: BaseException | None) -> None:
    if stored.done():
        return
    if error is None:
        stored.set_result(None)
    elif isinstance(error, asyncio.CancelledError):
        stored.cancel()
    else:
        stored.set_exception(error)


class NoJournal:
    """Keeps nothing: for a question outside a debate, and for a debate without any checkpoints."""

    def take_lost(self, seat: str, *, alone: bool) -> Sequence[Usage]:  # noqa: ARG002
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
