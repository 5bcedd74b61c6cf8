"""An `auth` handler for a LangGraph server: everybody sees, reviews and resumes their own debates only.

Name it in langgraph.json, and let the desk ask the server in the name of whoever sits there:

    "auth": {"path": "./deploy/auth_example.py:auth"}
    MOOT_SERVER_PEOPLE="ana=TOKEN,budi=TOKEN"  MOOT_DESK_SERVER=http://127.0.0.1:2024

A real deployment checks a signed token of its identity provider in `who_is_it`; the rest stays as it is.
"""

import os
from hmac import compare_digest
from typing import Any

from langgraph_sdk import Auth

auth = Auth()


def read_people() -> dict[str, str]:
    """Everybody's token, by name."""
    pairs = (pair.partition("=") for pair in os.environ.get("MOOT_SERVER_PEOPLE", "").split(",") if "=" in pair)
    return {name.strip(): token.strip() for name, _, token in pairs if name.strip() and token.strip()}


@auth.authenticate
async def who_is_it(authorization: str | None) -> Auth.types.MinimalUserDict:
    """Find out who asks; a request without a right token is refused."""
    scheme, _, token = (authorization or "").partition(" ")
    found = None
    for name, secret in read_people().items():
        # Every token is compared, so that the time tells nothing.
        if compare_digest(secret.encode(), token.encode()) and scheme.lower() == "bearer":
            found = name
    if found is None:
        raise Auth.exceptions.HTTPException(status_code=401, detail="a token is needed")
    return {"identity": found, "is_authenticated": True}


@auth.on.threads.create
async def own_what_you_start(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> dict[str, Any]:
    """Whoever starts a debate owns it; nobody can start one in another's name."""
    owner = {"owner": ctx.user.identity}
    value.setdefault("metadata", {}).update(owner)
    return owner


@auth.on.threads
async def see_your_own(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Reading, searching, running and resuming: the owner's threads only; another's do not exist."""
    return {"owner": ctx.user.identity}


@auth.on.assistants.read
@auth.on.assistants.search
async def everybody_may_use_the_graphs(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> bool:  # noqa: ARG001
    """The graphs are the same for all."""
    return True


@auth.on
async def nothing_else(ctx: Auth.types.AuthContext, value: Any) -> bool:  # noqa: ARG001
    """What is not allowed above is forbidden: changing assistants, the key-value store, crons."""
    return False
