"""Composes a debate in the browser: its seats, its expected price, its profile as a file, and an old one again.

Whoever composes names seats and writes personas. A seat's model is one the desk offers, or the one its profile names:
a browser names no file, no server and no other model.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from moot.configs import flatten_settings, load_profile
from moot.configs.tables import load_prices
from moot.desk.page_request import FormData
from moot.errors import InputError
from moot.models.usage import Forecast, Sizes, find_price, forecast
from moot.state.protocol import Profile, Route, Seat
from moot.views.report import Story

MAX_SEATS = 12
MAX_PERSONA_LENGTH = 2_000
_MAX_TITLE_LENGTH, _MAX_ID_LENGTH = 80, 40
_CHARACTERS_PER_TOKEN = 4
_SEAT_FIELDS = ("id", "title", "persona", "model")


def can_seat(profile: Profile) -> bool:
    """Tell whether other seats make sense: those who look for causes or refine a question have jobs of their own."""
    return not profile.judge.enabled and not profile.refinement.enabled


def describe_seats(profile: Profile) -> list[dict[str, str]]:
    """Describe the seats of a profile for a form."""
    return [{name: str(getattr(seat, name) or "") for name in _SEAT_FIELDS} for seat in profile.seats]


def list_rows(form: FormData) -> list[dict[str, str]]:
    """List the seats of a form, as they were written; a row without a name is no seat."""
    limits = dict(zip(_SEAT_FIELDS, (_MAX_ID_LENGTH, _MAX_TITLE_LENGTH, MAX_PERSONA_LENGTH, 200), strict=True))
    rows = [{name: form.text(f"seat.{at}.{name}", limit) for name, limit in limits.items()} for at in range(MAX_SEATS)]
    return [row for row in rows if row["id"]]


def read_seats(form: FormData, profile: str, models: Sequence[str]) -> dict[str, Any]:
    """Read the seats somebody composed, as settings; nothing when they are the profile's own."""
    if form.text("seats_of", 40) != profile:
        # The rows on the page were drawn for another profile.
        return {}
    rows, usual = list_rows(form), load_profile(profile)
    if not rows or rows == describe_seats(usual) or not can_seat(usual):
        return {}
    if len(rows) < 2:
        raise InputError("seats: at least two have to argue; add another one")
    own = {seat.model for seat in usual.seats if seat.model}
    for row in rows:
        if row["model"] and row["model"] not in (*models, *own):
            raise InputError(f"seat {row['id']}: choose one of the models the desk offers")
    return {"seats": [{name: value for name, value in row.items() if value} for row in rows]}


def foresee(profile: Profile, model: str | None, route: str, evidence: str) -> Forecast:
    """Forecast what a debate takes; what everybody reads is longer by the evidence that is given."""
    usual = Sizes()
    sizes = usual.model_copy(update={"opening": usual.opening + len(evidence) // _CHARACTERS_PER_TOKEN})
    name = (model or "").partition(":")[2] or model or ""
    way: Route | None = next((each for each in get_args(Route) if each == route), None)
    return forecast(profile, find_price(name, load_prices()), sizes, way)


def fill_again(story: Story, without: Sequence[str], offered: Sequence[str]) -> FormData:
    """Fill the form with a debate that was held, so that it can be asked again: without a seat, or with more."""
    state, profile = story.state, story.profile
    fields: dict[str, str] = {"question": story.result.question, "profile": story.result.profile}
    case = state["case"]
    for name in ("value_at_risk", "risk", "route"):
        value = getattr(case, name)
        fields[name] = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    fields["irreversible"] = "1" if case.irreversible else ""
    fields["options"] = "\n".join(case.options)
    given = [each for each in state.get("evidence") or () if each.kind == "given"]
    fields["evidence"] = "\n\n".join(f"[{each.id}] {_one_paragraph(each.text)}" for each in given)
    if profile is not None:
        fields |= _fill_seats([seat for seat in profile.seats if seat.id not in without], story.result.profile)
        fields |= _fill_settings(profile, story.result.profile, offered)
    return FormData({name: [value] for name, value in fields.items()})


def _fill_seats(seats: Sequence[Seat], profile: str) -> dict[str, str]:
    rows = {
        f"seat.{at}.{name}": str(getattr(seat, name) or "") for at, seat in enumerate(seats) for name in _SEAT_FIELDS
    }
    return {"seats_of": profile, **rows}


def _fill_settings(profile: Profile, name: str, offered: Sequence[str]) -> dict[str, str]:
    """Fill in the settings in which a debate differed from its profile."""
    try:
        usual = dict(flatten_settings(load_profile(name).model_dump(mode="json")))
    except InputError:
        return {}
    now: Mapping[str, Any] = dict(flatten_settings(profile.model_dump(mode="json")))
    changed = [key for key in offered if now.get(key) is not None and now.get(key) != usual.get(key)]
    return {f"set.{key}": f"{now[key]:g}" for key in changed}


def _one_paragraph(text: str) -> str:
    """Close the gaps in a text: an empty line would begin another piece of evidence."""
    return re.sub(r"\n\s*\n", "\n", text.strip())
