"""Finds who moved a decision: from the votes at once, and by forks under a budget where votes do not suffice.

What a fork asks again:
- without a critique: the answers to the critiques of its round, and everything after;
- without a seat: everything after round 1;
- without a piece of evidence: the whole debate, because everybody has read it.

Forks run one after another while tokens and money last, and each may use what is left. A fork has a name that follows
from what it leaves out, so it is run once: whoever asks again, or draws the report, finds it in the store.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from moot.errors import InputError, ModelError
from moot.policies.agreement.voting import Counterfactual, Influence, list_influences
from moot.runs.debates import debate, fork, inspect
from moot.runs.drive import read_result
from moot.state.budget import Turn
from moot.stores import Store
from moot.views.result import Result, find_decided_option

_MAX_THREAD_CHARS = 128


@dataclass(frozen=True)
class ForkLimits:
    """Limits what forks may use, all of them together."""

    forks: int = 0
    max_tokens: int | None = None
    max_cost: float | None = None


@dataclass(frozen=True)
class _Spent:
    calls: int = 0
    tokens: int = 0
    cost: float | None = 0.0


async def attribute(thread: str, store: Store, limits: ForkLimits | None = None) -> tuple[Influence, ...]:
    """Say what the decision comes to without each seat, critique and piece of evidence; run forks within the limits."""
    values = (await inspect(thread, store=store)).values
    ballot = values.get("ballot")
    if ballot is None or not ballot.votes:
        raise InputError(f"{thread}: nobody voted in this debate, so no vote can be left out")
    given = [each.id for each in values.get("evidence") or [] if each.kind == "given"]
    listed = list_influences(ballot, values.get("positions") or [], values.get("critiques") or [], given)
    original = read_result(await inspect(thread, store=store), thread)
    budget = _ForkBudget(limits or ForkLimits())
    found = []
    for influence in listed:
        name = _name_fork(thread, influence)
        made = await _read_fork(name, original, values, store)
        if made is None and _can_fork(influence, values) and (share := budget.take()) is not None:
            result = await _run_fork(thread, name, influence, values, store, share)
            made = await _settle_fork(result, original, values, store)
            budget.pay(made)
        found.append(influence.model_copy(update={"fork": made}))
    return tuple(found)


class _ForkBudget:
    """Counts what forks may still use."""

    def __init__(self, limits: ForkLimits) -> None:
        self._forks, self._tokens, self._cost = limits.forks, limits.max_tokens, limits.max_cost

    def take(self) -> dict[str, float] | None:
        """Take what is left for one more fork; None when nothing is."""
        left = {"tokens": self._tokens, "cost": self._cost}
        given = {name: float(amount) for name, amount in left.items() if amount is not None}
        if self._forks <= 0 or any(amount <= 0 for amount in given.values()):
            return None
        self._forks -= 1
        return given

    def pay(self, made: Counterfactual | None) -> None:
        """Count what a fork used; one that the budget ended, or whose price nobody knows, used all of it."""
        if made is None:
            self._forks = 0
            return
        if self._tokens is not None:
            self._tokens -= made.tokens
        if self._cost is not None:
            self._cost = 0.0 if made.cost is None else self._cost - made.cost


async def _settle_fork(
    result: Result, original: Result, values: Mapping[str, Any], store: Store
) -> Counterfactual | None:
    """Read a fork that was run; one that failed, or that the budget ended, says nothing and is not kept."""
    turns = (await inspect(result.thread_id, store=store)).values.get("turns") or []
    ended = result.stop_reason == "budget" or any(turn.status == "refused" for turn in turns)
    if ended or result.status == "failed":
        await store.forget(result.thread_id)
    if result.status == "failed" and not ended:
        raise ModelError(f"the fork {result.thread_id} failed: no agent answered; run it again later")
    return await _read_fork(result.thread_id, original, values, store)


def _can_fork(influence: Influence, values: Mapping[str, Any]) -> bool:
    """Tell whether a fork says more than the votes; at least two seats have to stay."""
    if influence.suffices or influence.kind == "evidence":
        return not influence.suffices
    if influence.kind == "seat":
        return len(values["protocol"].profile.seats) > 2
    return any(each.id == influence.id for each in values.get("critiques") or [])


async def _run_fork(
    thread: str, name: str, influence: Influence, values: Mapping[str, Any], store: Store, share: Mapping[str, float]
) -> Result:
    if influence.kind == "evidence":
        return await _run_again(name, influence.id, values, store, share)
    critique = next((each for each in values.get("critiques") or [] if each.id == influence.id), None)
    number = critique.round if critique is not None and influence.kind == "critique" else 1
    # What was said until then counts against the limits of the fork as well.
    before = _add_up(turn for turn in values.get("turns") or [] if turn.round <= number)
    overrides: dict[str, Any] = {}
    if "tokens" in share:
        overrides["budget.tokens"] = int(before.tokens + share["tokens"])
    if "cost" in share:
        overrides["budget.cost"] = (before.cost or 0.0) + share["cost"]
    left_out: dict[str, Any] = (
        {"without": [influence.id]} if influence.kind == "seat" else {"without_critique": influence.id}
    )
    common: dict[str, Any] = {"new_thread": name, "store": store, "profile": values["protocol"].profile}
    return await fork(thread, round=number, overrides=overrides, **common, **left_out)


async def _run_again(
    name: str, evidence: str, values: Mapping[str, Any], store: Store, share: Mapping[str, float]
) -> Result:
    """Put the question again, without one piece of what was given."""
    case, protocol = values["case"], values["protocol"]
    kept = [each for each in values["evidence"] if each.kind == "given" and each.id != evidence]
    return await debate(
        values["question"],
        store=store,
        thread=name,
        profile=protocol.profile,
        model=protocol.models.model,
        base_url=protocol.models.base_url,
        seat_models=protocol.models.by_seat,
        context=[{"id": each.id, "text": each.text} for each in kept],
        knowledge=case.knowledge,
        value_at_risk=case.value_at_risk,
        irreversible=case.irreversible,
        risk=case.risk,
        route=case.route,
        domain_hint=case.domain_hint,
        options=case.options,
        max_tokens=int(share["tokens"]) if "tokens" in share else None,
        max_cost=share.get("cost"),
    )


async def _read_fork(name: str, original: Result, values: Mapping[str, Any], store: Store) -> Counterfactual | None:
    """Read what became of a fork; None where there is none, or none that came to an end."""
    entry = await store.entry(name)
    if entry is None or entry.status in ("running", "failed"):
        return None
    snapshot = await inspect(name, store=store)
    result = read_result(snapshot, name)
    shared = list(values.get("turns") or [])
    spent = _add_up(turn for turn in snapshot.values.get("turns") or [] if turn not in shared)
    mine, theirs = _find_option(original), _find_option(result)
    return Counterfactual(
        thread=name,
        status=result.status,
        option=theirs,
        changed=(original.status, _fold(mine)) != (result.status, _fold(theirs)),
        calls=spent.calls,
        tokens=spent.tokens,
        cost=spent.cost,
    )


def _find_option(result: Result) -> str | None:
    option = find_decided_option(result)
    return option.wording if option is not None else None


def _fold(text: str | None) -> str:
    return " ".join((text or "").casefold().split())


def _add_up(turns: Iterable[Turn]) -> _Spent:
    usages = [usage for turn in turns for usage in turn.usages]
    costs = [usage.cost for usage in usages]
    return _Spent(
        len(usages),
        sum(usage.prompt_tokens + usage.completion_tokens for usage in usages),
        None if any(each is None for each in costs) else sum(each or 0.0 for each in costs),
    )


def _name_fork(thread: str, influence: Influence) -> str:
    left_out = re.sub(r"[^\w.@+-]", "_", influence.id, flags=re.ASCII)
    name = f"{thread}:without:{left_out}"
    if left_out == influence.id and len(name) <= _MAX_THREAD_CHARS:
        return name
    return f"{thread[:60]}:without:{sha256(f'{thread} {influence.id}'.encode()).hexdigest()[:12]}"
