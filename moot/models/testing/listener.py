"""Listens to one exchange with a model, and describes it when it ends, however it ends."""

import asyncio
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

from langchain_core.messages import AIMessage

from moot.models.faults import family_of
from moot.models.redaction import redact
from moot.models.request import Request, text_of
from moot.models.testing.exchange import RecordedError, RecordedUsage

Keep = Callable[[Request, Mapping[str, Any]], None]
"""Takes the description of an exchange."""


class Listener:
    """Hears one exchange and keeps it when it ends, however it ends."""

    def __init__(self, keep: Keep, request: Request, model: str) -> None:
        self._keep, self._request, self._model = keep, request, model
        self._started = time.monotonic()
        self._texts: list[str] = []
        self._arguments: list[str] = []
        self._rest: dict[str, Any] = {}

    def hear(self, piece: AIMessage) -> None:
        """Take note of a piece on its way through."""
        self._texts.append(text_of(piece))
        self._arguments += [str(call.get("args") or "") for call in getattr(piece, "tool_call_chunks", ())]
        if piece.additional_kwargs.get("refusal"):
            self._rest["refusal"] = str(piece.additional_kwargs["refusal"])
        if piece.response_metadata.get("finish_reason"):
            self._rest["finish_reason"] = str(piece.response_metadata["finish_reason"])
        if piece.usage_metadata:
            self._rest["usage"] = _usage(piece)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        outcome = "ok" if error is None else "error"
        if isinstance(error, asyncio.CancelledError | GeneratorExit | KeyboardInterrupt):
            outcome = "ok" if isinstance(error, GeneratorExit) and "finish_reason" in self._rest else "cut"
        elif error is not None:
            self._rest["error"] = _described(error)
        arguments = "".join(self._arguments) if self._arguments else None
        elapsed = round((time.monotonic() - self._started) * 1000)
        spoken = {"text": "".join(self._texts), "arguments": arguments, "elapsed_ms": elapsed}
        self._keep(self._request, {"model": self._model, "outcome": outcome, **spoken, **self._rest})


def _usage(piece: AIMessage) -> RecordedUsage | None:
    usage = piece.usage_metadata
    if usage is None:
        return None
    cached = (usage.get("input_token_details") or {}).get("cache_read") or 0
    return RecordedUsage(
        prompt_tokens=usage["input_tokens"], completion_tokens=usage["output_tokens"], cached_tokens=cached
    )


def _described(error: BaseException) -> RecordedError:
    status, code = getattr(error, "status_code", None), getattr(error, "code", None)
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else None
    said = inner.get("message") if isinstance(inner, Mapping) else None
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return RecordedError(
        type=type(error).__name__,
        family=family_of(error),
        text=redact(" ".join(str(error).split())),
        said=redact(str(said)) if said else None,
        code=str(code) if code is not None else None,
        status=status if isinstance(status, int) else None,
        retry_after=_seconds(headers.get("retry-after")),
    )


def _seconds(text: str | None) -> float | None:
    return float(text) if text is not None and text.replace(".", "", 1).isdecimal() else None
