"""Counts the claims of a seat, compares them between rounds, and says where each stands at the end.

More claims than `warn` are told, more than `max` are refused (X-56b). A claim counts as changed when it is new or its
statement, evidence or confidence differs (L-50).

At the end a claim is disputed when an unresolved critique of any severity is aimed at it; agreed when it is not
disputed and a peer makes the same claim or says that it agrees with it; otherwise uncontested (L-29, W-L15): nobody
criticised it, or what was criticised in it is settled. Two
claims that name different figures are not the same, however alike their words.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from moot.policies.comparison.wording import Reading, match_items, read_text
from moot.policies.critique.evidence import latest_by_seat
from moot.policies.critique.settling import has_changed, list_unresolved
from moot.policies.language import Language, fold, words
from moot.policies.thresholds import reaches
from moot.state.base import Texts
from moot.state.bookkeeping import ClaimChanges, ClaimCount, ClaimNote, ClaimSummary
from moot.state.critiques import Critique, CritiqueSheet, Point
from moot.state.facts import Fact, state_fact
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules


class _Agreement(NamedTuple):
    peer: str
    point: Point
    reading: Reading
    round: int


def count_claims(position: Position, rules: ClaimRules) -> ClaimCount:
    """Say whether a seat makes too many claims to be argued one by one (L-32)."""
    count, seat = len(position.claims), position.seat
    if count > rules.max:
        refused = state_fact("claim.too_many", seat=seat, n=count, most=rules.max)
        return ClaimCount(seat=seat, count=count, outcome="refused", reason=refused)
    if count > rules.warn:
        many = state_fact("claim.many", seat=seat, n=count, most=rules.warn)
        return ClaimCount(seat=seat, count=count, outcome="warn", reason=many)
    return ClaimCount(seat=seat, count=count, outcome="ok", reason=state_fact("claim.count", seat=seat, n=count))


def compare_claims(before: Position, after: Position) -> ClaimChanges:
    """List what a revision did to a seat's claims (L-50)."""
    old = {claim.id: claim for claim in before.claims}
    new = {claim.id: claim for claim in after.claims}
    changed = tuple(each for each, claim in new.items() if each not in old or has_changed(old[each], claim))
    return ClaimChanges(
        seat=after.seat,
        before_claims=tuple(old),
        after_claims=tuple(new),
        changed_claims=changed,
        withdrawn_claims=tuple(each for each in old if each not in new),
    )


def summarise_claims(
    positions: Iterable[Position],
    critiques: Sequence[Critique],
    sheets: Iterable[CritiqueSheet],
    language: Language,
    held_by_all: Texts = (),
    unsupported: Collection[tuple[str, str]] = (),
) -> ClaimSummary:
    """Sort the last claims of every seat into agreed, disputed and uncontested (L-29).

    `held_by_all` is what a comparison of the answers found everybody to state: a claim that says it is agreed.
    `unsupported` are the claims, by seat and id, that do not stand on what they cite: agreed or not, that is said.
    """
    positions, sheets = list(positions), list(sheets)
    latest = latest_by_seat(positions)
    judged = max((sheet.round for sheet in sheets), default=0)
    known = {
        (each.seat, claim.id, claim.statement) for each in positions if each.round <= judged for claim in each.claims
    }
    contested = {(each.target, each.target_claim_id): each for each in reversed(list_unresolved(critiques))}
    points = [
        _Agreement(sheet.agent, point, read_text(point.point, language), sheet.round)
        for sheet in sheets
        for point in sheet.agreements
    ]
    statements = {
        (seat, claim.id): read_text(claim.statement, language) for seat, p in latest.items() for claim in p.claims
    }
    agreed, disputed, uncontested = [], [], []
    for seat, position in latest.items():
        for claim in position.claims:
            critique = contested.get((seat, claim.id))
            support = _find_support(seat, claim, statements, points) or _find_point(claim, held_by_all)
            if critique:
                disputed.append(_note(seat, claim, state_fact("claim.disputed", id=critique.id, seat=critique.agent)))
            elif support:
                agreed.append(_note(seat, claim, _tell_standing(seat, claim, support, unsupported)))
            else:
                # Nobody was asked to criticise what came after the last critiques.
                late = bool(judged) and (seat, claim.id, claim.statement) not in known
                told = state_fact("claim.after_critiques", round=_find_round(seat, claim, positions)) if late else None
                told = told or _tell_closed(seat, claim, critiques)
                uncontested.append(_note(seat, claim, _tell_standing(seat, claim, told, unsupported)))
    # What is said in the same words again, in another round or by the other side, is one point.
    declared = {words(each.point.point): each for each in reversed(points)}
    shared = [state_fact("claim.all_share", point=each) for each in held_by_all]
    last = max((each.round for each in latest.values()), default=0)
    shared += [_tell_declared(each, last) for each in reversed(declared.values())]
    return ClaimSummary(
        agreed=tuple(agreed), disputed=tuple(disputed), shared=tuple(shared), uncontested=tuple(uncontested)
    )


def _tell_declared(declared: _Agreement, last: int) -> Fact:
    """Tell what a seat declared to share; what was revised more than once since is told with its round."""
    said = {"seat": declared.peer, "peer": declared.point.target, "point": declared.point.point}
    if declared.round < last - 1:
        return state_fact("claim.shared_then", **said, round=declared.round)
    return state_fact("claim.shared", **said)


def _tell_standing(seat: str, claim: Claim, why: Fact, unsupported: Collection[tuple[str, str]]) -> Fact:
    """Add to where a claim stands that it does not stand on what it cites."""
    return state_fact("claim.yet_unsupported", why=why) if (seat, claim.id) in unsupported else why


_SAID_BY_CLAIM = 2 / 3
"""So much of a point's wording stands in a claim that says it."""


def _find_point(claim: Claim, points: Texts) -> Fact | None:
    """Find the point that everybody states and this claim has the words of, with the same figures."""
    said = set(words(claim.statement))
    for each in points:
        named = set(words(each))
        figures = {word for word in named if any(map(str.isdigit, word))}
        if named and figures <= said and reaches(len(named & said) / len(named), _SAID_BY_CLAIM):
            return state_fact("claim.all_state", point=each)
    return None


def _find_round(seat: str, claim: Claim, positions: Iterable[Position]) -> int:
    """Find the round in which a claim got its last wording."""
    stated = (each.round for each in positions if each.seat == seat and claim.statement in _list_statements(each))
    return min(stated, default=0)


def _list_statements(position: Position) -> set[str]:
    return {each.statement for each in position.claims}


def _tell_closed(seat: str, claim: Claim, critiques: Iterable[Critique]) -> Fact:
    """Say whether a claim was criticised at all: one that stood up to it is not one that nobody looked at."""
    aimed = tuple(each.id for each in critiques if (each.target, each.target_claim_id) == (seat, claim.id))
    return state_fact("claim.withstood", ids=aimed) if aimed else state_fact("claim.uncontested")


def _find_support(
    seat: str,
    claim: Claim,
    statements: dict[tuple[str, str], Reading],
    points: Sequence[_Agreement],
) -> Fact | None:
    own = statements[seat, claim.id]
    for (peer, claim_id), reading in statements.items():
        if peer != seat and _say_the_same(own, reading):
            return state_fact("claim.same_as", seat=peer, id=claim_id)
    for peer, point, reading, _ in points:
        meant = fold(claim.id) in reading.words or _say_the_same(reading, own)
        if peer != seat and fold(point.target) == fold(seat) and meant:
            return state_fact("claim.agreed", seat=peer)
    return None


def _say_the_same(a: Reading, b: Reading) -> bool:
    one, other = (sorted(word for word in each.words if any(map(str.isdigit, word))) for each in (a, b))
    # In a claim the figure is the point: a term of 5 years and one of 10 differ by one word of many.
    return match_items(a, b) and (one == other or not one or not other)


def _note(seat: str, claim: Claim, reason: Fact) -> ClaimNote:
    return ClaimNote(
        seat=seat, claim_id=claim.id, statement=claim.statement, reason=reason, assumptions=claim.assumptions
    )
