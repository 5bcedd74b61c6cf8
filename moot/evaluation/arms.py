"""How the conditions of an evaluation are run: the debate itself, the debate without critiques, and agents alone.

One agent alone is the route `simple`: one call, no council and nobody to escalate to. The seats take turns, so that
several such answers are what the same team would say without talking to each other; votes are taken over them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from moot.errors import ProfileError
from moot.evaluation.runs import Arm
from moot.policies.routing import list_routes
from moot.state.protocol import Profile

_ALONE: dict[str, Any] = {"council.enabled": False, "escalation.enabled": False, "audit.unanimity": False}


@dataclass(frozen=True)
class Plan:
    """Which models answer under which profile."""

    profile: Profile
    model: str | None = None
    base_url: str | None = None
    seat_models: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if "debate" not in list_routes(self.profile):
            raise ProfileError(f"profile {self.profile.name}: nobody argues there, so there is no debate to evaluate")

    @property
    def criticises(self) -> bool:
        """Whether the profile can also be run without critiques."""
        return self.profile.critique.enabled and self.profile.convergence.strategy != "critiques"

    def options(self, arm: Arm, sample: int) -> dict[str, Any]:
        """What `debate` is told for a run."""
        common = {
            "profile": self.profile,
            "model": self.model,
            "base_url": self.base_url,
            "seat_models": dict(self.seat_models),
        }
        match arm:
            case "debate":
                return common
            case "no_critique":
                return {**common, "overrides": {"critique.enabled": False}}
            case "sample":
                return {**common, "route": "simple", "overrides": {**_ALONE, "seats": self._rotate(sample)}}

    def _rotate(self, sample: int) -> list[str]:
        seats = self.profile.seat_ids
        start = sample % len(seats)
        return [*seats[start:], *seats[:start]]
