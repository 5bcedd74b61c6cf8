"""Drops connections on which somebody begins to ask and never ends: each of them would be kept for good."""

import asyncio
from typing import Any

from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 15.0
"""Seconds in which a request has to arrive whole."""
_PAUSE = 1.0


class PatientProtocol(H11Protocol):
    """Serves a connection as uvicorn does, and ends it when no whole request arrives in time.

    While a request is answered there is no limit: pages that follow a debate are open for as long as it takes.
    """

    patience = PATIENCE

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn's own
        super().connection_made(transport)
        self._request: Any = None
        self._waiting_since = self.loop.time()
        self._timer = self.loop.call_later(_PAUSE, self._watch)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def _watch(self) -> None:
        now = self.loop.time()
        request: Any = self.cycle  # none before the first request
        is_answered = request is not None and not request.more_body and not request.response_complete
        if request is not self._request or is_answered:
            self._request, self._waiting_since = request, now
        if now - self._waiting_since > self.patience:
            self.transport.close()
            return
        self._timer = self.loop.call_later(min(_PAUSE, self.patience), self._watch)
