"""Refuses what a client of a server may not ask for: models that are its files, and its key sent elsewhere."""

import os
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from moot.errors import InputError
from moot.models import parse_model, read_key
from moot.nodes.context import Context
from moot.state.protocol import Profile

FILE_MODELS_VARIABLE = "MOOT_ALLOW_FILE_MODELS"
"""Set to 1 by whoever runs a server whose clients may name files, for example for rehearsals."""
BASE_URLS_VARIABLE = "MOOT_ALLOW_BASE_URLS"
"""The addresses, separated by commas, that clients of a server may have its key sent to."""


def check_visitor(context: Context, profile: Profile, built: Profile) -> None:
    """Refuse what a client may not choose; what the server itself is set to use is its own affair."""
    _refuse_files(context, profile, built)
    _guard_key(context.base_url)


def _refuse_files(context: Context, profile: Profile, built: Profile) -> None:
    if os.environ.get(FILE_MODELS_VARIABLE) == "1":
        return
    own = set(_named_by(built))
    wanted = [context.model, *context.seat_models.values(), *(each for each in _named_by(profile) if each not in own)]
    for spec in filter(None, wanted):
        parsed = parse_model(spec, context.base_url or os.environ.get("MOOT_BASE_URL") or None)
        if parsed.kind in ("scripted", "local") and parsed.name:
            raise InputError(
                f"model {spec!r}: it names a file on the server, which only its operator may; "
                f"use openai:NAME or local, or start the server with {FILE_MODELS_VARIABLE}=1"
            )


def _guard_key(base_url: str | None) -> None:
    """Refuse an address to which the server's key would be sent because a client names it."""
    allowed = [os.environ.get("MOOT_BASE_URL", ""), *os.environ.get(BASE_URLS_VARIABLE, "").split(",")]
    if base_url is None or read_key() is None or base_url in [each.strip() for each in allowed] or _is_here(base_url):
        return
    raise InputError(
        f"base_url: the server's key would be sent to {urlsplit(base_url).hostname}; "
        f"its operator can allow that address with {BASE_URLS_VARIABLE}"
    )


def _is_here(url: str) -> bool:
    """Tell whether an address stays on this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _named_by(profile: Profile) -> Iterator[str]:
    """List every model a profile names."""
    for seat in profile.seats:
        if seat.model:
            yield seat.model
    for role in profile.roles.values():
        yield from filter(None, (role.model, *role.fallback))
    yield from profile.ladder.models
