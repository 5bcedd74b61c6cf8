"""How a desk is set up: where it listens, who may come in, and what may be asked for from a browser."""

import ipaddress
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest

from moot.errors import UsageError

LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
"""Under these names the desk is always known."""
ANY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104  # named to be told apart, not to be bound to
SHORTEST_TOKEN = 16
LARGEST_REQUEST = 256 * 1024
"""Bytes of one request; the longest text field of a form is far below."""


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """What holds for the whole desk. Secrets are never shown."""

    hosts: frozenset[str] = frozenset(LOCAL_NAMES)
    """Names under which the desk answers; any other is refused (DNS rebinding)."""
    token: str = field(default="", repr=False)
    """Whoever has it may come in; without one only this machine may."""
    people: Mapping[str, str] = field(default_factory=dict, repr=False)
    """A token of its own for each person, by name; it also proves who decides."""
    models: Sequence[str] = ()
    """Models a debate may be started with; empty: the configured one only."""
    asks_server: bool = False
    """Every token is tried on the LangGraph server behind the desk, which knows its people."""
    reviewer: str = ""
    """The name suggested to whoever sits at this machine."""
    largest_request: int = LARGEST_REQUEST

    @property
    def guarded(self) -> bool:
        """Whether somebody has to say who they are."""
        return bool(self.token or self.people or self.asks_server)

    def identify(self, token: str, name: str) -> str | None:
        """The name of whoever brings this token; None when nobody's. Takes as long for a wrong one as for a right."""
        found = None
        for person, secret in self.people.items():
            if compare_digest(secret.encode(), token.encode()):
                found = person
        shared = bool(self.token) and compare_digest(self.token.encode(), token.encode())
        return found if found is not None else (name if shared else None)


def is_local(host: str) -> bool:
    """Whether an address or a name stays on this machine."""
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
    people = read_people(environment.get("MOOT_DESK_TOKENS", ""))
    for secret in (*([token] if token else []), *people.values()):
        if len(secret) < SHORTEST_TOKEN:
            raise UsageError(
                f"MOOT_DESK_TOKEN: at least {SHORTEST_TOKEN} signs are needed; make one with: openssl rand -hex 24"
            )
    named = [name.lower() for name in (*also_known_as, *([] if address in ANY_ADDRESS else [address])) if name]
    open_to_others = not is_local(address) or not all(is_local(name) for name in named)
    if open_to_others and not (token or people or asks_server):
        where = f"--host {address}" if not is_local(address) else f"--allow-host {', '.join(also_known_as)}"
        raise UsageError(f"{where}: others could come in; set MOOT_DESK_TOKEN, or stay on 127.0.0.1")
    if address in ANY_ADDRESS and not named:
        raise UsageError(
            f"--host {address or '(any)'}: say under which name people reach the desk, with --allow-host NAME"
        )
    return DeskSettings(
        hosts=frozenset((*LOCAL_NAMES, *(name.strip("[]") for name in named))),
        token=token,
        people=people,
        models=tuple(models),
        asks_server=asks_server,
        reviewer=environment.get("USER", "") or environment.get("USERNAME", ""),
    )


def read_people(text: str) -> dict[str, str]:
    """The tokens of single people: `ana=SECRET, budi=SECRET`."""
    people = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, secret = part.partition("=")
        if not (equals and name.strip() and secret.strip()):
            raise UsageError("MOOT_DESK_TOKENS: write NAME=TOKEN pairs with commas between them")
        people[name.strip()] = secret.strip()
    return people
