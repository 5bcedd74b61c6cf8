"""Serves the tools over HTTP to those who may: host names, origins and tokens are checked as at the desk."""

import logging
from urllib.parse import urlsplit

from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from moot.desk import DeskSettings, is_local

_logger = logging.getLogger(__name__)


def make_http_app(server: MCPServer, settings: DeskSettings) -> ASGIApp:
    """Make the application that answers at /mcp."""
    # The gate below checks hosts and origins, whatever their ports.
    inner = server.streamable_http_app(
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False)
    )
    return _Gate(inner, settings)


class _Gate:
    """Refuses who comes under a wrong name, from another site's page, or without a token where one is needed."""

    def __init__(self, app: ASGIApp, settings: DeskSettings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        refusal = self._refuse(scope, Headers(scope=scope)) if scope["type"] == "http" else None
        if refusal is None:
            await self._app(scope, receive, send)
            return
        status, reason = refusal
        _logger.warning("refused %s %s: %s", scope["method"], scope["path"][:120], reason)
        needs = {"www-authenticate": "Bearer"} if status == 401 else {}
        await PlainTextResponse(f"Refused: {reason}.\n", status, headers=needs)(scope, receive, send)

    def _refuse(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if _host(headers.get("host", "")) not in self._settings.hosts:
            return 421, "this server is not known under this host name"
        origin = headers.get("origin")
        if origin is not None and _host(urlsplit(origin).netloc) not in self._settings.hosts:
            return 403, "the request comes from another origin"
        if self._settings.guarded:
            kind, _, token = headers.get("authorization", "").partition(" ")
            known = kind.lower() == "bearer" and self._settings.identify(token.strip(), "mcp") is not None
            return None if known else (401, "a token is needed: Authorization: Bearer TOKEN")
        client = scope.get("client")
        if client is not None and not is_local(client[0]):
            return 403, "without a token this machine only is answered"
        return None


def _host(text: str) -> str:
    try:
        return (urlsplit(f"//{text}").hostname or "").lower()
    except ValueError:
        return ""
