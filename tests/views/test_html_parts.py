"""What the page is made of: escaping, scales, words and the small sums behind the views."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.state.findings import PairAgreement, RoundAgreement
from moot.state.hypotheses import Hypothesis, HypothesisSheet
from moot.state.positions import Position
from moot.state.protocol import CriterionWeights
from moot.views.report import (
    Html,
    Line,
    Story,
    choose_ticks,
    draw_bar,
    draw_lines,
    draw_stack,
    find_confidences,
    find_pairs,
    find_verdicts,
    join,
    number,
    tag,
    text,
    weigh,
)
from moot.views.result import ClaimLine, EvidenceSummary
from moot.views.wording import say_decider, say_flag, say_moment, say_seat
from tests.browser.extremes import bare, known
from tests.browser.page import Page


@pytest.mark.parametrize(
    ("made", "html"),
    [
        pytest.param(tag("p", "a < b & c"), "<p>a &lt; b &amp; c</p>", id="a text is escaped"),
        pytest.param(tag("p", tag("b", "x"), None, ["y", 1]), "<p><b>x</b>y1</p>", id="markup stays, None is nothing"),
        pytest.param(tag("p", tag("b") + "<i>"), "<p>&lt;b&gt;&lt;/b&gt;&lt;i&gt;</p>", id="what was added is a text"),
        pytest.param(tag("p", title='"><i>'), '<p title="&quot;&gt;&lt;i&gt;"></p>', id="attributes too"),
        pytest.param(tag("p", hidden=True, id=None, open=False), "<p hidden></p>", id="flags"),
        pytest.param(tag("p", class_="a", aria_label="b"), '<p class="a" aria-label="b"></p>', id="names"),
        pytest.param(tag("br"), "<br>", id="an element without an end"),
        pytest.param(tag("rect", x=1 / 3, y=2.0), '<rect x="0.33" y="2"></rect>', id="numbers are short"),
        pytest.param(text("a\x00\x1b\ud800\n"), "a\ufffd\ufffd\ufffd\n", id="what a document may not hold"),
    ],
)
def test_markup(made: Html, html: str) -> None:
    assert made == html


@given(st.text())
def test_no_text_becomes_markup(words: str) -> None:
    page = Page.read(tag("p", words, title=words, id="x"))
    assert page.tags == ["p"]
    assert [name for _, name, _ in page.attributes] == ["title", "id"]
    assert page.broken == []


def test_joining_nothing_is_empty() -> None:
    assert join(None, [], "") == ""


@pytest.mark.parametrize(
    ("first", "last", "ticks"),
    [
        (1, 1, [1]),
        (1, 3, [1, 2, 3]),
        (1, 8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (1, 12, [2, 4, 6, 8, 10, 12]),
        (1, 500, [100, 200, 300, 400, 500]),
        (0, 0, [0]),
    ],
)
def test_ticks(first: int, last: int, ticks: list[int]) -> None:
    assert choose_ticks(first, last) == ticks


@given(first=st.integers(0, 1000), length=st.integers(0, 100_000))
def test_there_are_never_too_many_ticks(first: int, length: int) -> None:
    ticks = choose_ticks(first, first + length)
    assert len(ticks) <= 9
    assert all(first <= tick <= first + length for tick in ticks)


def test_a_missing_value_interrupts_the_line() -> None:
    svg = draw_lines("k", "T", "D", [Line("a", [(1, 0.0), (2, None), (3, 1.0), (4, 0.5)])], threshold=0.7)
    (path,) = [value for tag_, name, value in Page.read(svg).attributes if (tag_, name) == ("path", "d")]
    assert path.count("M") == 2
    assert path.count("L") == 1
    assert "needed" in svg
    assert 'aria-labelledby="k-title k-desc"' in svg


def test_a_plot_without_values_is_still_a_plot() -> None:
    assert Page.read(draw_lines("k", "T", "D", [Line("a", [(1, None)])])).broken == []


@pytest.mark.parametrize(("share", "width"), [(None, "0"), (0.5, "50"), (1.0, "100"), (7.0, "100"), (-1.0, "0")])
def test_a_bar_never_leaves_its_track(share: float | None, width: str) -> None:
    assert f'<rect width="{width}" height="8" class="full">' in draw_bar(share)


def test_a_stack_fills_its_track() -> None:
    page = Page.read(draw_stack([(1, "good"), (0, "bad"), (3, "plain")]))
    assert page.values("x") == ["0", "25"]
    assert page.values("width") == ["25", "75"]


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        ("cfo", "CFO"),
        ("nla", "NLA"),
        ("market", "Market"),
        ("log_focused", "Log focused"),
        ("kg_focused", "KG focused"),
        ("head_of_sales", "Head of sales"),
        ("", ""),
        ("_", "_"),
    ],
)
def test_how_a_seat_is_called(seat: str, name: str) -> None:
    assert say_seat(seat) == name


@pytest.mark.parametrize(
    ("stamp", "words"),
    [
        ("2026-11-16T06:20:00.123+00:00", "16 November 2026, 06:20 UTC"),
        ("2026-01-01T00:30:00+02:00", "31 December 2025, 22:30 UTC"),
        ("yesterday", "yesterday"),
        ("", ""),
        (None, ""),
    ],
)
def test_how_a_moment_is_written(stamp: str | None, words: str) -> None:
    assert say_moment(stamp) == words


@pytest.mark.parametrize(
    ("decider", "words"),
    [
        ("council", "the council"),
        ("human: Ana", "Ana"),
        ("human", "a person"),
        ("deterministic", "rule, from the positions"),
        ("methodologist: no verdict", "the methodologist"),
        ("cro", "CRO"),
        ("nobody", ""),
        ("", ""),
    ],
)
def test_who_decided(decider: str, words: str) -> None:
    assert say_decider(bare(decider=decider)[0]) == words


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("REDUZIDA POR TIMEOUT", "REDUZIDA POR TIMEOUT"),
        ("repaired", "an answer had to be repaired"),
        ("fallback_model:openai:x", "another model took over (openai:x)"),
        ("some_new_flag", "some new flag"),
    ],
)
def test_what_a_flag_means(flag: str, words: str) -> None:
    assert say_flag(flag) == words


@pytest.mark.parametrize(
    ("pair", "share"),
    [
        pytest.param({"recommendation": 1, "premises": 1, "risks": 1, "timing": 1}, 1.0, id="all"),
        pytest.param({"recommendation": 1, "premises": 0, "risks": 0, "timing": 0}, 0.30, id="D-94 weights"),
        pytest.param({"recommendation": 0.5, "timing": 1}, 0.7, id="X-21b what is missing does not count"),
        pytest.param({}, None, id="nothing to compare"),
    ],
)
def test_how_far_two_seats_agree(pair: dict[str, float], share: float | None) -> None:
    assert weigh(PairAgreement.model_validate({"a": "a", "b": "b", **pair}), CriterionWeights()) == (
        None if share is None else pytest.approx(share)
    )


def test_each_pair_stands_where_it_was_last_compared() -> None:
    early = (PairAgreement(a="a", b="b", timing=0.0), PairAgreement(a="b", b="c", timing=0.5))
    late = (PairAgreement(a="b", b="a", timing=1.0),)
    result, _ = bare()
    story = Story(result, {"agreements": [RoundAgreement(round=1, pairs=early), RoundAgreement(round=2, pairs=late)]})
    found = {tuple(sorted(pair)): (at, each.timing) for pair, (at, each) in find_pairs(story).items()}
    assert found == {("a", "b"): (2, 1.0), ("b", "c"): (1, 0.5)}


def test_of_several_hypotheses_the_surest_counts() -> None:
    made = tuple(Hypothesis(id=f"log_{at}", source="log", hypothesis="x", confidence=at / 10) for at in (3, 9, 5))
    result, _ = bare(positions=(Position(seat="cfo", round=1, confidence=None),))
    sheets = [HypothesisSheet(seat="log", round=2, hypotheses=made), HypothesisSheet(seat="log", round=1)]
    assert find_confidences(Story(result, {"hypotheses": sheets})) == {"log": [(1, None), (2, 0.9)]}


def test_the_last_verdict_on_a_claim_counts() -> None:
    lines = (
        ClaimLine(seat="cfo", round=1, claim_id="C1", verdict="unsupported"),
        ClaimLine(seat="cro", round=1, claim_id="C1", verdict="unknown"),
        ClaimLine(seat="cfo", round=2, claim_id="C1", verdict="supported"),
    )
    positions = tuple(Position(seat=seat, round=1, recommendation="x") for seat in ("cfo", "cro"))
    result, _ = bare(evidence=EvidenceSummary(claims=lines), positions=positions)
    found = find_verdicts(Story(result, known(("cro", "cfo"))))
    assert [(line.seat, line.verdict) for line in found] == [("cro", "unknown"), ("cfo", "supported")]


@pytest.mark.parametrize(("value", "words"), [(1, "1"), (1.5, "1.5"), (1 / 3, "0.33"), (2.999, "3")])
def test_coordinates_are_short(value: float, words: str) -> None:
    assert number(value) == words
