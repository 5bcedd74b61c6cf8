"""Decides which claims a model is asked to compare with what they cite, and what of its answer counts.

- Asked about is a claim that needs evidence and cites sources of the debate, where words alone doubt it or find nothing
  against it. What is quoted word for word, or refused for an id or a quotation, needs nobody's opinion. Nothing is
  asked twice. Doubted claims come first.
- "Entailed" and "contradicted" count only with a span that really stands in a source the claim cites; passages parted
  by three dots have to stand one by one. "Not stated" needs none. Everything else leaves the claim as it was.
- Of the arithmetic that goes with it counts what stands on known figures (derivations.py): those of the sources, of the
  question and of what the claim assumes.
- A claim is named `seat C1`; its own id alone is enough where only one seat used it.
"""

import re
from collections.abc import Iterable, Sequence

from moot.policies.critique.citations import list_citations
from moot.policies.critique.derivations import reckon_lines
from moot.policies.critique.evidence import needs_evidence
from moot.policies.critique.ledger import judge_claim
from moot.policies.critique.quotations import check_quotation, find_quotations, split_tokens
from moot.policies.critique.statements import list_numbers, read_source
from moot.policies.language import fold
from moot.state.evidence import CheckedClaim, ClaimVerification, Evidence, VerifiedRound
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules

_PARTED = re.compile(r"\s*(?:\.{3,}|…|\n)\s*")
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
    doubted: dict[str, bool] = {}
    for position in sorted(positions, key=lambda each: each.seat):
        for claim in position.claims:
            cited = list_citations(claim, texts)
            open_claim = cited.known and not cited.strangers and needs_evidence(claim, rules)
            if not open_claim or (claim.statement, claim.evidence) in seen:
                continue
            judged = judge_claim(position, claim, evidence, rules, question=question)
            plain = judged.verdict == "supported" and not find_quotations(claim.statement)
            if plain or judged.doubted:
                seen.add((claim.statement, claim.evidence))
                found[f"{position.seat} {claim.id}"] = claim
                doubted[f"{position.seat} {claim.id}"] = judged.doubted
    first = sorted(found, key=lambda name: not doubted[name])[:_MOST]
    return {name: found[name] for name in found if name in first}


def pick_sources(claims: Iterable[Claim], evidence: Sequence[Evidence]) -> list[Evidence]:
    """List the sources that claims cite."""
    texts = {each.id: each for each in evidence}
    named = {name for claim in claims for name in list_citations(claim, texts).known}
    return [each for each in evidence if each.id in named]


def read_verification(
    round_number: int,
    said: Sequence[ClaimVerification],
    asked: dict[str, Claim],
    evidence: Sequence[Evidence],
    question: str = "",
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
                statement=claim.statement,
                evidence=claim.evidence,
                verdict=each.verdict,
                span=span,
                derived=_derive(each, claim, evidence, question),
            )
    return VerifiedRound(round=round_number, claims=tuple(checked.values()), asked=len(asked))


def _derive(said: ClaimVerification, claim: Claim, evidence: Sequence[Evidence], question: str) -> tuple[float, ...]:
    """Reckon again what a model reckoned, from what the sources, the question and the claim's assumptions state."""
    if said.verdict != "entailed" or not said.reckoning.strip():
        return ()
    reading = read_source("\n".join(each.text for each in pick_sources([claim], evidence)))
    return reckon_lines(said.reckoning, list_numbers("\n".join((question, *claim.assumptions)), reading))


def _stands(span: str, claim: Claim, evidence: Sequence[Evidence]) -> bool:
    sources = [split_tokens(each.text) for each in pick_sources([claim], evidence)]
    passages = [each for each in _PARTED.split(span) if each.strip(" .")]
    return bool(passages) and all(any(check_quotation(each, text).stands for text in sources) for each in passages)
