"""Lets a claim cite what it quotes: a quotation that stands word for word in a source is evidence (L-02).

Only a claim that cites nothing is given a source, and only one that has all of its quotations; of several, the first by
id.
"""

from collections.abc import Iterable

from moot.policies.critique.ledger.quotations import check_quotation, find_quotations, split_tokens
from moot.state.evidence import Evidence
from moot.state.positions import Claim


def cite_quoted(claim: Claim, evidence: Iterable[Evidence]) -> Claim:
    """Let a claim without evidence cite the source it quotes; any other one stays as it is."""
    quotations = find_quotations(claim.statement)
    if not quotations or any(each.strip() for each in claim.evidence):
        return claim
    for source in sorted(evidence, key=lambda each: each.id):
        tokens = split_tokens(source.text)
        if all(check_quotation(each, tokens).stands for each in quotations):
            return claim.model_copy(update={"evidence": (source.id,)})
    return claim
