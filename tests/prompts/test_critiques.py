"""Digests of critiques: the severe ones first, whole, and whoever has to answer sees what it has to answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.critique import list_blind_spots
from moot.prompts.critiques.critiques import (
    critiques_to_answer,
    digest_agreements,
    digest_blind_spots,
    digest_critiques,
    digest_exchanges,
)
from moot.prompts.labels import peer_labels
from moot.state.positions import CritiqueAnswer, Position
from tests.prompts import samples

_LABELS = peer_labels(samples.seat_names(4))


@given(st.integers(2, 12), st.integers(1, 6), st.integers(60, 1000))
def test_a_seat_sees_every_critique_it_has_to_answer_whole(count: int, per_seat: int, tokens: int) -> None:
    names = samples.seat_names(count)
    labels = peer_labels(names)
    found = samples.critiques(count, per_seat)
    shared = digest_critiques(found, labels, tokens=tokens)
    for seat in names:
        ids, unseen = critiques_to_answer(seat, found, labels, tokens=tokens)
        mine = [each for each in found if each.target == seat]
        assert ids == ", ".join(each.id for each in mine)
        for each in mine:
            line = next(line for line in (*shared.splitlines(), *unseen.splitlines()) if line.startswith(f"{each.id} "))
            assert each.description in line
            assert line.endswith(each.suggested_fix)


def test_severe_critiques_are_shown_first_when_room_is_short() -> None:
    *shown, left_out = digest_critiques(samples.critiques(), _LABELS, tokens=240).splitlines()
    assert [line.split()[0] for line in shown] == ["K3", "K6", "K9", "K12"]
    assert all("CRITICAL" in line and "Fix: " in line for line in shown)
    assert left_out == "(left out for length: 4 MAJOR critiques, 4 MINOR critiques)"


def test_a_critique_names_author_target_and_claim_by_label() -> None:
    line = digest_critiques(samples.critiques()[:1], _LABELS)
    assert line.startswith("K1 agent 1 on agent 2 C1, MAJOR evidence_gap: The figure assumes")
    assert line.endswith("Fix: Give the figure for one contract too, or cite how often letters became contracts.")


@pytest.mark.parametrize(
    ("answer", "resolved", "end"),
    [
        pytest.param(None, False, "Answer: none [OPEN]", id="nobody answered"),
        pytest.param(("rejected", "E2 says otherwise"), False, "Answer: rejected, E2 says otherwise [OPEN]", id="open"),
        pytest.param(("accepted", "true"), True, "Answer: accepted, true [closed]", id="closed"),
        pytest.param(("rejected", ""), False, "Answer: rejected, no reason [OPEN]", id="no reason"),
    ],
)
def test_whoever_sums_up_sees_critique_answer_and_standing(
    answer: tuple[str, str] | None, resolved: bool, end: str
) -> None:
    critique = samples.critiques()[0].model_copy(update={"resolved": resolved})
    answers = (
        [CritiqueAnswer.model_validate({"critique_id": "K1", "outcome": answer[0], "reason": answer[1]})]
        if answer
        else []
    )
    said = Position(seat="cfo", round=2, recommendation="Wait.", answers=tuple(answers))
    assert digest_exchanges([critique], [said], _LABELS).endswith(end)


def test_blind_spots_and_agreements_are_listed() -> None:
    """D-40: what others overlook, and what critics share with them."""
    spots = list_blind_spots(samples.SHEETS)
    told = "- B1 agent 2 on agent 1, overlooked: nobody priced the second audit abroad"
    assert digest_blind_spots(spots, _LABELS) == told
    assert digest_agreements(samples.SHEETS, _LABELS) == "- agent 3 with agent 2: cash is the limit"


def test_a_critique_of_words_that_were_changed_since_says_of_which_round_they_are() -> None:
    made = samples.critiques()[:2]
    changed = [made[0].model_copy(update={"target_now": "reworded"}), made[1]]
    for told in (digest_critiques(changed, _LABELS), digest_exchanges(changed, [], _LABELS)):
        first, second = told.splitlines()
        assert first.startswith("K1 agent 1 on agent 2 C1 (as of round 1, reworded since), MAJOR evidence_gap: ")
        assert "since" not in second.partition(":")[0]
