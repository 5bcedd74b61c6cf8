"""Decides whether a conflict between rules of different bodies of law has been resolved (L-22, X-54, W-L16).

A rule whose id or text contains the word `conflict` signals one (L-43). It is open until a seat has said how it is
resolved and the others have confirmed it:

- A seat says so in the field `reconciles` of a revision, or in a claim that cites the rule and speaks of what is in
  conflict. It is said by content: at least five words beside the id, three of them not the rule's own; to mention the
  id, or to repeat that the laws differ, resolves nothing. A claim says it only as long as the seat holds it.
- Where authors settle (`critique.settle: author`), every other seat that argued has to answer `answered` when it is
  asked about that way (`settle`). Whoever refuses it, or says nothing, leaves the conflict open. The verdict of a seat
  on its own way counts for nothing, and one on an earlier way does not count for a new one; a way that is restated in
  the same words, or not mentioned again, stands with what was said of it.
- Where answers settle, a way that is stated by content suffices.
- Of several ways one that all others confirm is enough.
"""

from collections.abc import Iterable, Mapping, Sequence

from moot.policies.critique.evidence import latest_by_seat
from moot.policies.language import STOP_WORDS, fold, words
from moot.state.base import Texts
from moot.state.bookkeeping import NormConflict, StatedReconciliation
from moot.state.critiques import CritiqueVerdict, SettlementSheet
from moot.state.evidence import Evidence
from moot.state.positions import Claim, Position
from moot.state.protocol import SettledBy

_FEWEST_WORDS = 5
_OWN_WORDS = 3
_SHARED_WORDS = 2
_EMPTY = frozenset().union(*STOP_WORDS.values())
_SIGNAL = "conflict"
"""An atom that contains this word signals a conflict of norms (L-43)."""


def list_norm_conflicts(
    evidence: Iterable[Evidence],
    positions: Sequence[Position],
    settlements: Sequence[SettlementSheet] = (),
    *,
    by: SettledBy = "author",
) -> tuple[NormConflict, ...]:
    """List the conflicts of norms with the ways seats resolve them, and say of each whether that is confirmed."""
    seats = tuple(latest_by_seat(positions))
    signals = [each for each in evidence if each.kind == "rule" and _SIGNAL in fold(f"{each.id} {each.text}")]
    return tuple(_judge(rule, positions, seats, settlements, by) for rule in signals)


def find_domain_conflicts(
    evidence: Iterable[Evidence],
    positions: Sequence[Position],
    settlements: Sequence[SettlementSheet] = (),
    *,
    by: SettledBy = "author",
) -> Texts:
    """Name the conflicts of norms that are open, in words for people."""
    found = list_norm_conflicts(evidence, positions, settlements, by=by)
    return tuple(f"{each.id}: {each.text}" for each in found if not each.resolved)


def list_to_confirm(
    conflicts: Iterable[NormConflict], seats: Iterable[str], round_number: int
) -> Mapping[str, tuple[NormConflict, ...]]:
    """List by seat the open conflicts for which somebody else has stated a new way in this round."""
    listed = tuple(conflicts)
    found = {seat: tuple(each for each in listed if _is_news(each, seat, round_number)) for seat in seats}
    return {seat: mine for seat, mine in found.items() if mine}


def explain_rule(rule: Evidence) -> str:
    """Write what a rule says in words: its atoms are the engine's, what they mean is for people."""
    said, _, atoms = rule.text.partition("[")
    meant = atoms.rstrip("] ").partition(": ")[2]
    return f"{said.strip()} ({meant})" if said.strip() and meant else said.strip() or rule.text


def _is_news(conflict: NormConflict, seat: str, round_number: int) -> bool:
    fresh = (each for each in conflict.reconciliations if each.round == round_number and each.seat != seat)
    return not conflict.resolved and any(seat not in (*each.confirmed_by, *each.refused_by) for each in fresh)


def _judge(
    rule: Evidence, positions: Sequence[Position], seats: Texts, settlements: Sequence[SettlementSheet], by: SettledBy
) -> NormConflict:
    stated = tuple(
        _weigh(found, rule, settlements)
        for seat in seats
        if (found := _find_way(rule, [each for each in positions if each.seat == seat]))
    )
    return NormConflict(
        id=rule.id,
        text=explain_rule(rule),
        reconciliations=stated,
        resolved=any(by == "answer" or _is_confirmed(each, seats) for each in stated),
    )


def _is_confirmed(way: StatedReconciliation, seats: Texts) -> bool:
    return bool(way.confirmed_by) and {*seats} <= {way.seat, *way.confirmed_by}


def _weigh(way: StatedReconciliation, rule: Evidence, settlements: Iterable[SettlementSheet]) -> StatedReconciliation:
    """Add what the others last said of a way since it was stated."""
    said: dict[str, CritiqueVerdict] = {}
    for sheet in sorted(settlements, key=lambda each: each.round):
        if sheet.agent != way.seat and sheet.round >= way.round:
            said |= [(sheet.agent, each) for each in sheet.verdicts if _names(each.critique_id, rule)]
    return way.model_copy(
        update={
            "confirmed_by": tuple(seat for seat, each in said.items() if each.verdict == "answered"),
            "refused_by": tuple(seat for seat, each in said.items() if each.verdict != "answered"),
            "reason": next((each.reason for each in reversed(said.values()) if each.reason), ""),
        }
    )


def _find_way(rule: Evidence, said: Iterable[Position]) -> StatedReconciliation | None:
    """Find how a seat resolves a conflict by now, and since which round it says so."""
    way: StatedReconciliation | None = None
    lasting = False
    for position in sorted((each for each in said if each.spoke or each.claims), key=lambda each: each.round):
        explained = _read_field(rule, position)
        how = explained or _read_claims(rule, position)
        if how and (way is None or words(way.how) != words(how)):
            way = StatedReconciliation(seat=position.seat, round=position.round, how=how)
        if how:
            lasting = bool(explained)
        elif not lasting:
            # What a claim said is gone with the claim; what was explained in a field of its own stands.
            way = None
    return way


def _read_field(rule: Evidence, position: Position) -> str:
    stated = (each.how for each in position.reconciles if _names(each.conflict_id, rule))
    return next((how for how in stated if _has_content(how, rule)), "")


def _read_claims(rule: Evidence, position: Position) -> str:
    stated = (claim.statement for claim in position.claims if _speaks_of(claim, rule))
    return next((text for text in stated if _has_content(text, rule)), "")


def _names(written: str, rule: Evidence) -> bool:
    return fold(written).strip() == fold(rule.id)


def _has_content(text: str, rule: Evidence) -> bool:
    """Say whether a text says more than that there is a conflict."""
    beside = [word for word in words(text) if word not in words(rule.id)]
    own = set(beside) - set(words(rule.text)) - _EMPTY
    return len(beside) >= _FEWEST_WORDS and len(own) >= _OWN_WORDS


def _speaks_of(claim: Claim, rule: Evidence) -> bool:
    """Say whether a claim cites a rule and speaks of what it is about."""
    # What a rule says in general stands before its atoms; what is in conflict here stands in them.
    own = set(words(rule.text.partition("[")[2] or rule.text)) - set(words(rule.id)) - _EMPTY - {_SIGNAL}
    return rule.id in claim.evidence and len(own & set(words(claim.statement))) >= _SHARED_WORDS
