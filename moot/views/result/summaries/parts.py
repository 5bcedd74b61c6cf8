"""Defines the parts of a result that sum up evidence, the review and the baselines."""

from pydantic import JsonValue

from moot.state.base import Confidence, Texts, Value
from moot.state.evidence import ClaimVerdict
from moot.state.facts import Sayings
from moot.state.outcome import ReviewResponse


class EvidenceSummary(Value):
    """What became of the claims."""

    claims: tuple[ClaimVerdict, ...] = ()
    unsupported_share: dict[str, Confidence] = {}
    notes: dict[str, str] = {}
    """What has to be known of the sources that stand behind the last claims: an article's law, a rule's words."""
    unverified: Sayings = ()
    """Why a model's comparison of claims with their sources could not be used, by round."""

    @property
    def latest(self) -> tuple[ClaimVerdict, ...]:
        """The claims of each seat when it last claimed anything: a claim that is repeated is one claim."""
        last = {each.seat: each.round for each in sorted(self.claims, key=lambda each: each.round)}
        return tuple(each for each in self.claims if each.round == last[each.seat])


class SingleBaseline(Value):
    """What one agent alone would have said."""

    seat: str
    answer: str | None


class VoteBaseline(Value):
    """What a vote on round 1 would have said; a tie names its answers."""

    answer: str | None
    share: Confidence | None
    tied: Texts = ()


class BaselineSummary(Value):
    """The two baselines."""

    single: SingleBaseline | None = None
    vote: VoteBaseline | None = None


class ReviewSummary(Value):
    """The last request to a person, and the answer if there is one."""

    request: dict[str, JsonValue]
    response: ReviewResponse | None = None

    @property
    def is_edit(self) -> bool:
        """Whether the reviewer wrote a decision of their own."""
        return self.response is not None and self.response.type == "edit"
