"""How far every two seats agree, as the ballot and its points have it."""

from typing import Any

import pytest
from hypothesis import given

from moot.policies.agreement.ballot.counting import count_ballot
from moot.policies.agreement.pairs import measure_pairs
from moot.policies.comparison import CRITERIA
from moot.state.ballot import Ballot, BallotOption, SharedPoint, Vote
from moot.state.critiques import CritiqueSheet, Point
from moot.state.findings import PairAgreement
from moot.state.positions import Position
from tests.policies.voices import any_positions, pair, position, sheet


def cast(votes: str, **fields: Any) -> Ballot:
    """A ballot of round 1 in which seats a and b vote like this; a dot is no vote."""
    here = [(seat, vote) for seat, vote in zip("ab", votes, strict=True) if vote != "."]
    options = (BallotOption(id=name, text=name, origin="found") for name in "AB")
    return Ballot(
        round=1,
        options=tuple(options),
        votes=tuple(Vote(round=1, seat=seat, option=vote) for seat, vote in here),
        **fields,
    )


def measure(
    ballot: Ballot, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **more: Any
) -> PairAgreement:
    said = [
        position(seat, **{"recommendation": f"Of {seat}", **(fields or {})}) for seat, fields in (("a", a), ("b", b))
    ]
    return measure_pairs(ballot, said, "en", **more)[0]


@pytest.mark.parametrize(
    ("ballot", "told", "level"),
    [
        pytest.param(cast("AA"), None, 1.0, id="X-21a one option"),
        pytest.param(cast("AB"), None, 0.0, id="X-21a two options by words"),
        pytest.param(cast("AB", source="given"), None, 0.0, id="X-21a two options that were given"),
        pytest.param(cast("AB", source="model"), None, 0.5, id="D-95 a model told them apart, and not as opposed"),
        pytest.param(cast("AB", source="model", opposed=(("A", "B"),)), None, 0.0, id="X-21a opposed"),
        pytest.param(cast("A.", source="model"), None, None, id="X-21b one did not vote"),
        pytest.param(cast("AB"), 0.5, 0.5, id="another comparator: in part"),
        pytest.param(cast("AB"), 1.0, 0.5, id="another comparator: never fully across options"),
        pytest.param(cast("AB", opposed=(("A", "B"),)), 0.5, 0.0, id="another comparator: never across opposites"),
        pytest.param(cast("AA"), 0.0, 1.0, id="equal words count, whatever it says"),
    ],
)
def test_recommendation(ballot: Ballot, told: float | None, level: float | None) -> None:
    others = () if told is None else (pair("b", "a", told, None, None, None),)
    assert measure(ballot, told=others).recommendation == level


def test_a_seat_heard_with_an_earlier_word_counts_with_the_vote_of_that_time() -> None:
    ballot = cast("AA").model_copy(update={"round": 2})
    assert measure(ballot).recommendation == 1.0
    assert measure(ballot, {"recommendation": None, "timing": "now"}).recommendation is None


def points(*given: tuple[str, str]) -> tuple[SharedPoint, ...]:
    """Points about risks, each as who states and who denies it."""
    return tuple(
        SharedPoint(criterion="risks", text="x", seats=tuple(held), against=tuple(denied)) for held, denied in given
    )


OTHER = ({"risks": ("Rents rise",)}, {"risks": ("Staff leaves",)})
SAME = ({"risks": ("Rents rise",)}, {"risks": ("rents rise!",)})


@pytest.mark.parametrize(
    ("said", "named", "level"),
    [
        pytest.param(OTHER, points(("ab", "")), 1.0, id="D-33 a shared point"),
        pytest.param(OTHER, points(("a", "")), 0.5, id="D-33 merely not contradicted"),
        pytest.param(OTHER, points(("ab", ""), ("a", "b")), 0.0, id="D-33 one contradiction outweighs what is shared"),
        pytest.param(OTHER, points(("b", "a")), 0.0, id="D-33 whoever denies it"),
        pytest.param(OTHER, points(("c", "ab")), 0.5, id="D-33 both deny a third"),
        pytest.param(SAME, points(("c", "")), 1.0, id="D-33 the same words, which the model passed over"),
        pytest.param(OTHER, (), 0.5, id="D-33 no points at all: words"),
        pytest.param(
            ({"risks": ("Rents rise",)}, {"risks": ("Rents do not rise",)}), (), 0.0, id="D-33 contradicted by words"
        ),
        pytest.param(({"risks": ()}, OTHER[1]), points(("ab", "")), None, id="X-21b who said nothing"),
        pytest.param(({}, OTHER[1]), points(("ab", "")), None, id="X-21b what never arrived"),
    ],
)
def test_points(
    said: tuple[dict[str, Any], dict[str, Any]], named: tuple[SharedPoint, ...], level: float | None
) -> None:
    assert measure(cast("AA", source="model", points=named), *said).risks == level


def agree(agent: str, target: str, number: int = 1) -> CritiqueSheet:
    return sheet(agent, number=number, agreements=(Point(target=target, point="the demand"),))


LISTS = ({"premises": ("Demand grows",)}, {"premises": ("Cash is there",)})


@pytest.mark.parametrize(
    ("said", "sheets", "level"),
    [
        pytest.param(LISTS, (), 0.5, id="D-33 nothing declared"),
        pytest.param(LISTS, (agree("a", "b"),), 1.0, id="D-40 one critic agrees"),
        pytest.param(LISTS, (agree("b", "a"),), 1.0, id="D-40 whichever of the two"),
        pytest.param(LISTS, (agree("a", "a"), agree("c", "b")), 0.5, id="D-40 somebody else"),
        pytest.param(LISTS, (agree("a", "b", 2),), 0.5, id="D-40 in a later round"),
        pytest.param(({"premises": ()}, LISTS[1]), (agree("a", "b"),), 1.0, id="D-40 who named none but agrees"),
        pytest.param(({}, LISTS[1]), (agree("a", "b"),), None, id="X-21b whose premises never arrived"),
        pytest.param(
            ({"premises": ("Demand grows",)}, {"premises": ("Demand does not grow",)}), (agree("a", "b"),), 0.0,
            id="D-40 not against what they say",
        ),
    ],
)  # fmt: skip
def test_declared_agreement_is_a_shared_premise(
    said: tuple[dict[str, Any], dict[str, Any]], sheets: tuple[CritiqueSheet, ...], level: float | None
) -> None:
    assert measure(cast("AA"), *said, sheets=sheets).premises == level


def test_another_comparators_word_on_the_rest_stands() -> None:
    found = measure(cast("AA"), *OTHER, told=(pair("a", "b", None, 0.5, 0.0, None),))
    assert (found.premises, found.risks, found.timing) == (0.5, 0.0, None)


@given(any_positions(4))
def test_every_pair_has_a_level_or_nothing_to_compare(positions: tuple[Position, ...]) -> None:
    ballot = count_ballot(1, positions, "en", 0.7)
    found = measure_pairs(ballot, positions, "en")
    assert found == measure_pairs(ballot, positions[::-1], "en")
    assert all(getattr(each, criterion) in (None, 0.0, 0.5, 1.0) for each in found for criterion in CRITERIA)
    assert all((each.recommendation == 1.0) is (ballot.vote_of(each.a) == ballot.vote_of(each.b)) for each in found
               if each.recommendation is not None)  # fmt: skip


def test_who_adopts_a_point_word_for_word_shares_it() -> None:
    """D-95: a seat that moves towards the others in their own words does not lose agreement by it."""
    mine = {"risks": ("The lease runs on.", "Cash falls below the covenant.")}
    theirs = {"risks": ("Hotels are served late.", "the lease runs on")}
    assert measure(cast("AA", source="model"), mine, theirs).risks == 1.0
    assert measure(cast("AA", source="words"), mine, theirs).risks == 0.5
    split = SharedPoint(criterion="risks", text="The lease runs on", seats=("a",), against=("b",))
    assert measure(cast("AA", source="model", points=(split,)), mine, theirs).risks == 0.0
