"""What a critic is shown of the answers to its critiques, and a supervisor of what became of them."""

import pytest

from moot.prompts.critiques.critiques import digest_critiques
from moot.prompts.critiques.settling import digest_outcomes, digest_settling
from moot.prompts.labels import peer_labels
from moot.state.critiques import Critique, CritiqueStep
from moot.state.positions import Claim, CritiqueAnswer, Position
from tests.prompts import samples

_LABELS = peer_labels(samples.seat_names(2))
_BEFORE = Position(seat="cfo", round=1, recommendation="Wait.", claims=(Claim(id="C1", statement="Cash is short."),))
_AFTER = _BEFORE.model_copy(
    update={
        "round": 2,
        "recommendation": "Wait a year.",
        "claims": (),
        "answers": (CritiqueAnswer(critique_id="K1", outcome="accepted", reason="It is dated now."),),
    }
)


def make(claim: str, **fields: object) -> Critique:
    return samples.critiques(2, 1)[0].model_copy(update={"target": "cfo", "target_claim_id": claim, **fields})


@pytest.mark.parametrize(
    ("claim", "criticised", "now"),
    [
        pytest.param(
            "C1",
            "Cash is short. [no evidence], recommendation, confidence ?",
            "the claim was withdrawn",
            id="X-56a a claim",
        ),
        pytest.param("recommendation", "Wait.", "Wait a year.", id="what the seat recommends"),
        pytest.param("", "Wait.", "Wait a year.", id="a position without claims"),
    ],
)
def test_a_critic_sees_what_it_criticised_before_and_after(claim: str, criticised: str, now: str) -> None:
    shown = digest_settling([make(claim)], [_BEFORE, _AFTER], _LABELS, 2).splitlines()
    assert f"criticised: {criticised}" in shown
    assert f"now: {now}" in shown
    assert shown[-1] == "answer of agent 2: accepted: It is dated now."


def test_a_critic_sees_all_of_a_long_critique() -> None:
    long = "It rests on one year. " * 200
    shown = digest_settling([make("C1", description=long)], [_BEFORE, _AFTER], _LABELS, 2)
    assert long.strip() in shown


def test_open_critiques_are_told_first_and_the_others_counted() -> None:
    closed = make("C1", id="K2", resolved=True, description="Closed. " * 100)
    shown = digest_outcomes([closed, make("C1")], {}, _LABELS, tokens=120)
    assert shown.startswith("K1 ")
    assert "OPEN" in shown
    assert shown.endswith("(left out for length: 1 settled MAJOR critiques)")


def test_a_verdict_on_an_earlier_answer_is_told_as_that() -> None:
    """Its author has not judged the answer that stands beside it."""
    said = (
        CritiqueStep(round=2, seat="cfo", said="rejected", reason="It is the nearer rule."),
        CritiqueStep(round=2, seat="cro", said="not_answered", reason="Silence excludes nothing."),
    )
    judged = make("C1", verdict="not_answered", verdict_reason=said[1].reason, resolution="it stands", history=said)
    since = judged.model_copy(update={"history": (*said, CritiqueStep(round=3, seat="cfo", said="accepted"))})
    answer = {"K1": CritiqueAnswer(critique_id="K1", outcome="accepted", reason="Left open.")}
    assert digest_outcomes([judged], answer, _LABELS).endswith("outcome: it stands")
    assert "outcome: it stands (of the answer before this one; nobody has judged this one)" in digest_outcomes(
        [since], answer, _LABELS
    )
    assert "Still missing for agent 1: Silence" in digest_critiques([judged], _LABELS)
    assert "Still missing for agent 1, before its last answer: Silence" in digest_critiques([since], _LABELS)
