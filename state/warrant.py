"""Why a decision may be released: the conditions it needed, and which of them were met (DESIGN 9)."""

from typing import Literal

from moot.state.base import Confidence, Value
from moot.state.facts import Saying

ConditionId = Literal[
    "quorum",
    "settled",
    "bound",
    "heard",
    "critiques",
    "evidence",
    "reviewed",
    "accepted",
    "data",
    "filled",
    "limits",
]
"""The conditions, in the order in which an unmet one is named first."""


ConditionLevel = Literal["required", "reported"]
"""Whether a condition of the warrant stops a decision that does not meet it."""


class WarrantRules(Value):
    """What a decision needs before it is released (DESIGN 9): each condition is required or only reported."""

    quorum: Confidence = 0.6
    """The share of the seats that must have answered the last full round."""
    settled: ConditionLevel = "required"
    bound: ConditionLevel = "required"
    heard: ConditionLevel = "required"
    critiques: ConditionLevel = "reported"
    evidence: ConditionLevel = "required"
    reviewed: ConditionLevel = "required"
    accepted: ConditionLevel = "required"
    data: ConditionLevel = "required"
    filled: ConditionLevel = "required"
    limits: ConditionLevel = "required"

    def is_required(self, condition: str) -> bool:
        """Say whether a condition stops a decision when it is not met; the quorum always does."""
        return condition == "quorum" or getattr(self, condition) == "required"


class Condition(Value):
    """One condition of a decision."""

    id: ConditionId
    needed: bool
    met: bool
    detail: Saying
    accepted_by: str | None = None
    """The person who took on what was not met; an empty name is a person nobody named."""


class Warrant(Value):
    """Whether a decision was earned."""

    complete: bool
    conditions: tuple[Condition, ...]

    @property
    def unmet(self) -> tuple[Condition, ...]:
        """The needed conditions that do not hold."""
        return tuple(each for each in self.conditions if each.needed and not each.met)
