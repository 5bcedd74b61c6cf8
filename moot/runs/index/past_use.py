"""Reads what earlier debates like a new one used, for its forecast."""

from moot.models.usage import PastUse
from moot.runs.debates import inspect
from moot.state.protocol import Models, Profile, Route
from moot.stores import INTERRUPTED, RUNNING, Store

_MOST, _LOOKED_AT = 8, 40
"""The newest debates like it, among the newest of all."""


async def list_past_use(store: Store, profile: Profile, models: Models, route: Route) -> list[PastUse]:
    """List what the newest debates under the same profile, models and route used.

    A fork, and a debate that failed or is not over, says little about a whole one.
    """
    found: list[PastUse] = []
    for entry in await store.entries(limit=_LOOKED_AT):
        unfinished = entry.parent or entry.status in (RUNNING, INTERRUPTED, "failed")
        if unfinished or entry.profile != profile.name:
            continue
        values = (await inspect(entry.thread, store=store)).values
        protocol, routing = values.get("protocol"), values.get("routing")
        if protocol is None or routing is None or routing.route != route:
            continue
        same_seats = protocol.profile.seat_ids == profile.seat_ids
        same_rounds = (protocol.profile.rounds, protocol.profile.ladder) == (profile.rounds, profile.ladder)
        if not same_seats or not same_rounds or _name_models(protocol.models) != _name_models(models):
            continue
        usages = [usage for turn in values.get("turns") or [] for usage in turn.usages]
        if usages:
            found.append(
                PastUse(
                    calls=len(usages),
                    prompt_tokens=sum(usage.prompt_tokens for usage in usages),
                    completion_tokens=sum(usage.completion_tokens for usage in usages),
                )
            )
        if len(found) == _MOST:
            break
    return found


def _name_models(models: Models) -> tuple[str | None, dict[str, str]]:
    """Name who answered; at which address does not matter."""
    return models.model, models.by_seat
