"""What counts as a quotation, and whether it stands in its source; the table of cases is in test_ledger.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.critique.ledger.quotations import (
    THRESHOLD,
    QuotationCheck,
    check_quotation,
    find_quotations,
    split_tokens,
)
from tests.support.words import english

SOURCE = (
    "The tenant pays the rent on the third of each month. A late payment is charged with 4.5 % a year, at most € 250.\n"
    "The landlord may not enter the flat without notice, un-\nless water or fire endangers the house — day or night."
)


def look_up(quotation: str, source: str) -> QuotationCheck:
    return check_quotation(quotation, split_tokens(source))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("He said “the rent is too high” today.", ("the rent is too high",), id="L-02 typographic"),
        pytest.param('He said "the rent is too high" today.', ("the rent is too high",), id="L-02 straight"),
        pytest.param("«pagar o aluguel atrasado»", ("pagar o aluguel atrasado",), id="L-02 angular"),
        pytest.param("„die Miete ist hoch“", ("die Miete ist hoch",), id="L-02 low"),
        pytest.param(
            "It says 'pay the tenant's rent' there.", ("pay the tenant's rent",), id="L-02 single, apostrophe"
        ),
        pytest.param("The tenants' rent and the landlords' house", (), id="L-02 apostrophes are no quotes"),
        pytest.param("the “rent cap” rule", (), id="L-02 a term"),
        pytest.param("at “4.5 %” a year", ("4.5 %",), id="L-02 a number is checked however short"),
        pytest.param("“one two three” and “four five six”", ("one two three", "four five six"), id="L-02 two"),
        pytest.param("“never closed and so on", (), id="L-02 not closed"),
        pytest.param("", (), id="L-02 nothing"),
    ],
)
def test_what_is_a_quotation(text: str, found: tuple[str, ...]) -> None:
    assert find_quotations(text) == found


@pytest.mark.parametrize(
    ("quotation", "stands"),
    [
        pytest.param(
            "may not enter the flat without notice, unless water or fire", True, id="broken at the line's end"
        ),
        pytest.param("endangers the house - day or night", True, id="another dash"),
        pytest.param("endangers the house day or night", True, id="no dash"),
        pytest.param("charged with 4.5% a year, at most €250", True, id="blanks around signs"),
        pytest.param("charged with 4,5 % a year", False, id="a decimal comma is another number"),
        pytest.param("charged with 45 % a year", False, id="a point left out"),
        pytest.param("at most $ 250", False, id="another currency"),
        pytest.param("charged with -4.5 % a year", False, id="another sign"),
        pytest.param("The landlord may enter the flat without notice", False, id="a denial left out"),
        pytest.param("The landlord must not enter the flat without notice", False, id="another modal verb"),
        pytest.param("The landlord may not enter the flat with notice", False, id="with for without"),
        pytest.param("pays the rent on the fourth of each month", False, id="another day"),
        pytest.param("[The tenant] pays the rent … of each month", True, id="left out and marked"),
        pytest.param("The tenant pays … with 9 % a year", False, id="one part is wrong"),
        pytest.param("... [...] …", False, id="nothing but gaps"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_whether_it_stands(quotation: str, stands: bool) -> None:
    """Numbers, signs and denials exactly, the rest to the stated threshold."""
    check = look_up(quotation, SOURCE)
    assert check.stands is stands, check
    assert english(check.reason)
    assert (check.similarity >= THRESHOLD) or not check.stands


def test_one_other_word_in_a_long_quotation() -> None:
    """However long a quotation is, every word of content has to stand in its source."""
    words = [f"{first}{second}" for first in ("amber", "birch", "cedar", "dune", "elm") for second in "lmnrst"]
    source = " ".join(words)
    assert look_up(" ".join(words), source).stands
    assert not look_up(" ".join([*words[:15], "zebra", *words[16:]]), source).stands
    assert not look_up(" ".join([*words[:15], "zebra", *words[15:]]), source).stands
    assert not look_up(" ".join([*words[:15], *words[16:]]), source).stands
    assert not look_up(" ".join([*words[:15], "12", *words[16:]]), source).stands
    assert not look_up(" ".join([*words[:5], "zebra", *words[6:12]]), source).stands


_WORDS = st.lists(
    st.sampled_from(["rent", "house", "tenant", "pays", "4.5", "%", "not", "a", "the", "fire", "Água", "ação"]),
    min_size=3,
    max_size=30,
)


@given(before=_WORDS, quoted=_WORDS, after=_WORDS, blank=st.sampled_from([" ", "\n", " \r\n ", "\u00a0"]))
def test_a_true_quotation_always_stands(before: list[str], quoted: list[str], after: list[str], blank: str) -> None:
    source = " ".join([*before, *quoted, *after])
    check = look_up(blank.join(quoted).upper(), source)
    assert (check.stands, check.similarity) == (True, 1.0)


@given(quotation=st.text(max_size=40), source=st.text(max_size=80))
def test_anything_can_be_compared(quotation: str, source: str) -> None:
    check = look_up(quotation, source)
    assert 0.0 <= check.similarity <= 1.0
    assert all(len(each) <= 2000 for each in find_quotations(source))
