"""Shows a convergence strategy what it may look at when a round closes.

There is one view for all strategies: each takes what it needs and ignores the rest, so a strategy of a user's own can
be put in the place of any other.
"""

from itertools import combinations
from typing import Annotated

from pydantic import Field

from moot.policies.agreement.ballot import count_rounds
from moot.policies.agreement.pairs import measure_pairs
from moot.policies.comparison.stances import hold_unexplained
from moot.policies.language import Language
from moot.state.ballot import Ballot
from moot.state.base import Confidence, Texts, Value
from moot.state.critiques import Critique, CritiqueSheet
from moot.state.facts import Saying
from moot.state.findings import Convergence, PairAgreement
from moot.state.hypotheses import HypothesisSheet, JudgeRound
from moot.state.positions import Position
from moot.state.protocol import ConvergenceRules, RoundRules
from moot.state.refinement import MethodologistOutput


class ClosedRound(Value):
    """A round that has just closed, with everything that came before it."""

    round: Annotated[int, Field(ge=1)]
    rules: ConvergenceRules = ConvergenceRules()
    rounds: RoundRules = RoundRules()
    language: Language = "en"

    positions: tuple[Position, ...] = ()
    """Of every round so far."""
    ballot: Ballot | None = None
    """Who votes for what; None where nobody counted, then the words tell (see `count`)."""
    pairs: tuple[PairAgreement, ...] | None = None
    """How far every two seats agree, when somebody has found it; the words tell of who is left out."""
    uncited: bool = False
    """The debate has sources, and nobody has argued by them so far (X-84)."""
    similarity: Confidence | None = None
    """How alike the arguments are, when another measure than Jaccard found it (X-41)."""

    sheets: tuple[CritiqueSheet, ...] = ()
    critiques: tuple[Critique, ...] = ()
    """Of every round so far, settled against the revisions."""
    answer_changes: dict[str, Confidence] | None = None
    """By how much each seat changed its answer, when another measure found it (X-56c)."""
    domain_conflicts: Texts = ()
    """Unresolved conflicts between rules of different domains (L-22)."""

    hypotheses: tuple[HypothesisSheet, ...] = ()
    judgements: tuple[JudgeRound, ...] = ()

    verdict: MethodologistOutput | None = None
    refinements: Annotated[int, Field(ge=0)] = 0
    max_refinements: Annotated[int, Field(ge=0)] = 2
    forced: bool = False
    """The verdict was the forced one after the last refinement (F-37)."""

    @property
    def speakers(self) -> tuple[Position, ...]:
        """What is compared: who spoke in this round, by seat, unexplained flips set back (D-79)."""
        return hold_unexplained(self.round, self.positions)

    def count(self) -> Ballot:
        """Give the ballot of the round; one that nobody counted is counted by the words."""
        if self.ballot is not None:
            return self.ballot
        told = self.pairs or ()
        counted = count_rounds(self.round, self.positions, self.language, self.rules.threshold, told=told)
        return counted or Ballot(round=self.round, options=(), votes=())

    def compare(self, ballot: Ballot) -> tuple[PairAgreement, ...]:
        """Find how far every two speakers agree; what somebody has found already stands."""
        told = {tuple(sorted((pair.a, pair.b))): pair for pair in self.pairs or ()}
        speakers = self.speakers
        every = tuple(combinations(sorted(each.seat for each in speakers), 2))
        if told.keys() >= set(every):
            return tuple(told[names] for names in every)
        own = measure_pairs(ballot, speakers, self.language, sheets=self.sheets)
        return tuple(told.get((pair.a, pair.b), pair) for pair in own)


def not_computable(reason: Saying) -> Convergence:
    """Say that there is too little to compare: never agreement, and a reason to end (X-16)."""
    return Convergence(converged=False, value=None, reason=reason, stop_reason="insufficient_positions")


def argue(position: Position) -> str:
    """Take the text a seat argues by: its recommendation, else its reasoning."""
    return position.recommendation or position.reasoning or ""
