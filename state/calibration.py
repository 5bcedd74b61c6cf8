"""Defines what votes were worth on questions whose answers are known, and the probability that follows from it."""

from typing import Annotated, Literal

from pydantic import Field

from moot.state.base import Confidence, Value

LadderStep = Literal["voices", "debate"]
"""Whether seats answered alone, or had heard each other."""


class VotePattern(Value):
    """How the voices of one step fell: for the leading answer, for the next one, and of how many."""

    lead: Annotated[int, Field(ge=0)]
    second: Annotated[int, Field(ge=0)]
    asked: Annotated[int, Field(ge=1)]
    team: Annotated[int, Field(ge=1)]
    """How many could have been asked."""
    step: LadderStep = "voices"


class PatternCount(Value):
    """How often a pattern occurred, and how often its leading answer was right."""

    pattern: VotePattern
    right: Annotated[int, Field(ge=0)]
    count: Annotated[int, Field(ge=1)]


class VoteCalibration(Value):
    """What `moot eval --calibrate` writes and a profile names: how often each pattern of votes was right."""

    kind: Literal["calibration"] = "calibration"
    source: str = ""
    questions: Annotated[int, Field(ge=1)]
    debates: Annotated[int, Field(ge=1)]
    weights: tuple[float, ...]
    """Of the curve that rare patterns are drawn towards, see `moot.policies.agreement`."""
    patterns: tuple[PatternCount, ...]


class Probability(Value):
    """How likely an answer is right, and what that rests on."""

    value: Confidence
    alike: int
    """How many of the known debates had the same pattern of votes."""
    questions: int
    basis: str
    unlike: bool = False
    """The known questions were too different to say much."""
