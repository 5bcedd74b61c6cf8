"""Defines what an evaluation runs and what it may use: its conditions, its limits and its budget.

The conditions are the debate itself, the debate without critiques, and agents alone. One agent alone is the route
`simple`: one call, no council and nobody to escalate to. The seats take turns, so that several such answers are what
the same team would say without talking to each other; votes are taken over them.

Every run gets a share of the budget before it starts, so the limit holds whatever runs do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from moot.errors import ProfileError
from moot.evaluation.runs import Arm
from moot.policies.agreement import find_subject
from moot.policies.routing import list_routes
from moot.state.protocol import Profile

_MAX_VOTES = 25
"""So many agents are asked alone about one question at most."""

_ALONE_SETTINGS: dict[str, Any] = {"council.enabled": False, "escalation.enabled": False, "audit.unanimity": False}


@dataclass(frozen=True)
class EvaluationPlan:
    """Names the models that answer, and the profile they answer under."""

    profile: Profile
    model: str | None = None
    base_url: str | None = None
    seat_models: Mapping[str, str] = field(default_factory=dict)
    models: tuple[str, ...] = ()
    """A model for each seat, in order."""
    route: str | None = None
    """The way every debate takes; otherwise the profile says."""
    name: str = ""
    """Of a candidate in a comparison."""
    alone: bool = False
    """One agent answers instead of the team."""
    marks: tuple[str, ...] = ()
    """What else a run is known by: one that was made with another candidate of this name is not the same."""

    def __post_init__(self) -> None:
        if "debate" not in list_routes(self.profile):
            raise ProfileError(f"profile {self.profile.name}: nobody argues there, so there is no debate to evaluate")

    @property
    def criticises(self) -> bool:
        """Tell whether the profile can also be run without critiques."""
        return self.profile.critique.enabled and find_subject(self.profile.convergence.strategy) != "critiques"

    @property
    def arm(self) -> Arm:
        """Name the kind of run that answers a question."""
        return "sample" if self.alone else "debate"

    @property
    def seats_vote(self) -> bool:
        """Tell whether the seats vote, so that the choices of a question can be their options."""
        return find_subject(self.profile.convergence.strategy) != "hypotheses" and not self.profile.judge.enabled

    def gives_options(self, arm: Arm) -> bool:
        """Tell whether the choices of a question are options of a run: whoever is asked alone reads them instead."""
        return self.seats_vote and arm != "sample" and self.route != "simple"

    def options(self, arm: Arm, sample: int) -> dict[str, Any]:
        """Choose the options of `debate` for a run."""
        common = {
            "profile": self.profile,
            "model": self.model,
            "base_url": self.base_url,
            "seat_models": dict(self.seat_models),
            "models": self.models,
            "route": self.route,
        }
        match arm:
            case "debate":
                return common
            case "no_critique":
                return {**common, "overrides": {"critique.enabled": False}}
            case "sample":
                return {**common, "route": "simple", "overrides": {**_ALONE_SETTINGS, "seats": self._rotate(sample)}}

    def _rotate(self, sample: int) -> list[str]:
        seats = self.profile.seat_ids
        start = sample % len(seats)
        return [*seats[start:], *seats[:start]]


@dataclass(frozen=True)
class EvaluationLimits:
    """Limits how far an evaluation may go."""

    concurrency: int = 4
    most_votes: int = _MAX_VOTES
    max_tokens: int | None = None
    max_cost: float | None = None


@dataclass(frozen=True)
class RecordingFolders:
    """Names folders with one recording per run."""

    record: Path | None = None
    replay: Path | None = None

    def options(self, name: str) -> dict[str, str]:
        """Name the file one run is recorded to, or replayed from."""
        folders = {"record": self.record, "replay": self.replay}
        return {key: str(folder / f"{name}.jsonl") for key, folder in folders.items() if folder is not None}


@dataclass(frozen=True, slots=True)
class BudgetShare:
    """Limits what one run may use; None is no limit."""

    tokens: int | None = None
    cost: float | None = None


class SharedBudget:
    """Divides tokens and money among all runs; what a run leaves over goes back."""

    def __init__(self, tokens: int | None, cost: float | None, workers: int) -> None:
        self._tokens, self._cost, self._workers = tokens, cost, max(1, workers)
        self._out = 0
        self.empty = False
        """A run did not get along with all that is left: nothing more is started."""

    def take(self, *, alone: bool = False) -> BudgetShare | None:
        """Take a share for one run: an equal part for all that may run at once, or all; None when nothing is left."""
        waiting = 1 if alone else max(1, self._workers - self._out)
        if (
            self.empty
            or (self._tokens is not None and self._tokens <= 0)
            or (self._cost is not None and self._cost <= 0)
        ):
            self.empty = True
            return None
        share = BudgetShare(
            None if self._tokens is None else max(1, self._tokens // waiting),
            None if self._cost is None else self._cost / waiting,
        )
        self._out += 1
        self._move(-(share.tokens or 0), -(share.cost or 0.0))
        return share

    def settle(self, share: BudgetShare, tokens: int, cost: float | None) -> None:
        """Give back what a run did not use; of a cost nobody knows, all is gone."""
        self._out -= 1
        left = 0.0 if share.cost is None or cost is None else share.cost - cost
        self._move((share.tokens or 0) - (tokens if share.tokens is not None else 0), left)

    def _move(self, tokens: int, cost: float) -> None:
        self._tokens = None if self._tokens is None else self._tokens + tokens
        self._cost = None if self._cost is None else self._cost + cost
