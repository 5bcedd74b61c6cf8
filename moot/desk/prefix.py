"""Serves the desk below a path, for a proxy that keeps that path in what it passes on, and for one that cuts it off."""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from moot.errors import UsageError

_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)+")


def put_under(prefix: str, app: ASGIApp) -> ASGIApp:
    """Put an application below a path; an empty one leaves it at the root."""
    if prefix in ("", "/"):
        return app
    root = prefix.rstrip("/")
    if not _PREFIX.fullmatch(root):
        raise UsageError(f"--prefix {prefix!r}: write it as /desk or /team/desk")

    async def below(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        path = str(scope["path"])
        whole = path if path == root or path.startswith(f"{root}/") else f"{root}{path}"
        await app({**scope, "root_path": root, "path": whole}, receive, send)

    return below
