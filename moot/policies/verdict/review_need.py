"""Does a person have to see a debate between two kinds of law before its result is released?

Reasons, in this order, each reported (L-24..L-27, X-56g, X-56h, X-56m):
- the debate is not finished after its last round;
- a CRITICAL critique about evidence or conflicting norms is unresolved after the revision that answers it;
- at the end, a conflict between domains is unresolved (W-L16);
- at the end, two seats recommend the opposite of each other;
- a seat leaves too large a share of its claims without evidence.
The second and the last may hold before the end; then the latest answers count as final.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from moot.policies.agreement import ClosedRound
from moot.policies.comparison import recommend_opposites
from moot.policies.critique import list_unresolved, weigh_evidence
from moot.state.bookkeeping import HumanReviewNeed
from moot.state.critiques import Critique, IssueType
from moot.state.findings import Convergence
from moot.state.protocol import ClaimRules

_GRAVE: tuple[IssueType, ...] = ("evidence_gap", "conflict", "domain_mismatch")


def find_review_need(closed: ClosedRound, convergence: Convergence, claims: ClaimRules) -> HumanReviewNeed:
    """Find every reason why a person has to look at the debate as it stands."""
    reasons = tuple(_find_reasons(closed, convergence, claims))
    return HumanReviewNeed(needs_human_review=bool(reasons), reasons=reasons)


def _find_reasons(closed: ClosedRound, convergence: Convergence, claims: ClaimRules) -> Iterator[str]:
    last = closed.round >= closed.rounds.max
    if last and not convergence.converged:
        yield f"The debate is not finished after round {closed.round}: {convergence.reason}"
    yield from _name_grave(closed.critiques, closed.round)
    if last or convergence.converged:
        yield from (f"A conflict between domains is unresolved: {each}" for each in closed.domain_conflicts)
        yield from _name_opponents(closed)
    evidence = weigh_evidence(closed.positions, claims)
    if evidence.over_limit:
        yield evidence.reason


def _name_grave(critiques: Sequence[Critique], round_number: int) -> Iterator[str]:
    for each in list_unresolved(critiques):
        # X-56g: before the target could revise, a critique is only a question.
        if each.severity == "CRITICAL" and each.issue_type in _GRAVE and each.round < round_number:
            yield f"{each.id} of {each.agent} on {each.target} is CRITICAL and unresolved: {each.description}"


def _name_opponents(closed: ClosedRound) -> Iterator[str]:
    for a, b in combinations(closed.speakers, 2):
        if recommend_opposites(a, b, closed.language):
            yield f"{a.seat} and {b.seat} recommend the opposite of each other."
