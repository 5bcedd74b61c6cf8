"""Checks every request before a page sees it: host name, origin and size; and adds headers that forbid the rest.

A refusal names its reason in plain words. What is logged is the method, the path and the reason: never a header, a
cookie, a token or a form.
"""

import logging
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moot.desk.access import DeskSettings, is_local
from moot.models.cleaning import one_line

_SAFE_METHODS = ("GET", "HEAD")
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not no-referrer: browsers would then send no origin with a form, and it could not be checked.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

_logger = logging.getLogger(__name__)


class _TooLargeError(Exception):
    """Says that a request went on beyond the limit; answered with 413."""


class RequestGuard:
    """Refuses requests with a wrong host, origin, method, type or size."""

    def __init__(self, app: ASGIApp, settings: DeskSettings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await self._refuse(scope, receive, send, *refusal)
            return
        began = False

        async def guarded_send(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                _add_headers(message)
            await send(message)

        try:
            await self.app(scope, self._bounded(receive), guarded_send)
        except _TooLargeError:
            if not began:
                await self._refuse(scope, receive, send, 413, "the request is too large")

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if _name(host) not in self.settings.hosts:
            return 421, "the desk is not known under this host name"
        client = scope.get("client")
        if not self.settings.guarded and client is not None and not is_local(client[0]):
            return 403, "without a token the desk answers this machine only"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.largest_request:
            return 413, "the request is too large"
        if scope["method"] in _SAFE_METHODS:
            return self._spying(headers, host)
        if scope["method"] != "POST":
            return 405, "the desk is changed by POST only"
        return self._foreign(headers, host)

    def _spying(self, headers: Headers, host: str) -> tuple[int, str] | None:
        """Refuse a page of another site that reads: it may lead here, whatever the server around us allows."""
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, "another origin wants to read"
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate":
            return 403, "another site wants to read"
        return None

    def _foreign(self, headers: Headers, host: str) -> tuple[int, str] | None:
        """Refuse a change that does not come from a page of the desk itself."""
        origin = headers.get("origin") or headers.get("referer") or ""
        if urlsplit(origin).netloc.lower() != host.lower():
            return 403, "the request comes from another origin"
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return 403, "the request comes from another site"
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        return None if kind == "application/x-www-form-urlencoded" else (415, "only plain forms are read")

    def _bounded(self, receive: Receive) -> Receive:
        seen = 0

        async def bounded() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.settings.largest_request:
                raise _TooLargeError
            return message

        return bounded

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
        log_refusal(scope, reason)
        response = PlainTextResponse(f"Refused: {reason}.\n", status, headers={**_HEADERS, "connection": "close"})
        await response(scope, receive, send)


def log_refusal(scope: Scope, reason: str) -> None:
    """Note a refusal without anything secret."""
    _logger.warning("refused %s %s: %s", scope["method"], one_line(scope["path"])[:120], reason)


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in _HEADERS.items():
        headers[name] = value
    headers.setdefault("cache-control", "no-store")


def _name(host: str) -> str:
    """Read the host name of a Host header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
