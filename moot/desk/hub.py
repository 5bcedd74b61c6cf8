"""Hands what happens in a debate to everybody who watches it: read once, written once, copied to many.

A viewer that cannot keep up loses the oldest frames and is told to look again; it never holds the debate up.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import contextmanager
from typing import Any

PAUSE = 0.3
"""Seconds between two sendings to one viewer: what happens in between travels together."""
LONGEST = 256
"""Frames that wait for one viewer at most."""
KEPT = 512
"""Frames kept for whoever comes later in the same run."""
QUIET = 15.0
"""After so many silent seconds a comment shows that the connection lives."""

_LAGGED = b'event: moot\ndata: {"event": "lagged"}\n\n'
_ALIVE = b": alive\n\n"


def encode(event: Mapping[str, Any]) -> bytes:
    """One event as a server-sent frame; JSON has no raw line breaks, so nothing can end the frame early."""
    return f"event: moot\ndata: {json.dumps(event, ensure_ascii=False, default=str)}\n\n".encode()


class Viewer:
    """One open page."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque(maxlen=LONGEST)
        self._lagged = False
        self._ended = False
        self._news = asyncio.Event()

    def put(self, frame: bytes) -> None:
        """Take one frame; never waits."""
        self._lagged = self._lagged or len(self._frames) == LONGEST
        self._frames.append(frame)
        self._news.set()

    def end(self) -> None:
        """Nothing more will come."""
        self._ended = True
        self._news.set()

    async def frames(self) -> AsyncIterator[bytes]:
        """What arrived, a few times a second, until the end."""
        while True:
            try:
                await asyncio.wait_for(self._news.wait(), QUIET)
            except TimeoutError:
                yield _ALIVE
                continue
            if not self._ended:
                await asyncio.sleep(PAUSE)
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
    """What is told about one debate while it runs."""

    def __init__(self) -> None:
        self.count = 0
        """How many things were told; a view drawn at the same count is still right."""
        self.ended = False
        self._viewers: set[Viewer] = set()
        self._past: deque[bytes] = deque(maxlen=KEPT)

    @property
    def watched(self) -> int:
        """How many pages are open."""
        return len(self._viewers)

    def publish(self, event: Mapping[str, Any]) -> None:
        """Tell everybody who watches."""
        self.count += 1
        frame = encode(event)
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
        for frame in [*self._past][-LONGEST:]:
            viewer.put(frame)
        if self.ended:
            viewer.end()
        self._viewers.add(viewer)
        try:
            yield viewer
        finally:
            self._viewers.discard(viewer)
