"""What texts recommend about the same thing, and how much of it (C-01, C-07, X-34)."""

from collections.abc import Iterable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.conflicts import add_disputes, add_missed, contest_missed, list_unsure
from moot.policies.conflicts.detection import detect_conflicts
from moot.state.ballot import Grouping, OptionGroup
from moot.state.conflicts import AgentPosition
from moot.state.outcome import Divergence, Side
from moot.state.protocol import ConflictRules
from tests.policies.conflict_cases import LEXICONS, RULES

BACKGROUND = "Sales came to 4 million last year, of which a third was exports, and the team visited nine customers. "


def opposed(question: str, one: str, other: str) -> bool:
    report = detect_conflicts({"analyst": one, "market": other}, LEXICONS, RULES, "x", question=question)
    reverse = detect_conflicts({"analyst": other, "market": one}, LEXICONS, RULES, "x", question=question)
    assert bool(report.conflicts) is bool(reverse.conflicts)
    assert all(each.requires_debate for each in report.conflicts)
    return bool(report.conflicts)


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        pytest.param("Do we sign?", "I vote to sign.", "I advise turning the offer down.", id="a bare act"),
        pytest.param("Do we close the mill?", "We should close it.", "I suggest keeping the mill.", id="end, keep"),
        pytest.param("Vamos trocar o ERP?", "Recomendo a troca.", "A meu ver, não se justifica.", id="a verdict"),
        pytest.param("", "Raise the cap to 15%.", "I would limit the cap to 3%.", id="more, less"),
        pytest.param("", "I propose 200 accounts in the pilot.", "At most 40 accounts in the pilot.", id="a limit"),
        pytest.param(
            "Apakah harga diturunkan?",
            "Saya sarankan turunkan harga.",
            "Saya menyarankan harga tetap.",
            id="less, same",
        ),
        pytest.param("Do we sell?", "I am in favour of a sale.", "I am against it.", id="for, against"),
    ],
)
def test_recommendations_that_exclude_each_other(question: str, one: str, other: str) -> None:
    assert opposed(question, one, other)


def test_background_decides_nothing() -> None:
    """A long text is taken at its recommendation, under a heading or not."""
    one, other = "\n## Position\nRaise the cap to 15%.", "I would limit the cap to 3%."
    assert opposed("", BACKGROUND * 2 + one, BACKGROUND * 2 + other)


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        pytest.param("Do we sign?", "I vote to sign.", "I recommend asking about the exit clause.", id="C-07 adds"),
        pytest.param("", "I suggest cutting scoping work.", "I recommend launching three packages.", id="other things"),
        pytest.param("", "I propose 15% in the north.", "I propose 3% of revenue for training.", id="other quantities"),
        pytest.param("", "We cannot stop investing in safety.", "I recommend investing in safety.", id="denied twice"),
        pytest.param("", "Reduce waiting to keep customers.", "A new script reduces waiting.", id="a purpose"),
        pytest.param("Do we close?", "Closing it would cost us.", "I recommend training.", id="only spoken of"),
    ],
)
def test_recommendations_that_leave_room_for_each_other(question: str, one: str, other: str) -> None:
    assert not opposed(question, one, other)


def group(agents: Iterable[str], opposed: Iterable[tuple[str, str]]) -> Grouping:
    """Group every agent for itself, some of them opposed."""
    return Grouping(options=tuple(OptionGroup(label=agent, seats=(agent,)) for agent in agents), opposed=tuple(opposed))


def answers(*agents: str) -> dict[str, AgentPosition]:
    return {agent: AgentPosition(agent_name=agent, position=f"{agent} wants its own thing") for agent in agents}


@given(st.permutations([("analyst", "market"), ("analyst", "reviewer"), ("market", "reviewer")]))
def test_what_a_model_sees_does_not_depend_on_the_order_of_its_answer(pairs: list[tuple[str, str]]) -> None:
    said = answers("analyst", "market", "reviewer")
    empty = detect_conflicts({}, LEXICONS, RULES, "x")
    found = add_disputes(empty, group(said, pairs), said, RULES)
    assert {each.agents_involved for each in found.conflicts} == set(list_unsure(empty, said))
    assert found.requires_debate
    assert {each.found_by for each in found.conflicts} == {"model"}


def test_pairs_nobody_asked_about_are_ignored() -> None:
    said, empty = answers("analyst", "market"), detect_conflicts({}, LEXICONS, RULES, "x")
    told = group((*said, "nobody"), [("analyst", "nobody")])
    assert add_disputes(empty, told, said, RULES) == empty


def test_a_missed_conflict_is_recorded_once_and_not_argued() -> None:
    said, empty = answers("analyst", "market"), detect_conflicts({}, LEXICONS, RULES, "x")
    sides = (Side(seat="analyst", view="a"), Side(seat="market", view="b"))
    missed = [
        Divergence(theme="the budget", nature="data", sides=tuple(order), impact="") for order in permutations(sides)
    ]
    found = add_missed(empty, missed, said, RULES)
    (conflict,) = found.conflicts
    assert (conflict.topic, conflict.found_by, found.requires_debate) == ("the budget", "mediator", False)


@pytest.mark.parametrize(
    ("opposing", "rules", "argued"),
    [
        pytest.param(("market",), RULES, True, id="a party opposes the ruling"),
        pytest.param((), RULES, False, id="nobody does"),
        pytest.param(("reviewer",), RULES, False, id="somebody else does"),
        pytest.param(("market",), ConflictRules(min_severity="high"), False, id="not grave enough"),
    ],
)
def test_a_missed_conflict_is_argued_once_a_party_opposes_its_ruling(
    opposing: tuple[str, ...], rules: ConflictRules, argued: bool
) -> None:
    """X-34, DESIGN 9 (heard): it was decided before anybody could say anything against it."""
    said, empty = answers("analyst", "market", "reviewer"), detect_conflicts({}, LEXICONS, RULES, "x")
    sides = (Side(seat="analyst", view="a"), Side(seat="market", view="b"))
    missed = Divergence(theme="the shed", nature="data", sides=sides, impact="")
    found = add_missed(empty, [missed], said, RULES)
    contested = contest_missed(found, opposing, rules)
    assert contested.requires_debate is argued
    assert contested.debate_topics == (("the shed",) if argued else ())
    assert (contested == found) is not argued
