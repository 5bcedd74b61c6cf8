"""Defines what an auditor says of an agreement that came at once."""

from typing import Literal

from moot.state.base import Confidence, Texts, Value
from moot.state.facts import Saying
from moot.state.positions import Claim


class Audit(Value):
    """One adversarial probe of a first round that agreed (audit.unanimity)."""

    outcome: Literal["pending", "upheld", "reopened", "unanswered"]
    """`pending` until the auditor has spoken; an audit that could not be made leaves the votes in doubt."""
    round: int
    answer: str = ""
    """The case against what was agreed."""
    reasoning: str = ""
    confidence: Confidence | None = None
    """How sure the auditor is that the agreed recommendation is wrong."""
    claims: tuple[Claim, ...] = ()
    evidence: Texts = ()
    """The evidence of this debate that its claims stand on."""
    limitations: Texts = ()
    model: str = ""
    reason: Saying
    """Why the debate was opened again, or was not."""
