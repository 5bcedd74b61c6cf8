"""Seats models: which model speaks for which seat, and how many voices sit down."""

from collections.abc import Sequence

from moot.configs import load_profile
from moot.errors import UsageError
from moot.state.protocol import Profile

_FEWEST_VOICES = 3
"""So many voices of one model argue where no models are named."""


def seat_models(profile: Profile, models: Sequence[str]) -> tuple[Profile, dict[str, str]]:
    """Give each seat its model, in order and from the first again; equal voices are as many as the models.

    A further voice of the same model would only repeat it, so without models three of them sit down.
    """
    if not models:
        few = list(profile.seat_ids[:_FEWEST_VOICES])
        return (load_profile(profile, {"seats": few}) if profile.equal_voices else profile), {}
    if any(not model.strip() for model in models):
        raise UsageError("--models: one of them is blank; write NAME,NAME without a comma at the end")
    if len(models) > len(profile.seats):
        raise UsageError(f"--models: {len(models)} models for the {len(profile.seats)} seats of {profile.name}")
    if profile.equal_voices and len(models) > 1:
        profile = load_profile(profile, {"seats": list(profile.seat_ids[: len(models)])})
    return profile, {seat: models[place % len(models)].strip() for place, seat in enumerate(profile.seat_ids)}
