"""Judges whether each claim stands on evidence this debate has (L-02, L-27, D-141).

- A claim that cites an id the debate does not have is unsupported, whatever else it cites. Whether the id exists
  somewhere in the knowledge store makes no difference: what was not retrieved here was not read here.
- A claim that needs evidence is supported when what it quotes, and every figure, date, name and denial in it, stands in
  what it cites, and no model found there that it is otherwise or not said (judging.py, verifying.py).
- A recommendation or hypothesis is judged by what it rests on; where nothing in it can be checked it is unknown.
- A claim that needs evidence and cites none is unsupported. In a debate without any source nothing could be cited, so
  there a fact is unknown instead, unless the profile asks for evidence of every claim.
- The question is a source as well, cited as `question`. What rests on it alone is checked by words and figures, and
  unknown where there is nothing of that in it. Who shows how figures follow from those of the question need not cite.
- A claim that needs no evidence and cites none is unknown: there is nothing to check.

A seat's share is taken over its claims that were checked, so that a heap of opinions cannot hide one invented source.
What is wrong counts against the seat that claims it: what is invented, misquoted, denied by its source, or cites none.
What only goes beyond a source counts in the share of the whole debate (DESIGN 9): one such claim among the two or three
that a seat makes is soon half of them. Per agent both count, where the protocol says so (L-27, X-56h).
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from moot.policies.comparison.stances import explains_change
from moot.policies.critique.evidence import QUESTION, list_citations
from moot.policies.critique.ledger.judging import ClaimSources, judge_against
from moot.policies.thresholds import exceeds, tidy
from moot.state.evidence import CheckedClaim, ClaimVerdict, Evidence, Ledger
from moot.state.facts import Fact, state_fact
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules


class ClaimShares(NamedTuple):
    """How much of what was claimed last does not stand on what it cites."""

    by_seat: dict[str, float]
    """The shares of the seats that are held against each of them."""
    unsupported: int
    checked: int

    @property
    def overall(self) -> float:
        """The share of the whole debate."""
        return tidy(self.unsupported / self.checked) if self.checked else 0.0


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
    sources = ClaimSources(evidence, question, checked)
    verdicts = {
        each.seat: tuple(_judge_one(each, claim, sources, rules, stored) for claim in each.claims) for each in now
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
    return _judge_one(position, claim, ClaimSources(evidence, question), rules, stored)


def discount_unsupported(
    positions: Iterable[Position],
    evidence: Sequence[Evidence],
    rules: ClaimRules,
    *,
    question: str = "",
    checked: Iterable[CheckedClaim] = (),
) -> tuple[Position, ...]:
    """Take their evidence from claims that do not stand on it: whoever judges agreement sees what is really there."""
    sources = ClaimSources(evidence, question, checked)
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
    sources = ClaimSources(evidence, question, checked)
    return not any(explains_change(each, reasons) or _stands(each, sources, rules) for each in positions)


def latest_shares(ledgers: Iterable[Ledger]) -> dict[str, float]:
    """Take each seat's share of unsupported claims when it last claimed anything."""
    ordered = sorted(ledgers, key=lambda ledger: ledger.round)
    return {seat: share for ledger in ordered for seat, share in ledger.unsupported_share.items()}


def share_claims(ledgers: Iterable[Ledger], *, per_agent: bool = False) -> ClaimShares:
    """Take the shares that are held against seats and debate; `per_agent` counts silent sources against seats, too."""
    known = tuple(ledgers)
    latest = latest_verdicts(known)
    every = latest_shares(known)
    judged = {seat: tuple(each for each in latest if each.seat == seat) for seat in every}
    # A ledger that was stored without its verdicts is held to its shares.
    wrong = {seat: _share(found, wrong=True) if found else every[seat] for seat, found in judged.items()}
    verdicts = [each.verdict for each in latest if each.verdict != "unknown"]
    return ClaimShares(every if per_agent else wrong, verdicts.count("unsupported"), len(verdicts))


def latest_verdicts(ledgers: Iterable[Ledger]) -> tuple[ClaimVerdict, ...]:
    """Take what was found of each seat's claims when it last claimed anything: what shares and counts are taken of."""
    ordered = sorted(ledgers, key=lambda ledger: ledger.round)
    last = {seat: ledger for ledger in ordered for seat in ledger.unsupported_share}
    return tuple(each for seat, ledger in last.items() for each in ledger.verdicts if each.seat == seat)


def find_unfounded(ledgers: Iterable[Ledger], rules: ClaimRules) -> tuple[Fact, ...]:
    """Say that a seat claims too much that is wrong, or that too much of all that is claimed is not shown (L-27)."""
    shares, limit = share_claims(ledgers), rules.max_unsupported
    seats = tuple(
        state_fact("gate.unfounded", seat=seat, share=share, limit=limit)
        for seat, share in sorted(shares.by_seat.items())
        if exceeds(share, limit)
    )
    # What holds of everybody is one reason, not one for each of them.
    everybody = len(seats) == len(shares.by_seat) > 1
    if not exceeds(shares.overall, limit) or (seats and not everybody):
        return seats
    return (state_fact("gate.unfounded_all", n=shares.unsupported, checked=shares.checked, limit=limit),)


def _share(judged: Sequence[ClaimVerdict], *, wrong: bool = False) -> float:
    checked = [each for each in judged if each.verdict != "unknown"]
    counted = [each for each in checked if each.verdict == "unsupported" and not (wrong and _is_silent(each))]
    return tidy(len(counted) / len(checked)) if checked else 0.0


def _is_silent(judged: ClaimVerdict) -> bool:
    """Say whether a reader found nothing of a claim in its source, and its figures and names do not refute it."""
    return judged.source_says == "not_stated" and not judged.doubted


def _judge_one(
    position: Position, claim: Claim, sources: ClaimSources, rules: ClaimRules, stored: Collection[str]
) -> ClaimVerdict:
    judged = judge_against(claim, sources, rules, stored, position.claims)
    return ClaimVerdict(
        seat=position.seat,
        round=position.round,
        claim_id=claim.id,
        verdict=judged.verdict,
        reason=judged.reason,
        doubted=judged.doubted,
        source_says=judged.source_says,
        reckoning=judged.reckoning,
        overruled=judged.overruled,
    )


def _stands(position: Position, sources: ClaimSources, rules: ClaimRules) -> bool:
    """Say whether a position rests a claim on a source, and nothing is found against it."""
    cited = ((claim, {*list_citations(claim, sources.by_id).known} - {QUESTION}) for claim in position.claims)
    return any(
        judge_against(claim, sources, rules, (), position.claims).verdict != "unsupported"
        for claim, named in cited
        if named
    )


def _discount(position: Position, sources: ClaimSources, rules: ClaimRules) -> Position:
    judged = {claim.id: judge_against(claim, sources, rules, (), position.claims).verdict for claim in position.claims}
    if "unsupported" not in judged.values():
        return position
    claims = tuple(
        claim.model_copy(update={"evidence": ()}) if judged[claim.id] == "unsupported" else claim
        for claim in position.claims
    )
    return position.model_copy(update={"claims": claims})
