"""Says who may use a desk: its settings, the tokens of people, and the sessions of their browsers."""

import ipaddress
import os
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest

from moot.catalogue import chosen_frame_language
from moot.desk.backend import Person
from moot.errors import UsageError

_LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
"""Under these names the desk is always known."""
_ANY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104  # named to be told apart, not to be bound to
_MIN_TOKEN_LENGTH = 16
_MAX_REQUEST_BYTES = 256 * 1024
"""Bytes of one request; the longest text field of a form is far below."""
SESSION_COOKIE = "moot_desk"
SESSION_LIFETIME = 12 * 3600.0
"""Seconds without a sign of life after which somebody has to sign in again."""
_MAX_SESSIONS = 5_000
"""Sessions at a time; the oldest end first, so nobody can fill the memory."""
_MAX_WRONG_TOKENS, _WRONG_TOKEN_WINDOW = 10, 60.0
"""So many wrong tokens of one client in so many seconds; more are slowed down."""
_MAX_CLIENTS = 1_000
"""Clients whose wrong tokens are remembered; those longest ago are forgotten first."""


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """Holds the settings of the whole desk. Secrets are never shown."""

    hosts: frozenset[str] = frozenset(_LOCAL_NAMES)
    """Names under which the desk answers; any other is refused (DNS rebinding)."""
    token: str = field(default="", repr=False)
    """Whoever has it may sign in; without one only this machine may."""
    people: Mapping[str, str] = field(default_factory=dict, repr=False)
    """A token of its own for each person, by name; it also proves who decides."""
    models: Sequence[str] = ()
    """Models a debate may be started with; empty: the configured one only."""
    asks_server: bool = False
    """Every token is tried on the LangGraph server behind the desk, which knows its people."""
    reviewer: str = ""
    """The name suggested to whoever sits at this machine."""
    language: str = ""
    """What the desk speaks, whatever browsers and debates speak, until a person switches it."""
    largest_request: int = _MAX_REQUEST_BYTES

    @property
    def guarded(self) -> bool:
        """Say whether people have to sign in."""
        return bool(self.token or self.people or self.asks_server)

    def identify(self, token: str, name: str) -> str | None:
        """Find whose token this is; None when nobody's. Takes as long for a wrong one as for a right."""
        found = None
        for person, secret in self.people.items():
            if compare_digest(secret.encode(), token.encode()):
                found = person
        shared = bool(self.token) and compare_digest(self.token.encode(), token.encode())
        return found if found is not None else (name if shared else None)


def is_local(host: str) -> bool:
    """Say whether an address or a name stays on this machine."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def read_settings(
    address: str = "127.0.0.1",
    *,
    also_known_as: Sequence[str] = (),
    models: Sequence[str] = (),
    asks_server: bool = False,
    environment: Mapping[str, str] = os.environ,
) -> DeskSettings:
    """Put the settings together; a desk that others can reach needs a token."""
    token = environment.get("MOOT_DESK_TOKEN", "").strip()
    people = _read_people_tokens(environment.get("MOOT_DESK_TOKENS", ""))
    for secret in (*([token] if token else []), *people.values()):
        if len(secret) < _MIN_TOKEN_LENGTH:
            raise UsageError(
                f"MOOT_DESK_TOKEN: at least {_MIN_TOKEN_LENGTH} signs are needed; make one with: openssl rand -hex 24"
            )
    named = [name.lower() for name in (*also_known_as, *([] if address in _ANY_ADDRESS else [address])) if name]
    open_to_others = not is_local(address) or not all(is_local(name) for name in named)
    if open_to_others and not (token or people or asks_server):
        where = f"--host {address}" if not is_local(address) else f"--allow-host {', '.join(also_known_as)}"
        raise UsageError(f"{where}: others could come in; set MOOT_DESK_TOKEN, or stay on 127.0.0.1")
    if address in _ANY_ADDRESS and not named:
        raise UsageError(
            f"--host {address or '(any)'}: say under which name people reach the desk, with --allow-host NAME"
        )
    return DeskSettings(
        hosts=frozenset((*_LOCAL_NAMES, *(name.strip("[]") for name in named))),
        token=token,
        people=people,
        models=tuple(models),
        asks_server=asks_server,
        reviewer=environment.get("USER", "") or environment.get("USERNAME", ""),
        language=chosen_frame_language(),
    )


def _read_people_tokens(text: str) -> dict[str, str]:
    """Read the tokens of single people: `ana=SECRET, budi=SECRET`."""
    people = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, secret = part.partition("=")
        if not (equals and name.strip() and secret.strip()):
            raise UsageError("MOOT_DESK_TOKENS: write NAME=TOKEN pairs with commas between them")
        people[name.strip()] = secret.strip()
    return people


@dataclass(slots=True)
class Session:
    """Holds what is known of one browser."""

    person: Person = field(default_factory=Person)
    trusted: bool = False
    """Whether a right token was shown."""
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    language: str = ""
    seen: float = field(default_factory=time.monotonic)


class Sessions:
    """Keeps the sessions of all browsers in memory, by the digest of a random cookie."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def find(self, cookie: str | None) -> Session | None:
        """Find the session of a cookie, unless it is unknown or too old."""
        if not cookie:
            return None
        key = _digest(cookie)
        session = self._sessions.get(key)
        if session is None:
            return None
        now = time.monotonic()
        if now - session.seen > SESSION_LIFETIME:
            del self._sessions[key]
            return None
        session.seen = now
        self._sessions.move_to_end(key)
        return session

    def open(self, session: Session) -> str:
        """Begin a session; the answer is the cookie's value."""
        cookie = secrets.token_urlsafe(32)
        self._sessions[_digest(cookie)] = session
        while len(self._sessions) > _MAX_SESSIONS:
            self._sessions.popitem(last=False)
        return cookie

    def close(self, cookie: str | None) -> None:
        """End a session."""
        if cookie:
            self._sessions.pop(_digest(cookie), None)

    def is_guessing(self, client: str) -> bool:
        """Say whether a client has shown too many wrong tokens lately."""
        wrong = self._wrong.get(client) or deque()
        return len(wrong) == _MAX_WRONG_TOKENS and time.monotonic() - wrong[0] <= _WRONG_TOKEN_WINDOW

    def note_wrong(self, client: str) -> None:
        """Remember that a client showed a wrong token, not which."""
        self._wrong.setdefault(client, deque(maxlen=_MAX_WRONG_TOKENS)).append(time.monotonic())
        self._wrong.move_to_end(client)
        while len(self._wrong) > _MAX_CLIENTS:
            self._wrong.popitem(last=False)


def _digest(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()
