"""Decides which critiques count, and numbers them.

Critiques are numbered K1, K2, ... through the whole debate, by round, then by the order of seats in the profile
(unknown seats last, by name), then by their place on the sheet; what comes later continues the count.

A critique is turned away, each with its reason, when it
- criticises its own author (L-03) or somebody who said nothing in that round,
- names a claim its target did not make (L-13); what it recommends is criticised as `recommendation`, and a target
  without any claims as a whole,
- gives no description, or no concrete fix (L-31),
- repeats one on the same sheet: copies do not fill the floor.

A severity that the issue cannot carry is lowered (X-56a): a CRITICAL evidence gap becomes MAJOR when it says that
evidence is missing, and the claim quotes a source that bears it out. Whoever doubts the source itself, because it was
annulled, is outdated or was misread, is taken at its word.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from moot.policies.language import fold, words
from moot.state.bookkeeping import CritiqueIntake, FloorCheck, RejectedCritique
from moot.state.critiques import Critique, CritiqueItem, CritiqueSheet
from moot.state.facts import Fact, state_fact
from moot.state.positions import Claim, Position
from moot.state.protocol import CritiqueRules

RECOMMENDATION = "recommendation"
"""Stands for a claim's id where a critique concerns what a seat recommends."""
_MISSING = (
    *(
        "no evidence",
        "no source",
        "without evidence",
        "without a source",
        "cites nothing",
        "cites no",
        "lacks evidence",
    ),
    *("tanpa bukti", "tanpa sumber", "tidak ada bukti", "tidak ada sumber", "tidak mengutip", "tidak menyebut sumber"),
    *("sem evidencia", "sem fonte", "sem prova", "nao cita", "falta fonte", "falta evidencia"),
)
"""What says that a claim cites nothing, which can be looked up."""
_DOUBTS = (
    *("annul", "repeal", "revok", "outdated", "supersed", "overturn", "overrul", "void", "amend", "valid", "in force"),
    *("mis", "does not say", "out of context", "wrong", "not apply", "context", "irrelevant"),
    *("cabut", "batal", "berlaku", "usang", "diubah", "diganti", "perubahan", "keliru", "salah", "konteks", "relevan"),
    *("revog", "anulad", "desatualizad", "vigor", "vigent", "interpret", "alterad", "errad", "fora de"),
)
"""What doubts the source itself: a ruling that was annulled, an act out of force, a passage that was misread."""

Bears = Callable[[Position, Claim], bool]
"""Whether a claim quotes a source that bears it out."""


class _Entry(NamedTuple):
    sheet: CritiqueSheet
    place: int
    item: CritiqueItem


def number_critiques(
    sheets: Iterable[CritiqueSheet],
    positions: Sequence[Position],
    seats: Sequence[str],
    taken: Sequence[Critique] = (),
    bears: Bears = lambda *_: False,
) -> CritiqueIntake:
    """Check every critique, number the good ones and say what is wrong with the others (L-13, L-14)."""
    entries = [_Entry(sheet, at, item) for sheet in _order(sheets, seats) for at, item in enumerate(sheet.items, 1)]
    accepted: list[Critique] = []
    rejected: list[RejectedCritique] = []
    first = 1 + max((int(critique.id[1:]) for critique in taken), default=0)
    for entry in entries:
        target = _find_target(entry, positions)
        problem = _find_fault(entry, target)
        if problem is not None:
            rejected.append(_reject(entry, problem))
        elif target is not None:
            accepted.append(_accept(entry, target, first + len(accepted), bears))
    reason = state_fact("critique.intake", accepted=len(accepted), rejected=len(rejected))
    return CritiqueIntake(accepted=tuple(accepted), rejected=tuple(rejected), reason=reason)


def check_floor(
    critiques: Iterable[Critique], agents: Iterable[str], round_number: int, rules: CritiqueRules
) -> tuple[FloorCheck, ...]:
    """Find who criticised too little in round 1, which would be an echo chamber (L-30, X-56a)."""
    floor = rules.min_per_agent if round_number == 1 else 0
    authors = [critique.agent for critique in critiques if critique.round == round_number]
    return tuple(_check_floor(agent, authors.count(agent), floor) for agent in sorted(set(agents)))


def _check_floor(agent: str, count: int, floor: int) -> FloorCheck:
    passed = count >= floor
    code = "critique.floor_met" if passed else "critique.floor_unmet"
    reason = state_fact(code, seat=agent, n=count, floor=floor)
    return FloorCheck(agent=agent, count=count, floor=floor, passed=passed, reason=reason)


def _order(sheets: Iterable[CritiqueSheet], seats: Sequence[str]) -> list[CritiqueSheet]:
    places = {seat: at for at, seat in enumerate(seats)}
    return sorted(sheets, key=lambda sheet: (sheet.round, places.get(sheet.agent, len(places)), sheet.agent))


def _find_target(entry: _Entry, positions: Sequence[Position]) -> Position | None:
    wanted = fold(entry.item.target).strip()
    spoke = (each for each in positions if each.round == entry.sheet.round and (each.spoke or each.claims))
    return next((each for each in spoke if fold(each.seat) == wanted), None)


def _find_fault(entry: _Entry, target: Position | None) -> Fact | None:
    item = entry.item
    if fold(item.target).strip() == fold(entry.sheet.agent):
        return state_fact("critique.own_claims")
    if target is None:
        return state_fact("critique.silent_target", seat=item.target, round=entry.sheet.round)
    if target.claims and not _aims_at_advice(item) and find_claim(target, item.target_claim_id) is None:
        return state_fact("critique.no_such_claim", seat=target.seat, id=item.target_claim_id)
    if not words(item.description):
        return state_fact("critique.no_fault")
    if not words(item.suggested_fix):
        return state_fact("critique.no_fix")
    earlier = entry.sheet.items[: entry.place - 1]
    return state_fact("critique.repeated") if any(_same(item, each) for each in earlier) else None


def _aims_at_advice(item: CritiqueItem) -> bool:
    return fold(item.target_claim_id).strip() == RECOMMENDATION


def _same(item: CritiqueItem, other: CritiqueItem) -> bool:
    return _key(item) == _key(other)


def _key(item: CritiqueItem) -> tuple[object, ...]:
    return fold(item.target), fold(item.target_claim_id), item.issue_type, words(item.description)


def find_claim(position: Position, claim_id: str) -> Claim | None:
    """Find a seat's claim by its id, whatever its case."""
    wanted = fold(claim_id).strip()
    return next((claim for claim in position.claims if fold(claim.id) == wanted), None)


def _accept(entry: _Entry, target: Position, number: int, bears: Bears) -> Critique:
    claim = find_claim(target, entry.item.target_claim_id)
    lowered = claim is not None and _only_says_missing(entry.item) and bears(target, claim)
    return Critique(
        id=f"K{number}",
        agent=entry.sheet.agent,
        round=entry.sheet.round,
        target=target.seat,
        target_claim_id=claim.id if claim else RECOMMENDATION if _aims_at_advice(entry.item) else "",
        issue_type=entry.item.issue_type,
        description=entry.item.description,
        severity="MAJOR" if lowered else entry.item.severity,
        suggested_fix=entry.item.suggested_fix,
        downgraded=lowered,
    )


def _only_says_missing(item: CritiqueItem) -> bool:
    said = " ".join(words(item.description))
    missing = any(phrase in said for phrase in _MISSING) and not any(phrase in said for phrase in _DOUBTS)
    return item.severity == "CRITICAL" and item.issue_type == "evidence_gap" and missing


def _reject(entry: _Entry, problem: Fact) -> RejectedCritique:
    return RejectedCritique(
        agent=entry.sheet.agent,
        target=entry.item.target,
        round=entry.sheet.round,
        index=entry.place,
        reason=state_fact("critique.turned_away", place=entry.place, seat=entry.sheet.agent, why=problem),
    )
