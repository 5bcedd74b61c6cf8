"""Conflicts between rules of different domains: what resolves them, who confirms it, and what leaves them open."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.policies.critique.claims import find_domain_conflicts, list_norm_conflicts, list_to_confirm
from moot.state.critiques import AuthorVerdict, CritiqueVerdict, SettlementSheet
from moot.state.evidence import Evidence
from moot.state.positions import Position, Reconciliation
from tests.policies.voices import any_position, claim, position

RULE = Evidence(id="R7", kind="rule", text="The two laws differ. [conflict(national, adat): who inherits]")
OPEN = ("R7: The two laws differ. (who inherits)",)
WAY = "The code binds nobody who never submitted to it, so living custom divides the house."
OTHER = "National law is final here because the register alone decides, whatever custom says."


def resolves(seat: str, how: str = WAY, number: int = 2, rule: str = "R7") -> Position:
    return position(seat, number, recommendation="divide it", reconciles=(Reconciliation(conflict_id=rule, how=how),))


def cites(seat: str, *ids: str, number: int = 2) -> Position:
    said = "Where adat and national law differ, living custom says who inherits the house."
    return position(seat, number, recommendation="divide it", claims=(claim("C1", statement=said, evidence=ids),))


def speaks(seat: str, number: int = 2) -> Position:
    return position(seat, number, recommendation="divide it")


def says(seat: str, verdict: AuthorVerdict = "answered", number: int = 2, rule: str = "r7 ") -> SettlementSheet:
    said = CritiqueVerdict(critique_id=rule, verdict=verdict, reason="So it is.")
    return SettlementSheet(agent=seat, round=number, verdicts=(said,))


BOTH = [resolves("ala"), speaks("nla")]


@pytest.mark.parametrize(
    ("positions", "sheets", "resolved"),
    [
        pytest.param([], [], False, id="L-22 W-L16 nobody speaks"),
        pytest.param(BOTH, [], False, id="X-54 nobody confirms it"),
        pytest.param(BOTH, [says("nla")], True, id="X-54 the other side confirms it"),
        pytest.param(BOTH, [says("ala")], False, id="X-54 who states it cannot confirm it"),
        pytest.param(BOTH, [says("nla", "not_answered")], False, id="X-54 the other side refuses it"),
        pytest.param(BOTH, [says("nla", "withdrawn")], False, id="there is nothing to withdraw"),
        pytest.param(BOTH, [says("nla", rule="R8")], False, id="a verdict on another conflict"),
        pytest.param(BOTH, [says("nla"), says("nla", "not_answered", 3)], False, id="the last word counts"),
        pytest.param([resolves("ala", "See R7."), speaks("nla")], [says("nla")], False, id="20.3 the id alone"),
        pytest.param(
            [resolves("ala", "R7 R7 R7: who inherits, the two laws differ."), speaks("nla")],
            [says("nla")],
            False,
            id="20.3 the rule repeated",
        ),
        pytest.param([resolves("ala", rule="R8"), speaks("nla")], [says("nla")], False, id="another conflict"),
        pytest.param([cites("ala", "R7"), speaks("nla")], [says("nla")], True, id="a claim that cites the rule"),
        pytest.param([cites("ala", "R1"), speaks("nla")], [says("nla")], False, id="a claim that cites another"),
        pytest.param(
            [cites("ala", "R7"), speaks("nla"), speaks("ala", 3)], [says("nla")], False, id="the claim was withdrawn"
        ),
        pytest.param([*BOTH, speaks("ala", 3), speaks("nla", 3)], [says("nla")], True, id="what was explained stands"),
        pytest.param([*BOTH, resolves("ala", OTHER, 3)], [says("nla")], False, id="a new way needs a new word"),
        pytest.param([*BOTH, resolves("ala", WAY.upper(), 3)], [says("nla")], True, id="the same words again"),
        pytest.param(
            [*BOTH, position("ala", 3, status="timeout")], [says("nla")], True, id="D-79 silence withdraws nothing"
        ),
        pytest.param(
            [resolves("ala"), resolves("nla", OTHER)],
            [says("nla"), says("ala", "not_answered")],
            True,
            id="one way that all others confirm is enough",
        ),
        pytest.param([resolves("ala"), speaks("nla"), speaks("pla")], [says("nla")], False, id="all others have to"),
        pytest.param([resolves("ala")], [says("nla")], True, id="X-56l the other side only criticises"),
        pytest.param([resolves("ala")], [], False, id="nobody else is there"),
    ],
)
def test_what_resolves_a_conflict(positions: list[Position], sheets: list[SettlementSheet], resolved: bool) -> None:
    (found,) = list_norm_conflicts([RULE], positions, sheets)
    assert found.resolved is resolved
    assert find_domain_conflicts([RULE], positions, sheets) == (() if resolved else OPEN)


def test_where_answers_settle_a_way_by_content_suffices() -> None:
    assert find_domain_conflicts([RULE], BOTH, by="answer") == ()
    assert find_domain_conflicts([RULE], [resolves("ala", "See R7.")], by="answer") == OPEN


@pytest.mark.parametrize(
    ("evidence", "named"),
    [
        pytest.param(Evidence(id="R1", kind="rule", text="heir(son)"), [], id="L-43 a rule without the signal"),
        pytest.param(Evidence(id="conflict_1", kind="rule", text="x"), ["conflict_1: x"], id="L-43 in its id"),
        pytest.param(Evidence(id="R1", kind="rule", text="CONFLICT of norms"), ["R1: CONFLICT of norms"], id="X-36"),
        pytest.param(Evidence(id="E1", text="an armed conflict"), [], id="L-43 only rules signal"),
    ],
)
def test_what_signals_a_conflict(evidence: Evidence, named: list[str]) -> None:
    assert find_domain_conflicts([evidence], []) == tuple(named)


@pytest.mark.parametrize(
    ("positions", "sheets", "asked"),
    [
        pytest.param(BOTH, [], {"nla": ("R7",)}, id="the other side is asked"),
        pytest.param([resolves("ala"), resolves("nla", OTHER)], [], {"nla": ("R7",), "ala": ("R7",)}, id="both are"),
        pytest.param(BOTH, [says("nla", "not_answered")], {}, id="nobody is asked twice about the same way"),
        pytest.param([resolves("ala", number=1), *BOTH[1:]], [], {}, id="nor about one of an earlier round"),
        pytest.param([speaks("ala"), speaks("nla")], [], {}, id="nor where nothing was said"),
    ],
)
def test_who_is_asked(positions: list[Position], sheets: list[SettlementSheet], asked: dict[str, Any]) -> None:
    found = list_to_confirm(list_norm_conflicts([RULE], positions, sheets), ("nla", "ala"), 2)
    assert {seat: tuple(each.id for each in mine) for seat, mine in found.items()} == asked


@settings(max_examples=40)
@given(
    positions=st.lists(any_position("nla") | any_position("ala", 2), max_size=4),
    sheets=st.lists(st.builds(says, st.sampled_from(["nla", "ala"]), number=st.integers(1, 3)), max_size=3),
)
def test_what_nobody_explains_stays_open(positions: list[Position], sheets: list[SettlementSheet]) -> None:
    """W-L16: whatever else is said, and whoever confirms it."""
    assert find_domain_conflicts([RULE], positions, sheets) == OPEN
