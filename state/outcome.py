"""Defines how a debate ends: synthesis, council, review and the outcome itself."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from moot.state.asked import (
    Absent,
    AsIs,
    AskedWith,
    Choice,
    Essay,
    FewShortTexts,
    Id,
    Items,
    LongStatement,
    Offered,
    Paragraph,
    ShortText,
    ShortTexts,
    StatedConfidence,
)
from moot.state.base import Confidence, Score, Texts, Value
from moot.state.facts import Saying, Sayings
from moot.state.findings import StopReason
from moot.state.protocol import Route

Uncertainty = Literal["none", "insufficient_data", "irresolvable_conflict", "out_of_scope"]
Nature = Literal["data", "priorities", "timing", "risk"]
Likelihood = Literal["low", "medium", "high"]
Impact = Literal["low", "medium", "high", "catastrophic"]
Risk = Literal["low", "moderate", "severe", "catastrophic"]
OutcomeStatus = Literal["decided", "needs_review", "rejected", "inconclusive", "aborted", "failed"]
Rubric = Annotated[int, Field(ge=0, le=20), AsIs()]
Binding = Literal["stated", "rebound", "departs", "unbound", "open", "rewrite"]
"""How a synthesis stands to what the votes settle: its text states it, the option's own words were taken, it departs
on purpose, nothing shows that it states it, the votes settle nothing, or it is to be written once more."""


LAW_LABELS = (("A", "national_law"), ("B", "customary_law"), ("C", "both_laws"), ("D", "unknown_law"))
"""The letters of L-47; a supervisor is offered words, which no option is called by."""

_Amounts = tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]]
_Costs = tuple[Annotated[float, Field(ge=0)], Annotated[float, Field(ge=0)], Annotated[float, Field(ge=0)]]


class ExpectedUse(Value):
    """What a debate was forecast to use: at least, likely and at most."""

    calls: _Amounts
    tokens: _Amounts
    cost: _Costs | None = None
    """None where the price is not known."""
    debates: Annotated[int, Field(ge=0)] = 0
    """How many earlier debates it rests on, beside the profile."""


class Case(Value):
    """What the caller said about the question (Q-02)."""

    value_at_risk: Annotated[float, Field(ge=0)] | None = None
    """None is unknown, and is reported as unknown."""
    irreversible: bool = False
    risk: Risk | None = None
    route: Route | None = None
    domain_hint: str | None = None
    language: Literal["pt", "en", "id"] = "en"
    language_source: Literal["", "profile", "question", "locale", "default"] = ""
    """How the language was found: set by the profile, told by the question, or by the machine's locale in doubt."""
    spoken: str = ""
    """The question's own language where moot has no words in it (`ar`; `und`: nobody knows which); empty otherwise."""
    started_at: str = ""
    knowledge: str | None = None
    """The folder agents may look things up in; a resumed debate opens it again."""
    log: str | None = None
    """The log that reasoners may ask; a resumed debate opens it again."""
    more_logs: Texts = ()
    """The others, where there are several."""
    options: Texts = ()
    """The answers to choose from, where the caller gave them."""
    ancestry: Texts = ()
    """The threads this debate was forked from, oldest first."""
    expected: ExpectedUse | None = None
    """What it was forecast to use when it began, where somebody forecast it."""

    @property
    def written_in(self) -> str:
        """The language in which the agents write."""
        return self.spoken or self.language

    heard_until: str = ""
    """When the last remark to an earlier debate on the same thread was made: what was said until then is over."""


class Side(Value):
    """Who defends what in a divergence."""

    seat: Id
    view: ShortText


class Divergence(Value):
    """What stays open, who defends what, and what it costs to leave it open (D-111)."""

    theme: ShortText
    nature: Annotated[Nature, Choice()]
    sides: Annotated[tuple[Side, ...], Items("some")] = ()
    impact: ShortText = ""


class Treatment(Value):
    """What became of a reservation in a decision, and why."""

    seat: Id
    outcome: Annotated[Literal["met", "partly", "refused"], Choice()]
    why: ShortText = ""


class Synthesis(Value):
    """What the debate amounts to (D-110), by a model or composed from the positions."""

    decision: LongStatement
    consensus_points: ShortTexts = ()
    divergences: Annotated[tuple[Divergence, ...], Items("some")] = ()
    tensions: FewShortTexts = ()
    gaps: FewShortTexts = ()
    not_chosen: FewShortTexts = ()
    """Alternatives of the question that nobody chose, each with why: what was rejected is not unknown."""
    confidence: StatedConfidence
    uncertainty: Annotated[Uncertainty, Choice()] = "none"
    critical_divergence: Annotated[bool, AsIs()] = False
    next_steps: ShortTexts = ()
    choice: Annotated[str | None, Offered()] = None
    """The option of the ballot that the decision states; `none` for none of them."""
    departs_because: Annotated[ShortText, AskedWith("choice"), Absent("")] = ""
    """Why it states another option than the votes settle."""
    label: Annotated[str | None, Offered(LAW_LABELS), Absent(None)] = None
    """A supervisor's label: which body of law prevails (L-47)."""
    step: Annotated[int | None, Field(ge=1, le=5), AskedWith("label"), Absent(None)] = None
    """The step of the supervisor's ladder that decided it."""
    main_reason: Annotated[ShortText, AskedWith("label"), Absent("")] = ""
    """Why this label (L-47)."""
    norm_conflict: Annotated[bool | None, AsIs(), AskedWith("label"), Absent(None)] = None
    """Whether two bodies of law answer the question differently (L-47); None where nobody said so."""
    reservations: Annotated[tuple[Treatment, ...], Items("some"), AskedWith("reservations")] = ()
    """How it treats what parties reserved; asked for where a reservation is open."""
    stated_confidence: Confidence | None = None
    """What its author said itself, where `confidence` is what a rule made of it."""
    weighing: Sayings = ()
    """How a rule came from what the author said to `confidence`, step by step."""
    binding: Binding | None = None
    """None where no vote binds it: an answer that a rule found, or a debate that was stored without one."""
    rewritten: bool = False
    """It was asked for once more, because the first one did not state what the votes settle."""
    refused: str = ""
    """What its author wrote as the decision, where the settled option's own words took its place."""
    author: str = "synthesizer"
    """The role that wrote it, or `deterministic`."""
    positions_confidence: Confidence | None = None
    """The mean confidence of those who responded (Q-01)."""
    flags: Texts = ()


class CouncilCritique(Value):
    """The methodological critic's rubric (D-118)."""

    premises: Rubric
    evidence: Rubric
    logic: Rubric
    alternatives: Rubric
    conflicts: Rubric
    gaps: FewShortTexts = ()
    strengths: FewShortTexts = ()
    justification: Essay = ""

    @property
    def total(self) -> Score:
        """The sum of the five parts."""
        return self.premises + self.evidence + self.logic + self.alternatives + self.conflicts


class CouncilDissent(Value):
    """The devil's advocate's four outputs (D-124)."""

    weakest_premise: Paragraph
    undiscussed_risk: Paragraph
    probability: Annotated[Likelihood, Choice()]
    impact: Annotated[Impact, Choice()]
    regret_scenario: Essay
    ignored_alternative: Paragraph


class CouncilResolution(Value):
    """The council synthesizer's path (D-126)."""

    decision: LongStatement
    modifications: ShortTexts = ()
    confidence: StatedConfidence
    residual_risks: ShortTexts = ()
    next_steps: ShortTexts = ()
    reversal_criteria: ShortTexts = ()
    stated_confidence: Confidence | None = None
    """What the council's synthesizer said itself; `confidence` is what counts."""
    choice: Annotated[str | None, Offered()] = None
    """The option of the ballot that the resolution states; `none` for none of them."""
    binding: Binding | None = None
    """`unbound` where votes are settled and nothing shows that the text states the option it names."""
    calculation: Sayings = ()
    author: str = "council_synthesizer"


class CouncilRuling(Value):
    """What follows from the council's pass (D-73, X-11, X-23)."""

    outcome: Literal["emit", "human", "refine"]
    reasons: Sayings
    caveats: Sayings = ()
    """What travels with an emitted decision."""


class Council(Value):
    """One pass of the council (D-116, D-131)."""

    critic: CouncilCritique | None = None
    advocate: CouncilDissent | None = None
    resolution: CouncilResolution | None = None
    confidence: Confidence | None = None
    timed_out: bool = False
    verdict: Literal["approve", "revise", "reject"] | None = None
    impasse: bool = False
    ruling: CouncilRuling | None = None
    dissent: Texts = ()
    """Whose option the council did not follow although most seats vote for it, and which it is."""
    flags: Texts = ()


class Option(Value):
    """One way to go in an inconclusive result: who defends it, on which evidence."""

    text: str
    defenders: Texts = ()
    evidence: Texts = ()


class Inconclusive(Value):
    """A result that recommends nothing and says why (D-130)."""

    kind: Literal["insufficient_data", "irresolvable_conflict", "out_of_scope", "no_incident"]
    option_a: Option | None = None
    option_b: Option | None = None
    find_out: Sayings = ()
    """Option C: what to find out before deciding."""
    statement: Saying
    """Says in words that nothing is recommended."""


class ReviewResponse(Value):
    """A person's answer, in one form whichever client sent it."""

    type: Literal["approve", "edit", "reject", "respond"]
    text: str = ""
    reviewer: str = ""


class Review(Value):
    """A request to a person and, once it came, the answer."""

    request: dict[str, JsonValue]
    response: ReviewResponse | None = None
    round: int = 0


class Outcome(Value):
    """The end of a debate."""

    status: OutcomeStatus
    decision: str | None = None
    confidence: Confidence | None = None
    confidence_flags: Texts = ()
    confidence_steps: Sayings = ()
    """How the confidence follows from what its author said; empty where nothing was added or taken away."""
    stop_reason: StopReason | None = None
    decider: str = ""
    """Who decided, and by which rule (X-85)."""
    needs_human_review: bool = False
    caveats: Sayings = ()
    """What travels with the decision (X-09, X-11)."""
    inconclusive: Inconclusive | None = None
    reason: Saying = ""
    """The first needed condition of the warrant that was not met; empty for a decision."""
    ended_at: str = ""
    """When it ended, as the log states it (D-85)."""
