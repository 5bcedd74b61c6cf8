"""An option that was found is told as its voters put it now; one that was given never changes."""

import pytest

from moot.policies.agreement.ballot import count_ballot
from moot.policies.verdict.binding import check_binding, list_wordings
from moot.state.ballot import Ballot, BallotOption, Grouping, OptionGroup
from moot.state.outcome import Synthesis
from moot.state.positions import Position
from tests.policies.voices import position

CLAWBACK = "Grant five percent, to be paid back without volume"


def say(seat: str, number: int, stance: str, confidence: float, **fields: str) -> Position:
    return position(seat, number, stance=stance, recommendation=f"{stance}.", confidence=confidence, **fields)


FIRST = [
    say("cfo", 1, "Grant three percent as a bonus", 0.7),
    say("cro", 1, "Five percent, paid back without volume", 0.8),
]
GROUPING = Grouping(
    options=(OptionGroup(label="Grant three percent", seats=("cfo",)), OptionGroup(label=CLAWBACK, seats=("cro",)))
)


def hold(seat: str, stance: str, confidence: float = 0.7, *, choice: str = "B", reservation: str = "") -> Position:
    return say(seat, 2, stance, confidence, choice=choice, reservation=reservation)


def close(*second: Position, given: tuple[str, ...] = ()) -> Ballot:
    first = count_ballot(1, FIRST, "en", 0.7, given=given, grouping=None if given else GROUPING)
    return count_ballot(2, [*FIRST, *second], "en", 0.7, given=given, previous=first)


@pytest.mark.parametrize(
    ("second", "wording"),
    [
        pytest.param((hold("cro", "Bonus of five percent"),), "Bonus of five percent", id="reworded"),
        pytest.param((hold("cro", "Five percent, paid back without volume"),), CLAWBACK, id="as at first"),
        pytest.param((hold("cro", CLAWBACK),), CLAWBACK, id="the label itself"),
        pytest.param(
            (hold("cro", "Bonus at year's end", 0.6), hold("cfo", "Five percent after delivery", 0.9)),
            "Five percent after delivery", id="the surest voter",
        ),
        pytest.param(
            (hold("cro", "Bonus at year's end", 0.6), hold("cfo", "With a plan", 0.9, reservation="A plan first.")),
            "Bonus at year's end", id="who reserves nothing comes first",
        ),
        pytest.param(
            (hold("cro", "Bonus at year's end", 0.6), hold("cfo", "Grant three percent as a bonus", 0.9)),
            "Bonus at year's end", id="words said for another option are not about this one",
        ),
        pytest.param((hold("cro", "Grant three percent"),), CLAWBACK, id="two options never read the same"),
    ],
)  # fmt: skip
def test_the_present_wording(second: tuple[Position, ...], wording: str) -> None:
    option = close(*second).option("B")
    assert option is not None
    assert (option.text, option.wording) == (CLAWBACK, wording)


def test_a_first_round_and_given_options_keep_their_text() -> None:
    first = count_ballot(1, FIRST, "en", 0.7, grouping=GROUPING)
    given = close(hold("cro", "Something else", choice="A"), given=("Grant five percent", "Wait"))
    assert {each.restated for ballot in (first, given) for each in ballot.options} == {""}


def test_a_round_counted_again_gives_the_same_words() -> None:
    said = [*FIRST, hold("cro", "Bonus at year's end")]
    ballot = close(said[-1])
    assert count_ballot(2, said, "en", 0.7, previous=ballot) == ballot


def test_an_option_of_an_older_debate_has_no_present_wording() -> None:
    option = BallotOption.model_validate({"id": "A", "text": "go", "origin": "found", "seats": ["cfo"]})
    assert (option.restated, option.wording) == ("", "go")


def test_a_decision_is_held_to_what_the_voters_hold_now() -> None:
    said = [
        *FIRST,
        hold("cro", "Bonus of five percent at year's end"),
        hold("cfo", "Bonus of five percent at year's end"),
    ]
    ballot = close(*said[2:])
    assert CLAWBACK not in list_wordings(ballot, "B", said)
    now = Synthesis(decision="We choose a bonus of five percent at the year's end.", confidence=0.8, choice="B")
    before = Synthesis(decision="We grant the discount and ask for it back without volume.", confidence=0.8, choice="B")
    assert [check_binding(each, ballot, "B", said, "en") for each in (now, before)] == ["yes", "unsure"]
