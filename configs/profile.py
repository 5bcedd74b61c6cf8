"""Reads profiles: by name or path, with overrides, unknown keys refused, contradictions named."""

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from moot.configs.debaters import refuse_file, seat_refinement
from moot.configs.keys import (
    canonical_key,
    flatten_settings,
    is_known_key,
    known_keys,
    named_keys,
    nest_settings,
    suggest_key,
)
from moot.configs.yaml_files import parse_yaml, read_yaml
from moot.errors import ProfileError, UsageError
from moot.state.protocol import Profile, Seat

_WORDS = {"PERMITIDO": True, "PROIBIDO": False}
"""How the sources write yes and no (D-24, D-27)."""


@cache
def profile_names() -> tuple[str, ...]:
    """The profiles that come with moot."""
    folder = files("moot.configs") / "profiles"
    return tuple(sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir() if entry.name.endswith(".yaml")))


def load_profile(profile: str | Path | Profile = "conclave", overrides: Mapping[str, Any] | None = None) -> Profile:
    """Load a profile by name or path; `overrides` maps dotted keys to values."""
    if profile in profile_names():
        with suppress(TypeError):  # of something that is no setting; reading it says what
            return _packaged_with(str(profile), json.dumps(overrides or {}))
    return _load(profile, overrides or {})


@lru_cache(maxsize=64)
def _packaged_with(name: str, overrides: str) -> Profile:
    """A profile of ours; many debates are run by the same settings."""
    return _load(name, json.loads(overrides))


def _load(profile: str | Path | Profile, overrides: Mapping[str, Any]) -> Profile:
    if isinstance(profile, Profile):
        settings, where = dict(flatten_settings(profile.model_dump(mode="json"))), f"profile {profile.name}"
    else:
        settings, where = _settings(str(profile))
    given = _checked(overrides, "override")
    if isinstance(profile, Profile):
        refuse_file(profile, given)
    settings = seat_refinement(settings, given, lambda name: _settings(name)[0])
    known_seats = settings.get("seats", [])
    settings.update(_take_total(given))
    if "seats" in settings:
        settings["seats"] = _seat_list(settings["seats"], known_seats)
    if isinstance(settings.get("calibration"), str):
        settings["calibration"] = read_yaml(Path(settings["calibration"]))  # JSON is YAML
    return _check_names(_validated(settings, where), where)


def dump_profile(profile: Profile) -> str:
    """A profile as YAML, every key with its effective value."""
    return yaml.safe_dump(profile.model_dump(mode="json"), sort_keys=False, allow_unicode=True, width=110)


def dump_derived_profile(base: str, name: str, overrides: Mapping[str, Any]) -> str:
    """Write a profile file that extends one of ours by some settings: what is read back is the same profile."""
    nested: dict[str, Any] = {"extends": base, "name": name}
    for key, value in overrides.items():
        *sections, last = key.split(".")
        place = nested
        for section in sections:
            place = place.setdefault(section, {})
        place[last] = value
    return yaml.safe_dump(nested, sort_keys=False, allow_unicode=True, width=110)


def parse_override(text: str) -> tuple[str, Any]:
    """Read one `key=value` of the command line; the value is YAML."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ProfileError(f"override {text!r}: not of the form key=value, for example rounds.max=2")
    return key.strip(), parse_yaml(value, f"override {key.strip()}")


@cache
def _packaged(name: str) -> Any:
    """A profile of ours as it is written; it is read only, so once is enough."""
    text = (files("moot.configs") / "profiles" / f"{name}.yaml").read_text(encoding="utf-8")
    return parse_yaml(text, f"profile {name}")


def _settings(name: str, chain: tuple[str, ...] = ()) -> tuple[dict[str, Any], str]:
    """The flat settings of a profile and of those it extends."""
    looks_like_path = name.endswith((".yaml", ".yml")) or "/" in name
    if name in chain:
        raise ProfileError(f"profile {name}: extends itself through {' -> '.join(chain)}")
    if looks_like_path:
        where, raw = name, read_yaml(Path(name))
    elif name in profile_names():
        where, raw = f"profile {name}", _packaged(name)
    else:
        hint = suggest_key(name, profile_names()).replace("`moot profiles conclave` lists every key", "")
        known = ", ".join(profile_names())
        raise ProfileError(
            f"profile {name!r} is not known; {hint or 'use'} one of {known}, or the path of a .yaml file"
        )
    if not isinstance(raw, Mapping):
        raise ProfileError(f"{where}: a profile is a mapping of settings, not {_kind(raw)}")
    own = _checked(raw, where)
    if looks_like_path and isinstance(own.get("calibration"), str):
        own["calibration"] = str(Path(name).parent / own["calibration"])  # it stands beside the profile that names it
    base = own.pop("extends", None)
    if base is None:
        return own, where
    if not isinstance(base, str):
        raise ProfileError(f"{where}: extends: name one profile, not {_kind(base)}")
    inherited, _ = _settings(base, (*chain, name))
    inherited_seats = inherited.get("seats", [])
    merged = {**inherited, **_take_total(own)}
    if "seats" in merged:
        merged["seats"] = _seat_list(merged["seats"], inherited_seats)
    return merged, where


def _checked(raw: Mapping[Any, Any], where: str) -> dict[str, Any]:
    """Flat settings under their canonical names; an unknown name is refused with the nearest one."""
    settings: dict[str, Any] = {}
    for written, given in flatten_settings({str(key): value for key, value in raw.items()}):
        for key, value in _spread(canonical_key(written), given).items():
            if not is_known_key(key) and not _is_empty_section(key, value):
                raise ProfileError(f"{where}: unknown key {written!r}; {suggest_key(written, known_keys())}")
            if key in settings:
                raise ProfileError(f"{where}: {written!r} sets {key!r} a second time; keep one of them")
            settings[key] = _plain(key, value)
    return {key: value for key, value in settings.items() if not _is_empty_section(key, value)}


def _take_total(chosen: dict[str, Any]) -> dict[str, Any]:
    """Take a total that somebody set as it is meant: it does not grow with a slow model."""
    return {"timeout.scaled": False, **chosen} if "timeout.total" in chosen else chosen


def _spread(key: str, value: Any) -> dict[str, Any]:
    """One word may set a whole section: `equal` weights count the four points alike (D-32, D-95, X-21)."""
    if key == "convergence.weights" and value == "equal":
        return {known: 25 for known in known_keys() if known.startswith("convergence.weights.")}
    return {key: value}


def _is_empty_section(key: str, value: Any) -> bool:
    return value in (None, {}) and any(known.startswith(f"{key}.") for known in known_keys())


def _plain(key: str, value: Any) -> Any:
    """The sources' spellings as plain values: PERMITIDO, 30s, 70 %, comma-separated folders."""
    if isinstance(value, str) and value in _WORDS and key.endswith(".enabled"):
        return _WORDS[value]
    if key.startswith("timeout.") and isinstance(value, str) and value.endswith("s") and value[:-1].isdecimal():
        return int(value[:-1])
    if key == "convergence.threshold" and type(value) is int and 2 <= value <= 100:
        return value / 100  # D-18 states it in percent
    if key == "conflicts.min_severity" and isinstance(value, str):
        return value.lower()
    if key == "rag.internal.scope" and isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _seat_list(seats: Any, known: Any) -> Any:
    """A list of seat ids picks those seats from the profile below."""
    if not isinstance(seats, list | tuple) or not all(isinstance(seat, str) for seat in seats):
        return seats
    by_id = {seat["id"]: seat for seat in known if isinstance(seat, Mapping) and "id" in seat}
    for seat in seats:
        if seat not in by_id:
            raise ProfileError(f"seats: {seat!r} is not a seat here; {suggest_key(seat, tuple(by_id))}")
    return [by_id[seat] for seat in seats]


def _validated(settings: Mapping[str, Any], where: str) -> Profile:
    try:
        return Profile.model_validate(nest_settings(settings))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        detail = first["msg"].removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            detail = f"unknown key; {suggest_key(str(first['loc'][-1]), tuple(Seat.model_fields))}"
        given = "" if first["type"] == "value_error" else f" (got {_short(first['input'])})"
        prefix = f"{place}: " if place else ""
        raise ProfileError(f"{where}: {prefix}{detail}{given}") from error


def _check_names(profile: Profile, where: str) -> Profile:
    """Refuse a strategy, comparator or record writer that nobody registered, or whose switches are off."""
    settings = dict(flatten_settings(profile.model_dump(mode="json")))
    named = [(key, mark, name) for key, mark in named_keys() for name in _names(settings[key])]
    for key, mark, name in named:
        try:
            entry = mark.load_registry().get(name)
        except UsageError as error:
            raise ProfileError(f"{where}: {key}: {error}") from error
        for switch in getattr(entry, "requires", ()):
            if not settings[switch]:
                section = switch.split(".")[0]
                raise ProfileError(f"{where}: {key} is {name!r} but {switch} is false; switch the {section} on")
    return profile


def _names(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _kind(value: Any) -> str:
    names = {type(None): "empty", list: "a list", str: "a text", int: "a number", float: "a number", bool: "yes/no"}
    return names.get(type(value), "a mapping")
