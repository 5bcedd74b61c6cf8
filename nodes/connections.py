"""Connects debates to their models; whoever builds a graph owns its connections."""

import os
from functools import lru_cache
from pathlib import Path

from moot.errors import UsageError
from moot.models import DEFAULT_MODEL, ModelEdge, Settings, read_key
from moot.nodes.addresses import restore_secrets
from moot.nodes.context import RunContext
from moot.policies.limits import STRONGER
from moot.state.identity import IdentityMemo
from moot.state.protocol import Protocol

_MAX_EDGES = 256


class Connections:
    """The models of the debates that a graph runs, by what each run chose.

    Debates with the same models, recording and key share an edge, because an edge remembers which way of asking its
    models understand; all others have nothing in common.
    """

    def __init__(self, *, shows_tokens: bool = True) -> None:
        self._shows_tokens = shows_tokens
        self._edges = lru_cache(maxsize=_MAX_EDGES)(_connect)
        self._found = IdentityMemo[ModelEdge](_MAX_EDGES)
        self._stamps: dict[str, int] = {}

    def find(self, protocol: Protocol, run: RunContext) -> ModelEdge:
        """Find what a debate asks through: each seat and role with its own model, and those that take over."""
        key = hash(read_key())
        # Of the run only what is read: whoever remembers all of it keeps its documents and logs as well.
        told = key, run.base_url, run.record, run.replay, os.environ.get("MOOT_BASE_URL")
        return self._found.find((protocol,), told, lambda: self._find(protocol, run, key))

    def _find(self, protocol: Protocol, run: RunContext, key: int) -> ModelEdge:
        profile, models = protocol.profile, protocol.models
        own = {seat.id: seat.model for seat in profile.seats if seat.model}
        own |= {name: role.model for name, role in profile.roles.items() if role.model}
        spare = {name: role.fallback for name, role in profile.roles.items() if role.fallback}
        if profile.ladder.models:
            own[STRONGER], *others = profile.ladder.models
            spare[STRONGER] = tuple(others)
        settings = Settings(
            model=models.model or DEFAULT_MODEL,
            base_url=restore_secrets(models.base_url, run),
            seat_models=tuple(sorted((own | models.by_seat).items())),
            fallbacks=tuple(sorted(spare.items())),
            record=run.record,
            replay=run.replay,
            max_answer_tokens=profile.budget.max_answer_tokens,
            shows_tokens=self._shows_tokens,
            hedge=profile.hedge,
        )
        return self._edges(settings, key)

    async def open(self, protocol: Protocol, run: RunContext) -> None:
        """Open every model before anything is asked: a wrong name or a missing file is told before a debate starts."""
        self._forget_edited_scripts(protocol)
        edge = self.find(protocol, run)
        stronger = (STRONGER,) if protocol.profile.ladder.models else ()
        for seat in ("", *protocol.profile.seat_ids, *protocol.profile.roles, *stronger):
            served = await edge.open(seat)
            if protocol.profile.budget.cost is not None and not edge.knows_price(served):
                raise UsageError(
                    f"budget.cost: the price of {served.name!r} is not known, so a money limit cannot be kept; "
                    "limit tokens instead (--max-tokens)"
                )

    def clear(self) -> None:
        """Forget every model, and what was learnt about it."""
        self._edges.cache_clear()
        self._found.clear()

    def _forget_edited_scripts(self, protocol: Protocol) -> None:
        """Forget models whose script was edited; looked at between runs only, never inside one."""
        for name in {protocol.models.model or "", *protocol.models.by_seat.values()}:
            path = Path(name.removeprefix("scripted:"))
            if name.startswith("scripted:") and path.exists():
                stamp = path.stat().st_mtime_ns
                if self._stamps.setdefault(name, stamp) != stamp:
                    self._stamps[name] = stamp
                    self.clear()


def _connect(settings: Settings, key: int) -> ModelEdge:  # noqa: ARG001  # another key is another edge
    return ModelEdge(settings)
