"""Judges whether each claim stands on evidence this debate has (L-02, L-27, D-141).

- A claim that cites an id the debate does not have is unsupported, whatever else it cites. Whether the id exists
  somewhere in the knowledge store makes no difference: what was not retrieved here was not read here.
- A claim that quotes what does not stand in a source it cites is unsupported; see quotations.py for what stands.
- A claim that needs evidence and names a figure, date or name its sources do not have, or denies what they say, is
  doubted, quoted or not; see statements.py. What is only recommended or supposed may name figures of its own.
- A doubted claim is unsupported, unless a model that read what it cites found it entailed there; a number that stands
  nowhere has to follow by arithmetic that the program reckoned again (derivations.py).
- A claim that nothing speaks against, and of which a model found in what it cites that it is denied there, or not
  said, is unsupported too; see verifying.py for when a model's word counts.
- A claim all of whose ids are known, and all of which stands, is supported.
- A claim that needs evidence and cites none is unsupported. In a debate without any source nothing could be cited, so
  there a fact is unknown instead, unless the profile asks for evidence of every claim.
- A claim that needs no evidence and cites none is unknown: there is nothing to check.

A seat's share is taken over its claims that were checked, so that a heap of opinions cannot hide one invented source.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from moot.policies.comparison import explains_change
from moot.policies.critique.citations import explain_stranger, list_citations
from moot.policies.critique.derivations import is_derived
from moot.policies.critique.evidence import needs_evidence
from moot.policies.critique.quotations import QuotationCheck, check_quotation, find_quotations, split_tokens
from moot.policies.critique.statements import SourceReading, check_statement, list_unstated, read_source
from moot.policies.language import exceeds, mean, tidy, words
from moot.state.base import Texts
from moot.state.evidence import CheckedClaim, ClaimVerdict, Evidence, Ledger, Verdict
from moot.state.facts import Fact, Saying, state_fact
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules

_SHOWN = 60
_REFERENCE = re.compile(r"\[\s*RAG\s*:[^\]]*\]|\b[KC]\d+\b", re.IGNORECASE)
_PLACE_IN_LAW = re.compile(
    r"(?<!\w)(?:pasal|ayat|artikel|articles?|artigos?|art|section|sections|paragraph|parágrafo|§|uu|undang-undang|pp|"
    r"perpres|lei|act|law|regulation|kuhperdata|kuhp|bw)\.?\s*(?:no\.?|nomor|n\.?º)?\s*\d[\d./-]*",
    re.IGNORECASE,
)
"""Where a rule stands, as in `Pasal 35` and `UU 1/1974`: a source is cited by that and seldom repeats it."""


class _Sources:
    """The evidence of a debate; what is cited is read once, however many claims cite it."""

    def __init__(self, evidence: Iterable[Evidence], question: str = "", checked: Iterable[CheckedClaim] = ()) -> None:
        self.checked = {(each.statement, each.evidence): each for each in checked}
        self.by_id = {each.id: each for each in evidence}
        self.has_documents = any(each.kind != "person" for each in self.by_id.values())
        """What a person said in the debate can be cited, and does not oblige anybody to cite."""
        self._tokens: dict[Texts, tuple[str, ...]] = {}
        self._readings: dict[Texts, SourceReading] = {}
        self.names = frozenset(words(" ".join([question, *(each.locator for each in self.by_id.values())])))
        """What needs no source: what the question itself names, and where the evidence stands."""

    def split(self, *names: str) -> tuple[str, ...]:
        """Split a source, or several in a row, into tokens."""
        if names not in self._tokens:
            self._tokens[names] = split_tokens("\n".join(self.by_id[each].text for each in names))
        return self._tokens[names]

    def read(self, *names: str) -> SourceReading:
        """Read a source, or several in a row, for what claims say of it."""
        if names not in self._readings:
            self._readings[names] = read_source("\n".join(self.by_id[each].text for each in names))
        return self._readings[names]


def judge_claims(
    round_number: int,
    positions: Iterable[Position],
    evidence: Sequence[Evidence],
    rules: ClaimRules,
    stored: Collection[str] = (),
    *,
    question: str = "",
    checked: Iterable[CheckedClaim] = (),
) -> Ledger:
    """Judge every claim of a round; `stored` are cited ids that exist, but were not retrieved.

    `checked` is what a model found of claims in what they cite.
    """
    now = sorted((each for each in positions if each.round == round_number), key=lambda each: each.seat)
    sources = _Sources(evidence, question, checked)
    verdicts = {
        each.seat: tuple(_judge_claim(each, claim, sources, rules, stored) for claim in each.claims) for each in now
    }
    shares = {seat: _share(judged) for seat, judged in verdicts.items() if judged}
    flat = tuple(each for judged in verdicts.values() for each in judged)
    return Ledger(round=round_number, verdicts=flat, unsupported_share=shares)


def judge_claim(
    position: Position,
    claim: Claim,
    evidence: Sequence[Evidence],
    rules: ClaimRules,
    stored: Collection[str] = (),
    *,
    question: str = "",
) -> ClaimVerdict:
    """Judge one claim, and say why."""
    return _judge_claim(position, claim, _Sources(evidence, question), rules, stored)


def discount_unsupported(
    positions: Iterable[Position],
    evidence: Sequence[Evidence],
    rules: ClaimRules,
    *,
    question: str = "",
    checked: Iterable[CheckedClaim] = (),
) -> tuple[Position, ...]:
    """Take their evidence from claims that do not stand on it: whoever judges agreement sees what is really there."""
    sources = _Sources(evidence, question, checked)
    return tuple(_discount(each, sources, rules) for each in positions)


def lacks_evidence(
    positions: Iterable[Position],
    evidence: Sequence[Evidence],
    rules: ClaimRules,
    reasons: Collection[str] = (),
    *,
    question: str = "",
    checked: Iterable[CheckedClaim] = (),
) -> bool:
    """Say whether a debate has sources, and nobody has argued by them so far (X-84).

    Who argued by them rested a claim on one that stands, or changed its mind for one of the `reasons` that were known:
    a critique counts as evidence does. What was cited once need not be cited in every round.
    """
    if all(each.kind == "person" for each in evidence):
        return False
    sources = _Sources(evidence, question, checked)
    return not any(explains_change(each, reasons) or _stands(each, sources, rules) for each in positions)


def latest_shares(ledgers: Iterable[Ledger]) -> dict[str, float]:
    """Take each seat's share of unsupported claims when it last claimed anything."""
    ordered = sorted(ledgers, key=lambda ledger: ledger.round)
    return {seat: share for ledger in ordered for seat, share in ledger.unsupported_share.items()}


def average_share(ledgers: Iterable[Ledger], seats: Iterable[str]) -> float:
    """Average the shares of those who spoke; who claimed nothing claimed nothing unsupported."""
    shares = latest_shares(ledgers)
    return mean(shares.get(seat, 0.0) for seat in seats) or 0.0


def find_unfounded(ledgers: Iterable[Ledger], rules: ClaimRules) -> tuple[Fact, ...]:
    """Say of every seat above the limit that it claims too much without support (L-27, X-56h: per agent, strict)."""
    shares, limit = latest_shares(ledgers), rules.max_unsupported
    return tuple(
        state_fact("gate.unfounded", seat=seat, share=share, limit=limit)
        for seat, share in sorted(shares.items())
        if exceeds(share, limit)
    )


def _share(judged: Sequence[ClaimVerdict]) -> float:
    checked = [each.verdict for each in judged if each.verdict != "unknown"]
    return tidy(checked.count("unsupported") / len(checked)) if checked else 0.0


def _judge_claim(
    position: Position, claim: Claim, sources: _Sources, rules: ClaimRules, stored: Collection[str]
) -> ClaimVerdict:
    judged = _judge(claim, sources, rules, stored)
    return ClaimVerdict(
        seat=position.seat,
        round=position.round,
        claim_id=claim.id,
        verdict=judged.verdict,
        reason=judged.reason,
        doubted=judged.doubted,
    )


def _stands(position: Position, sources: _Sources, rules: ClaimRules) -> bool:
    return any(_judge(claim, sources, rules, ()).verdict == "supported" for claim in position.claims)


def _discount(position: Position, sources: _Sources, rules: ClaimRules) -> Position:
    judged = {claim.id: _judge(claim, sources, rules, ()).verdict for claim in position.claims}
    if "unsupported" not in judged.values():
        return position
    claims = tuple(
        claim.model_copy(update={"evidence": ()}) if judged[claim.id] == "unsupported" else claim
        for claim in position.claims
    )
    return position.model_copy(update={"claims": claims})


class _Judged(NamedTuple):
    verdict: Verdict
    reason: Saying
    doubted: bool = False


def _judge(claim: Claim, sources: _Sources, rules: ClaimRules, stored: Collection[str]) -> _Judged:
    cited = list_citations(claim, sources.by_id)
    if cited.strangers:
        return _Judged("unsupported", explain_stranger(cited.strangers[0], stored))
    if cited.known:
        quoted = _judge_quotations(claim, cited.known, sources)
        if quoted.verdict == "unsupported" or not needs_evidence(claim, rules):
            return quoted
        found = sources.checked.get((claim.statement, claim.evidence))
        stated, reading = _strip_ids(claim.statement, sources), sources.read(*cited.known)
        check = check_statement(stated, reading, sources.names)
        if not check.stands and not _clears(found, stated, reading):
            told = state_fact("claim.source_differs", names=cited.known, why=check.reason)
            return _Judged("unsupported", told, doubted=True)
        return _take_verification(found, cited.known) or quoted
    if not needs_evidence(claim, rules):
        return _Judged("unknown", state_fact("claim.needs_none", kind=claim.kind))
    if not sources.has_documents and rules.evidence_required != "all":
        return _Judged("unknown", state_fact("claim.no_sources", kind=claim.kind))
    return _Judged("unsupported", state_fact("claim.uncited", kind=claim.kind))


def _clears(found: CheckedClaim | None, statement: str, reading: SourceReading) -> bool:
    """Say whether a model that read the sources takes the doubt off a claim; numbers have to be reckoned as well."""
    if found is None or found.verdict != "entailed":
        return False
    return all(is_derived(figure, found.derived) for figure in list_unstated(statement, reading))


def _take_verification(found: CheckedClaim | None, cited: Texts) -> _Judged | None:
    """Take what a model found where nothing else speaks against a claim; None where it was not asked."""
    if found is None:
        return None
    match found.verdict:
        case "entailed":
            return _Judged("supported", state_fact("claim.entailed", names=cited, span=found.span))
        case "contradicted":
            return _Judged("unsupported", state_fact("claim.contradicted", names=cited, span=found.span))
        case "not_stated":
            return _Judged("unsupported", state_fact("claim.not_stated", names=cited))


def _strip_ids(statement: str, sources: _Sources) -> str:
    """Take the citations out of a statement: neither an id nor the number of an article is a figure."""
    plain = _PLACE_IN_LAW.sub(" ", _REFERENCE.sub(" ", statement))
    for name in sorted(sources.by_id, key=len, reverse=True):
        plain = plain.replace(name, " ")
    return plain


def _judge_quotations(claim: Claim, cited: Texts, sources: _Sources) -> _Judged:
    quotations = find_quotations(claim.statement)
    # A quotation may run from one cited source into the next.
    places = [*((each,) for each in cited), *([cited] if len(cited) > 1 else [])]
    for quotation in quotations:
        checks = []
        for place in places:
            checks.append(check_quotation(quotation, sources.split(*place)))
            if checks[-1].stands:
                break
        else:
            return _Judged("unsupported", _explain_quotation(quotation, cited, sources, _closest(checks)))
    return _Judged("supported", state_fact("claim.quotes" if quotations else "claim.cites", names=cited))


def _closest(checks: Sequence[QuotationCheck]) -> Fact:
    return max(checks, key=lambda check: check.similarity).reason


def _explain_quotation(quotation: str, cited: Texts, sources: _Sources, detail: Fact) -> Fact:
    shown = quotation if len(quotation) <= _SHOWN else f"{quotation[: _SHOWN - 1]}…"
    others = [each for each in sorted(sources.by_id) if each not in cited]
    elsewhere = next((each for each in others if check_quotation(quotation, sources.split(each)).stands), None)
    if elsewhere is not None:
        return state_fact("claim.quoted_elsewhere", quoted=shown, place=elsewhere, names=cited)
    return state_fact("claim.misquoted", quoted=shown, names=cited, why=detail)
