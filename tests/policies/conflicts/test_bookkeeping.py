"""One list of conflicts and reservations, one rule for what is accepted, and every count from it."""

import pytest

from moot.policies.conflicts import add_disputes
from moot.policies.conflicts.boardroom import judge_debates
from moot.policies.conflicts.boardroom.disputes import find_open_reservations, list_disputes
from moot.state.ballot import Grouping, OptionGroup
from moot.state.conflicts import Acceptance, ConflictDebate, DebateRound, Reservation
from moot.state.positions import Concession
from moot.state.protocol import ConflictRules
from tests.policies.conflicts.test_disputes import find_between, vote
from tests.policies.voices import position
from tests.support.words import english

RULES = ConflictRules()
ROUNDS = tuple(DebateRound(round_number=each, topic="", arguments={}, convergence=0.5) for each in (1, 2))


def argue(*pairs: tuple[str, str], reserved: tuple[Reservation, ...] = ()) -> list[ConflictDebate]:
    return [
        ConflictDebate(conflict_id="-".join(pair), parties=pair, rounds=ROUNDS, reservations=reserved) for pair in pairs
    ]


BOTH = [("analyst", "commercial"), ("analyst", "financial")]


@pytest.mark.parametrize(
    ("opposed", "plain", "kept"),
    [
        pytest.param((("go", "wait"),), False, BOTH[:1], id="what the comparer opposed stays"),
        pytest.param((), False, [], id="what it did not oppose is no conflict because of words alone"),
        pytest.param((("go", "wait"),), True, BOTH[:1], id="nor are words that exclude each other, where it spoke"),
        pytest.param((), True, BOTH, id="a silent comparer makes no peace between words that exclude each other"),
    ],
)
def test_the_comparer_s_word_stands(
    opposed: tuple[tuple[str, str], ...], plain: bool, kept: list[tuple[str, str]]
) -> None:
    report = find_between(*BOTH)
    conflicts = tuple(each.model_copy(update={"mutual_exclusivity": plain}) for each in report.conflicts)
    report = report.model_copy(update={"conflicts": conflicts})
    groups = {"go": ("analyst",), "wait": ("commercial",), "sell": ("financial",)}
    grouping = Grouping(
        options=tuple(OptionGroup(label=label, seats=seats) for label, seats in groups.items()), opposed=opposed
    )
    ballot = vote({"analyst": "A", "commercial": "B", "financial": "C"})
    ballot = ballot.model_copy(update={"opposed": (("A", "B"),) if opposed else ()})
    found = add_disputes(report, grouping, report.conflicts[0].positions, RULES, ballot=ballot)
    assert [each.agents_involved for each in found.conflicts] == kept
    assert (found.total_conflicts, found.requires_debate) == (len(kept), bool(kept))


def test_equal_reservations_are_equally_open() -> None:
    pairs = (("analyst", "commercial"), ("commercial", "market"))
    held = {"analyst": "Only with the margin known.", "commercial": "Talks start in December."}
    said = [position(seat, 2, recommendation="go", reservation=text) for seat, text in held.items()]
    take = {"analyst": "commercial", "commercial": "analyst"}
    said += [
        position(
            seat, 3, recommendation="go", reservation=text,
            takes_over=(Concession(seat=take[seat], part="reservation", exception=""),),
        )
        for seat, text in held.items()
    ]  # fmt: skip
    said += [position("market", number, recommendation="go") for number in (2, 3)]
    debates = argue(*pairs)
    debates[1] = debates[1].model_copy(
        update={"reservations": (Reservation(seat="commercial", text=held["commercial"]),)}
    )
    found = find_open_reservations(debates, said)
    assert [(each.seat, each.accepted_by) for each in found] == [
        ("analyst", ("commercial",)),
        ("commercial", ("analyst",)),
    ]


def test_a_vote_with_a_reservation_is_told_in_the_words_of_the_vote() -> None:
    reserved = (Reservation(seat="market", text="Only with a plan."),)
    said = [position(seat, 1, recommendation="go") for seat in ("commercial", "market")]
    accepted = [Acceptance(seat="market", round=1, stance="accepts_with_reservation", because="I fear it stays paper.")]
    debates = argue(("commercial", "market"), reserved=reserved)
    assert [each.text for each in find_open_reservations(debates, said, accepted)] == ["Only with a plan."]


def test_what_is_counted_as_over_is_what_is_told_as_no_longer_disputed() -> None:
    pairs = (("analyst", "commercial"), ("commercial", "financial"), ("analyst", "financial"))
    report, debates = find_between(*pairs), argue(*pairs)
    ballot = vote(
        {"analyst": "A", "commercial": "B", "financial": "C"}, {"analyst": "A", "commercial": "A", "financial": "C"}
    )
    disputes = list_disputes(report, debates, ballot=ballot)
    assert [each.is_over for each in disputes] == [True, True, False]
    told = english(judge_debates(report, debates, 0.7, ballot).reason)
    assert told.startswith("2 of 3 disputes between options are over")
