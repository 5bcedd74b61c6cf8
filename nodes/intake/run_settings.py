"""Checks the settings that a client of a server gives a run: what is of the wrong kind would have no effect."""

from collections.abc import Mapping

from moot.errors import InputError
from moot.state.protocol import Profile

_KINDS: Mapping[str, tuple[type, str]] = {
    "model": (str, '"openai:gpt-4.1-mini"'),
    "base_url": (str, '"http://127.0.0.1:11434/v1"'),
    "seat_models": (Mapping, '{"cfo": "openai:gpt-4.1"}'),
    "overrides": (Mapping, '{"rounds.max": 2}'),
}
"""What each setting is, and an example of it."""

_OPTIONAL_ROLES = (
    "auditor",
    "router",
    "comparer",
    "stronger",
    "verifier",
    "council_critic",
    "council_advocate",
    "council_synthesizer",
)
"""Who may be asked although a profile does not mention it."""


def list_model_seats(profile: Profile) -> list[str]:
    """List the seats and roles that can have a model of their own."""
    return list(dict.fromkeys((*profile.seat_ids, *profile.roles, *_OPTIONAL_ROLES)))


def check_settings(given: object, profile: Profile) -> None:
    """Refuse settings that would be passed over; what a form leaves empty is none."""
    for name, (kind, example) in _KINDS.items():
        value = getattr(given, name, None)
        if value and not isinstance(value, kind):
            raise InputError(f"the run's context: {name}: {value!r} cannot be read; write it like {example}")
    for seat, model in (getattr(given, "seat_models", None) or {}).items():
        if seat not in list_model_seats(profile):
            known = ", ".join(list_model_seats(profile))
            raise InputError(f"the run's context: seat_models: {profile.name} has no seat {seat!r}; there are {known}")
        if not isinstance(model, str):
            raise InputError(f"the run's context: seat_models: {seat}: {model!r} is no name of a model")
