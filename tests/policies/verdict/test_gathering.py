"""What the warrant of a debate looks at, by protocol and route (DESIGN 9)."""

from typing import Any, cast

import pytest

from moot.policies.verdict.confidence import adjust_confidence
from moot.policies.verdict.warrant.gathering import check_warrant, find_ballot, gather_warrant
from moot.state.audit import Audit
from moot.state.critiques import Critique
from moot.state.debate import MultiAgentState
from moot.state.evidence import ClaimVerdict, Evidence, Ledger
from moot.state.findings import Escalation, RoundRecord
from moot.state.hypotheses import Evaluation, FinalHypothesis, JudgeRound, RootCause
from moot.state.incident import Incident, LogEvent
from moot.state.outcome import (
    Case,
    Council,
    CouncilCritique,
    CouncilDissent,
    CouncilResolution,
    CouncilRuling,
    Review,
    ReviewResponse,
    Synthesis,
)
from moot.state.protocol import Models, Protocol
from moot.state.refinement import Feedback, ListedGap, MethodologistOutput, Version
from moot.state.routing import Routing
from tests.policies.making import SEATS, converged, diverged, make_breaker, make_position, make_profile
from tests.support.words import english

GAP = ListedGap(id="G1", aspect="métricas", gap="no measure", version=1)
MARCH, CLOSE = "Open the new shop in March", "Do not open the new shop in March"
TO_COUNCIL = Escalation(target="council", reasons=("The decision cannot be undone.",))
CRITIC = CouncilCritique(premises=16, evidence=16, logic=16, alternatives=16, conflicts=16)
ADVOCATE = CouncilDissent(
    weakest_premise="p",
    undiscussed_risk="r",
    probability="low",
    impact="low",
    regret_scenario="s",
    ignored_alternative="a",
)
RESOLUTION = CouncilResolution(
    decision=MARCH,
    confidence=0.8,
    residual_risks=("rent",),
    next_steps=("hire", "open", "measure"),
    reversal_criteria=("if x then y",),
    choice="A",
)


def closed(number: int, *failed: str, seats: tuple[str, ...] = SEATS) -> RoundRecord:
    responded = tuple(seat for seat in seats if seat not in failed)
    return RoundRecord(number=number, kind="positions", duration_ms=1, responded=responded, failed=failed)


def debate(*said: str, profile: Any = None, **channels: Any) -> MultiAgentState:
    """A debate of one round in which each seat said this."""
    positions = [
        make_position(seat, recommendation=text) for seat, text in zip(SEATS, said or [MARCH] * 4, strict=False)
    ]
    state: Any = {
        "protocol": Protocol(profile=profile or make_profile(), models=Models(), parts={}, fingerprint=""),
        "case": Case(),
        "question": "Should we open?",
        "routing": Routing(route="debate", seats=SEATS, reason=""),
        "round": 1,
        "rounds": [closed(1)],
        "positions": positions,
        "convergence": converged(),
        "synthesis": Synthesis(decision=f"{MARCH}.", confidence=0.8),
    }
    state |= channels
    return cast(MultiAgentState, state)


def ruled(outcome: str = "emit", **fields: Any) -> Council:
    ruling = CouncilRuling.model_validate({"outcome": outcome, "reasons": ("seen",)})
    usual = {"critic": CRITIC, "advocate": ADVOCATE, "resolution": RESOLUTION, "confidence": 0.8, "ruling": ruling}
    return Council.model_validate({**usual, **fields})


def answered(kind: str, action: str = "decide") -> Review:
    response = ReviewResponse.model_validate({"type": kind, "text": "x", "reviewer": "ana"})
    return Review(request={"action_requests": [{"name": action, "args": {}}]}, response=response)


SPLIT = (MARCH, MARCH, MARCH, CLOSE)
COUNCIL: Any = {"escalation": TO_COUNCIL, "council": ruled()}
SOURCES: Any = {"evidence": [Evidence(id="E1", text="rent rises")]}


@pytest.mark.parametrize(
    ("state", "unmet"),
    [
        pytest.param(debate(), [], id="all said the same"),
        pytest.param(
            debate(rounds=[closed(1), closed(2, *SEATS)], breaker=make_breaker("timeout_total"), **COUNCIL),
            [],
            id="W-D15 the total time cut round 2 off",
        ),
        pytest.param(debate(rounds=[closed(1, "coo", "cmo")]), ["quorum"], id="half of the seats never answered"),
        pytest.param(
            debate(rounds=[closed(1), closed(2, "cro", "cfo", "coo")]), ["quorum"], id="fell silent in round 2"
        ),
        pytest.param(debate(*SPLIT, convergence=diverged()), ["settled", "heard"], id="one stands alone, unheard"),
        pytest.param(
            {
                **(alone := debate(*SPLIT, convergence=diverged())),
                "positions": [
                    *alone["positions"],
                    *(each.model_copy(update={"round": 2}) for each in alone["positions"]),
                ],
                "round": 2,
                "rounds": [closed(1), closed(2)],
            },
            ["settled"],
            id="one stands alone, and was heard",
        ),
        pytest.param(debate(convergence=None, synthesis=None), ["bound"], id="nothing written down"),
        pytest.param(
            debate(synthesis=Synthesis(decision="Close all shops at once", confidence=0.9)),
            ["bound"],
            id="the synthesizer writes something else",
        ),
        pytest.param(
            debate(synthesis=Synthesis(decision="Wait", confidence=0.9, binding="departs", departs_because="new data")),
            ["bound"],
            id="a departure from unanimity",
        ),
        pytest.param(
            debate(**SOURCES, ledgers=[Ledger(round=1, verdicts=(), unsupported_share={"cro": 0.5})]),
            ["evidence"],
            id="claims that stand on nothing",
        ),
        pytest.param(
            debate(ledgers=[Ledger(round=1, verdicts=(), unsupported_share={"cro": 0.5})]),
            [],
            id="evidence does not apply without sources",
        ),
        pytest.param(
            debate(escalation=Escalation(target="human", reasons=("The risk is catastrophic.",))),
            ["reviewed"],
            id="the gate asks a person",
        ),
        pytest.param(debate(escalation=TO_COUNCIL), ["reviewed"], id="the gate asks a council"),
        pytest.param(debate(**COUNCIL), [], id="the council decided"),
        pytest.param(debate(escalation=TO_COUNCIL, council=ruled(critic=None)), ["reviewed"], id="no critic"),
        pytest.param(debate(escalation=TO_COUNCIL, council=ruled("human")), ["reviewed"], id="the council is not sure"),
        pytest.param(debate(escalation=TO_COUNCIL, council=ruled("refine")), ["reviewed"], id="an earlier pass"),
        pytest.param(
            debate(escalation=TO_COUNCIL, council=ruled(resolution=RESOLUTION.model_copy(update={"next_steps": ()}))),
            ["reviewed"],
            id="Do it.",
        ),
        pytest.param(
            debate(escalation=TO_COUNCIL, council=ruled(resolution=RESOLUTION.model_copy(update={"choice": "none"}))),
            ["bound"],
            id="a council that departs from unanimity",
        ),
        pytest.param(debate(breaker=make_breaker("budget")), ["limits"], id="the budget ended"),
        pytest.param(
            debate(breaker=make_breaker("budget"), **COUNCIL), [], id="the council looked after the budget ended"
        ),
        pytest.param(
            debate(breaker=make_breaker("max_iterations"), **COUNCIL), ["limits"], id="a limit that calls a person"
        ),
        pytest.param(
            debate(breaker=make_breaker("budget"), profile=make_profile(on_limit="decide")),
            [],
            id="a protocol that decides at its limit",
        ),
        pytest.param(
            debate(audit=Audit(outcome="unanswered", round=1, reason="no answer")), ["settled"], id="no auditor"
        ),
        pytest.param(debate(*SPLIT, convergence=diverged(), reviews=[answered("approve")]), [], id="a person approved"),
        pytest.param(
            debate(*SPLIT, convergence=diverged(), reviews=[answered("approve", "refine")]),
            ["settled", "heard"],
            id="a person steered a refinement before",
        ),
        pytest.param(
            debate(*SPLIT, convergence=diverged(), reviews=[answered("respond")]),
            ["settled", "heard"],
            id="a person gave guidance",
        ),
        pytest.param(
            debate(escalation=Escalation(target="human", reasons=("x",)), reviews=[answered("reject")]),
            ["reviewed"],
            id="a person rejected it",
        ),
    ],
)
def test_a_conclave(state: MultiAgentState, unmet: list[str]) -> None:
    assert [each.id for each in check_warrant(state).unmet] == unmet


LEGAL = make_profile("nla", "ala", roles={"supervisor": {}}, warrant={"critiques": "required"})


@pytest.mark.parametrize(
    ("said", "author", "unmet"),
    [
        pytest.param((MARCH, "Ask the elders"), "supervisor", [], id="the supervisor decides"),
        pytest.param(
            (MARCH, "Ask the elders"), "deterministic", ["settled", "bound"], id="the supervisor did not answer"
        ),
        pytest.param((MARCH, CLOSE), "supervisor", ["settled"], id="L-26 final answers that exclude each other"),
    ],
)
def test_a_legal_debate(said: tuple[str, ...], author: str, unmet: list[str]) -> None:
    positions = [make_position(seat, recommendation=text) for seat, text in zip(("nla", "ala"), said, strict=True)]
    synthesis = Synthesis(decision="Both laws apply.", confidence=0.8, author=author)
    state = debate(
        profile=LEGAL,
        positions=positions,
        rounds=[closed(1, seats=("nla", "ala"))],
        synthesis=synthesis,
        convergence=diverged(),
    )
    assert [each.id for each in check_warrant(state).unmet] == unmet


def _open_critique(name: str, severity: Any) -> Critique:
    told: dict[str, Any] = {"issue_type": "evidence_gap", "description": name, "suggested_fix": "drop it"}
    return Critique(id=name, agent="cfo", round=1, target="cmo", target_claim_id="C3", severity=severity, **told)


def flawed(choice: str | None) -> MultiAgentState:
    """Three seats vote for A; against the fourth, for B, three critiques are open, and one claim is invented."""
    severities: tuple[Any, ...] = ("CRITICAL", "CRITICAL", "MAJOR")
    found: tuple[Any, ...] = ("supported", "supported", "unsupported")
    verdicts = tuple(
        ClaimVerdict(seat="cmo", round=1, claim_id=f"C{at}", verdict=verdict, reason="")
        for at, verdict in enumerate(found, 1)
    )
    return debate(
        *SPLIT,
        **SOURCES,
        convergence=diverged(),
        critiques=[_open_critique(f"K{at}", each) for at, each in enumerate(severities, 3)],
        ledgers=[Ledger(round=1, verdicts=verdicts, unsupported_share={"cmo": 1 / 3})],
        synthesis=Synthesis(decision=f"{MARCH}.", confidence=0.74, choice=choice),
    )


def test_what_is_held_against_another_option_is_told_so_and_not_charged_twice() -> None:
    """It blocks all the same (DESIGN 9), and the confidence in the proposed option stays what was stated."""
    state = flawed("A")
    told = {each.id: english(each.detail) for each in check_warrant(state).conditions}
    aimed = "none of them against the proposed option A: they are aimed at B"
    assert told["critiques"] == f"2 CRITICAL and 1 MAJOR open; {aimed}"
    assert told["evidence"] == (
        "claims that stand on nothing: CMO 33.3 % (C3), who votes for B and not for the proposed option A"
        " (at most 30 %)"
    )
    adjusted = adjust_confidence({**state, "ballot": find_ballot(state)})
    assert adjusted is not None
    assert (adjusted.value, adjusted.flags) == (0.74, ())


@pytest.mark.parametrize("choice", ["B", None])
def test_without_another_option_every_flaw_is_one_of_the_proposal(choice: str | None) -> None:
    state = flawed(choice)
    told = {each.id: english(each.detail) for each in check_warrant(state).conditions}
    assert told["critiques"] == "2 CRITICAL and 1 MAJOR open"
    assert told["evidence"] == "claims that stand on nothing: CMO 33.3 % (C3) (at most 30 %)"
    adjusted = adjust_confidence({**state, "ballot": find_ballot(state)})
    assert adjusted is not None
    assert adjusted.value < 0.74


def cause(score: int = 80, evidence: tuple[str, ...] = ("L1",), said: str = "disk full") -> RootCause:
    best = FinalHypothesis(
        hypothesis=said,
        confidence=0.8,
        judge_score=score,
        source="log",
        reasoning="",
        evidence=evidence,
        resolution=(),
        rounds_refined=1,
        refinements=0,
        category="resource",
        affected_components=(),
        hypothesis_id="log_1",
        final_round=1,
    )
    return RootCause(
        rounds=(),
        final_hypothesis=best,
        convergence_achieved=True,
        total_rounds=1,
        improvement_trajectory=(score,),
        stop_reason="plateau",
        best_round=1,
        refinements=0,
    )


def judged(fallback: bool = False) -> JudgeRound:
    marks = Evaluation(
        hypothesis_id="log_1",
        source="log",
        hypothesis="disk full",
        evidence_quality=20,
        reasoning_strength=20,
        confidence_calibration=20,
        completeness=10,
        consistency=10,
        judge_score=80,
        fallback=fallback,
    )
    return JudgeRound(round=1, evaluated_hypotheses=(marks,), top_hypothesis="log_1")


SEEN = Incident(events=(LogEvent(id="L1", message="disk full"),))


@pytest.mark.parametrize(
    ("channels", "unmet"),
    [
        pytest.param({}, [], id="a cause that stands"),
        pytest.param({"incident": Incident()}, ["data"], id="nothing to look at"),
        pytest.param({"incident": None}, ["data"], id="no incident"),
        pytest.param({"root_cause": cause(49)}, ["data"], id="below judge.floor"),
        pytest.param({"root_cause": cause(evidence=("L99",))}, ["data"], id="evidence that does not exist"),
        pytest.param({"root_cause": cause(evidence=())}, ["data"], id="no evidence at all"),
        pytest.param({"root_cause": cause(said="Unknown.")}, ["data"], id="no cause is named"),
        pytest.param({"judgements": [judged(fallback=True)]}, ["settled"], id="no judge could be read"),
        pytest.param({"root_cause": None}, ["settled", "data"], id="no hypothesis"),
        pytest.param({"rounds": [closed(1, "cro", "cfo", "coo")]}, ["quorum"], id="one of four reasoners"),
        pytest.param({"breaker": make_breaker("max_rounds")}, [], id="R-26 the best so far is taken"),
    ],
)
def test_a_root_cause(channels: dict[str, Any], unmet: list[str]) -> None:
    usual = {"incident": SEEN, "root_cause": cause(), "judgements": [judged()], "positions": []}
    profile = make_profile(judge={"enabled": True}, on_limit="best_so_far")
    state = debate(profile=profile, **{**usual, **channels})
    assert [each.id for each in check_warrant(state).unmet] == unmet
    assert find_ballot(state) is None


@pytest.mark.parametrize(
    ("said", "outcome", "told"),
    [
        pytest.param((MARCH,) * 4, "emit", "states option A", id="it states what is settled"),
        pytest.param((MARCH,) * 4, "human", "states option A", id="so does what it only proposes"),
        pytest.param((MARCH, MARCH, CLOSE, CLOSE), "emit", "the council decided", id="nothing is settled"),
        pytest.param((MARCH, MARCH, CLOSE, CLOSE), "human", "settled no option", id="it only proposes"),
    ],
)
def test_a_council_that_only_proposes_has_not_decided(said: tuple[str, ...], outcome: str, told: str) -> None:
    split = {} if len(set(said)) == 1 else {"convergence": diverged()}
    state = debate(*said, escalation=TO_COUNCIL, council=ruled(outcome), **split)
    bound = next(each for each in check_warrant(state).conditions if each.id == "bound")
    assert told in english(bound.detail)


def test_one_answer_alone_needs_itself() -> None:
    state = debate(MARCH, routing=Routing(route="simple", seats=("cro",), reason=""), rounds=[])
    facts = gather_warrant(state)
    assert check_warrant(state).complete
    assert (facts.settled, facts.heard, facts.critiques) == (None, None, None)
    silent = {**state, "positions": [make_position("cro", recommendation=None)]}
    assert [each.id for each in check_warrant(silent).unmet] == ["quorum", "bound"]  # type: ignore[arg-type]  # a state


@pytest.mark.parametrize(
    ("text", "choice", "met"),
    [
        pytest.param("I would open the new shop in March.", "A", True, id="an option in its own words"),
        pytest.param("A", "A", True, id="its letter"),
        pytest.param("Burn everything.", "A", False, id="something else under the name of an option"),
        pytest.param("Do not open the new shop in March.", "A", False, id="it denies what it names"),
        pytest.param("Burn everything.", None, False, id="none of the options"),
    ],
)
def test_one_answer_alone_is_one_of_the_options_that_were_given(text: str, choice: str | None, met: bool) -> None:
    routing = Routing(route="simple", seats=("cro",), reason="")
    said = [make_position("cro", recommendation=text, choice=choice)]
    state = debate(MARCH, routing=routing, rounds=[], positions=said, case=Case(options=(MARCH, CLOSE)))
    assert [each.id for each in check_warrant(state).unmet] == ([] if met else ["bound"])


@pytest.mark.parametrize(
    ("status", "fields", "answer", "met", "told"),
    [
        pytest.param("approved", {}, None, True, "no gap is open; nothing is assumed", id="approved"),
        pytest.param("approved", {"gaps": (GAP,)}, None, False, "are open: G1 metrics: no measure", id="X-72 a gap"),
        pytest.param("approved", {"subject_kept": False}, None, False, "left the user's subject", id="F-17 drifted"),
        pytest.param("approved", {"assumptions": ("30 %",)}, None, True, "assumed: 30 %", id="X-70 assumed"),
        pytest.param("rejected", {}, None, False, "did not approve", id="rejected"),
        pytest.param(
            "approved", {"gaps": (GAP,)}, answered("approve", "decide_question"), True, "approved it all the same",
            id="X-72 a person approved the question",
        ),
        pytest.param(
            "approved", {"gaps": (GAP,)}, answered("reject", "decide_question"), False, "gaps are open",
            id="X-72 a person rejected the question",
        ),
        pytest.param(
            "approved", {"gaps": (GAP,)}, answered("approve", "refine"), False, "gaps are open",
            id="F-47 a person only steered it",
        ),
    ],
)  # fmt: skip
def test_a_refinement(status: Any, fields: dict[str, Any], answer: Review | None, met: bool, told: str) -> None:
    verdict = MethodologistOutput(status=status, justification="j")
    versions = [Version(version=1, question="q", feedback=Feedback(status=status), **fields)]
    state = debate(
        routing=Routing(route="refine", seats=SEATS, reason=""),
        methodologist_output=verdict,
        hypothesis_versions=versions,
        reviews=[answer] if answer else [],
    )
    (filled,) = [each for each in check_warrant(state).conditions if each.id == "filled"]
    assert (filled.needed, filled.met, told in english(filled.detail)) == (True, met, True)
    assert check_warrant(state).complete == met
