from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.comparison.wording.wording import (
    contradict,
    likeness,
    may_differ,
    plainly_opposite,
    read_text,
    replaces_figures,
)
from moot.policies.thresholds import exceeds, keep_below, mean, reaches

Language = Literal["pt", "en", "id"]


@pytest.mark.parametrize(
    ("a", "b", "language", "denied"),
    [
        pytest.param("expand", "do not expand", "en", True, id="X-36 negation, English"),
        pytest.param("Expandir agora", "Não expandir agora", "pt", True, id="X-36 negation, Portuguese"),
        pytest.param("perluas pasar", "jangan perluas pasar", "id", True, id="X-36 negation, Indonesian"),
        pytest.param("We don't expand", "We expand", "en", True, id="contraction"),
        pytest.param("do not expand", "never expand", "en", False, id="both deny"),
        pytest.param("expand", "consolidate", "en", False, id="other words are no denial"),
        pytest.param("do not consolidate, expand", "expand", "en", False, id="a negation ends with its clause"),
        pytest.param("not now but expand later", "expand later", "en", False, id="a negation ends before but"),
        pytest.param(
            "expand into Europe with partners and without new debt",
            "expand into Europe with partners and some debt",
            "en",
            False,
            id="one denied side remark of several shared words",
        ),
        pytest.param("expandir no Brasil", "expandir", "pt", False, id="Portuguese 'no' is a preposition"),
        pytest.param("no expansion", "expansion", "en", True, id="English 'no' is a negation"),
        pytest.param(
            "expand", "do not expand", "pt", True, id="a negation counts in a text read in the wrong language"
        ),
        pytest.param("grow; expand", "grow; do not expand", "en", True, id="half of what they share is enough"),
        pytest.param(
            "do not close shops offices plants depots in Berlin",
            "Berlin",
            "en",
            False,
            id="a negation reaches four words",
        ),
        pytest.param("expand, then do not expand", "expand", "en", False, id="holding and denying takes no side"),
    ],
)
def test_texts_that_deny_each_other(a: str, b: str, language: Language, denied: bool) -> None:
    one, other = read_text(a, language), read_text(b, language)
    assert contradict(one, other) is contradict(other, one) is denied


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        pytest.param("Expand into Europe!", "expand into europe", 1.0, id="case and punctuation"),
        pytest.param("expanding markets", "expand market", 1.0, id="word forms"),
        pytest.param("expand market", "cut cost", 0.0, id="nothing in common"),
        pytest.param("expand european market", "expand asian market", 2 / 3, id="two of three"),
        pytest.param("expand", "do not expand", 0.0, id="a denied word is another word"),
        pytest.param("the", "the", 1.0, id="no content, same words"),
        pytest.param("the", "of", 0.0, id="no content, other words"),
        pytest.param("", "", 1.0, id="nothing and nothing"),
        pytest.param("", "expand", 0.0, id="nothing and something"),
        pytest.param("we recommend expansion", "I suggest expansion", 1.0, id="advice words carry nothing"),
    ],
)
def test_likeness(a: str, b: str, share: float) -> None:
    assert likeness(read_text(a, "en"), read_text(b, "en")) == pytest.approx(share)


@pytest.mark.parametrize(
    ("a", "b", "language", "opposite"),
    [
        pytest.param("expand now", "do not expand now", "en", True, id="a negation"),
        pytest.param("expand in Asia", "do not expand", "en", False, id="a negation of less"),
        pytest.param("buy 40 trucks", "buy 400 trucks", "en", True, id="a figure"),
        pytest.param("buy two trucks", "buy 2 trucks", "en", False, id="the same figure in words"),
        pytest.param("buy 40 trucks", "buy 400 old trucks", "en", False, id="a figure and more"),
        pytest.param("enter the market now", "reject entering the market", "en", True, id="a refusal"),
        pytest.param("masuk pasar itu", "tolak masuk pasar itu", "id", True, id="a refusal in Indonesian"),
        pytest.param("entrar no mercado", "desistir de entrar no mercado", "pt", True, id="a refusal in Portuguese"),
        pytest.param("reject the offer", "reject the offer", "en", False, id="both refuse"),
    ],
)
def test_plainly_opposite_means_the_same_but_for_one_thing(a: str, b: str, language: Language, opposite: bool) -> None:
    one, other = read_text(a, language), read_text(b, language)
    assert plainly_opposite(one, other) is plainly_opposite(other, one) is opposite


@pytest.mark.parametrize(
    ("a", "b", "differ"),
    [
        pytest.param("open the new shops in March", "open the new shops in March", False, id="the same"),
        pytest.param("open the new shops in March", "open the new shops in March with two clerks", False, id="more"),
        pytest.param("open the new shops in March", "open the new shops in May", True, id="another month"),
        pytest.param("stay in the market", "stay out of the market", True, id="in and out"),
        pytest.param("sign before the audit", "sign after the audit", True, id="before and after"),
        pytest.param("open all shops", "open some shops", True, id="all and some"),
        pytest.param("move staff from Lyon to Porto", "move staff from Porto to Lyon", True, id="there and back"),
        pytest.param("open the shops", "refuse to open the shops", True, id="something before all else"),
    ],
)
def test_alike_wordings_that_may_say_different_things(a: str, b: str, differ: bool) -> None:
    one, other = read_text(a, "en"), read_text(b, "en")
    assert may_differ(one, other) is may_differ(other, one) is differ


@pytest.mark.parametrize(
    ("text", "wordings", "replaced"),
    [
        pytest.param("Buy 400 trucks.", ["Buy 40 trucks"], True, id="another figure"),
        pytest.param("Buy 40 trucks in 2027.", ["Buy 40 trucks"], False, id="one more figure"),
        pytest.param("Buy trucks.", ["Buy 40 trucks"], False, id="no figure"),
        pytest.param("Buy 45 trucks.", ["Buy 40 trucks", "Buy 45 trucks"], False, id="a voter's figure"),
        pytest.param("A third: 1/3.", ["the child's share", "The child has 1/2."], True, id="that of all who have one"),
        pytest.param("Review after 90 days.", ["open", "open soon", "rent", "Rent for 12 months."], False,
                     id="a figure of one voter only"),
    ],
)  # fmt: skip
def test_a_figure_that_is_replaced(text: str, wordings: list[str], replaced: bool) -> None:
    assert replaces_figures(text, wordings) is replaced


@given(st.text(), st.text(), st.sampled_from(["pt", "en", "id"]))
def test_likeness_is_symmetric_and_bounded(a: str, b: str, language: Language) -> None:
    one, other = read_text(a, language), read_text(b, language)
    assert likeness(one, other) == likeness(other, one)
    assert 0.0 <= likeness(one, other) <= 1.0
    assert likeness(one, one) == 1.0
    assert not contradict(one, one)


@pytest.mark.parametrize(
    ("value", "reached", "exceeded"),
    [
        pytest.param(0.7, True, False, id="W-D5 exactly"),
        pytest.param(0.1 + 0.2 + 0.4, True, False, id="W-D5 0.7000000000000001 is 0.7"),
        pytest.param(0.7999999999999999 - 0.1, True, False, id="W-D5 0.6999999999999998 is 0.7"),
        pytest.param(0.6999, False, False, id="W-C13 just below"),
        pytest.param(0.7001, True, True, id="just above"),
    ],
)
def test_thresholds_do_not_see_binary_noise(value: float, reached: bool, exceeded: bool) -> None:
    assert reaches(value, 0.7) is reached
    assert exceeds(value, 0.7) is exceeded


def test_keeping_below_and_averaging() -> None:
    assert keep_below(0.95, 0.7) == 0.69
    assert keep_below(0.3, 0.7) == 0.3
    assert keep_below(0.3, 0.0) == 0.0
    assert mean([]) is None
    assert mean([1.0, 0.5]) == 0.75


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        pytest.param("Os investimentos e o investir", "pt", {"invest"}, id="C-28 Portuguese"),
        pytest.param("The investments are growing", "en", {"invest", "grow"}, id="C-28 English"),
        pytest.param("Penghematan dan menghemat", "id", {"hemat"}, id="C-28 Indonesian"),
        pytest.param("o de que", "pt", set(), id="only small words"),
    ],
)
def test_content_words_are_stems_without_small_words(text: str, language: Language, found: set[str]) -> None:
    assert read_text(text, language).stems == found
