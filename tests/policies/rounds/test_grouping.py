"""Whether a model is asked who means the same, once everybody has voted by choice."""

import pytest

from moot.policies.rounds import needs_grouping
from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.findings import Convergence
from moot.state.positions import Position
from moot.state.protocol import ConvergenceRules

SEATS = ("cro", "cfo", "coo", "cmo")
SPLIT = {"A": ("cro", "cfo"), "B": ("coo", "cmo")}
ALL = {"A": SEATS}


def count(camps: dict[str, tuple[str, ...]]) -> Ballot:
    """Count round 2 with these votes, all by choice."""
    options = tuple(BallotOption(id=name, text=name, origin="found", seats=seats) for name, seats in camps.items())
    votes = tuple(Vote(round=2, seat=seat, option=name) for name, seats in camps.items() for seat in seats)
    settled = "A" if len(camps) == 1 else None
    return Ballot(round=2, options=options, votes=votes, settled=settled, source="model")


@pytest.mark.parametrize(
    ("camps", "value", "given", "strategy", "asked"),
    [
        pytest.param(SPLIT, 0.5, (), "criteria", True, id="split: what they share and deny has changed"),
        pytest.param(SPLIT, 0.5, ("A", "B"), "criteria", False, id="options were given, nothing can end it"),
        pytest.param(ALL, 0.6, ("A", "B"), "criteria", True, id="options were given, points are missing"),
        pytest.param(ALL, 0.6, (), "criteria", True, id="settled, points are missing"),
        pytest.param(ALL, 0.8, (), "criteria", False, id="agreed by words already"),
        pytest.param(SPLIT, 0.5, (), "jaccard", False, id="the strategy compares nothing but votes"),
    ],
)
def test_everybody_has_voted(
    camps: dict[str, tuple[str, ...]], value: float, given: tuple[str, ...], strategy: str, asked: bool
) -> None:
    chosen = {seat: name for name, seats in camps.items() for seat in seats}
    speakers = [Position(seat=seat, round=2, choice=chosen[seat]) for seat in SEATS]
    rules = ConvergenceRules(strategy=strategy, threshold=0.7)
    found = Convergence(converged=False, value=value, reason="")
    assert needs_grouping(count(camps), found, speakers, given, rules) is asked
