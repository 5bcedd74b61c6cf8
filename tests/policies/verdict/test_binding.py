"""Whether a synthesis states what the votes settle, and what becomes of one that does not (DESIGN 9)."""

from typing import Any

import pytest

from moot.policies.verdict.binding.binding import (
    SYNTHESIS_REBOUND,
    adds_nothing,
    bind_synthesis,
    check_binding,
    hold_resolution,
    list_wordings,
    offer_choices,
    quote_option,
    read_binding,
    rebind_synthesis,
    states_option,
    weigh_alone,
    weigh_name,
)
from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.outcome import CouncilResolution, Synthesis
from tests.policies.making import make_position

MARCH = "Open the new shop in March"
POSITIONS = (
    make_position(
        "cro", recommendation="Open the new shop in March with two clerks.", stance="open in March", confidence=0.7
    ),
    make_position("cfo", recommendation="Open in March and rent for a year.", stance="open in March", confidence=0.9),
    make_position("coo", recommendation="Close the old shop.", stance="close the old shop", confidence=0.6),
)


def ballot(**fields: Any) -> Ballot:
    usual = {
        "round": 1,
        "options": (
            BallotOption(id="A", text=MARCH, origin="found", seats=("cfo", "cro")),
            BallotOption(id="B", text="Close the old shop", origin="found", seats=("coo",)),
        ),
        "votes": tuple(
            Vote(round=1, seat=seat, option=option) for seat, option in (("cro", "A"), ("cfo", "A"), ("coo", "B"))
        ),
        "opposed": (("A", "B"),),
        "settled": "A",
    }
    return Ballot.model_validate({**usual, **fields})


def synthesis(decision: str, choice: str | None = "A", because: str = "") -> Synthesis:
    return Synthesis(
        decision=decision, confidence=0.8, choice=choice, departs_because=because, positions_confidence=0.73
    )


@pytest.mark.parametrize(
    ("text", "wording", "found"),
    [
        pytest.param("We open the new shop in March, with care.", MARCH, "yes", id="all of its words"),
        pytest.param("Do not open the new shop in March.", MARCH, "no", id="denied"),
        pytest.param("Close all shops at once.", MARCH, "unsure", id="other words"),
        pytest.param("Launch the branch in spring.", MARCH, "unsure", id="a paraphrase is not told by words"),
        pytest.param("Não abrir a loja em março", "abrir a loja em março", "no", id="denied in Portuguese"),
        pytest.param("Kami membuka toko pada bulan Maret", "membuka toko bulan Maret", "yes", id="Indonesian"),
        pytest.param("", MARCH, "unsure", id="nothing written"),
        pytest.param("Open the new shop in March? No.", MARCH, "unsure", id="asked and refused"),
        pytest.param("Open the new shop in March: rejected", MARCH, "unsure", id="refused in a clause of its own"),
        pytest.param("Open the new shop in March, and do not open in May.", MARCH, "yes", id="what is not to be done"),
        pytest.param("Keep the land whole, none of the rest to the heirs", "keep the land whole, the rest to the heirs",
                     "unsure", id="a part is denied"),
        pytest.param("Nobody should open the new shop in March", MARCH, "no", id="denied of everybody"),
        pytest.param("Open 5 shops in March.", "open two shops", "no", id="another number, one of them in words"),
        pytest.param("Open 2 shops in March.", "open two shops", "yes", id="the same number in words"),
        pytest.param("Open the new shop in March only if it is sold.", MARCH, "unsure", id="under a condition"),
        pytest.param("Open the new shop in March, except in Lyon.", MARCH, "unsure", id="with an exception"),
        pytest.param("Open the new shop in March. Close if sales fall.", MARCH, "yes", id="a condition beside"),
        pytest.param("Open the new shop in May.", MARCH, "unsure", id="another month, spelt as a small word"),
        pytest.param("Close the new shop in March.", MARCH, "unsure", id="another deed"),
        pytest.param("Stop who wants to open the new shop in March.", MARCH, "unsure", id="something before it"),
        pytest.param("Opening the new shop in March is folly.", MARCH, "unsure", id="something said of it"),
        pytest.param("The decision is to open the new shop in March.", MARCH, "yes", id="it is chosen"),
        pytest.param("Keep the plant shut.", "Keep the plant open", "unsure", id="the opposite state"),
        pytest.param("Move staff from Porto to Lyon.", "Move staff from Lyon to Porto", "unsure", id="there and back"),
        pytest.param("Open 30 shops.", "Open 3 shops", "no", id="ten times as many"),
        pytest.param("Batal membuka toko bulan Maret", "membuka toko bulan Maret", "unsure",
                     id="called off in Indonesian"),
        pytest.param("Deixar de abrir a loja em março", "abrir a loja em março", "unsure",
                     id="given up in Portuguese"),
        pytest.param("Kami membuka toko bulan Maret kecuali di kota", "membuka toko bulan Maret", "unsure",
                     id="under an exception in Indonesian"),
    ],
)  # fmt: skip
def test_words_tell_what_a_text_states(text: str, wording: str, found: str) -> None:
    language: Any = {"Não": "pt", "Dei": "pt", "Kam": "id", "Bat": "id"}.get(text[:3], "en")
    assert states_option(text, (wording,), language) == found


def test_a_date_under_another_denial_denies_no_option() -> None:
    """The option denies the date as well, and one of its voters says the act in the words of the text."""
    wordings = (
        "Não fazer nem um nem outro em 2027",
        "Em 2027 não abrir aos domingos à tarde nem comprar o túnel.",
    )
    text = "Em 2027 não abrir as lojas aos domingos à tarde nem comprar o túnel para pão congelado."
    assert states_option(text, wordings, "pt") == "unsure"
    assert weigh_alone(text, wordings, "pt") == "unsure"
    assert weigh_alone("Em 2027 abrir aos domingos à tarde e comprar o túnel.", wordings[1:], "pt") == "no"


def test_the_ballots_own_wording_comes_before_those_of_its_voters() -> None:
    """Whoever votes for it may have said it by what it excludes."""
    wordings = ("Pay back the loan first", "no new outlet while borrowing")
    assert states_option("Pay back the loan first, then open an outlet.", wordings, "en") == "yes"
    assert states_option("Open a new outlet while borrowing.", wordings, "en") == "no"


def test_one_voters_denial_is_not_that_of_all() -> None:
    wordings = ("Trial first", "no automatic order", "start small", "begin in one town")
    assert states_option("We run a trial, and an automatic order follows.", wordings, "en") == "unsure"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        pytest.param("We open the new shop in March.", True, id="its words"),
        pytest.param("Open the new shop in May.", False, id="another month"),
        pytest.param("The new shop should open in March.", False, id="in another order"),
        pytest.param("Open the new shop before March.", False, id="a small word that changes it"),
        pytest.param("Open the shop.", False, id="less than it"),
    ],
)
def test_a_text_that_says_the_option_and_nothing_else(text: str, plain: bool) -> None:
    assert adds_nothing(text, (MARCH,), "en") is plain


@pytest.mark.parametrize(
    ("text", "compared", "asked", "found"),
    [
        pytest.param("We open the new shop in March.", None, False, "yes", id="its words state it"),
        pytest.param(
            "Do not open the new shop in March.", "full", True, "no", id="the same but for a negation, whoever compares"
        ),
        pytest.param(
            "In March do not close the shop but open it.",
            "full",
            True,
            "yes",
            id="a date beside a denial denies nothing, as whoever compares says",
        ),
        pytest.param("Launch the branch in spring.", "full", True, "yes", id="other words, compared: the same"),
        pytest.param("Launch the branch in spring.", "partial", True, "yes", id="other words, compared: a part"),
        pytest.param("Sell the company.", "none", True, "no", id="other words, compared: something else"),
        pytest.param("Launch the branch in spring.", None, True, "no", id="asked, and nobody answered"),
        pytest.param("Close all shops at once.", None, False, "unsure", id="words alone: one in common shows nothing"),
        pytest.param("Sell the company.", None, False, "no", id="words alone: nothing in common"),
        pytest.param("", None, False, "no", id="nothing written"),
    ],
)
def test_a_name_is_weighed_by_the_text_below_it(text: str, compared: Any, asked: bool, found: str) -> None:
    """Closed by default: where nobody can compare meanings, only words of the option show that it is stated."""
    assert weigh_name(text, (MARCH,), "en", compared, asked=asked) == found


def test_an_option_without_content_words_is_told_by_its_words() -> None:
    assert weigh_name("We take B.", ("B",), "en", asked=False) == "yes"
    assert weigh_name("We take C.", ("B",), "en", asked=False) == "no"


@pytest.mark.parametrize(
    ("found", "settled", "choice", "binding"),
    [
        pytest.param("yes", "A", "A", None, id="stated"),
        pytest.param("unsure", "A", "none", "unbound", id="not shown, against settled votes"),
        pytest.param("no", "A", "none", "unbound", id="denied, against settled votes"),
        pytest.param("unsure", None, "A", None, id="not shown, nothing settled"),
        pytest.param("no", None, "none", None, id="denied, nothing settled"),
    ],
)
def test_a_council_is_held_to_the_option_it_names(
    found: Any, settled: str | None, choice: str, binding: str | None
) -> None:
    held = hold_resolution(CouncilResolution(decision="Go.", confidence=0.8, choice="A"), settled, found)
    assert (held.choice, held.binding) == (choice, binding)


@pytest.mark.parametrize(
    ("written", "found", "binding"),
    [
        pytest.param(synthesis("Open the new shop in March."), "yes", "stated", id="states the settled option"),
        pytest.param(synthesis("Open the new shop in March.", None), "yes", "stated", id="without a choice"),
        pytest.param(synthesis("Close the old shop at once.", "B", "the rent doubled"), "yes", "departs", id="departs"),
        pytest.param(synthesis("Close the old shop at once.", "B"), "no", None, id="departs without a reason"),
        pytest.param(synthesis("Open the new shop in March.", "B", "the rent doubled"), "unsure", None,
                     id="says B, states A: incoherent"),
        pytest.param(synthesis("Open the new shop in March.", "none"), "no", None, id="claims to state nothing"),
        pytest.param(synthesis("Close the old shop at once."), "unsure", None, id="says A, states B"),
        pytest.param(synthesis("Open the new shop in March and close the old shop."), "unsure", None,
                     id="states two that exclude each other"),
    ],
)  # fmt: skip
def test_a_synthesis_is_checked(written: Synthesis, found: str, binding: str | None) -> None:
    assert check_binding(written, ballot(), "A", POSITIONS, "en") == found
    if found == "yes":
        assert bind_synthesis(written, ballot(), "A").binding == binding
    assert read_binding(written, ballot(), "A", POSITIONS, "en") == (binding or "unbound")


def test_the_options_own_words_replace_what_does_not_state_it() -> None:
    """The surest voter's recommendation; no surer than the seats were, and no less doubtful than its author said."""
    doubts: dict[str, Any] = {"uncertainty": "insufficient_data", "critical_divergence": True}
    refused = synthesis("Close all shops at once.", "B", "why not").model_copy(
        update={"next_steps": ("Close the shops",), "consensus_points": ("Shops must close",), **doubts}
    )
    by_rule = synthesis("Open in March.").model_copy(update={"next_steps": ("Find out: the rent",)})
    bound = rebind_synthesis(refused, by_rule, ballot(), "A", POSITIONS)
    assert bound.decision == "Open in March and rent for a year."
    assert (bound.choice, bound.departs_because, bound.binding) == ("A", "", "rebound")
    assert (bound.next_steps, bound.consensus_points) == (("Find out: the rent",), ())
    assert (bound.refused, bound.uncertainty, bound.critical_divergence) == (refused.decision, *doubts.values())
    assert bound.flags == (SYNTHESIS_REBOUND,)
    assert bound.confidence == pytest.approx(0.73)
    assert rebind_synthesis(bound, by_rule, ballot(), "A", POSITIONS).flags == (SYNTHESIS_REBOUND,)


def test_an_option_that_was_given_is_quoted_as_it_was_given() -> None:
    given = ballot(options=(BallotOption(id="A", text="March", origin="given", seats=("cfo",)),), opposed=())
    assert quote_option(given, "A", POSITIONS) == "March"
    assert quote_option(ballot(), "Z", POSITIONS) == ""


def test_what_may_be_chosen_begins_with_what_is_settled() -> None:
    assert offer_choices(ballot(), "B") == ("B", "A", "none")
    assert offer_choices(ballot(), None) == ("A", "B", "none")
    assert list_wordings(ballot(), "B", POSITIONS)[0] == "Close the old shop"


def test_without_a_vote_nothing_binds() -> None:
    assert read_binding(synthesis("Anything."), None, None, (), "en") == "open"
    composed = synthesis("Anything.").model_copy(update={"author": "deterministic"})
    assert read_binding(composed, ballot(settled=None), None, POSITIONS, "en") == "unbound"
