"""Decides which claims a model is asked to compare with what they cite, and what of its answer counts.

- Asked about is a claim that needs evidence, cites sources of the debate and passed every other check without quoting
  them: what is quoted word for word, or refused already, needs nobody's opinion. Nothing is asked twice.
- "Entailed" and "contradicted" count only with a span that really stands in a source the claim cites. "Not stated"
  needs none. Everything else leaves the claim as it was.
- A claim is named `seat C1`; its own id alone is enough where only one seat used it.
"""

from collections.abc import Iterable, Sequence

from moot.policies.critique.citations import list_citations
from moot.policies.critique.evidence import needs_evidence
from moot.policies.critique.ledger import judge_claim
from moot.policies.critique.quotations import check_quotation, find_quotations, split_tokens
from moot.policies.language import fold
from moot.state.evidence import CheckedClaim, ClaimVerification, Evidence, VerifiedRound
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules

_MOST = 24
"""So many claims are asked about in one round."""


def list_unverified(
    positions: Iterable[Position],
    evidence: Sequence[Evidence],
    rules: ClaimRules,
    known: Iterable[CheckedClaim] = (),
    *,
    question: str = "",
) -> dict[str, Claim]:
    """List the claims to ask about, each under the name it is shown by."""
    texts = {each.id: each for each in evidence}
    seen = {(each.statement, each.evidence) for each in known}
    found: dict[str, Claim] = {}
    for position in sorted(positions, key=lambda each: each.seat):
        for claim in position.claims:
            cited = list_citations(claim, texts)
            open_claim = cited.known and not cited.strangers and needs_evidence(claim, rules)
            if not open_claim or find_quotations(claim.statement) or (claim.statement, claim.evidence) in seen:
                continue
            if judge_claim(position, claim, evidence, rules, question=question).verdict == "supported":
                seen.add((claim.statement, claim.evidence))
                found[f"{position.seat} {claim.id}"] = claim
    return dict(list(found.items())[:_MOST])


def pick_sources(claims: Iterable[Claim], evidence: Sequence[Evidence]) -> list[Evidence]:
    """List the sources that claims cite."""
    texts = {each.id: each for each in evidence}
    named = {name for claim in claims for name in list_citations(claim, texts).known}
    return [each for each in evidence if each.id in named]


def read_verification(
    round_number: int, said: Sequence[ClaimVerification], asked: dict[str, Claim], evidence: Sequence[Evidence]
) -> VerifiedRound:
    """Keep of an answer what counts."""
    own = [name.partition(" ")[2] for name in asked]
    names = {fold(name): name for name in asked}
    names |= {fold(short): name for name in asked if own.count(short := name.partition(" ")[2]) == 1}
    checked: dict[str, CheckedClaim] = {}
    for each in said:
        name = names.get(" ".join(fold(each.claim_id).split()))
        if name is None or name in checked:
            continue
        claim = asked[name]
        if each.verdict == "not_stated" or _stands(each.span, claim, evidence):
            span = "" if each.verdict == "not_stated" else each.span.strip()
            checked[name] = CheckedClaim(
                statement=claim.statement, evidence=claim.evidence, verdict=each.verdict, span=span
            )
    return VerifiedRound(round=round_number, claims=tuple(checked.values()), asked=len(asked))


def _stands(span: str, claim: Claim, evidence: Sequence[Evidence]) -> bool:
    cited = pick_sources([claim], evidence)
    return bool(span.strip()) and any(check_quotation(span, split_tokens(each.text)).stands for each in cited)
