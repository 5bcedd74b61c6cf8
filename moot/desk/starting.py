"""Starts a debate: the question, who argues it, what is to choose from, and the settings with their limits.

The browser chooses among what the desk offers. It names no file, no folder, no server and no model that whoever started
the desk has not offered; settings that could lead to one are not among those offered here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

from starlette.responses import Response

from moot.configs import dump_derived_profile, flatten_settings, load_profile, profile_names
from moot.desk.backend import NewDebate
from moot.desk.composing import (
    MAX_PERSONA_LENGTH,
    MAX_SEATS,
    can_seat,
    describe_seats,
    fill_again,
    foresee,
    list_rows,
    read_seats,
)
from moot.desk.locales import DeskTranslator
from moot.desk.page_request import (
    MAX_EVIDENCE_LENGTH,
    MAX_QUESTION_LENGTH,
    FormData,
    PageRequest,
    check_debate_id,
    split_evidence,
)
from moot.errors import InputError, MootError
from moot.models.usage import Forecast
from moot.nodes.intake import check_options, has_debate
from moot.policies.routing import list_routes
from moot.state.outcome import Risk
from moot.state.protocol import Profile, Route

_OFFERED: Mapping[str, float] = {
    "rounds.min": 10,
    "rounds.max": 10,
    "convergence.threshold": 1,
    "timeout.per_agent": 600,
    "timeout.total": 7_200,
    "budget.calls": 1_000,
    "budget.tokens": 5_000_000,
    "budget.cost": 1_000,
    "escalation.emit": 1,
    "escalation.human": 1,
    "escalation.value_at_risk": 1e12,
}
"""What may be set from a browser, each with the most the desk allows; the profile's schema may allow less."""
_RISKS: tuple[str, ...] = get_args(Risk)
_HIGHEST_VALUE = 1e12


@dataclass(frozen=True)
class _Setting:
    """One number of a profile that may be changed, with its limits."""

    key: str
    least: float
    most: float
    whole: bool

    @property
    def name(self) -> str:
        """Its name in a form."""
        return f"set.{self.key}"

    @property
    def step(self) -> str:
        """How fine it may be set."""
        return "1" if self.whole else ("0.01" if self.most <= 1 else "any")

    def read(self, text: str) -> float | int | None:
        """The number of a form; None when it was left open."""
        if not text:
            return None
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            raise InputError(f"{self.key}: {text[:20]!r} is not a number") from None
        if not self.least <= value <= self.most:
            raise InputError(f"{self.key}: between {self.least:g} and {self.most:g}, not {value:g}")
        return value


@cache
def offered_settings() -> tuple[_Setting, ...]:
    """List the settings with the limits their schema states."""
    schema = Profile.model_json_schema()
    return tuple(_setting(schema, key, most) for key, most in _OFFERED.items())


def _setting(schema: Mapping[str, Any], key: str, most: float) -> _Setting:
    node: Any = schema
    for part in key.split("."):
        node = _resolved(schema, node)["properties"][part]
    rules = _resolved(schema, node)
    whole = rules["type"] == "integer"
    least = rules.get("minimum", rules.get("exclusiveMinimum", 0) + (1 if whole else 0.001))
    return _Setting(key, least, min(most, rules.get("maximum", most)), whole)


def _resolved(schema: Mapping[str, Any], node: Any) -> Any:
    """Follow a reference, and look through "or nothing"."""
    if "anyOf" in node:
        node = next(each for each in node["anyOf"] if each.get("type") != "null")
    if "$ref" in node:
        node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
    return node


@cache
def _defaults() -> dict[str, dict[str, Any]]:
    """Find what each profile says where nothing is set."""
    found = {}
    for name in profile_names():
        profile = load_profile(name)
        settings = dict(flatten_settings(profile.model_dump(mode="json")))
        found[name] = {
            "title": profile.title or name,
            "description": profile.description,
            "routes": list(list_routes(profile)),
            "seats": describe_seats(profile),
            "can_seat": can_seat(profile),
            "can_choose": not profile.judge.enabled and has_debate(profile),
            "settings": {key: settings.get(key) for key in _OFFERED},
        }
    return found


async def show_start(page: PageRequest) -> Response:
    """Show an empty form, or one that is filled with a debate that was held: asked again, perhaps without a seat."""
    again = page.request.query_params.get("from", "")
    if not again:
        return _form(page, FormData())
    standing = await page.backend.read(check_debate_id(again), page.who, fresh=False)
    if standing.story is None:
        raise InputError("the debate has not begun yet")
    without = page.request.query_params.getlist("without")[:MAX_SEATS]
    return _form(page, fill_again(standing.story, without, list(_OFFERED)))


async def start(page: PageRequest) -> Response:
    """Check the form and start the debate; what is wrong is said above the form, which keeps its contents."""
    try:
        wanted = _read_wanted(page)
        thread = await page.backend.start(wanted, page.who)
    except MootError as error:
        return _form(page, page.form, str(error), status=400)
    return page.go(f"/debates/{thread}")


async def show_forecast(page: PageRequest) -> Response:
    """Show the form again with what the debate is expected to take; nothing is started."""
    try:
        wanted = _read_wanted(page, asked=False)
        profile = load_profile(wanted.profile, wanted.overrides)
        model, route = wanted.model or page.backend.model, wanted.case.get("route", "")
        found = foresee(profile, model, route, page.form.text("evidence", MAX_EVIDENCE_LENGTH))
    except MootError as error:
        return _form(page, page.form, str(error), status=400)
    return _form(page, page.form, expected=found)


async def send_profile(page: PageRequest) -> Response:
    """Send what was composed as a profile file, which `moot run --profile FILE` reads."""
    try:
        wanted = _read_wanted(page, asked=False)
    except MootError as error:
        return _form(page, page.form, str(error), status=400)
    name = f"{wanted.profile}-composed"
    text = dump_derived_profile(wanted.profile, name, wanted.overrides)
    headers = {"content-disposition": f'attachment; filename="{name}.yaml"', "cache-control": "no-store"}
    return Response(text, media_type="application/yaml", headers=headers)


def _read_wanted(page: PageRequest, *, asked: bool = True) -> NewDebate:
    """Read the debate somebody wants; only what is offered is accepted. One that is not `asked` needs no question."""
    form, models = page.form, page.desk.settings.models
    question, profile, model = (
        form.text("question", MAX_QUESTION_LENGTH),
        form.text("profile", 40),
        form.text("model", 200),
    )
    if asked and not question:
        raise InputError("the question is empty; ask something")
    if profile not in profile_names():
        raise InputError(f"profile: choose one of {', '.join(profile_names())}")
    if model and model not in models:
        raise InputError("model: choose one of those the desk offers")
    overrides = read_overrides(form)
    overrides |= read_seats(form, profile, models) if page.backend.can_seat else {}
    loaded = load_profile(profile, overrides)
    options = [each.strip() for each in form.text("options", MAX_QUESTION_LENGTH).splitlines() if each.strip()]
    if options:
        check_options(loaded, options)
    evidence = split_evidence(form.text("evidence", MAX_EVIDENCE_LENGTH))
    return NewDebate(question, profile, model or None, overrides, evidence, _read_case(form), options)


def read_overrides(form: FormData) -> dict[str, Any]:
    """Read the settings that were really given, within their limits."""
    given = {setting.key: setting.read(form.text(setting.name, 40)) for setting in offered_settings()}
    return {key: value for key, value in given.items() if value is not None}


def _read_case(form: FormData) -> dict[str, Any]:
    """Read what is at stake."""
    value = _Setting("value_at_risk", 0, _HIGHEST_VALUE, whole=False).read(form.text("value_at_risk", 40))
    risk, route = form.text("risk", 20), form.text("route", 20)
    if risk and risk not in _RISKS:
        raise InputError(f"risk: choose one of {', '.join(_RISKS)}")
    if route and route not in get_args(Route):
        raise InputError(f"route: choose one of {', '.join(get_args(Route))}")
    case: dict[str, Any] = {"value_at_risk": value, "risk": risk or None, "route": route or None}
    if form.has("irreversible"):
        case["irreversible"] = True
    return {key: value for key, value in case.items() if value is not None}


def _form(
    page: PageRequest, form: FormData, problem: str = "", status: int = 200, expected: Forecast | None = None
) -> Response:
    chosen = (form.fields.get("profile") or [""])[0]
    chosen = chosen if chosen in _defaults() else "conclave"
    return page.show(
        "start.html",
        status,
        profiles=_defaults(),
        chosen=chosen,
        seats=_list_seats(form, chosen),
        can_seat=page.backend.can_seat,
        expected=expected,
        price=lambda amount: page.t("figure.price_unknown") if amount is None else _say_price(page.t, amount),
        offered=offered_settings(),
        models=page.desk.settings.models,
        risks=_RISKS,
        routes=get_args(Route),
        value=lambda name: (form.fields.get(name) or [""])[0][:MAX_EVIDENCE_LENGTH],
        problem=problem,
        longest=MAX_QUESTION_LENGTH,
        longest_evidence=MAX_EVIDENCE_LENGTH,
        longest_persona=MAX_PERSONA_LENGTH,
        most_seats=MAX_SEATS,
    )


def _say_price(t: DeskTranslator, amount: float) -> str:
    """Write an amount of money; nothing is said to be free, not to be zero."""
    return f"US$ {t.number(amount, 4 if amount < 1 else 2)}" if amount else t("figure.free")


def _list_seats(form: FormData, profile: str) -> list[dict[str, str]]:
    """List the seats the form shows: those that were written, else the profile's."""
    usual: list[dict[str, str]] = _defaults()[profile]["seats"]
    if (form.fields.get("seats_of") or [""])[0] != profile:
        return usual
    try:
        return list_rows(form) or usual
    except InputError:
        return usual
