"""Tells the conflicts between the same two options once: a dispute is between options, its conflicts are between seats.

- The votes on the first answers say for which option a party stood when its conflict was found; parties whose votes do
  not differ, and those of a debate without votes, are a dispute of their own.
- Where a party stands now is its last vote; what a side without an option holds is what its party said last.
- A dispute has ended in agreement when all of its conflicts have. Else it ended as the first of them that did not, and
  is open as long as one of them is.
- Who has left both sides is told with what it stands for now.
- A reservation is open until every other party has accepted it, whether or not the two contradicted each other: what
  the same others have accepted stands the same, whoever reserved it.
- Whoever accepts the ruling has no reservation any more; who accepts it with one still holds what it reserved when it
  voted, unless the ruling met that, and what it says of the ruling is told beside it. Whoever opposes it does not
  reserve anything, but opposes. Who wrote the ruling holds nothing that it says is met.
- Disputes come in the order of their first conflicts, and are as severe as their gravest one. Seats come in the order
  in which they voted.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from moot.policies.conflicts.boardroom.agreeing import find_reservations, has_accepted
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.conflicts import (
    SEVERITY_RANK,
    Acceptance,
    Conflict,
    ConflictDebate,
    ConflictReport,
    ConsensusResult,
    DebateEnd,
    Dispute,
    DisputeSide,
    Reservation,
    Settling,
)
from moot.state.outcome import Synthesis
from moot.state.positions import Position


def list_disputes(
    report: ConflictReport | None,
    debates: Sequence[ConflictDebate] = (),
    results: Sequence[ConsensusResult] = (),
    ballot: Ballot | None = None,
    positions: Iterable[Position] = (),
    acceptances: Iterable[Acceptance] = (),
    ruling: Synthesis | None = None,
) -> tuple[Dispute, ...]:
    """List who stands against whom, each pair of options once, and what became of it.

    `acceptances` are what the parties said of the last `ruling`, once they were asked.
    """
    said = tuple(positions)
    held, listed = _find_last_words(said), find_open_reservations(debates, said, acceptances, ruling)
    groups: dict[tuple[str, ...], list[Conflict]] = {}
    for conflict in report.conflicts if report else ():
        groups.setdefault(_name_options(conflict, ballot) or (conflict.conflict_id,), []).append(conflict)
    return tuple(_make(conflicts, debates, results, ballot, held, listed) for conflicts in groups.values())


def drop_agreed(ballot: Ballot, report: ConflictReport | None, debates: Sequence[ConflictDebate] | None) -> Ballot:
    """Take off the ballot that two options exclude each other, where all who argued that have come to terms."""
    listed = list_disputes(report, debates or (), ballot=ballot)
    agreed = {frozenset(side.option for side in each.sides) for each in listed if each.ended_by == "converged"}
    left = tuple(pair for pair in ballot.opposed if frozenset(pair) not in agreed)
    return ballot if left == ballot.opposed else ballot.model_copy(update={"opposed": left})


def find_open_reservations(
    debates: Sequence[ConflictDebate],
    positions: Iterable[Position],
    acceptances: Iterable[Acceptance] = (),
    ruling: Synthesis | None = None,
) -> tuple[Reservation, ...]:
    """List every reservation that is open, each once, with who has taken it over."""
    told = {each.seat: each for each in acceptances if each.stance is not None}
    parties = {seat for debate in debates for seat in debate.parties}
    spoken = [each for each in sorted(positions, key=lambda each: each.round) if each.spoke and each.seat in parties]
    last = {each.seat: each for each in spoken}
    before = {each.seat: each for each in spoken if each is not last[each.seat]}
    found = dict.fromkeys(each for debate in debates for each in debate.reservations)
    apart = {(one, other): find_reservations((last[one], last[other]), before) for one, other in permutations(last, 2)}
    found |= dict.fromkeys(each for (one, _), held in apart.items() for each in held if each.seat == one)
    return tuple(
        each.model_copy(update={"accepted_by": _find_takers(each, debates, spoken)})
        for each in sorted(found, key=lambda each: each.seat)
        if _holds_still(each.seat, told, ruling)
    )


def _holds_still(seat: str, told: Mapping[str, Acceptance], ruling: Synthesis | None) -> bool:
    """Say whether a seat holds its reservation after it was asked: not where the ruling met it, and it accepts that."""
    said = told.get(seat)
    met = {each.seat for each in ruling.reservations if each.outcome == "met"} if ruling and told else set()
    if said is None:
        return not (ruling and seat == ruling.author and seat in met)
    return said.stance == "accepts_with_reservation" and seat not in met


def _find_takers(
    reservation: Reservation, debates: Sequence[ConflictDebate], spoken: Sequence[Position]
) -> tuple[str, ...]:
    """Find who has taken over what a seat reserves; with its opponents the debate has settled that."""
    last = {each.seat: each for each in spoken}
    if reservation.seat not in last:
        return ()
    held = last[reservation.seat].model_copy(update={"reservation": reservation.text})
    still = {
        other
        for each in debates
        if any((one.seat, one.text) == (reservation.seat, reservation.text) for one in each.reservations)
        for other in each.parties
    }
    return tuple(
        other
        for other in sorted(last)
        if other not in {reservation.seat, *still} and has_accepted(last[other], held, spoken)
    )


def _find_last_words(positions: Iterable[Position]) -> dict[str, str]:
    last: dict[str, str] = {}
    for each in sorted(positions, key=lambda each: each.round):
        if said := each.stance or each.recommendation:
            last[each.seat] = said
    return last


def _name_options(conflict: Conflict, ballot: Ballot | None) -> tuple[str, str] | None:
    """Name the two options between which a conflict was found; None where the votes do not tell them apart."""
    if ballot is None or len(conflict.agents_involved) != 2:
        return None
    votes = {vote for seat in conflict.agents_involved if (vote := ballot.vote_of(seat, 1)) and ballot.option(vote)}
    if len(votes) != 2:
        return None
    one, other = sorted(votes)
    return one, other


def _make(
    conflicts: Sequence[Conflict],
    debates: Sequence[ConflictDebate],
    results: Sequence[ConsensusResult],
    ballot: Ballot | None,
    held: Mapping[str, str],
    reservations: Sequence[Reservation],
) -> Dispute:
    ids = tuple(each.conflict_id for each in conflicts)
    argued = [each for each in debates if each.conflict_id in ids]
    settled = [each for each in results if each.conflict_id in ids]
    parties = _list_parties(conflicts, ballot)
    sides = _take_sides(conflicts[0], parties, ballot, held)
    severities = [each.severity for each in conflicts] + [each.severity for each in settled]
    return Dispute(
        conflict_ids=ids,
        conflict_type=conflicts[0].conflict_type,
        severity=max(severities, key=lambda each: SEVERITY_RANK[each]),
        topic=conflicts[0].topic,
        sides=sides,
        elsewhere=_find_elsewhere(sides, parties, ballot),
        reservations=tuple(
            each
            for each in reservations
            if any(held.seat == each.seat for debate in argued for held in debate.reservations)
        ),
        ended_by=_find_end(argued),
        argued_in=tuple(sorted({closed.round_number for each in argued for closed in each.rounds})),
        settled_by=_find_settling(settled),
        resolver=settled[0].resolver_agent if settled else "",
    )


def _list_parties(conflicts: Sequence[Conflict], ballot: Ballot | None) -> Texts:
    found = dict.fromkeys(seat for each in conflicts for seat in each.agents_involved)
    voted = dict.fromkeys(vote.seat for vote in ballot.votes if vote.seat in found) if ballot else {}
    return tuple({**voted, **found})


def _find_elsewhere(sides: Sequence[DisputeSide], parties: Texts, ballot: Ballot | None) -> tuple[DisputeSide, ...]:
    gone = [seat for seat in parties if not any(seat in side.now for side in sides)]
    if ballot is None:
        return ()
    options = dict.fromkeys(option for seat in gone if (option := ballot.last_vote(seat)))
    others = (_take_side(option, tuple(gone), ballot) for option in options)
    return tuple(side.model_copy(update={"now": tuple(seat for seat in side.now if seat in gone)}) for side in others)


def _take_sides(
    conflict: Conflict, parties: Texts, ballot: Ballot | None, held: Mapping[str, str]
) -> tuple[DisputeSide, DisputeSide]:
    options = _name_options(conflict, ballot)
    if ballot is None or options is None:
        first, *others = conflict.agents_involved
        texts = {seat: held.get(seat) or conflict.positions[seat].position for seat in conflict.agents_involved}
        against = "; ".join(dict.fromkeys(texts[seat] for seat in others))
        return (
            DisputeSide(text=texts[first], at_first=(first,), now=(first,)),
            DisputeSide(text=against, at_first=tuple(others), now=tuple(others)),
        )
    one, other = (_take_side(option, parties, ballot) for option in options)
    return one, other


def _take_side(option: str, parties: Texts, ballot: Ballot) -> DisputeSide:
    named = ballot.option(option)
    return DisputeSide(
        option=option,
        text=named.text if named else option,
        restated=named.restated if named else "",
        at_first=tuple(seat for seat in parties if ballot.vote_of(seat, 1) == option),
        # Whoever votes for it by now, also who was no party to the conflict.
        now=tuple(seat for seat in _list_voters(ballot) if ballot.last_vote(seat) == option),
    )


def _list_voters(ballot: Ballot) -> Texts:
    return tuple(dict.fromkeys(vote.seat for vote in ballot.votes))


def _find_end(argued: Sequence[ConflictDebate]) -> DebateEnd | None:
    open_ends = [each.ended_by for each in argued if each.ended_by != "converged"]
    if not open_ends:
        return "converged" if argued else None
    return None if None in open_ends else open_ends[0]


def _find_settling(settled: Sequence[ConsensusResult]) -> Settling | None:
    """Say how a dispute was settled: only where all agree it is an agreement."""
    ways = {each.settled_by for each in settled}
    order: tuple[Settling, ...] = ("nobody", "decision", "agreement")
    return next((way for way in order if way in ways), None)
