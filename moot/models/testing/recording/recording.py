"""Records every exchange with a model, so that the debate can be run again without it.

A recorder stands around a model and changes nothing: what comes back passes through, and when the
exchange ends, however it ends, one line is appended and flushed. Seats that speak at once may share
one recording, also from several threads and processes.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import aclosing
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGenerationChunk
from pydantic import ConfigDict
from typing_extensions import override

from moot import __version__
from moot.errors import InputError, UnavailableError
from moot.models.base_chat import WrappingChatModel
from moot.models.cleaning import find_secrets, redact
from moot.models.request import Request, read_request, text_of
from moot.models.testing.recording.exchange import (
    Exchange,
    Heading,
    RecordedError,
    RecordedUsage,
    RequestKey,
    key_of,
    read_lines,
    write_line,
)
from moot.models.testing.steps import family_of

_Keep = Callable[[Request, Mapping[str, Any]], None]
"""Takes the description of an exchange."""


class RecordingError(UnavailableError):
    """The recording cannot be written; what was recorded so far is kept."""


class Recording:
    """Appends exchanges to a file."""

    def __init__(self, path: str | Path, about: Mapping[str, str] | None = None) -> None:
        self._path = Path(path)
        self._lock = Lock()
        self._numbers: Counter[tuple[str, RequestKey]] = Counter()
        self._heading = Heading(moot=__version__, about=dict(about or {}))
        self._secrets = find_secrets()
        if self._path.exists() and self._path.stat().st_size:
            next(iter(read_lines(self._path)))  # never append to what is no recording
        try:
            self._append(write_line(self._heading, self._mask))
        except RecordingError as error:
            # Nothing has been asked yet: the name is wrong, nothing outside has failed.
            raise InputError(str(error)) from error

    def keep(self, request: Request, exchange: Mapping[str, Any]) -> None:
        """Append one exchange."""
        with self._lock:
            self._numbers[request.thread, key_of(request)] += 1
            number = self._numbers[request.thread, key_of(request)]
        line = Exchange(
            phase=request.phase,
            seat=request.seat,
            round=request.round,
            attempt=request.attempt,
            number=number,
            schema=request.schema_name,
            mode=request.mode,
            digest=request.digest,
            prompt=request.prompt,
            **exchange,
        )
        # A file that somebody took away in the meantime starts anew.
        fresh = not self._path.exists() or not self._path.stat().st_size
        heading = write_line(self._heading, self._mask) if fresh else ""
        self._append(heading + write_line(line, self._mask))

    def close(self) -> None:
        """Do nothing: nothing is open between two lines, so nothing can be lost without this either."""

    def _mask(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text

    def _append(self, text: str) -> None:
        try:
            # Opened for each line: nothing is left open or unwritten however the process ends.
            with self._lock, self._path.open("ab", buffering=0) as file:
                file.write(text.encode("utf-8", "replace"))
        except OSError as error:
            raise RecordingError(f"{self._path}: cannot be written: {error.strerror}; name another file") from error


class RecordingChatModel(WrappingChatModel):
    """A chat model that records what the model inside it answers."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    recording: Recording

    @override
    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        with _Listener(self.recording.keep, read_request(messages, kwargs), self.model_name) as listener:
            # Without callbacks: the outer call reports every piece already.
            stream = self.inner.astream(messages, {"callbacks": []}, stop=stop, **kwargs)
            async with aclosing(stream) as pieces:  # type: ignore[type-var]  # it is an async generator
                async for piece in pieces:
                    listener.hear(piece)
                    yield ChatGenerationChunk(message=piece)

    @override
    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        with _Listener(self.recording.keep, read_request(messages, kwargs), self.model_name) as listener:
            for piece in self.inner.stream(messages, {"callbacks": []}, stop=stop, **kwargs):
                listener.hear(piece)
                yield ChatGenerationChunk(message=piece)

    @property
    @override
    def _llm_type(self) -> str:
        return "recording"


class _Listener:
    """Hears one exchange and keeps it when it ends, however it ends."""

    def __init__(self, keep: _Keep, request: Request, model: str) -> None:
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
