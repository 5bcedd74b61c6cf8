"""Conflicts between seats, told as disputes between options: each once, with who stands where (C-01, C-08..C-10)."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.catalogue import speak
from moot.policies.agreement import ClosedRound
from moot.policies.conflicts.boardroom import follow_debates, judge_debates, list_disputes
from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.conflicts import AgentPosition, Conflict, ConflictDebate, ConflictReport, DebateEnd, DebateRound
from moot.state.positions import Position
from moot.state.protocol import ConvergenceRules, RoundRules

SEATS = ("analyst", "commercial", "financial", "market")
TEXTS = {"A": "go", "B": "wait", "C": "sell"}


def vote(*rounds: Mapping[str, str]) -> Ballot:
    votes = tuple(
        Vote(round=number, seat=seat, option=option)
        for number, cast in enumerate(rounds, 1)
        for seat, option in cast.items()
    )
    options = tuple(
        BallotOption(id=name, text=text, origin="found", seats=tuple(s for s, o in rounds[-1].items() if o == name))
        for name, text in TEXTS.items()
    )
    return Ballot(round=len(rounds), options=options, votes=votes, source="model")


def find_between(*pairs: tuple[str, str]) -> ConflictReport:
    conflicts = tuple(
        Conflict(
            conflict_id="-".join(pair),
            conflict_type="tactical",
            severity="medium",
            topic=" / ".join(pair),
            agents_involved=pair,
            positions={seat: AgentPosition(agent_name=seat, position=f"{seat} says so") for seat in pair},
            description="",
            key_differences=(),
            mutual_exclusivity=True,
            requires_debate=True,
        )
        for pair in pairs
    )
    flags: dict[str, Any] = {f"has_{name}_severity": name == "medium" for name in ("low", "medium", "high", "critical")}
    return ConflictReport(
        execution_id="run",
        total_conflicts=len(conflicts),
        conflicts=conflicts,
        requires_debate=True,
        debate_topics=(),
        **flags,
    )


def argued(*pairs: tuple[str, str], ended_by: DebateEnd | None = "converged") -> list[ConflictDebate]:
    closed = DebateRound(round_number=2, topic="t", arguments={})
    return [ConflictDebate(conflict_id="-".join(p), parties=p, rounds=(closed,), ended_by=ended_by) for p in pairs]


def test_pairs_with_the_same_options_are_one_dispute() -> None:
    first = {"analyst": "A", "commercial": "B", "financial": "A", "market": "C"}
    pairs = (("commercial", "financial"), ("analyst", "commercial"), ("commercial", "market"))
    one, other = list_disputes(find_between(*pairs), ballot=vote(first, {**first, "commercial": "A"}))
    assert one.conflict_ids == ("commercial-financial", "analyst-commercial")
    assert [side.text for side in one.sides] == ["go", "wait"]
    assert [side.at_first for side in one.sides] == [("analyst", "financial"), ("commercial",)]
    assert [side.now for side in one.sides] == [("analyst", "commercial", "financial"), ()]
    assert [(each.option, each.now) for each in other.elsewhere] == [("A", ("commercial",))]


def test_without_votes_a_pair_is_a_dispute_of_its_own_in_its_last_words() -> None:
    said = [Position(seat="analyst", round=number, stance=f"view {number}") for number in (2, 1)]
    (found,) = list_disputes(find_between(("analyst", "market")), positions=said)
    assert [(side.option, side.text) for side in found.sides] == [(None, "view 2"), (None, "market says so")]


@pytest.mark.parametrize(
    ("ends", "ended_by"),
    [
        pytest.param(("converged", "converged"), "converged", id="all agreed"),
        pytest.param(("converged", "max_rounds"), "max_rounds", id="one did not"),
        pytest.param(("repeated", None), None, id="one is still argued"),
    ],
)
def test_a_dispute_ended_in_agreement_only_if_all_its_conflicts_did(
    ends: tuple[DebateEnd | None, ...], ended_by: DebateEnd | None
) -> None:
    pairs = (("analyst", "commercial"), ("analyst", "market"))
    debates = [argued(pair, ended_by=end)[0] for pair, end in zip(pairs, ends, strict=True)]
    first = {"analyst": "A", "commercial": "B", "market": "B"}
    (found,) = list_disputes(find_between(*pairs), debates, ballot=vote(first))
    assert (found.ended_by, found.argued_in) == (ended_by, (2,))


@given(
    st.lists(st.tuples(st.sampled_from(SEATS), st.sampled_from(SEATS)).filter(lambda p: p[0] < p[1]), unique=True),
    st.lists(st.fixed_dictionaries({seat: st.sampled_from("ABC") for seat in SEATS}), min_size=1, max_size=3),
)
def test_every_conflict_is_told_in_exactly_one_dispute(
    pairs: list[tuple[str, str]], rounds: list[dict[str, str]]
) -> None:
    report, ballot = find_between(*pairs), vote(*rounds)
    found = list_disputes(report, ballot=ballot)
    told = [name for each in found for name in each.conflict_ids]
    assert sorted(told) == sorted(each.conflict_id for each in report.conflicts)
    options = [frozenset(side.option for side in each.sides) for each in found if each.sides[0].option]
    assert len(options) == len(set(options))
    for each in found:
        stands = [seat for side in (*each.sides, *each.elsewhere) for seat in side.now]
        assert len(stands) == len(set(stands))


def follow(
    number: int, ballot: Ballot, *positions: Position, before: tuple[ConflictDebate, ...] = ()
) -> ConflictDebate:
    closed = ClosedRound(
        round=number,
        rules=ConvergenceRules(strategy="jaccard"),
        rounds=RoundRules(max=3),
        language="en",
        positions=positions,
        ballot=ballot,
    )
    (debate,) = follow_debates(find_between(("analyst", "market")), before, closed)
    return debate


def hold(seat: str, number: int, **fields: str) -> Position:
    return Position(seat=seat, round=number, recommendation=f"{seat} {number}", **fields)  # type: ignore[arg-type]


def test_the_same_choice_on_a_condition_agrees_by_half_and_stays_open() -> None:
    """C-26: `choice` alone closes nothing; the value stays below the threshold and the condition is on record."""
    apart, alike = {"analyst": "A", "market": "B"}, {"analyst": "A", "market": "A"}
    said = (hold("analyst", 1), hold("market", 1), hold("analyst", 2), hold("market", 2, reservation="Only in May."))
    first = follow(1, vote(apart), *said[:2])
    held = follow(2, vote(apart, alike), *said, before=(first,))
    assert (held.ended_by, held.rounds[-1].convergence) == (None, 0.5)
    assert [(each.seat, each.text) for each in held.reservations] == [("market", "Only in May.")]
    judged = judge_debates(find_between(("analyst", "market")), [held], 0.7, vote(apart, alike))
    assert (judged.converged, judged.capped, judged.value) == (False, True, 0.69)
    assert [speak("en").tell(each) for each in judged.open] == ["Market, on a condition: Only in May."]
    freed = follow(2, vote(apart, alike), *said[:3], hold("market", 2), before=(first,))
    assert (freed.ended_by, freed.rounds[-1].convergence, freed.reservations) == ("converged", 1.0, ())


def test_parties_that_part_again_are_open_again() -> None:
    apart, alike = {"analyst": "A", "market": "B"}, {"analyst": "A", "market": "A"}
    said = [hold(seat, number) for number in (1, 2) for seat in ("analyst", "market")]
    agreed = follow(2, vote(apart, alike), *said, before=(follow(1, vote(apart), *said[:2]),))
    assert agreed.ended_by == "converged"
    parted = follow(3, vote(apart, alike, apart), *said, hold("market", 3), before=(agreed,))
    assert (parted.ended_by, parted.rounds[-1].round_number) == ("max_rounds", 3)
