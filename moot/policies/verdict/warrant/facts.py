"""What the conditions of the warrant look at, each None where it does not apply to the protocol or the route."""

from moot.policies.verdict.binding import BindingFacts
from moot.state.base import Confidence, Texts, Value
from moot.state.facts import Saying, Sayings
from moot.state.warrant import WarrantRules


class QuorumFacts(Value):
    """Who was asked in the last full round, and who answered."""

    asked: Texts
    answered: Texts
    spared: Texts = ()
    """Who was not asked, because the votes were settled before (the ladder): they count neither way."""


class SettlementFacts(Value):
    """What the votes settle, and who decided where they do not."""

    option: str | None = None
    """The option the votes settle."""
    authority: str | None = None
    """Who decided with authority: the council, a deciding agent, a judge."""
    opposed: Texts = ()
    """The final answers that still exclude each other, where no authority may decide over them."""
    shared: Texts = ()
    """What those answers have in common all the same: a question of two parts may be half settled."""
    doubted: Saying = ""
    """Why the votes do not count yet: whoever was to probe them did not answer."""
    note: Saying = ""
    """Why words were compared although a model was to be asked."""
    reserved: dict[str, str] = {}
    """On which conditions seats vote for it, by seat."""
    unaccepted: Texts = ()
    """Whose condition the others have not accepted, where a debate of its kind has to settle that."""


class HearingFacts(Value):
    """Who stood against another option, and who of them was heard in a rebuttal."""

    opposed: Texts = ()
    rebutted: Texts = ()
    accepting: Texts = ()
    """Who was opposed only by what the ruling saw, and accepts that."""


class CritiqueFacts(Value):
    """What is left of the criticism."""

    critical: int = 0
    major: int = 0
    tolerated: int = 1
    """So many MAJOR ones may stay open."""
    proposed: str = ""
    """The option that the proposal states, where it states one."""
    elsewhere: dict[str, int] = {}
    """How many of the CRITICAL and MAJOR ones are aimed at who votes for another option, by that option."""
    echo_chamber: Texts = ()
    """Seats that criticised too little after they were asked twice."""
    conflicts: Texts = ()
    """Conflicts between bodies of law that nobody resolved, or whose resolution the others did not confirm, by id."""


class EvidenceFacts(Value):
    """How much of what was claimed does not stand on what it cites, where the debate has sources."""

    unsupported: dict[str, Confidence]
    """Which share is held against each seat."""
    claims: dict[str, Texts] = {}
    """Which claims of each seat do not stand, by id."""
    proposed: str = ""
    """The option that the proposal states, where it states one."""
    elsewhere: dict[str, str] = {}
    """Which other option each seat votes for that does not vote for the proposed one."""
    per_agent: bool = False
    """That share is of all that does not stand, not only of what is wrong."""
    limit: Confidence
    """Of a seat's claims, and of all claims."""
    refused: int = 0
    """How many claims do not stand on what they cite."""
    checked: int = 0
    """Of how many that could be checked: what nobody could check shows nothing."""
    unanswered: Saying = ""
    """Why whoever was asked to compare the latest claims with their sources gave no answer."""


class CouncilFacts(Value):
    """What the council gave, where the gate asked for one."""

    missing_members: Texts = ()
    missing_parts: Texts = ()
    decided: bool = False
    """Its ruling releases the resolution."""
    reason: Saying = ""


class AcceptanceFacts(Value):
    """What the parties of a conflict said about the ruling."""

    unasked: Texts = ()
    """Who was not asked, or did not answer."""
    accepting: Texts = ()
    reserved: Texts = ()
    """Who accepts it with a reservation."""
    opposing: Texts = ()
    reasons: dict[str, str] = {}
    """What those who have a reservation, or oppose it, say is unresolved, by seat."""


class DataFacts(Value):
    """What a root cause stands on."""

    observed: bool
    """There was something to look at."""
    departs: bool = True
    """Something departs from the ordinary: there was an incident."""
    agreed_calm: bool = False
    """All reasoners find no incident."""
    names_cause: bool = True
    supported: bool
    """The winner's evidence exists and says what it is cited for."""
    score: int | None
    floor: int


class RefinementFacts(Value):
    """What became of a vague idea."""

    approved: bool
    forced: bool = False
    open_gaps: Sayings = ()
    kept_subject: bool = True
    composed: bool = False
    """The question was put together by rule, because the structurer gave none: nobody has worded it."""
    unconfirmed: Texts = ()
    """The gaps that the text shows to be filled, and of which the methodologist said nothing."""
    assumptions: Texts = ()
    accepted_by: str | None = None
    """The person who approved or edited the question; an empty name is a person nobody named."""


class LimitFacts(Value):
    """The limit that stopped the debate, if any, and whether whoever it called has decided."""

    reached: str = ""
    calls: str = ""
    answered: bool = False


class WarrantFacts(Value):
    """Everything the warrant looks at; None where a condition does not apply to the protocol or the route."""

    rules: WarrantRules
    quorum: QuorumFacts | None = None
    settled: SettlementFacts | None = None
    bound: BindingFacts | None = None
    heard: HearingFacts | None = None
    critiques: CritiqueFacts | None = None
    evidence: EvidenceFacts | None = None
    reviewed: CouncilFacts | None = None
    accepted: AcceptanceFacts | None = None
    data: DataFacts | None = None
    filled: RefinementFacts | None = None
    limits: LimitFacts | None = None
    approved_by: str | None = None
    """The person who approved or edited the decision; an empty name is a person nobody named."""
