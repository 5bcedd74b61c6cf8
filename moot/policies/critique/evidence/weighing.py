"""Measures how much of what a seat claims stands without evidence.

A claim of kind `fact` needs evidence; with `evidence_required: all` every claim does (L-02). The share of a seat is
taken over its claims that need evidence, so that a heap of opinions cannot hide one unproven fact; a seat without such
claims has share 0. More than the limit is too much, exactly the limit is not (X-56h, W-L8). The last position of each
seat counts.
"""

from collections.abc import Iterable

from moot.policies.critique.evidence.citations import list_cited
from moot.policies.thresholds import exceeds, tidy
from moot.state.base import Texts
from moot.state.bookkeeping import EvidenceShares
from moot.state.evidence import Evidence
from moot.state.facts import Fact, state_fact
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules

_ENDED = "; annulled"
"""How the note of an article begins to tell that it is no longer in force."""
_PERSON = "PERSON"
"""What a person says in the debate is cited as PERSON1, PERSON2 and so on."""


def cite_person(evidence: Iterable[Evidence], text: str, name: str = "") -> Evidence:
    """Make what a person said citable: nobody has to cite it, and what it states needs no other source."""
    number = 1 + sum(each.kind == "person" for each in evidence)
    return Evidence(id=f"{_PERSON}{number}", kind="person", text=text, locator=name)


def needs_evidence(claim: Claim, rules: ClaimRules) -> bool:
    """Say whether a claim has to cite something (D-141)."""
    return rules.evidence_required == "all" or claim.kind == "fact"


def flag_risks(position: Position, rules: ClaimRules) -> Texts:
    """List the claims that lack the evidence they need (L-02, X-56)."""
    return tuple(claim.id for claim in position.claims if needs_evidence(claim, rules) and not _cites(claim))


def share_without_evidence(position: Position, rules: ClaimRules) -> float:
    """Measure which share of a seat's claims lacks evidence, 0 to 1."""
    needing = sum(needs_evidence(claim, rules) for claim in position.claims)
    return tidy(len(flag_risks(position, rules)) / needing) if needing else 0.0


def weigh_evidence(positions: Iterable[Position], rules: ClaimRules) -> EvidenceShares:
    """Find which seats claim too much without evidence (L-27, X-56h)."""
    latest = latest_by_seat(positions)
    shares = {seat: share_without_evidence(position, rules) for seat, position in latest.items()}
    over = tuple(seat for seat, share in shares.items() if exceeds(share, rules.max_unsupported))
    return EvidenceShares(
        shares=shares,
        risk_flags={seat: flag_risks(position, rules) for seat, position in latest.items()},
        uncertainties={seat: _describe(position, rules) for seat, position in latest.items()},
        over_limit=over,
        reason=_tell_over({seat: shares[seat] for seat in over}, rules.max_unsupported),
    )


def _tell_over(over: dict[str, float], limit: float) -> Fact:
    if not over:
        return state_fact("gate.evidenced", limit=limit)
    told = tuple(state_fact("gate.unevidenced", seat=seat, share=share) for seat, share in over.items())
    return state_fact("gate.unevidenced_over", seats=told, limit=limit)


def latest_by_seat(positions: Iterable[Position]) -> dict[str, Position]:
    """Take the last position in which each seat said something, by seat."""
    said = sorted((each for each in positions if each.spoke or each.claims), key=lambda each: (each.seat, each.round))
    return {position.seat: position for position in said}


def _cites(claim: Claim) -> bool:
    return any(source.strip() for source in claim.evidence)


def _describe(position: Position, rules: ClaimRules) -> tuple[Fact, ...]:
    return tuple(state_fact("claim.lacks_evidence", id=claim_id) for claim_id in flag_risks(position, rules))


def name_unverified(evidence: Iterable[Evidence], positions: Iterable[Position]) -> tuple[Fact, ...]:
    """Say which sources that somebody still relies on are no law any more, not verified, or only a person's words.

    A rule whose claim was withdrawn bears nothing any more; where no claim cites any, all that were shown are named.
    """
    evidence = list(evidence)
    unverified = {each.id for each in evidence if not each.verified}
    last = list(latest_by_seat(positions).values())
    cited = {item for each in last for claim in each.claims for item in claim.evidence} & unverified
    names = tuple(sorted(cited or unverified))
    told = (state_fact("gate.unverified", names=names),) if names else ()
    return (*_name_annulled(evidence, last), *told, *_name_statements(evidence, last))


def _name_annulled(evidence: Iterable[Evidence], positions: Iterable[Position]) -> tuple[Fact, ...]:
    """Say which cited articles are no longer in force, whoever else noticed it."""
    ended = {each.id: each.note for each in evidence if _ENDED in each.note}
    cited = list_cited(positions, ended) if ended else ()
    notes = dict.fromkeys(ended[each] for each in cited)  # one article may be known by several names
    return tuple(
        state_fact("gate.annulled", name=note.partition(";")[0], how=note.partition(_ENDED)[2].strip() or "–")
        for note in notes
    )


def _name_statements(evidence: Iterable[Evidence], positions: Iterable[Position]) -> tuple[Fact, ...]:
    """Say on which words of a person claims rest: they can be cited, and nobody has checked them."""
    said = {each.id for each in evidence if each.kind == "person"}
    cited = {item.strip() for each in positions for claim in each.claims for item in claim.evidence}
    names = tuple(sorted(cited & said))
    return (state_fact("gate.said_by_person", names=names),) if names else ()


def name_assumptions(positions: Iterable[Position], rules: ClaimRules) -> tuple[Fact, ...]:
    """Say what each side takes for granted, where every claim needs evidence: its claims stand only if that holds."""
    if rules.evidence_required != "all":
        return ()
    told: list[Fact] = []
    for seat, position in sorted(latest_by_seat(positions).items()):
        assumed = [each.strip().rstrip(".") for claim in position.claims for each in claim.assumptions if each.strip()]
        if assumed:
            told.append(state_fact("gate.assumed", seat=seat, assumptions=tuple(dict.fromkeys(assumed))))
    return tuple(told)
