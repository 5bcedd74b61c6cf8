"""Defines what the policies find. Each finding says in its reason why it is so, as a fact that views put in words."""

from typing import Annotated, ClassVar, Literal

from moot.state.asked import Choice, Id, Items
from moot.state.ballot import Grouping
from moot.state.base import Confidence, Texts, Value
from moot.state.facts import Saying, Sayings

Criterion = Literal["recommendation", "premises", "risks", "timing"]
Extent = Literal["full", "partial", "none"]
BreakerReason = Literal["timeout_total", "budget", "max_iterations", "max_refinements", "loop", "max_rounds"]
Target = Literal["none", "council", "human"]
LoopSignal = Literal["same_positions", "same_arguments", "same_confidence", "same_rebuttals"]
Silence = Literal["none", "timeout", "unusable", "failed"]
RoundKind = Literal["positions", "rebuttals", "refinement"]
StopReason = Literal[
    "no_data", "converged", "no_conflict", "consensus", "plateau", "stable", "max_rounds", "max_iterations",
    "max_refinements", "timeout_total", "loop", "budget", "insufficient_positions", "single", "scattered",
]  # fmt: skip


class ComparedPair(Value):
    """How far two seats agree, in the words of whoever compared them."""

    asked_as: ClassVar[str] = "Pair"

    a: Id
    b: Id
    recommendation: Annotated[Extent | None, Choice()] = None
    premises: Annotated[Extent | None, Choice()] = None
    risks: Annotated[Extent | None, Choice()] = None
    timing: Annotated[Extent | None, Choice()] = None


class Comparison(Value):
    """How far the seats agree, pair by pair."""

    pairs: Annotated[tuple[ComparedPair, ...], Items("pairs")] = ()


class PairAgreement(Value):
    """How far two seats agree: 1 fully, 0.5 partly, 0 not (D-95); None where there is nothing to compare (X-21b)."""

    a: str
    b: str
    recommendation: Confidence | None = None
    premises: Confidence | None = None
    risks: Confidence | None = None
    timing: Confidence | None = None
    sure: bool = False
    """Nobody who reads the texts would say otherwise: they are the same, or plainly the opposite."""


class RoundAgreement(Value):
    """Who agreed with whom in one round, and who compared them."""

    round: int
    pairs: tuple[PairAgreement, ...] = ()
    by: str = "lexical"
    """The comparator that was heard: where a model gave no answer, the words."""
    reason: Saying = ""
    """Why the model was not asked, or could not answer."""
    grouping: Grouping | None = None
    """Who recommends the same in substance, as a model said; None where words are compared."""
    note: Saying = ""
    """Why words were compared although a model was to be asked; the ballot shows it."""


class Convergence(Value):
    """Whether a round agreed (X-76)."""

    converged: bool
    value: Confidence | None
    """None when it cannot be computed (X-16)."""
    reason: Saying
    stop_reason: StopReason | None = None
    """Why the debate may end here; None when it goes on."""
    details: dict[str, float] = {}
    """Per criterion or per measure, for people and for records."""
    capped: bool = False
    """The recommendations differ, so the rest cannot converge (X-21a)."""
    agreed: Sayings = ()
    """Points that are closed: round 3 does not argue them again (D-45)."""
    open: Sayings = ()
    """Points still argued."""
    option: str | None = None
    """The option of the ballot that the round agreed on, where it did."""
    silence: Silence = "none"
    """Nobody has said anything so far: the time ran out, no answer could be used, or every seat failed (X-16)."""

    @property
    def hopeless(self) -> bool:
        """Whether the seats differ in a way that talking does not mend: somebody else has to decide."""
        return self.stop_reason == "scattered"


class Loop(Value):
    """Whether the debate repeats itself (D-81..D-83, X-01, X-02)."""

    detected: bool
    counter: int
    """How many rounds in a row equal the one before."""
    fingerprint: str
    signals: tuple[LoopSignal, ...] = ()
    reason: Saying = ""


class Breaker(Value):
    """Why the debate was stopped, and where it stood (D-52, D-53)."""

    reason: BreakerReason
    explanation: Saying
    rounds: int
    max_rounds: int
    convergence: Confidence | None
    consensus: Sayings = ()
    divergences: Sayings = ()
    agents_in_conflict: Texts = ()
    by_critiques: bool = False
    """The convergence is the share of what has to be closed (critiques, conflicts of law, votes), not of agreement."""
    impasse: bool = False
    target: Target = "council"


class Escalation(Value):
    """Who has to look at the result, and why (D-60..D-73)."""

    target: Target
    reasons: Sayings
    impasse: bool = False
    caveats: Sayings = ()
    """What travels with an emitted decision (X-09, X-11)."""
    then_human: bool = False
    """The council looks first, and a person decides in any case (X-08)."""


class AdjustedConfidence(Value):
    """A confidence after its adjustments, with its calculation and its flags (D-102, X-26)."""

    value: Confidence
    flags: Texts = ()
    calculation: Sayings = ()


class Check(Value):
    """One item of a checklist (D-90..D-92)."""

    item: str
    passed: bool
    reason: Saying


class Checklist(Value):
    """One of the three checklists, judged."""

    stage: Literal["before", "during", "after"]
    round: int = 0
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether every item passed."""
        return all(check.passed for check in self.checks)


class RoundRecord(Value):
    """A closed round (D-86, X-25: every round carries the union of fields)."""

    number: int
    kind: RoundKind
    duration_ms: int
    convergence: Confidence | None = None
    details: dict[str, float] = {}
    responded: Texts = ()
    timed_out: Texts = ()
    failed: Texts = ()
    position_changes: int = 0
    unexplained_changes: int = 0

    @property
    def asked(self) -> Texts:
        """Everybody who was asked in the round, each once."""
        return tuple(dict.fromkeys((*self.responded, *self.timed_out, *self.failed)))


class Baselines(Value):
    """What one agent, and a vote on round 1, would have said."""

    single_seat: str | None = None
    single_answer: str | None = None
    vote_answer: str | None = None
    vote_share: Confidence | None = None
    tied: Texts = ()
    """Answers with equally many votes, when there is no single winner."""
