"""Authorises the requests to a LangGraph server: everybody sees, reviews and resumes their own debates only.

Name it in langgraph.json, and let the desk ask the server in the name of whoever signed in:

    "auth": {"path": "./deploy/auth_example.py:auth"}
    MOOT_SERVER_PEOPLE="ana=TOKEN,budi=TOKEN"  MOOT_DESK_SERVER=http://127.0.0.1:2024

A real deployment checks a signed token of its identity provider in `authenticate`; the rest stays as it is.
"""

import os
from hmac import compare_digest
from typing import Any

from langgraph_sdk import Auth

auth = Auth()


def _read_tokens() -> dict[str, str]:
    """Read everybody's token, by name."""
    pairs = (pair.partition("=") for pair in os.environ.get("MOOT_SERVER_PEOPLE", "").split(",") if "=" in pair)
    return {name.strip(): token.strip() for name, _, token in pairs if name.strip() and token.strip()}


@auth.authenticate
async def authenticate(authorization: str | None) -> Auth.types.MinimalUserDict:
    """Find out who asks; a request without a right token is refused."""
    scheme, _, token = (authorization or "").partition(" ")
    found = None
    for name, secret in _read_tokens().items():
        # Every token is compared, so that the time tells nothing.
        if compare_digest(secret.encode(), token.encode()) and scheme.lower() == "bearer":
            found = name
    if found is None:
        raise Auth.exceptions.HTTPException(status_code=401, detail="a token is needed")
    return {"identity": found, "is_authenticated": True}


@auth.on.threads.create
async def set_owner(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> dict[str, Any]:
    """Make whoever starts a debate its owner; nobody can start one in another's name."""
    owner = {"owner": ctx.user.identity}
    value.setdefault("metadata", {}).update(owner)
    return owner


@auth.on.threads
async def filter_by_owner(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001  # the signature is the SDK's
    """Limit reading, searching, running and resuming to the owner's threads; another's do not exist."""
    return {"owner": ctx.user.identity}


@auth.on.assistants.read
@auth.on.assistants.search
async def allow_assistants(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> bool:  # noqa: ARG001  # the signature is the SDK's
    """Let everybody use the graphs: they are the same for all."""
    return True


@auth.on
async def forbid_the_rest(ctx: Auth.types.AuthContext, value: Any) -> bool:  # noqa: ARG001  # the signature is the SDK's
    """Forbid what is not allowed above: changing assistants, the key-value store, crons."""
    return False
