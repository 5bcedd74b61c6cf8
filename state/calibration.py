"""Defines what votes were worth on questions whose answers are known, and the probability that follows from it."""

from typing import Annotated, Literal

from pydantic import Field

from moot.state.base import Confidence, Texts, Value
from moot.state.facts import Saying

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


SplitKind = Literal["majority", "split", "scattered"]
"""How the voices of a whole round fell apart: most agree, only some do, or no two do."""


class TalkCount(Value):
    """How often debates that began with one kind of split were right before and after the seats talked."""

    kind: SplitKind
    count: Annotated[int, Field(ge=1)]
    before: Annotated[int, Field(ge=0)]
    after: Annotated[int, Field(ge=0)]


UnlikeReason = Literal["votes", "language", "length", "words"]
"""In what a debate is unlike those that a calibration was fitted on."""


class QuestionScope(Value):
    """What the questions were like that a calibration was fitted on."""

    languages: Texts
    shortest: Annotated[int, Field(ge=0)]
    """In words."""
    longest: Annotated[int, Field(ge=0)]
    vocabulary: Texts = ()
    """The words most of the questions are about; empty where they were too few to say."""


class VoteCalibration(Value):
    """What `moot eval --calibrate` writes and a profile names: how often each pattern of votes was right."""

    kind: Literal["calibration"] = "calibration"
    source: str = ""
    questions: Annotated[int, Field(ge=1)]
    debates: Annotated[int, Field(ge=1)]
    weights: tuple[float, ...]
    """Of the curve that rare patterns are drawn towards, see `moot.policies.agreement`."""
    patterns: tuple[PatternCount, ...]
    talk: tuple[TalkCount, ...] = ()
    """What talking was worth, by how the voices had fallen."""
    scope: QuestionScope | None = None
    """What the questions were like; None in a file of an earlier version."""


class Probability(Value):
    """How likely an answer is right, and what that rests on."""

    value: Confidence
    alike: int
    """How many of the known debates had the same pattern of votes."""
    questions: int
    basis: Saying
    unlike: bool = False
    """The known questions or their votes were too different to say much."""
    unlike_because: tuple[UnlikeReason, ...] = ()
