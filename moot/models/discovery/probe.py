"""Tries a model before a debate relies on it: does it answer, in which ways, and how fast."""

import asyncio
from dataclasses import replace
from typing import Literal

from moot.configs.scripts import AnswerMode
from moot.configs.tables import load_prices
from moot.models.cleaning import redact_address
from moot.models.conversation import Asked, Conversation, TurnEnding
from moot.models.modes import Ways
from moot.models.providers import ALL_WAYS, ModelKind, parse_model
from moot.models.served import ModelPool, Served
from moot.models.settings import Settings
from moot.models.usage import LeaseAccount, now
from moot.models.wire import wire_model
from moot.prompts import render_prompt
from moot.state.base import Value
from moot.state.budget import Lease
from moot.state.positions import DirectAnswer

_QUESTION = "Is it wise to try something small before something large?"
_SECONDS = 60.0
"""A model that needs longer for two sentences is of no use in a debate."""
_ATTEMPTS = 2
_LONGEST_ANSWER = 300


class WayProbe(Value):
    """How one way of asking for a structured answer went."""

    way: AnswerMode
    status: Literal["works", "fails", "untried"]
    latency_ms: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    tokens_per_second: float | None = None
    error: str | None = None


class ModelProbe(Value):
    """What was found out about a model."""

    model: str
    kind: ModelKind
    base_url: str = ""
    """Without user and password, and without the values of a query."""
    demonstration: bool = False
    """The embedded model: it shows how a debate runs, not what is right."""
    ways: tuple[WayProbe, ...]

    @property
    def answers(self) -> bool:
        """Whether at least one way works; one is enough."""
        return any(way.status == "works" for way in self.ways)

    @property
    def asked_by(self) -> AnswerMode | None:
        """The way a debate asks it: the first that works, in the order in which they are tried."""
        return next((way.way for way in self.ways if way.status == "works"), None)

    @property
    def tokens_per_second(self) -> float | None:
        """The best rate that was seen, reading the prompt included."""
        return max((way.tokens_per_second for way in self.ways if way.tokens_per_second is not None), default=None)


async def probe_model(settings: Settings, seconds: float = _SECONDS) -> ModelProbe:
    """Open a debate's model and try each way of asking it."""
    patient = replace(settings, max_attempts=_ATTEMPTS, max_answer_tokens=_LONGEST_ANSWER)
    served = await ModelPool(patient).open(settings.model)
    order = (*served.ways, *(way for way in ALL_WAYS if way not in served.ways))
    ways = [await _probe_way(served, way, patient, seconds) for way in order]
    parsed = parse_model(settings.model, settings.base_url)
    return ModelProbe(
        model=served.name,
        kind=served.kind,
        base_url=redact_address(settings.base_url or ""),
        demonstration=parsed.kind == "local" and not parsed.name,
        ways=tuple(ways),
    )


async def _probe_way(served: Served, way: AnswerMode, settings: Settings, seconds: float) -> WayProbe:
    if way not in served.ways:
        return WayProbe(way=way, status="untried", error="this model is known not to understand it")
    lease = Lease(seat="doctor", phase="probe")
    account = LeaseAccount(lease, load_prices(settings.prices))
    prompt = render_prompt("probe", question=_QUESTION, language="en")
    headers: dict[str, str | int] = {"thread": "doctor", "phase": "probe", "seat": "doctor", "round": 0}
    async with served.queue():
        started = now()
        talk = Conversation(
            replace(served, ways=(way,)),
            Asked(prompt, wire_model(DirectAnswer), headers),
            account,
            Ways(),
            settings,
            lambda: started + seconds - now(),
        )
        try:
            async with asyncio.timeout(seconds):
                ending = await talk.hold()
        except TimeoutError:
            ending = talk.interrupt(seconds)
        return _found(way, ending, account, now() - started)


def _found(way: AnswerMode, ending: TurnEnding, account: LeaseAccount, seconds: float) -> WayProbe:
    said = sum(usage.completion_tokens for usage in account.usages)
    works = ending.status == "ok"
    return WayProbe(
        way=way,
        status="works" if works else "fails",
        latency_ms=round(seconds * 1000),
        prompt_tokens=sum(usage.prompt_tokens for usage in account.usages),
        completion_tokens=said,
        # A model without a wire answers at once: its rate would be a number without a meaning.
        tokens_per_second=round(said / seconds, 1) if works and said and seconds > 0.05 else None,
        error=ending.error,
    )
