"""How a ballot and a warrant are worded."""

from typing import get_args

import pytest

from moot.catalogue import CATALOGUE_LANGUAGES, speak
from moot.state.warrant import ConditionId
from moot.views.wording.agreement.ballots import find_majority, say_lead, say_opposed, say_option, say_source
from moot.views.wording.warrants.warrants import list_conditions, say_unmet, say_warrant
from tests.views.standings import BY_WORDS, COMPLETE, SETTLED, SPLIT, UNSETTLED


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param(say_option(SETTLED, SETTLED.options[0]), "A Open in March (CFO, COO and CRO; settled)", id="won"),
        pytest.param(say_option(SPLIT, SPLIT.options[1]), "B Do not open (CMO)", id="one vote"),
        pytest.param(say_option(SPLIT, SPLIT.options[2]), "C Ask the bank (nobody)", id="left by all"),
        pytest.param(
            say_lead(SPLIT),
            "The leading option has 75 % of the votes. The votes alone do not settle it: "
            "what counts is how many seats, taken two by two, vote alike, and that is 50 %.",
            id="a lead",
        ),
        pytest.param(say_lead(SETTLED), "The leading option has 75 % of the votes; that settles it.", id="enough"),
        pytest.param(say_lead(SPLIT.model_copy(update={"share": None})), "", id="nobody voted"),
        pytest.param(say_opposed(SPLIT), "A and B exclude each other.", id="only options with votes"),
        pytest.param(say_opposed(SPLIT.model_copy(update={"opposed": ()})), "", id="none exclude each other"),
        pytest.param(
            say_source(SPLIT), "Options were told apart by their meaning, not only by their words.", id="meaning"
        ),
        pytest.param(
            say_source(BY_WORDS.model_copy(update={"options": BY_WORDS.options[:1], "note": ""})),
            "",
            id="all used the same words",
        ),
        pytest.param(
            say_source(BY_WORDS),
            "Only wording was compared: the same meaning in other words counts as another option. "
            "The model's grouping named no seat.",
            id="wording, and why",
        ),
        pytest.param(say_unmet(UNSETTLED), "settled is not met: the votes settle no option", id="the first unmet"),
        pytest.param(say_unmet(COMPLETE), "", id="what is only reported is not named"),
        pytest.param(say_unmet(None), "", id="an old debate"),
        pytest.param(
            list(say_warrant(COMPLETE)),
            [
                "complete; needed and met: quorum, settled",
                "only reported: critiques is not met (1 CRITICAL and 0 MAJOR open)",
            ],
            id="complete",
        ),
        pytest.param(
            list(say_warrant(UNSETTLED))[:3],
            [
                "not complete; needed and met: quorum",
                "needed, not met: settled (the votes settle no option)",
                "needed, not met: bound (the decision does not state what was settled)",
            ],
            id="not complete",
        ),
        pytest.param(
            [each.id for each in list_conditions(COMPLETE)], ["quorum", "settled", "critiques"], id="applying"
        ),
    ],
)
def test_words_for_people(said: object, expected: object) -> None:
    assert said == expected


def test_a_majority_is_more_than_half() -> None:
    assert find_majority(SPLIT) == SPLIT.options[0]
    two = (SPLIT.options[0].model_copy(update={"seats": ("cfo",)}), SPLIT.options[1])
    assert find_majority(SPLIT.model_copy(update={"options": two})) is None


def test_every_condition_has_a_sentence() -> None:
    for language in CATALOGUE_LANGUAGES:
        for name in get_args(ConditionId):
            assert speak(language).knows(f"warrant.asks.{name}")
            assert speak(language).knows(f"word.condition.{name}")
