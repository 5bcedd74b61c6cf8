"""Records every exchange with a model, so that the debate can be run again without it.

A recorder stands around a model and changes nothing: what comes back passes through, and when the
exchange ends, however it ends, one line is appended and flushed. Seats that speak at once may share
one recording, also from several threads and processes.
"""

import os
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from pathlib import Path
from threading import Lock
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatGenerationChunk
from pydantic import ConfigDict
from typing_extensions import override

from moot import __version__
from moot.errors import InputError, UnavailableError
from moot.models.request import Request, read_request
from moot.models.streamed import AroundChatModel
from moot.models.testing.exchange import Exchange, Heading, Key, key_of, read_lines, write_line
from moot.models.testing.listener import Listener

_SECRET_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD")
_SHORTEST_SECRET = 6
"""A shorter value is a placeholder; masking it would tear holes into ordinary words."""


class RecordingError(UnavailableError):
    """The recording cannot be written; what was recorded so far is kept."""


class Recording:
    """The file that exchanges are appended to."""

    def __init__(self, path: str | Path, about: Mapping[str, str] | None = None) -> None:
        self._path = Path(path)
        self._lock = Lock()
        self._numbers: Counter[tuple[str, Key]] = Counter()
        self._heading = Heading(moot=__version__, about=dict(about or {}))
        self._secrets = tuple(_secrets())
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
            **exchange,
        )
        # A file that somebody took away in the meantime starts anew.
        fresh = not self._path.exists() or not self._path.stat().st_size
        heading = write_line(self._heading, self._mask) if fresh else ""
        self._append(heading + write_line(line, self._mask))

    def close(self) -> None:
        """Done; nothing is open between two lines, so nothing can be lost without this either."""

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


class RecordingChatModel(AroundChatModel):
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
        with Listener(self.recording.keep, read_request(messages, kwargs), self.model_name) as listener:
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
        with Listener(self.recording.keep, read_request(messages, kwargs), self.model_name) as listener:
            for piece in self.inner.stream(messages, {"callbacks": []}, stop=stop, **kwargs):
                listener.hear(piece)
                yield ChatGenerationChunk(message=piece)

    @property
    @override
    def _llm_type(self) -> str:
        return "recording"


def _secrets() -> Iterator[str]:
    """What must never be written: the values of every variable that is named like a secret."""
    for name, value in os.environ.items():
        if name.upper().endswith(_SECRET_NAMES) and len(value) >= _SHORTEST_SECRET:
            yield value
