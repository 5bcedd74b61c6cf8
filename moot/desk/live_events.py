"""Sends what happens in a running debate to every page that watches it: read once, written once, copied to many.

A viewer that cannot keep up loses the oldest frames and is told to look again; it never holds the debate up.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from moot.policies.critique.evidence import SYSTEM
from moot.views.conversation import Listener, Utterance
from moot.views.wording.names import say_seat

_SEND_INTERVAL = 0.3
"""Seconds between two sendings to one viewer: what happens in between travels together."""
MAX_WAITING_FRAMES = 256
"""Frames that wait for one viewer at most."""
_MAX_KEPT_FRAMES = 512
"""Frames kept for whoever comes later in the same run."""
_SILENCE = 15.0
"""After so many silent seconds a comment shows that the connection lives."""

_LAGGED = b'event: moot\ndata: {"event": "lagged"}\n\n'
_ALIVE = b": alive\n\n"
_SHOWN_EVENTS = frozenset(
    {
        "routed", "round_opened", "seat_started", "seat_finished", "round_closed", "breaker", "fallback", "escalated",
        "council", "consensus", "began", "reopened", "reviewed", "ended", "rules",
    }
)  # fmt: skip
"""Events of the graph that a page shows; others stay inside."""

_MAX_POSITION_LENGTH = 280
"""A position on the way is shown by its first sentence or two; the page has the whole of it."""

_Event = dict[str, Any]


def encode_frame(event: Mapping[str, Any]) -> bytes:
    """Write one event as a server-sent frame; JSON has no raw line breaks, so nothing can end the frame early."""
    return f"event: moot\ndata: {json.dumps(event, ensure_ascii=False, default=str)}\n\n".encode()


class Viewer:
    """Holds the frames that wait for one open page."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque(maxlen=MAX_WAITING_FRAMES)
        self._lagged = False
        self._ended = False
        self._news = asyncio.Event()

    def put(self, frame: bytes) -> None:
        """Take one frame; never waits."""
        self._lagged = self._lagged or len(self._frames) == MAX_WAITING_FRAMES
        self._frames.append(frame)
        self._news.set()

    def end(self) -> None:
        """Say that nothing more will come."""
        self._ended = True
        self._news.set()

    async def frames(self) -> AsyncIterator[bytes]:
        """Yield what arrived, a few times a second, until the end."""
        while True:
            try:
                await asyncio.wait_for(self._news.wait(), _SILENCE)
            except TimeoutError:
                yield _ALIVE
                continue
            if not self._ended:
                await asyncio.sleep(_SEND_INTERVAL)
            self._news.clear()
            if self._frames or self._lagged:
                yield self._take()
            if self._ended:
                return

    def _take(self) -> bytes:
        taken = b"".join(self._frames)
        self._frames.clear()
        lagged, self._lagged = self._lagged, False
        return _LAGGED + taken if lagged else taken


class Channel:
    """Passes on what is told about one debate while it runs."""

    def __init__(self) -> None:
        self.count = 0
        """How many things were told; a view drawn at the same count is still right."""
        self.ended = False
        self._viewers: set[Viewer] = set()
        self._listener = Listener()
        self._positions: list[_Event] = []
        """Those that were told: a closing round has them all again, and so has every look at a stored step."""
        self._past: deque[bytes] = deque(maxlen=_MAX_KEPT_FRAMES)

    @property
    def watched(self) -> int:
        """Count the open pages."""
        return len(self._viewers)

    def tell(self, mode: str, data: Any) -> None:
        """Tell everybody who watches what a piece of the graph's stream means to them; each position once."""
        for event in translate_stream(mode, data, self._listener):
            if event["event"] == "position":
                if event in self._positions:
                    continue
                self._positions.append(event)
            self.publish(event)

    def publish(self, event: Mapping[str, Any]) -> None:
        """Tell everybody who watches."""
        self.count += 1
        frame = encode_frame(event)
        self._past.append(frame)
        for viewer in self._viewers:
            viewer.put(frame)

    def end(self) -> None:
        """Say that nothing more will come."""
        self.ended = True
        for viewer in self._viewers:
            viewer.end()

    @contextmanager
    def viewer(self) -> Any:
        """Open a page: it first hears what was told in this run so far."""
        viewer = Viewer()
        for frame in [*self._past][-MAX_WAITING_FRAMES:]:
            viewer.put(frame)
        if self.ended:
            viewer.end()
        self._viewers.add(viewer)
        try:
            yield viewer
        finally:
            self._viewers.discard(viewer)


def translate_stream(mode: str, data: Any, listener: Listener) -> Iterator[_Event]:
    """Turn a piece of the graph's stream into what a page is told: what happens, and who says what to whom."""
    if not isinstance(data, Mapping):
        return
    if mode == "custom" and data.get("event") in _SHOWN_EVENTS:
        yield dict(data)
    if mode == "updates":
        for node, update in data.items():
            if node == "__interrupt__":
                yield {"event": "paused"}
            elif isinstance(update, Mapping):
                yield from (_position(each) for each in update.get("positions") or ())
                yield from map(describe_utterance, listener.hear(update))


def describe_utterance(utterance: Utterance) -> _Event:
    """Describe one thing that was said; the page names whoever is no seat."""
    named = utterance.kind == "remark" or utterance.speaker == SYSTEM
    who = utterance.speaker if utterance.kind == "remark" else "" if named else say_seat(utterance.speaker)
    return {**utterance.as_event(), "who": who, "to": say_seat(utterance.whom) if utterance.whom else ""}


def _position(position: Any) -> _Event:
    """Describe a position by what it recommends; a server sends it as plain data."""

    def read(name: str) -> Any:
        return position.get(name) if isinstance(position, Mapping) else getattr(position, name, None)

    text = str(read("recommendation") or read("stance") or "")
    return {
        "event": "position",
        "seat": read("seat"),
        "round": read("round"),
        "status": read("status"),
        "confidence": read("confidence"),
        "text": text if len(text) <= _MAX_POSITION_LENGTH else f"{text[: _MAX_POSITION_LENGTH - 1].rstrip()}…",
    }
