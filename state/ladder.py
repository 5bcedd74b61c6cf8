"""Defines the ladder: seats answer alone in steps until their votes are settled, and talk only over a split."""

from typing import Annotated, Literal

from pydantic import Field

from moot.state.base import Confidence, Texts, Value
from moot.state.calibration import Probability

LadderOutcome = Literal["asking", "settled", "debate", "hopeless"]
"""What follows the answers of a step: the next step, the end, a debate, or nobody left to ask but somebody else."""

LadderGround = Literal["certain", "majority", "supported", "probable"]
"""Why votes count as settled: the rest cannot change the lead; most of all seats hold it; more such voices would hardly
change it; or such votes were right often enough on known questions."""

LadderBlock = Literal["rounds", "uncited", "contested"]
"""Why settled votes still end nothing: the protocol wants more rounds, evidence, or a rebuttal first."""

LadderAnswer = Literal["alone", "debate", "stronger", "council", "person"]
"""Who gave the answer in the end."""


class LadderRules(Value):
    """Whether seats are asked in steps, and when that is enough (DESIGN 11)."""

    enabled: bool = False
    """Ask seats alone in steps and stop when their votes are settled; they debate only over a split."""
    steps: tuple[Annotated[int, Field(ge=1)], ...] = (1, 2)
    """So many seats are asked in each step, then the rest; an empty list asks the fewest that could settle it."""
    enough: Confidence = 0.80
    """With a calibration: from this probability of being right no further seat is asked."""
    hope: Confidence = 0.25
    """With a calibration: where no two seats agree, they debate only if such debates were right at least so often."""
    models: Texts = ()
    """Stronger models, asked in this order about a split that the seats leave, before anybody else is called."""


class LadderStepRecord(Value):
    """One step: who was asked alone, and what their votes came to."""

    seats: Texts
    outcome: LadderOutcome = "asking"
    ground: LadderGround | None = None
    blocked: LadderBlock | None = None
    probability: Probability | None = None


class StrongerAnswer(Value):
    """What a stronger model said about a split."""

    model: str
    choice: str | None = None
    """The option it chose; None when it gave no usable answer or chose none of them."""
    answer: str = ""
    reason: str = ""
    """Why its answer cannot be used, if so."""


class Ladder(Value):
    """How far a debate has climbed."""

    steps: tuple[LadderStepRecord, ...]
    option: str | None = None
    """What the votes settled."""
    stronger: tuple[StrongerAnswer, ...] = ()

    @property
    def asked(self) -> Texts:
        """Everybody who was asked alone, step by step."""
        return tuple(seat for step in self.steps for seat in step.seats)

    @property
    def last(self) -> LadderStepRecord:
        """The step under way, or the one that ended the climb."""
        return self.steps[-1]

    @property
    def chosen(self) -> StrongerAnswer | None:
        """The stronger model that chose an option."""
        return next((each for each in self.stronger if each.choice is not None), None)
