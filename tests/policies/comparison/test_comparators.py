import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.comparison.comparators import (
    CRITERIA,
    certain,
    compare_lexically,
    recommend_opposites,
)
from moot.state.findings import PairAgreement
from moot.state.positions import Position
from tests.policies.voices import EXPAND, any_position, any_positions, position


def compare(a: dict[str, Any], b: dict[str, Any]) -> PairAgreement:
    return compare_lexically([position("a", **a), position("b", **b)], "en")[0]


@pytest.mark.parametrize(
    ("a", "b", "agreement"),
    [
        pytest.param({"stance": "Expand!"}, {"stance": "expand"}, 1.0, id="D-33 equal stances, folded"),
        pytest.param({"stance": "Reduzir preço"}, {"stance": "reduzir preco"}, 1.0, id="D-33 accents fold"),
        pytest.param(
            {"stance": "Expand", "recommendation": "Open Lisbon."},
            {"stance": "Expand", "recommendation": "Open Berlin first."},
            1.0,
            id="D-33 equal stances decide, whatever else is said",
        ),
        pytest.param(
            {"stance": "Open the shops in Lyon, Porto and Ghent in March"},
            {"stance": "Open the shops in Lyon, Porto and Ghent in May"},
            0.5,
            id="another word in its place is agreement in part",
        ),
        pytest.param({"stance": "Buy 40 trucks this year"}, {"stance": "Buy 400 trucks this year"}, 0.0, id="a figure"),
        pytest.param({"stance": "Expand"}, {"stance": "Do not expand"}, 0.0, id="a negation is no agreement"),
        pytest.param(
            {"stance": "Expand now", "recommendation": "Same text."},
            {"stance": "Never expand now", "recommendation": "Same text."},
            0.0,
            id="opposite stances beat equal texts",
        ),
        pytest.param(
            {"stance": "Expand boldly", "recommendation": "Expand into Europe"},
            {"stance": "Grow", "recommendation": "Do not expand into Europe"},
            0.0,
            id="plainly opposite texts beat vague stances",
        ),
        pytest.param({"stance": "Cut marketing"}, {"stance": "Expand marketing"}, 0.0, id="another deed, same object"),
        pytest.param({"stance": "Expand Europe"}, {"stance": "Expand Asia"}, 0.5, id="D-95 same deed, other object"),
        pytest.param(
            {"stance": "Expand into Europe"}, {"stance": "Expand into Europe cautiously"}, 1.0, id="nearly the same"
        ),
        pytest.param({"stance": "Grow"}, {"recommendation": "Grow"}, 1.0, id="stance against recommendation"),
        pytest.param(
            {"stance": "Grow", "recommendation": "Open Lisbon."},
            {"stance": "Push", "recommendation": "open lisbon"},
            1.0,
            id="equal texts under different stances",
        ),
        pytest.param({"stance": "Grow"}, {"timing": "now"}, None, id="X-21b one side lacks it"),
        pytest.param({"recommendation": "  "}, {"recommendation": "Grow"}, None, id="X-21b blank is not said"),
    ],
)
def test_recommendation(a: dict[str, Any], b: dict[str, Any], agreement: float | None) -> None:
    assert compare(a, b).recommendation == agreement


ITEMS = ("currency volatility", "regulatory delay", "key people leave", "supplier goes bankrupt")


@pytest.mark.parametrize(
    ("a", "b", "agreement"),
    [
        pytest.param(ITEMS[:2], (ITEMS[1].upper(), ITEMS[0]), 1.0, id="D-33 order and case do not matter"),
        pytest.param(ITEMS[:3], ITEMS[:2], 1.0, id="D-95 two of three match: most"),
        pytest.param(ITEMS[:2], ITEMS[1:3], 0.5, id="D-95 one of two matches: some"),
        pytest.param(ITEMS[:2], ITEMS[2:], 0.5, id="D-95 complementary lists are partial agreement"),
        pytest.param(("currency volatility",), ("exchange rate swings",), 0.5, id="C-63 words are all we see"),
        pytest.param(
            (*ITEMS[:2], "rates rise"), (*ITEMS[:2], "rates do not rise"), 0.0, id="one denied item is enough"
        ),
        pytest.param(("demand grows",), ("no delay",), 0.5, id="a negation of something else denies nothing"),
        pytest.param(("demand grows",), ("demand does not grow",), 0.0, id="a denied item does not match"),
        pytest.param(("currency volatility", "Currency volatility"), ITEMS[:1], 1.0, id="copies count once"),
        pytest.param((), (), None, id="X-21b nothing on either side is no point"),
        pytest.param((), ITEMS[:1], None, id="X-21b who named none said nothing"),
        pytest.param(None, ITEMS[:1], None, id="X-21b never arrived"),
        pytest.param((" ",), (), None, id="blank items are no items"),
    ],
)
def test_lists(a: tuple[str, ...] | None, b: tuple[str, ...] | None, agreement: float | None) -> None:
    assert compare({"risks": a}, {"risks": b}).risks == agreement
    assert compare({"premises": b}, {"premises": a}).premises == agreement


@pytest.mark.parametrize(
    ("a", "b", "agreement"),
    [
        pytest.param("Within 6 months", "within 6 months.", 1.0, id="D-33 same"),
        pytest.param("before the pilot", "after the pilot", 0.5, id="small words of time matter"),
        pytest.param("in 3 months", "in 6 months", 0.0, id="other figures"),
        pytest.param("Q3 2026", "Q4 2026", 0.5, id="same year, other quarter"),
        pytest.param("now", "not now", 0.0, id="negation"),
        pytest.param("now", "next year", 0.5, id="merely other words"),
        pytest.param("", "now", None, id="X-21b blank"),
        pytest.param(None, None, None, id="X-21b never arrived"),
    ],
)
def test_timing(a: str | None, b: str | None, agreement: float | None) -> None:
    assert compare({"timing": a}, {"timing": b}).timing == agreement


def test_endless_lists_are_compared_too() -> None:
    a, b = (tuple(f"apple banana {start + at}" for at in range(3000)) for start in (0, 1))
    assert compare({"risks": a}, {"risks": b}).risks == 1.0


def test_items_are_matched_as_well_as_possible() -> None:
    # The first item fits both of the other side, the second only the first: taking what comes first would match one.
    a = ("apple banana", "apple cherry zebra")
    b = ("apple banana cherry", "apple banana yak")
    assert compare({"risks": a}, {"risks": b}).risks == 1.0


@pytest.mark.parametrize(
    ("a", "b", "sure"),
    [
        pytest.param(EXPAND, EXPAND, True, id="identical"),
        pytest.param({"stance": "Expand"}, {"stance": "Do not expand"}, True, id="plainly opposite"),
        pytest.param({"stance": "Expand Europe"}, {"stance": "Expand Asia"}, False, id="partly"),
        pytest.param({"stance": "Grow"}, {"stance": "Shrink"}, False, id="other words may mean the same"),
        pytest.param(EXPAND, {**EXPAND, "risks": ("Strikes",)}, False, id="one open criterion"),
        pytest.param(EXPAND, {**EXPAND, "risks": ()}, True, id="an empty list needs no reading"),
    ],
)
def test_certain_only_when_words_settle_it(a: dict[str, Any], b: dict[str, Any], sure: bool) -> None:
    assert certain([compare(a, b)]) is sure


def test_nothing_compared_is_not_certain() -> None:
    assert not certain([])


@pytest.mark.parametrize(
    ("a", "b", "opposite"),
    [
        pytest.param({"stance": "Sell the land"}, {"stance": "Do not sell the land"}, True, id="L-26 stances"),
        pytest.param({"recommendation": "Sell."}, {"recommendation": "Never sell."}, True, id="L-26 texts"),
        pytest.param({"stance": "Sell"}, {"stance": "Keep"}, False, id="L-26 different is not opposite"),
        pytest.param({"stance": "Sell"}, {"timing": "now"}, False, id="L-26 nothing to compare"),
    ],
)
def test_opposites(a: dict[str, Any], b: dict[str, Any], opposite: bool) -> None:
    assert recommend_opposites(position("nla", **a), position("ala", **b), "en") is opposite


@given(any_positions(), st.sampled_from(["pt", "en", "id"]), st.randoms())
def test_the_order_of_seats_does_not_matter(positions: tuple[Position, ...], language: Any, chance: Any) -> None:
    shuffled = list(positions)
    chance.shuffle(shuffled)
    assert compare_lexically(shuffled, language) == compare_lexically(positions, language)


@given(any_position("a"), any_position("b"), st.sampled_from(["pt", "en", "id"]))
def test_comparing_is_symmetric_and_bounded(a: Position, b: Position, language: Any) -> None:
    there = compare_lexically([a, b], language)[0]
    back = compare_lexically([a.model_copy(update={"seat": "b"}), b.model_copy(update={"seat": "a"})], language)[0]
    assert there == back
    assert all(getattr(there, criterion) in (None, 0.0, 0.5, 1.0) for criterion in CRITERIA)


@given(any_position("a"), st.sampled_from(["pt", "en", "id"]))
def test_whoever_says_the_same_agrees_fully(a: Position, language: Any) -> None:
    same = compare_lexically([a, a.model_copy(update={"seat": "b"})], language)[0]
    assert {getattr(same, criterion) for criterion in CRITERIA} <= {1.0, None}
    assert same.sure


def test_every_pair_is_compared_once() -> None:
    seats = [position(f"s{at}", **EXPAND) for at in range(5)]
    pairs = compare_lexically(reversed(seats), "en")
    assert [(each.a, each.b) for each in pairs] == list(itertools.combinations([p.seat for p in seats], 2))
