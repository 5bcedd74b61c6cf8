"""Parallel updates give one state, whoever came first."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.state import reducers
from moot.state.budget import Event, Turn
from moot.state.critiques import CritiqueSheet
from moot.state.evidence import Evidence, Query
from moot.state.findings import Check, Checklist, RoundRecord
from moot.state.hypotheses import HypothesisSheet
from moot.state.outcome import Council, CouncilCritique, CouncilDissent
from moot.state.positions import Position

SEATS = ("cfo", "cmo", "coo", "cro")
ROWS: list[tuple[Any, list[Any]]] = [
    (reducers.merge_positions, [Position(seat=seat, round=1) for seat in SEATS]),
    (reducers.merge_sheets, [CritiqueSheet(agent=seat, round=1) for seat in SEATS]),
    (reducers.merge_hypotheses, [HypothesisSheet(seat=seat, round=1) for seat in SEATS]),
    (reducers.merge_turns, [Turn(seat=seat, phase="position", round=1) for seat in SEATS]),
    (reducers.merge_events, [Event(at_ms=5, kind="timeout", seat=seat) for seat in SEATS]),
    (reducers.merge_evidence, [Evidence(id=seat, text="t") for seat in SEATS]),
    (reducers.merge_queries, [Query(seat=s, round=1, number=1, text="q", outcome="succeeded") for s in SEATS]),
    (reducers.merge_rounds, [RoundRecord(number=n, kind="positions", duration_ms=1) for n in (1, 2, 3, 4)]),
]


@pytest.mark.parametrize(("merge", "items"), ROWS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_order_of_arrival_does_not_matter(merge: Any, items: list[Any]) -> None:
    merged = []
    for order in permutations(items):
        state: list[Any] = []
        for item in order:
            state = merge(state, [item])
        merged.append(state)
    assert all(state == merged[0] for state in merged)
    assert len(merged[0]) == len(items)


@pytest.mark.parametrize(("merge", "items"), ROWS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_repeated_task_changes_nothing(merge: Any, items: list[Any]) -> None:
    assert merge(merge([], items), items) == merge([], items)


@pytest.mark.parametrize(("merge", "items"), ROWS, ids=lambda value: getattr(value, "__name__", ""))
def test_what_a_server_reads_as_plain_objects_becomes_values(merge: Any, items: list[Any]) -> None:
    first, *others = items
    assert merge([first.model_dump(mode="json")], [each.model_dump() for each in others]) == merge([], items)


def test_a_later_value_of_the_same_seat_and_round_replaces_the_older() -> None:
    first, second = Position(seat="cfo", round=1), Position(seat="cfo", round=1, unexplained=True)
    assert reducers.merge_positions([first], [second]) == [second]


def test_critic_and_advocate_fill_one_council_in_either_order() -> None:
    critic = Council(critic=CouncilCritique(premises=1, evidence=2, logic=3, alternatives=4, conflicts=5))
    advocate = Council(
        advocate=CouncilDissent(
            weakest_premise="a", undiscussed_risk="b", probability="low", impact="low", regret_scenario="c",
            ignored_alternative="d",
        ),
        flags=("late",),
    )  # fmt: skip
    one = reducers.merge_council(reducers.merge_council(None, critic), advocate)
    other = reducers.merge_council(reducers.merge_council(None, advocate), critic)
    assert one == other
    assert one is not None
    assert one.critic == critic.critic
    assert one.advocate == advocate.advocate
    assert one.flags == ("late",)


def test_checklists_stand_in_the_order_of_the_debate() -> None:
    check = (Check(item="x", passed=True, reason="y"),)
    stages = [Checklist(stage=stage, checks=check) for stage in ("after", "during", "before")]
    assert [item.stage for item in reducers.merge_checklists([], stages)] == ["before", "during", "after"]


@given(st.lists(st.text(max_size=3), max_size=6), st.lists(st.text(max_size=3), max_size=6))
def test_texts_are_kept_once_and_in_order(old: list[str], new: list[str]) -> None:
    merged = reducers.merge_texts(old, new)
    assert len(set(merged)) == len(merged)
    assert set(merged) == {*old, *new}
