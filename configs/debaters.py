"""Seats whoever refines an idea and whoever argues the approved question, where a profile has only one of the two.

A profile whose own seats refine (its strategy is `verdict`) and whose approved question is argued next takes seats and
settings of the profile named in `refinement.debate_profile`; its own seats become roles, and what it sets otherwise
than `research` stays. A profile that argues and refines first gets the refining roles of `research`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from moot.configs.keys import flatten_settings
from moot.errors import ProfileError
from moot.state.protocol import Profile

_Settings = Mapping[str, Any]
_REFINING = "research"
_NAMED = "refinement.debate_profile"
_OWN = ("name", "title", "description", "language")


def refuse_file(profile: Profile, given: _Settings) -> None:
    """Refuse that a run of a loaded profile names a file to read: it may come from a client of a server."""
    named = given.get(_NAMED)
    if named != profile.refinement.debate_profile and isinstance(named, str) and ("/" in named or "." in named):
        raise ProfileError(f"override {_NAMED}: {named!r} is a file; name it in the profile itself, or use build_graph")


def seat_refinement(settings: _Settings, given: _Settings, read: Callable[[str], _Settings]) -> dict[str, Any]:
    """Complete the settings of a profile that refines, with what is `given` for this run taken into account."""
    wanted = {**settings, **given}
    if not wanted.get("refinement.enabled"):
        return dict(settings)
    refining = read(_REFINING)
    named = wanted.get(_NAMED)
    if wanted.get("convergence.strategy") != "verdict":
        if _NAMED in given and named != settings.get(_NAMED):
            raise ProfileError(f"override {_NAMED}: the seats of this profile argue themselves; use --profile {named}")
        roles = _as_roles(refining["seats"], settings)
        return {**settings, **{key: value for key, value in roles.items() if key not in settings}}
    if wanted.get("refinement.then") != "debate" or not named:
        return dict(settings)
    argued = read(str(named))
    if argued.get("refinement.enabled") or argued.get("convergence.strategy") == "verdict":
        raise ProfileError(f"{_NAMED}: the seats of {named} refine and do not argue; name one such as conclave")
    usual = _list_usual(refining)
    own = {key: value for key, value in settings.items() if key in _OWN or usual.get(key, ...) != value}
    own = {key: value for key, value in own.items() if key != "seats" and value != {}}
    refinement = {key: value for key, value in settings.items() if key.startswith("refinement.")}
    return {**argued, **_as_roles(settings["seats"], {}), **own, **refinement}


def _as_roles(seats: Any, settings: _Settings) -> dict[str, Any]:
    """Write seats as roles, but for those that the settings have already."""
    seated = {seat["id"] for seat in settings.get("seats", ()) if isinstance(seat, Mapping)}
    return {
        f"roles.{seat['id']}.{name}": seat[name]
        for seat in seats
        if seat["id"] not in seated
        for name in ("persona", "model")
        if seat.get(name)
    }


def _list_usual(refining: _Settings) -> dict[str, Any]:
    """List what the refining profile sets, and what every profile has where it says nothing."""
    return {**_list_defaults(), **refining}


@cache
def _list_defaults() -> dict[str, Any]:
    bare = Profile.model_validate({"name": _REFINING, "seats": [{"id": "one"}]})
    return dict(flatten_settings(bare.model_dump(mode="json")))
