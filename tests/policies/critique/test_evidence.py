"""Conflicts between rules of different domains that nobody has answered yet."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.policies.critique.evidence import find_domain_conflicts
from moot.state.evidence import Evidence
from moot.state.positions import Position
from tests.policies.voices import any_position, claim, position

RULE = Evidence(id="R7", kind="rule", text="conflict(national, adat): who inherits")


def cites(seat: str, *ids: str, number: int = 1) -> Position:
    resolves = "Where adat and national law differ, adat says who inherits."
    return position(seat, number, recommendation="divide it", claims=(claim("C1", statement=resolves, evidence=ids),))


@pytest.mark.parametrize(
    ("evidence", "positions", "named"),
    [
        pytest.param([RULE], [], ["R7: conflict(national, adat): who inherits"], id="L-22 W-L16 nobody answers it"),
        pytest.param(
            [RULE], [cites("nla", "R1")], ["R7: conflict(national, adat): who inherits"], id="L-22 another rule"
        ),
        pytest.param([RULE], [cites("nla", "R7")], [], id="X-54 somebody justifies it"),
        pytest.param([RULE], [cites("nla", "R7"), cites("nla", number=2)], [RULE], id="X-54 withdrawn in the revision"),
        pytest.param([RULE], [cites("nla"), cites("nla", "R7", number=2)], [], id="X-54 answered in the revision"),
        pytest.param(
            [RULE], [cites("nla", "R7"), position("nla", 2, status="timeout")], [], id="D-79 silence withdraws nothing"
        ),
        pytest.param([Evidence(id="R1", kind="rule", text="heir(son)")], [], [], id="L-43 a rule without the signal"),
        pytest.param([Evidence(id="conflict_1", kind="rule", text="x")], [], ["conflict_1: x"], id="L-43 in its id"),
        pytest.param(
            [Evidence(id="R1", kind="rule", text="CONFLICT of norms")], [], ["R1: CONFLICT of norms"], id="X-36"
        ),
        pytest.param([Evidence(id="E1", text="an armed conflict")], [], [], id="L-43 only rules signal"),
        pytest.param([], [], [], id="nothing given"),
    ],
)
def test_what_is_open(evidence: list[Evidence], positions: list[Position], named: list[object]) -> None:
    wanted = tuple(f"{each.id}: {each.text}" if isinstance(each, Evidence) else each for each in named)
    assert find_domain_conflicts(evidence, positions) == wanted


@settings(max_examples=40)
@given(positions=st.lists(any_position("nla") | any_position("ala", 2), max_size=4), cited=st.booleans())
def test_only_a_citation_closes_it(positions: list[Position], cited: bool) -> None:
    last = [cites("zla", "R7", number=3)] if cited else []
    assert bool(find_domain_conflicts([RULE], [*positions, *last])) is not cited
