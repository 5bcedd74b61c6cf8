"""Asks a debate's models: a prompt and a schema in, a typed answer or a typed failure out.

Nothing from the wire is ever raised. What is raised: the cancellation of the task itself, and mistakes of the
caller (MootError: an unknown model, a recording of another debate).

A lease's clock starts when the request may start: after imports, connections and loading of a model, and after
waiting for a model that has one slot. At its deadline the connection is closed and what arrived is used.
"""

import asyncio
import math
from dataclasses import dataclass

from langchain_core.runnables.config import ensure_config

from moot.configs.tables import load_prices
from moot.models.answer import Answer
from moot.models.conversation import Asked, Conversation, TurnEnding
from moot.models.hedging import Latencies
from moot.models.journal import Journal, NoJournal
from moot.models.modes import Ways, prepare
from moot.models.served import ModelPool, Served
from moot.models.settings import Settings
from moot.models.usage import LeaseAccount, find_price, now, stop_clock
from moot.models.wire import Offer, wire_model
from moot.prompts import Prompt
from moot.state.base import Value
from moot.state.budget import Lease, Turn


@dataclass(slots=True)
class _Time:
    """How long a turn has taken, and how long it waited before it could start."""

    spent: float = 0.0
    queued: float = 0.0


class ModelEdge:
    """Asks the models of a debate; one that cannot be used is an error now, not in the middle of the debate."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._models = ModelPool(settings)
        self._ways, self._latencies = Ways(), Latencies()
        self._prices = load_prices(settings.prices)

    def knows_price(self, served: Served) -> bool:
        """Tell whether the money a model costs can be counted."""
        return find_price(served.name, self._prices) is not None

    async def open(self, seat: str = "") -> Served:
        """Make a seat's model ready before the first lease; asking does it too."""
        return await self._models.open(self._settings.models_for(seat)[0])

    async def __call__(
        self,
        prompt: Prompt,
        schema: type[Value],
        lease: Lease,
        *,
        seat: str,
        phase: str,
        round: int,  # noqa: A002
        number: int = 1,
        offer: Offer = (),
        journal: Journal | None = None,
        alone: bool = False,
    ) -> Answer:
        """Ask the seat's model, and those that take over for it, until one answers.

        Whoever is asked `alone` also answers for what earlier processes lost of others.
        """
        journal = journal or NoJournal()
        headers: dict[str, str | int] = {"thread": self._thread(), "phase": phase, "seat": seat, "round": round}
        asked = Asked(prompt, wire_model(schema, offer), headers, number, journal)
        tab, time = LeaseAccount(lease, self._prices, journal.take_lost(seat, alone=alone)), _Time()
        own, *others = self._settings.models_for(seat)
        served = await self._models.open(own)
        ending = await self._turn(served, asked, tab, lease.seconds, time)
        for spec in others:
            if ending.status != "failed":
                break
            served = await self._models.open(spec)
            ending = await self._turn(served, asked, tab, lease.seconds, time)
            ending.flags = (*ending.flags, f"fallback_model:{spec}")
        turn = Turn(
            seat=seat,
            phase=phase,
            round=round,
            number=number,
            status=ending.status,
            model=served.name,
            mode=ending.way or "none",
            wall_ms=math.ceil(time.spent * 1000),
            queued_ms=math.ceil(time.queued * 1000),
            usages=tuple(tab.usages),
            error=ending.error,
        )
        return Answer(
            status=ending.status,
            whole=ending.reading.value is not None,
            fields=dict(ending.reading.fields),
            flags=ending.flags,
            turn=turn,
            error=ending.error,
            raw=ending.raw,
        )

    async def _turn(
        self, served: Served, asked: Asked, tab: LeaseAccount, seconds: float | None, time: _Time
    ) -> TurnEnding:
        """Hold one turn with one model, within the time that is left."""
        prepare(self._ways.choose(served), asked.schema, served)
        waiting = now()
        async with served.queue():
            time.queued += now() - waiting
            with stop_clock(stops=served.kind == "replay"):
                started = now()
                limit = None if seconds is None else seconds - time.spent
                deadline = math.inf if limit is None else started + limit
                talk = Conversation(
                    served, asked, tab, self._ways, self._settings, lambda: deadline - now(), self._latencies
                )
                try:
                    if limit is not None and limit <= 0:
                        return talk.interrupt(seconds)
                    # A recording says itself when the time was over.
                    async with asyncio.timeout(None if served.kind == "replay" else limit):
                        return await talk.hold()
                except TimeoutError:
                    return talk.interrupt(seconds)
                finally:
                    time.spent += now() - started

    def _thread(self) -> str:
        if self._settings.thread:
            return self._settings.thread
        return str(ensure_config().get("configurable", {}).get("thread_id") or "")
