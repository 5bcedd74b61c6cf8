"""Answers from a recording: the same debate again, without a model and without a network.

What failed then fails now, what broke off breaks off, and what took its time is said to have taken
it, without waiting. A request that the recording does not hold ends the debate: something changed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from langchain_core.messages.ai import InputTokenDetails, UsageMetadata
from pydantic import PrivateAttr
from typing_extensions import override

from moot.errors import ModelError
from moot.models.base_chat import Foresight, TurnName
from moot.models.request import Request
from moot.models.testing.recording.exchange import (
    Exchange,
    Heading,
    RecordedError,
    RecordedTurn,
    RecordedUsage,
    RequestKey,
    key_of,
    read_lines,
)
from moot.models.testing.steps import (
    Step,
    SteppedChatModel,
    client_timeout,
    connection_error,
    last_piece,
    piece_of,
    status_error,
    stream_error,
    unknown_error,
)
from moot.models.usage import skip_time

_BEFORE, _AFTER = 20, 40
"""Characters of a prompt that are shown around its first difference."""


class ReplayMiss(ModelError):  # noqa: N818  # a miss is what it is, as in a cache
    """The recording does not hold what is being asked: the debate is not the recorded one."""


class ReplayChatModel(SteppedChatModel):
    """A chat model that answers from a recording."""

    path: str
    about: dict[str, str] = {}
    """What the recorded run was started with."""
    _exchanges: dict[RequestKey, list[Exchange]] = PrivateAttr(default_factory=dict)
    _turns: dict[TurnName, str] = PrivateAttr(default_factory=dict)
    """How each turn ended."""
    _taken: Counter[tuple[str, RequestKey]] = PrivateAttr(default_factory=Counter)

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """A model for the recording in a file."""
        about, exchanges, turns = _read(Path(path))
        model = cls(path=str(path), about=about)
        model._exchanges, model._turns = exchanges, turns
        return model

    @property
    def model_name(self) -> str:
        """The name of the recorded model, where the recording says so."""
        return self.about.get("model", "replay")

    @property
    @override
    def known_phases(self) -> frozenset[str]:
        # The course of the recorded debate: what was not asked then is not asked now.
        return frozenset(exchange.phase for known in self._exchanges.values() for exchange in known)

    @override
    def foresee(self, thread: str, turn: TurnName, phase: str, attempt: int) -> Foresight:
        """Say what followed then: whether there was time left for it is no question of how fast this machine is."""
        place = (phase, turn.seat, turn.round, attempt)
        known = sum(len(each) for key, each in self._exchanges.items() if key[:4] == place)
        if known > sum(count for (owner, key), count in self._taken.items() if owner == thread and key[:4] == place):
            return "asked"
        status = self._turns.get(turn)
        if status == "timeout":
            return "late"
        return "ended" if status in ("failed", "partial", "refused") else "open"

    @override
    def take_steps(self, request: Request) -> Iterator[Step]:
        """Find the recorded exchange, and let it happen again."""
        key = key_of(request)
        exchanges, number = self._exchanges.get(key, []), self._taken[request.thread, key]
        if number >= len(exchanges):
            raise ReplayMiss(f"{self.path} {self._nearest(key)} {request.name}{self._differ(request)}; record it again")
        self._taken[request.thread, key] += 1
        return _repeat(exchanges[number], request)

    def _differ(self, request: Request) -> str:
        """Name the first difference between what is asked now and what was asked then."""
        key = key_of(request)
        alike = [known for known in self._exchanges if known[:-1] == key[:-1] and known != key]
        told = next((each.prompt for known in alike for each in self._exchanges[known] if each.prompt), "")
        if not told:
            return ""
        at = next((at for at, (a, b) in enumerate(zip(told, request.prompt, strict=False)) if a != b), None)
        at = min(len(told), len(request.prompt)) if at is None else at
        start = max(0, at - _BEFORE)
        then, now = (repr(text[start : at + _AFTER]) for text in (told, request.prompt))
        return f" (first difference at character {at}: recorded {then}, now {now})"

    def _nearest(self, key: RequestKey) -> str:
        """What the recording has instead, to tell a changed prompt from a changed course."""
        if key in self._exchanges:
            return "holds no further answer for"
        if any(known[:-1] == key[:-1] for known in self._exchanges):
            return "holds an answer to another prompt for"
        return "holds no answer for"

    @property
    @override
    def _llm_type(self) -> str:
        return "replay"

    @property
    @override
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name}


def read_about(path: str | Path) -> dict[str, str]:
    """What a recorded run was started with, such as its model."""
    first = next(read_lines(Path(path)))
    return dict(first.about) if isinstance(first, Heading) else {}


def _repeat(exchange: Exchange, request: Request) -> Iterator[Step]:
    """Everything that happened in a recorded exchange, in order."""
    skip_time(exchange.elapsed_ms / 1000)
    said = exchange.text if exchange.arguments is None else exchange.arguments
    as_call = request.mode == "function" and (exchange.arguments is not None or exchange.mode != "function")
    if said:
        yield piece_of(said, request.schema_name if as_call else None)
    reason, refusal, usage = exchange.finish_reason, exchange.refusal, _usage(exchange.usage)
    if exchange.outcome == "ok" or reason or refusal or usage:
        yield last_piece(usage, model=exchange.model, reason=reason, refusal=refusal)
    if exchange.outcome == "cut":
        yield TimeoutError("the recorded answer was cut off here")
    elif exchange.error is not None:
        yield _error_again(exchange.error)


def _error_again(error: RecordedError) -> Exception:
    """A recorded error as whoever handles it would meet it."""
    match error.family:
        case "status":
            details = {"said": error.said, "code": error.code}
            return status_error(error.status or 500, error.text, retry_after=error.retry_after, **details)
        case "timeout":
            return client_timeout()
        case "connection":
            return connection_error(error.text)
        case "stream":
            return stream_error(error.text)
        case "other":
            return unknown_error(error.type, error.text)


def _usage(usage: RecordedUsage | None) -> UsageMetadata | None:
    if usage is None:
        return None
    return UsageMetadata(
        input_tokens=usage.prompt_tokens,
        output_tokens=usage.completion_tokens,
        total_tokens=usage.prompt_tokens + usage.completion_tokens,
        input_token_details=InputTokenDetails(cache_read=usage.cached_tokens),
    )


_Read = tuple[dict[str, str], dict[RequestKey, list[Exchange]], dict[TurnName, str]]


def _read(path: Path) -> _Read:
    """The exchanges by what they answer; what an interrupted run had begun gives way to the run after it."""
    turns: dict[TurnName, str] = {}
    about: dict[str, str] = {}
    runs: dict[RequestKey, list[Exchange]] = {}
    run: defaultdict[RequestKey, list[Exchange]] = defaultdict(list)
    for line in read_lines(path):
        if isinstance(line, Heading):
            about = about or dict(line.about)
            _append_run(runs, run)
            run = defaultdict(list)
        elif isinstance(line, Exchange):
            run[line.key].append(line)
        elif isinstance(line, RecordedTurn):
            turns[TurnName(line.seat, line.phase, line.round, line.number)] = line.status
    _append_run(runs, run)
    return about, runs, turns


def _append_run(runs: dict[RequestKey, list[Exchange]], run: dict[RequestKey, list[Exchange]]) -> None:
    for key, exchanges in run.items():
        before = runs.setdefault(key, [])
        while before and before[-1].outcome == "cut":
            before.pop()
        before.extend(exchanges)
