"""How a debate ends: its status, its decision, how sure it is, and who decided."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.verdict.outcomes import Ending, conclude, find_stop_reason, name_open_conditions
from moot.state.ballot import Ballot
from moot.state.findings import AdjustedConfidence, Breaker, Convergence, Escalation, StopReason
from moot.state.hypotheses import RootCause
from moot.state.outcome import Council, CouncilResolution, CouncilRuling, Outcome, ReviewResponse, Synthesis
from moot.state.refinement import Feedback, ListedGap, MethodologistOutput, Version
from moot.state.warrant import Condition, Warrant
from tests.policies.making import converged, diverged, make_breaker, make_position, make_profile
from tests.state.strategies import values
from tests.support.words import english

PROFILE = make_profile()
SYNTHESIS = Synthesis(decision="Expand.", confidence=0.8, gaps=("the price",))
ADJUSTED = AdjustedConfidence(value=0.75, flags=("REDUZIDA POR TIMEOUT",))
SPOKE = (make_position("cro"), make_position("cfo", recommendation="wait"))
SILENT = make_position("cro", recommendation=None)
NO_CAUSE = RootCause.model_validate({
    "rounds": (), "final_hypothesis": None, "convergence_achieved": False, "total_rounds": 1,
    "improvement_trajectory": (), "stop_reason": "max_rounds", "best_round": None, "refinements": 0,
})  # fmt: skip

EARNED = Warrant(complete=True, conditions=(Condition(id="settled", needed=True, met=True, detail="by the votes"),))
UNEARNED = Warrant(complete=False, conditions=(Condition(id="settled", needed=True, met=False, detail="nobody did"),))
TO_COUNCIL = Escalation(target="council", reasons=("unsure",))


def debate(**fields: Any) -> Ending:
    """A debate that agreed and was summed up."""
    usual = {
        "profile": PROFILE, "route": "debate", "positions": SPOKE, "synthesis": SYNTHESIS, "adjusted": ADJUSTED,
        "convergence": converged(stop_reason="converged"), "escalation": Escalation(target="none", reasons=("sure",)),
        "warrant": EARNED,
    }  # fmt: skip
    return Ending(**{**usual, **fields})


def looked(outcome: str, confidence: float = 0.65) -> Council:
    return Council(
        resolution=CouncilResolution(decision="Pilot.", confidence=confidence),
        confidence=confidence,
        ruling=CouncilRuling.model_validate({"outcome": outcome, "reasons": ("seen",), "caveats": ("only 65 %",)}),
        flags=("critic_missing",),
    )


def said(kind: str, text: str = "", reviewer: str = "") -> ReviewResponse:
    return ReviewResponse.model_validate({"type": kind, "text": text, "reviewer": reviewer})


def refined(status: str | None, forced: bool = False, gaps: tuple[ListedGap, ...] = (), **more: Any) -> Ending:
    feedback = Feedback(status="approved")
    version = Version(version=1, question="Does X raise Y?", feedback=feedback, forced_decision=forced, gaps=gaps)
    verdict = MethodologistOutput.model_validate({"status": status, "justification": "j"}) if status else None
    return Ending(profile=PROFILE, route="refine", versions=(version,), verdict=verdict, warrant=EARNED, **more)


@pytest.mark.parametrize(
    ("ending", "status", "decision", "confidence", "decider"),
    [
        pytest.param(debate(), "decided", "Expand.", 0.75, "synthesizer", id="D-69 the synthesis stands"),
        pytest.param(debate(blocked=("the breaker is off",)), "failed", None, None, "checklist",
                     id="W-D24 D-90 it never started"),
        pytest.param(debate(council=looked("emit"), escalation=TO_COUNCIL), "decided", "Pilot.", 0.65, "council",
                     id="D-73 the council"),
        pytest.param(debate(council=looked("refine")), "decided", "Expand.", 0.75, "synthesizer",
                     id="X-23 a council that asked for more decided nothing"),
        pytest.param(debate(response=said("approve")), "decided", "Expand.", 0.75, "human", id="Q-05 approve"),
        pytest.param(debate(response=said("approve", reviewer="ana")), "decided", "Expand.", 0.75, "human: ana",
                     id="X-85 who approved"),
        pytest.param(debate(response=said("approve"), council=looked("human")), "decided", "Pilot.", 0.65, "human",
                     id="Q-05 approve the council's path"),
        pytest.param(debate(response=said("edit", "Wait.")), "decided", "Wait.", 0.75, "human", id="Q-05 edit"),
        pytest.param(debate(response=said("reject", "no")), "rejected", None, None, "human", id="Q-05 reject"),
        pytest.param(debate(response=said("respond", "more")), "decided", "Expand.", 0.75, "synthesizer",
                     id="Q-05 guidance was followed by another gate"),
        pytest.param(debate(positions=()), "inconclusive", None, None, "nobody", id="X-16 nobody was heard"),
        pytest.param(debate(positions=(SILENT.model_copy(update={"status": "timeout"}),)), "inconclusive", None, None,
                     "nobody", id="X-16 everybody was late"),
        pytest.param(debate(positions=(SILENT,), convergence=diverged(silence="unusable")), "inconclusive", None, None,
                     "nobody", id="X-16 nobody could be understood"),
        pytest.param(debate(positions=(SILENT,), convergence=diverged(silence="failed")), "failed", None, None,
                     "nobody", id="X-16 everybody failed"),
        pytest.param(debate(positions=(SILENT,), response=said("edit", "Wait.")), "decided", "Wait.", 0.75, "human",
                     id="X-16 a person may decide nevertheless"),
        pytest.param(debate(synthesis=None, adjusted=None), "inconclusive", None, None, "nobody", id="no synthesis"),
        pytest.param(debate(root_cause=NO_CAUSE, convergence=diverged(silence="failed")), "failed", None, None,
                     "nobody", id="R-18 W-R9 no hypothesis at all"),
        pytest.param(debate(root_cause=NO_CAUSE, convergence=diverged(silence="timeout")), "inconclusive", None, None,
                     "nobody", id="X-16 no hypothesis in time"),
        pytest.param(refined("approved"), "decided", "Does X raise Y?", None, "methodologist", id="F-28 approved"),
        pytest.param(refined("rejected"), "rejected", None, None, "methodologist", id="F-29 rejected"),
        pytest.param(refined("error"), "inconclusive", None, None, "methodologist: error", id="X-69 no verdict"),
        pytest.param(refined(None), "inconclusive", None, None, "methodologist: no verdict", id="F-18 nobody judged"),
        pytest.param(refined("needs_refinement", redirected=True), "aborted", None, None,
                     "human: another direction", id="F-47 W-F15 the person leaves"),
        pytest.param(refined("approved", response=said("reject", "", "ana")), "rejected", None, None, "human: ana",
                     id="X-72 a person rejects the question"),
        pytest.param(refined("approved", response=said("edit", "Mine?", "ana")), "decided", "Mine?", None, "human: ana",
                     id="X-72 a person words it"),
    ],
)  # fmt: skip
def test_an_ending(ending: Ending, status: str, decision: str | None, confidence: float | None, decider: str) -> None:
    outcome = conclude(ending)
    assert (outcome.status, outcome.decision, outcome.decider) == (status, decision, decider)
    assert outcome.confidence == confidence


def test_what_travels_with_a_decision() -> None:
    """X-09 X-11 X-26: caveats, and the flags of the confidence, those of the council included."""
    skipped = Escalation(target="none", reasons=("unsure",), caveats=("The council was skipped.",))
    assert conclude(debate(escalation=skipped)).caveats == ("The council was skipped.",)
    council = conclude(debate(council=looked("emit"), escalation=TO_COUNCIL))
    assert council.caveats == ("only 65 %",)
    assert council.confidence_flags == ("REDUZIDA POR TIMEOUT", "critic_missing")
    approved = conclude(debate(council=looked("human"), response=said("approve")))
    assert approved.confidence_flags == council.confidence_flags


@pytest.mark.parametrize(
    ("fields", "steps"),
    [
        pytest.param({}, 3, id="D-102 the synthesis"),
        pytest.param({"response": said("approve")}, 3, id="D-102 an approved synthesis"),
        pytest.param(
            {"response": said("approve"), "council": looked("human")}, 3, id="the council reckoned on from it"
        ),
        pytest.param({"response": said("edit", "Mine.")}, 0, id="nobody reckoned a person's words"),
    ],
)
def test_a_confidence_shows_how_it_was_reckoned(fields: dict[str, Any], steps: int) -> None:
    lowered = AdjustedConfidence(value=0.75, calculation=("80", "minus 5", "75"))
    assert len(conclude(debate(adjusted=lowered, **fields)).confidence_steps) == steps


def test_a_rejection_says_what_is_missing() -> None:
    """D-130: the options with their defenders, what to find out, and that nothing is recommended."""
    missing = conclude(debate(response=said("reject"))).inconclusive
    assert missing is not None
    assert missing.option_a is not None
    assert missing.option_b is not None
    assert {*missing.option_a.defenders, *missing.option_b.defenders} == {"cro", "cfo"}
    assert missing.find_out == ("the price",)
    assert "Nothing is recommended" in english(missing.statement)


SILENCE = diverged(None, stop_reason="insufficient_positions")


@pytest.mark.parametrize(
    ("convergence", "breaker", "reason"),
    [
        pytest.param(converged(stop_reason="converged"), None, "converged", id="D-34"),
        pytest.param(diverged(stop_reason="max_rounds"), make_breaker("max_rounds"), "max_rounds", id="D-36"),
        pytest.param(converged(stop_reason="converged"), make_breaker("timeout_total"), "timeout_total", id="D-50"),
        pytest.param(diverged(), make_breaker("loop"), "loop", id="D-51 X-01"),
        pytest.param(SILENCE, make_breaker("max_rounds"), "insufficient_positions", id="W-D13 X-16"),
        pytest.param(SILENCE, make_breaker("loop"), "insufficient_positions", id="X-16 nothing repeats itself"),
        pytest.param(SILENCE, make_breaker("timeout_total"), "timeout_total", id="W-D15 the clock is why"),
        pytest.param(SILENCE, make_breaker("budget"), "budget", id="DESIGN 5 the budget is why"),
        pytest.param(SILENCE, make_breaker("max_refinements"), "max_refinements", id="W-D23"),
        pytest.param(SILENCE, None, "insufficient_positions", id="X-16 nobody left"),
        pytest.param(None, make_breaker("budget"), "budget", id="nothing was compared yet"),
        pytest.param(None, None, None, id="nothing happened yet"),
    ],
)
def test_why_it_ended(convergence: Convergence | None, breaker: Breaker | None, reason: StopReason | None) -> None:
    assert find_stop_reason(convergence, breaker) == reason


_ENDINGS = st.fixed_dictionaries({
    "route": st.sampled_from(["simple", "debate", "council", "refine"]),
    "blocked": st.sampled_from([(), (), ("off",)]),
    "positions": st.sampled_from([(), SPOKE, (SILENT,)]),
    "synthesis": st.sampled_from([None, SYNTHESIS]),
    "adjusted": st.sampled_from([None, ADJUSTED]),
    "convergence": st.none() | values(Convergence),
    "breaker": st.none() | values(Breaker),
    "escalation": st.sampled_from([None, Escalation(target="human", reasons=())]),
    "council": st.sampled_from([None, Council(), looked("emit"), looked("human"), looked("refine")]),
    "response": st.none() | values(ReviewResponse),
    "root_cause": st.sampled_from([None, None, NO_CAUSE]),
    "versions": st.sampled_from([(), refined(None).versions]),
    "verdict": st.none() | values(MethodologistOutput),
    "warrant": st.sampled_from([EARNED, UNEARNED]),
})  # fmt: skip


@given(fields=_ENDINGS)
def test_every_debate_ends(fields: dict[str, Any]) -> None:
    """DESIGN 5 X-80: a result is always produced; who did not decide decides nothing."""
    outcome = conclude(Ending(profile=PROFILE, **fields))
    assert isinstance(outcome, Outcome)
    assert outcome.status != "needs_review"
    assert outcome.decider
    assert outcome.status == "decided" or outcome.decision is None
    # DESIGN 9: only a complete warrant releases, and every other ending names what is missing.
    assert outcome.status != "decided" or fields["warrant"].complete
    missing = "settled: nobody did" if fields["warrant"] is UNEARNED else ""
    assert english(outcome.reason) == (fields["blocked"][0] if fields["blocked"] else missing)


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param(debate(warrant=UNEARNED), id="DESIGN 9 the synthesis"),
        pytest.param(debate(council=looked("emit"), escalation=TO_COUNCIL, warrant=UNEARNED), id="DESIGN 9 a council"),
        pytest.param(
            debate(response=said("approve"), warrant=UNEARNED), id="DESIGN 9 an approval that completes nothing"
        ),
        pytest.param(refined("approved").model_copy(update={"warrant": UNEARNED}), id="DESIGN 9 an approved question"),
    ],
)
def test_what_was_not_earned_is_not_decided(ending: Ending) -> None:
    outcome = conclude(ending)
    assert (outcome.status, outcome.decision, english(outcome.reason)) == ("inconclusive", None, "settled: nobody did")


def test_an_approval_names_the_gaps_it_leaves() -> None:
    """F-37, X-72: that the last decision was forced and what it leaves open is said."""
    gap = ListedGap(id="G1", aspect="métricas", gap="no measure", version=1)
    told = "Approved although gaps are open: G1 metrics: no measure."
    for response in (None, said("approve")):
        outcome = conclude(refined("approved", forced=True, gaps=(gap,), response=response))
        forced = "The approval was forced at the limit of refinements."
        assert (outcome.status, english(outcome.caveats)) == ("decided", (forced, told))


def test_a_condition_that_nobody_accepted_outlives_an_approval() -> None:
    """L-26: who approves does not accept it for the other side; before a decision the request says so."""
    ballot = Ballot(round=2, options=(), votes=(), reserved={"nla": "Only with a ranji."}, unaccepted=("nla",))
    (told,) = english(name_open_conditions(ballot, decided=True))
    assert "Only with a ranji." in told
    assert "Approving the decision does not settle it" in told
    assert name_open_conditions(ballot, decided=False) == ()
    assert name_open_conditions(ballot.model_copy(update={"unaccepted": ()}), decided=True) == ()
    assert name_open_conditions(None, decided=True) == ()
