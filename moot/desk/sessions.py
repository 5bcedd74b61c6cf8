"""Who is sitting at the desk: sessions kept in memory, known to the browser by a random cookie only."""

import secrets
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from hashlib import sha256

from moot.desk.backend import Person

COOKIE = "moot_desk"
LIFETIME = 12 * 3600.0
"""Seconds without a sign of life after which somebody has to come in again."""
MOST = 5_000
"""Sessions at a time; the oldest leave first, so nobody can fill the memory."""
TRIES, WITHIN = 10, 60.0
"""So many wrong tokens in so many seconds; more have to wait."""


@dataclass(slots=True)
class Session:
    """One browser."""

    person: Person = field(default_factory=Person)
    trusted: bool = False
    """Whether a right token was shown."""
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    language: str = ""
    seen: float = field(default_factory=time.monotonic)


class Sessions:
    """All browsers the desk knows. The cookie's value itself is not kept, only its digest."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._wrong: deque[float] = deque(maxlen=TRIES)

    def find(self, cookie: str | None) -> Session | None:
        """The session of a cookie, unless it is unknown or too old."""
        if not cookie:
            return None
        key = _digest(cookie)
        session = self._sessions.get(key)
        if session is None:
            return None
        now = time.monotonic()
        if now - session.seen > LIFETIME:
            del self._sessions[key]
            return None
        session.seen = now
        self._sessions.move_to_end(key)
        return session

    def open(self, session: Session) -> str:
        """Begin a session; the answer is the cookie's value."""
        cookie = secrets.token_urlsafe(32)
        self._sessions[_digest(cookie)] = session
        while len(self._sessions) > MOST:
            self._sessions.popitem(last=False)
        return cookie

    def close(self, cookie: str | None) -> None:
        """End a session."""
        if cookie:
            self._sessions.pop(_digest(cookie), None)

    def may_try(self) -> bool:
        """Whether another token may be tried now."""
        return len(self._wrong) < TRIES or time.monotonic() - self._wrong[0] > WITHIN

    def note_wrong(self) -> None:
        """Remember a wrong token, not which."""
        self._wrong.append(time.monotonic())


def _digest(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()
