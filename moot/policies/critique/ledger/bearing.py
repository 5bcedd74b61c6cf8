"""Finds whether a claim quotes a source that bears it out: what it cites exists, and what it quotes stands there."""

from collections.abc import Sequence

from moot.policies.critique.critiques import Bears
from moot.policies.critique.ledger.entries import judge_claim
from moot.policies.critique.ledger.quotations import find_quotations
from moot.state.evidence import Evidence
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules


def make_bearing(evidence: Sequence[Evidence], rules: ClaimRules) -> Bears:
    """Make the check for a debate with this evidence; citing a source without quoting it shows nothing."""

    def bears(position: Position, claim: Claim) -> bool:
        quoted = bool(find_quotations(claim.statement))
        return quoted and judge_claim(position, claim, evidence, rules).verdict == "supported"

    return bears
