"""Defines what the bookkeeping of critiques, claims, evidence and stances finds."""

from typing import Literal

from moot.state.base import Confidence, Texts, Value
from moot.state.critiques import Critique
from moot.state.facts import Saying, Sayings


class RejectedCritique(Value):
    """A critique that does not count, and why (L-03, L-13, L-31)."""

    agent: str
    target: str
    round: int
    index: int
    """Its place on its author's sheet, from 1."""
    reason: Saying


class CritiqueIntake(Value):
    """The critiques of one round, numbered, and those that were turned away (L-14)."""

    accepted: tuple[Critique, ...] = ()
    rejected: tuple[RejectedCritique, ...] = ()
    reason: Saying


class FloorCheck(Value):
    """Whether a seat criticised enough to rule out an echo chamber (L-30, X-56a)."""

    agent: str
    count: int
    floor: int
    passed: bool
    reason: Saying


class SeverityCounts(Value):
    """How many critiques are unresolved, by severity (X-55)."""

    critical: int = 0
    major: int = 0
    minor: int = 0


class ClaimCount(Value):
    """Whether a seat makes more claims than can be argued (L-32, X-56b)."""

    seat: str
    count: int
    outcome: Literal["ok", "warn", "refused"]
    reason: Saying


class ClaimChanges(Value):
    """What a revision did to a seat's claims (L-50)."""

    seat: str
    before_claims: Texts
    after_claims: Texts
    changed_claims: Texts
    withdrawn_claims: Texts = ()


class ClaimNote(Value):
    """Where one claim stands at the end, and why."""

    seat: str
    claim_id: str
    statement: str
    reason: Saying
    assumptions: Texts = ()
    """What it takes for granted: it stands only if that holds."""


class ClaimSummary(Value):
    """Which claims both sides hold, and which are still contested (L-29)."""

    agreed: tuple[ClaimNote, ...] = ()
    disputed: tuple[ClaimNote, ...] = ()
    shared: Sayings = ()
    """What seats declared to share with a peer, in their own words."""
    uncontested: tuple[ClaimNote, ...] = ()
    """Held by one side, without an open critique, and not known to be shared by the other."""


class EvidenceShares(Value):
    """How much of what each seat claims stands without evidence (L-02, L-27, X-56, X-56h)."""

    shares: dict[str, Confidence]
    risk_flags: dict[str, Texts]
    """The claims without the evidence they need, by seat."""
    uncertainties: dict[str, Sayings]
    """The same, as sentences, by seat."""
    over_limit: Texts
    reason: Saying


class HumanReviewNeed(Value):
    """Whether a person has to look at the debate before its result is released (L-24..L-27, X-56m)."""

    needs_human_review: bool
    reasons: Sayings


class StatedReconciliation(Value):
    """How one seat resolves a conflict of norms, since which round, and who confirmed or refused that."""

    seat: str
    round: int
    how: str
    confirmed_by: Texts = ()
    refused_by: Texts = ()
    reason: str = ""
    """What the last peer said of it."""


class NormConflict(Value):
    """A conflict between rules of different bodies of law, and what became of it (L-22, X-54)."""

    id: str
    text: str
    """What it is about, in words for people."""
    reconciliations: tuple[StatedReconciliation, ...] = ()
    resolved: bool = False


class StanceChanges(Value):
    """Who changed position in a round, and who did so without saying why (D-86, X-27)."""

    round: int
    changed: Texts
    unexplained: Texts
    reason: Saying
