"""What a failure means for us, and when we try again.

    Fault
    +-- Transient     the server or the connection failed: the same request may work later
    +-- Rejected      the server does not take the request in this form: another way of asking may work
    +-- Fatal         asking again cannot help
    +-- Unaffordable  the request does not fit its lease: it is not made

Tried again: broken connections, 408, 409, 429 and 5xx, with exponential backoff and jitter, and not before the
server's Retry-After. Never: 400, 401, 403, 404. No wait reaches past the lease's deadline, or takes longer than five
minutes where there is none: when it would, we stop.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, wait_exponential, wait_random

from moot.models.cleaning import one_line

_FIRST_WAIT = 0.25
_LONGEST_WAIT = 8.0
_LONGEST_ASKED = 300.0
"""Seconds: a server that asks for more is not waited for, even by a seat whose time is not limited."""

_RETRIED = frozenset({408, 409, 429})
_OTHER_FORM = frozenset({400, 415, 422, 501})
_BROKEN = frozenset({"APIConnectionError", "APIError", "TransportError", "ClientError"})
"""The connection errors of the openai, httpx and aiohttp packages by name: none of them is imported for this."""
_UNREACHED = re.compile(r"Cannot connect to host (?P<place>\S+) ssl:\S+ \[(?P<why>.*)\]")
"""What aiohttp says of a place where nothing listens."""
_TOO_LONG = re.compile(r"context[ _](?:length|window|size)|maximum context|too long|too many tokens", re.IGNORECASE)
_REMEDIES: Mapping[int, str] = {
    401: "the server does not accept the key; set OPENAI_API_KEY or MOOT_API_KEY, or the provider's own variable",
    403: "the key may not use this model; choose another model or another key",
    404: "the server does not know this model or address; check the model's name and the base URL",
}


class Fault(Exception):  # noqa: N818  # not an error of ours: what the other side did
    """Something went wrong with one request; the text is one line for people."""

    def __init__(self, message: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        """The HTTP status; None when the server did not answer at all, or not to the end."""
        self.retry_after = retry_after


class Transient(Fault):
    """The same request may work later."""


class Rejected(Fault):
    """The server does not take the request in this form."""


class Fatal(Fault):
    """Asking again cannot help."""


class Unaffordable(Fault):
    """The request does not fit its lease."""


def classify(error: Exception) -> Fault:
    """Say what an error of a model means for us."""
    if isinstance(error, Fault):
        return error
    status = _read_status(error, "status_code")
    if status is not None:
        return _classify_status(status, error)
    names = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, OSError | EOFError) or names & _BROKEN:
        return Transient(f"the connection failed: {_say_broken(error)}")
    if "No generation chunks were returned" in str(error):
        return Transient("the server closed the connection without an answer")
    wrapped = _find_status(error)
    if wrapped is not None:
        return _classify_status(wrapped, error)
    return Fatal(f"{type(error).__name__}: {one_line(str(error))}")


def _say_broken(error: Exception) -> str:
    """Say where nobody answered in place of what the HTTP client calls it; everything else stays as it was told."""
    told = one_line(str(error)) or type(error).__name__
    found = _UNREACHED.fullmatch(told)
    if found is None:
        return told
    nobody = f"no server answers at {found['place']}"
    return nobody if found["why"].startswith("Connect call failed") else f"{nobody} ({found['why']})"


def _read_status(error: BaseException, *names: str) -> int | None:
    """Read the HTTP status a server answered with, from an error or from the answer that it holds."""
    places = (error, getattr(error, "response", None))
    found = (getattr(place, name, None) for place in places for name in names)
    return next((each for each in found if isinstance(each, int) and 400 <= each < 600), None)


def _find_status(error: BaseException | None) -> int | None:
    """Find the status in what a provider's package has wrapped; Google's calls it a code."""
    while error is not None:
        status = _read_status(error, "status_code", "code")
        if status is not None:
            return status
        error = error.__cause__
    return None


def _classify_status(status: int, error: Exception) -> Fault:
    message = f"{status}: {_REMEDIES.get(status) or one_line(_said(error))}"
    if status == 429 and getattr(error, "code", None) == "insufficient_quota":
        return Fatal(f"{message}; the account has no credit left", status)
    if status in _RETRIED or (status >= 500 and status not in _OTHER_FORM):
        return Transient(message, status, _retry_after(error))
    if status in _OTHER_FORM and not _TOO_LONG.search(str(error)):
        return Rejected(message, status)
    return Fatal(message, status)


def _said(error: Exception) -> str:
    """The server's own message, without the client's wrapping."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else None
    said = inner.get("message") if isinstance(inner, Mapping) else inner
    return str(said or error)


def _retry_after(error: Exception) -> float | None:
    """The seconds a server asks us to wait: a number, milliseconds, or a date."""
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        if headers.get("retry-after-ms"):
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        text = headers.get("retry-after") or ""
        if text.replace(".", "", 1).isdecimal():
            return float(text)
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds()) if text else None
    except (ValueError, TypeError, OverflowError):
        return None


def retrying(attempts: int, left: Callable[[], float], sleep: Callable[[float], Awaitable[None]]) -> AsyncRetrying:
    """Try again after transient faults, as often as allowed and as long as there is time left."""
    backoff = wait_exponential(multiplier=_FIRST_WAIT, max=_LONGEST_WAIT) + wait_random(0, _FIRST_WAIT)

    def wait(state: RetryCallState) -> float:
        fault = state.outcome.exception() if state.outcome else None
        asked = fault.retry_after if isinstance(fault, Transient) else None
        # A little more than asked for, so that the seats of a wave do not all come back at once.
        return backoff(state) if asked is None else asked + backoff(state) / 10

    def stop(state: RetryCallState) -> bool:
        return state.attempt_number >= attempts or state.upcoming_sleep >= min(left(), _LONGEST_ASKED)

    return AsyncRetrying(
        retry=retry_if_exception_type(Transient),
        wait=wait,
        stop=stop,
        sleep=sleep,
        reraise=True,
    )
