"""Finds out before a debate whether one could run, and what it would cost."""

import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args
from uuid import uuid4

from moot.configs import load_profile
from moot.configs.tables import load_prices
from moot.errors import MootError, UsageError
from moot.models import DEFAULT_MODEL, Settings, Size
from moot.models.cleaning import redact
from moot.models.discovery import ModelProbe, WayProbe, probe_model
from moot.models.testing import DEMONSTRATION
from moot.models.usage import Estimate, Forecast, PastUse, Sizes, find_price, forecast
from moot.prompts.findings import digest_evidence
from moot.state.base import Texts, Value
from moot.state.evidence import Evidence
from moot.state.protocol import Models, Profile, Route

if TYPE_CHECKING:
    from moot.stores import Store

_SIZES: dict[Size, Sizes] = {"full": Sizes(), "compact": Sizes(opening=500, peer=90, answer=250, remark=60)}
"""A small local model is asked for short answers, so everything that quotes them is short too."""


_SQLITE = "sqlite:///"


class StoreCheck(Value):
    """Whether debates can be kept."""

    url: str
    """Without a password."""
    writable: bool
    error: str | None = None


class Checkup(Value):
    """Everything the doctor found out."""

    ok: bool
    problems: Texts
    """What is missing, each with its remedy."""
    model: ModelProbe | None
    tokens_per_second: float | None
    forecast: Forecast
    store: StoreCheck


async def check_up(settings: Settings, profile: Profile, store_url: str | None = None) -> Checkup:
    """Try the model and the store, and forecast what a debate would take."""
    problems: list[str] = []
    probe: ModelProbe | None = None
    try:
        probe = await probe_model(settings)
    except MootError as error:
        problems.append(str(error))
    if probe is not None and not probe.answers:
        remedy = "check the model's name, the base URL and the key"
        problems.append(f"{probe.model} gives no usable answer: {_first_error(probe)}; {remedy}")
    store = await check_store(store_url)
    if store.error is not None:
        problems.append(store.error)
    kept = store.url if store.writable else None
    past = await _look_back(store_url, profile, settings.model) if kept else ()
    return Checkup(
        ok=not problems,
        problems=tuple(problems),
        model=probe,
        tokens_per_second=None if probe is None else probe.tokens_per_second,
        forecast=_forecast(settings, profile, probe, past),
        store=store,
    )


async def check_store(url: str | None = None) -> StoreCheck:
    """Find whether a store can be opened and written, by writing a line and taking it back."""
    from moot.stores import Entry, default_url, open_store

    url = url or default_url()
    thread, at = f"doctor-{uuid4()}", time.time()
    try:
        async with open_store(url) as store:
            await store.note(Entry(thread, at, at, "doctor", "running", "Can this be written?"))
            await store.forget(thread)
    except MootError as error:
        return StoreCheck(url=redact(url), writable=False, error=redact(str(error)))
    return StoreCheck(url=redact(url), writable=True)


def describe_checkup(found: Checkup) -> str:
    """Write the findings for people."""
    lines = [*_about_model(found.model), *_about_store(found.store), *_about_money(found.forecast)]
    missing = ["Missing:", *(f"- {problem}" for problem in found.problems)]
    lines += ["", *(missing if found.problems else ["All is well."])]
    return "\n".join(lines)


def describe_forecast(model: str, profile: Profile, *, small: bool) -> list[str]:
    """Write what a debate on a model would take, without asking it anything."""
    size: Size = "compact" if small else "full"
    name = model.partition(":")[2] or model
    return _about_money(forecast(profile, find_price(name, load_prices()), _SIZES[size]))


def forecast_debate(
    profile: str | None,
    model: str | None,
    overrides: Mapping[str, Any],
    store: str | None = None,
    evidence: Sequence[Mapping[str, str]] = (),
    question: str = "",
) -> Forecast:
    """Forecast a debate from its settings, its question and evidence and what earlier ones used; nobody is asked."""
    rules = load_profile(profile or os.environ.get("MOOT_PROFILE") or "conclave", overrides)
    chosen = model or os.environ.get("MOOT_MODEL")
    past = asyncio.run(_look_back(store, rules, chosen))
    return _forecast_model(rules, chosen or DEFAULT_MODEL, past, evidence=evidence, question=question)


def forecast_cost(
    profile: str | None,
    model: str | None,
    overrides: Mapping[str, Any],
    store: str | None = None,
    evidence: Sequence[Mapping[str, str]] = (),
    question: str = "",
) -> float:
    """Forecast what a debate is likely to cost; a price that nobody knows is no limit."""
    cost = forecast_debate(profile, model, overrides, store, evidence, question).expected.cost
    if not cost:
        chosen = model or os.environ.get("MOOT_MODEL") or DEFAULT_MODEL
        raise UsageError(
            f"--max-cost forecast: the price of {chosen} is not known, or nothing; name an amount, "
            "or limit tokens (--max-tokens)"
        )
    return cost


async def expect_use(
    store: "Store",
    settings: Mapping[str, Any],
    route: str | None,
    evidence: Sequence[Mapping[str, str]] = (),
    question: str = "",
) -> dict[str, Any]:
    """Forecast a debate that is about to begin, for its report to compare with."""
    from moot.runs import seat_models
    from moot.runs.index import list_past_use

    profile = load_profile(settings["profile"] or os.environ.get("MOOT_PROFILE") or "conclave", settings["overrides"])
    rules, seated = seat_models(profile, settings.get("models") or ())
    model = settings["model"] or next(iter(seated.values()), None) or os.environ.get("MOOT_MODEL")
    way: Route = next((each for each in get_args(Route) if each == route), rules.routing.default)
    asked = Models(model=model, by_seat={**seated, **settings["seat_models"]})
    past = await list_past_use(store, rules, asked, way)
    found = _forecast_model(rules, model or DEFAULT_MODEL, past, way, evidence, question)
    courses = (found.low, found.expected, found.high)
    costs = tuple(each.cost for each in courses)
    return {
        "calls": [each.calls for each in courses],
        "tokens": [each.prompt_tokens + each.completion_tokens for each in courses],
        "cost": None if None in costs else list(costs),
        "debates": found.debates,
    }


def _forecast_model(
    rules: Profile,
    model: str,
    past: Sequence[PastUse] = (),
    route: Route | None = None,
    evidence: Sequence[Mapping[str, str]] = (),
    question: str = "",
) -> Forecast:
    size: Size = "compact" if model.partition(":")[0] == DEFAULT_MODEL else "full"
    shown = f"{question}\n{digest_evidence(Evidence.model_validate(each) for each in evidence)}".strip()
    return forecast(
        rules, find_price(model.partition(":")[2] or model, load_prices()), _SIZES[size], route, past, shown=shown
    )


async def _look_back(url: str | None, rules: Profile, model: str | None) -> Sequence[PastUse]:
    """Read what debates like it used; where no debates are kept yet, or none can be read, there are none."""
    from moot.stores import default_url, open_store

    place = url or os.environ.get("MOOT_STORE") or default_url()
    if not _keeps_debates(place):
        return ()
    from moot.runs.index import list_past_use

    try:
        async with open_store(place) as store:
            return await list_past_use(store, rules, Models(model=model), rules.routing.default)
    except MootError:
        return ()


def _keeps_debates(url: str) -> bool:
    """Tell whether there may be debates in a store; a forecast makes no file."""
    return url != "memory:" and (not url.startswith(_SQLITE) or Path(url.removeprefix(_SQLITE)).exists())


def write_forecast(found: Forecast) -> str:
    """Write a forecast for people: at least, likely and at most."""
    return "\n".join(_about_money(found))


def _about_model(probe: ModelProbe | None) -> list[str]:
    if probe is None:
        return ["model     cannot be used"]
    place = f" at {probe.base_url}" if probe.base_url else ""
    lines = [f"model     {probe.model}{place} {'answers' if probe.answers else 'does not answer'}"]
    if probe.demonstration:
        lines.append(f"          {DEMONSTRATION}")
    lines += [f"{way.way:<10}{_about_way(way)}" for way in probe.ways]
    if probe.asked_by is not None:
        lines.append(f"          debates ask it by {probe.asked_by}")
    speed = probe.tokens_per_second
    return lines if speed is None else [*lines, f"speed     {speed:g} tokens per second"]


def _about_way(way: WayProbe) -> str:
    match way.status:
        case "works":
            return f"works, {way.latency_ms / 1000:.1f} s for {way.completion_tokens} tokens"
        case "fails":
            return f"does not work: {way.error}"
        case "untried":
            return f"not tried: {way.error}"


def _about_store(store: StoreCheck) -> list[str]:
    return [f"store     {store.url} {'is writable' if store.writable else 'is not writable'}"]


def _about_money(found: Forecast) -> list[str]:
    head = f"forecast  {found.profile}, route {found.route}: calls, tokens in, tokens out, money in US dollars"
    courses = (("low", found.low), ("expected", found.expected), ("high", found.high))
    basis = ["  high is the most the rules allow; asking again after a failure or an unreadable answer comes on top"]
    if found.debates:
        basis.append(f"  corrected by {found.debates} earlier debates under this profile")
    return [head, *(f"  {name:<8}{_amounts(estimate)}" for name, estimate in courses), *basis]


def _amounts(estimate: Estimate) -> str:
    money = "unknown" if estimate.cost is None else f"{estimate.cost:.4f}"
    capped = f"  stopped by {estimate.capped_by}" if estimate.capped_by else ""
    return f"{estimate.calls:>5}{estimate.prompt_tokens:>10,}{estimate.completion_tokens:>10,}{money:>10}{capped}"


def _forecast(settings: Settings, profile: Profile, probe: ModelProbe | None, past: Sequence[PastUse] = ()) -> Forecast:
    size: Size = "compact" if probe is not None and probe.kind == "local" else "full"
    name = probe.model if probe is not None else settings.model.partition(":")[2] or settings.model
    return forecast(profile, find_price(name, load_prices(settings.prices)), _SIZES[size], past=past)


def _first_error(probe: ModelProbe) -> str:
    return next((way.error for way in probe.ways if way.status == "fails" and way.error), "it says nothing")
