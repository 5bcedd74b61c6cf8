"""Defines what agents may cite, what they looked up, and what the ledger says of their claims (X-86)."""

from typing import Annotated, Literal

from moot.state.asked import Choice, Id, Items, Paragraph, ShortTexts
from moot.state.base import Confidence, Texts, Value
from moot.state.facts import Saying

EvidenceKind = Literal["given", "chunk", "rule", "triple", "event", "incident", "pattern", "person"]
Verdict = Literal["supported", "unsupported", "unknown"]
SourceVerdict = Literal["entailed", "contradicted", "not_stated"]
"""What a cited passage says of a claim: that it is so, that it is not so, or nothing."""


class Evidence(Value):
    """One citable source: its id is what agents write, its text is what the ledger checks."""

    id: str
    kind: EvidenceKind = "given"
    text: str
    locator: str = ""
    """Where it stands: a file and line, a chunk's source, a rule's file."""
    part_of: str = ""
    """The source that it is a paragraph or an article of; that one can be cited as a whole."""
    heading: str = ""
    """The headings it stands under in its document, such as the title of the law it is an article of."""
    at: int = 0
    """Its place among what the caller gave; 0 for what was not given."""
    note: str = ""
    """What has to be known of it beside its text: since when a law is in force, what a rule was read from."""
    verified: bool = True
    """False for what no expert has verified; every output that rests on it says so."""

    @property
    def whole_text(self) -> str:
        """Give the text with the headings above it: what they name is said of it."""
        return f"{self.heading}\n{self.text}" if self.heading else self.text


class ReckonedStep(Value):
    """A sum that stands on known numbers, as it can be read, with what it gives and what went into it."""

    shown: str = ""
    value: float
    operands: tuple[float, ...] = ()
    written: str = ""
    """What was written as its result, where that is something else."""


class ClaimVerdict(Value):
    """Whether one claim stands on its evidence, and why."""

    seat: str
    round: int
    claim_id: str
    verdict: Verdict
    reason: Saying
    doubted: bool = False
    """Words alone speak against it: whoever reads for meaning may know better."""
    source_says: SourceVerdict | None = None
    """What its sources say of it, where that is known: a source that says otherwise is more than one that is silent.

    Where a model compared it with them, what that model found, as it was given.
    """
    overruled: SourceVerdict | None = None
    """What is held instead of what the model found, for the reason that is told; empty where it was followed."""
    reckoning: Texts = ()
    """How its figures follow from those of its sources, step by step, such as `(3420 - 2790) * 2150 = 1354500`."""


class ClaimVerification(Value):
    """What a cited passage says of one claim."""

    claim_id: Id
    verdict: Annotated[SourceVerdict, Choice()]
    span: Paragraph = ""
    """The words of the passage that say it, or say the opposite."""
    reckoning: Paragraph = ""
    """The arithmetic by which a figure follows from those of the passages; the program reckons it again."""
    because: Paragraph = ""
    """What is missing in the passages, where they say nothing of it."""


class Verification(Value):
    """What the cited passages say of the claims of a round."""

    verdicts: Annotated[tuple[ClaimVerification, ...], Items("pairs")] = ()


class CheckedClaim(Value):
    """A statement, what it cites, and what a model found there; the span really stands there."""

    statement: str
    evidence: Texts
    verdict: SourceVerdict
    span: str = ""
    spans: tuple[tuple[str, str], ...] = ()
    """Each passage of the span with the source it stands in."""
    because: str = ""
    """What the model missed in the sources, where they say nothing of it."""
    assumptions: Texts = ()
    """What it assumed: the same statement on other assumptions is another claim."""
    steps: tuple[ReckonedStep, ...] = ()
    """The model's arithmetic, as far as it stands on figures that are known."""
    false_steps: tuple[ReckonedStep, ...] = ()
    """Those steps of it that come to something else than was written."""
    unread: Texts = ()
    """Those steps of it that could not be read."""
    derived: tuple[float, ...] = ()
    """What that arithmetic gave, in debates stored before its steps were kept."""


class VerifiedRound(Value):
    """The claims of one round that a model compared with what they cite."""

    round: int
    claims: tuple[CheckedClaim, ...] = ()
    asked: int = 0
    """So many claims were asked about."""
    problem: Saying = ""
    """Why the answer could not be used: the claims are then judged without it."""
    unplaced: dict[str, str] = {}
    """By statement, what was given as words of its sources and stands in none of them: it is asked about again."""


class Queries(Value):
    """What an agent wants to look up; more than it may, so that what is refused is on record (X-18)."""

    queries: ShortTexts = ()


class Query(Value):
    """One retrieval query and how it ended; a refused one was not run (X-18)."""

    seat: str
    round: int
    number: int
    """The seat's own count in this round: parallel seats need no shared counter."""
    text: str
    outcome: Literal["succeeded", "timed_out", "refused", "failed"]
    chunks: Texts = ()
    reason: Saying = ""


class Ledger(Value):
    """The claims of one round, judged, and each seat's share of unsupported ones."""

    round: int
    verdicts: tuple[ClaimVerdict, ...] = ()
    unsupported_share: dict[str, Confidence] = {}
