"""Who has to look at a result: the table of the gate, its options, and that more risk never means less of a look."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement import judge_convergence
from moot.policies.verdict.escalation import Gate, _assess_risk, choose_escalation, find_review_need
from moot.state.bookkeeping import HumanReviewNeed
from moot.state.critiques import Critique
from moot.state.findings import Convergence, Escalation
from moot.state.outcome import Case
from moot.state.positions import Position
from moot.state.protocol import ClaimRules, Profile, RiskBands
from tests.policies.making import converged, diverged, make_breaker, make_profile
from tests.policies.voices import claim, closed, critique, position
from tests.support.words import english

PROFILE = make_profile()

SKIPPING = make_profile(council={"allow_skip_low_value": True})
COUNCIL_FIRST = make_profile(council={"before_human_when_high_value": True})
RISKS = ("low", "moderate", "severe", "catastrophic")
UNCERTAINTIES = ("none", "insufficient_data", "irresolvable_conflict", "out_of_scope")
BREAKERS = (None, make_breaker("max_rounds"), make_breaker("max_iterations", "human"))
ENDS: tuple[Convergence | None, ...] = (converged(), diverged())
steps = st.fixed_dictionaries(
    {
        "doubt": st.integers(0, 100),
        "value": st.integers(0, 2_000_000),
        "risk": st.integers(0, 3),
        "irreversible": st.integers(0, 1),
        "critical": st.integers(0, 1),
        "scope": st.sampled_from([0, 3]),
        "breaker": st.integers(0, 2),
        "apart": st.integers(0, 1),
        "silence": st.integers(0, 1),
        "council": st.integers(0, 1),
        "own": st.integers(0, 1),
    }
)
profiles = st.builds(
    lambda skip, first, council, enabled: make_profile(
        council={"allow_skip_low_value": skip, "before_human_when_high_value": first, "enabled": council},
        escalation={"enabled": enabled},
    ),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
LEGAL = ClaimRules(evidence_required="all")
PROVEN = (claim("C1", evidence=("E1",)),)


def look(confidence: float | None, value: float | None = 0, **fields: Any) -> Gate:
    case = {name: fields.pop(name) for name in ("irreversible", "risk") if name in fields}
    defaults: dict[str, Any] = {"heard": 4, "convergence": converged(), **fields}
    return Gate(confidence=confidence, case=Case(value_at_risk=value, **case), **defaults)


@pytest.mark.parametrize(
    ("gate", "target"),
    [
        pytest.param(look(0.70, 0), "none", id="W-D26 D-14 D-69 confidence 70"),
        pytest.param(look(0.70, 100_001), "council", id="W-D26 D-63 X-10 confidence 70, value 100001"),
        pytest.param(look(0.69, 100_000), "council", id="W-D26 D-71 X-09 confidence 69, value 100000"),
        pytest.param(look(0.69, 100_001), "council", id="W-D26 D-70 confidence 69, value 100001"),
        pytest.param(look(0.50, 0), "council", id="W-D26 D-61 confidence 50"),
        pytest.param(look(0.49, 0), "human", id="W-D26 D-65 D-72 confidence 49"),
        pytest.param(look(0.49, 100_001), "human", id="W-D26 X-08 confidence 49, value 100001"),
        pytest.param(look(0.85, 0, irreversible=True), "council", id="W-D26 D-64 irreversible"),
        pytest.param(look(0.85, 0, convergence=diverged(0.65)), "council", id="W-D26 D-60 final convergence 65"),
        pytest.param(look(0.85, 0, risk="catastrophic"), "human", id="W-D26 D-68 catastrophic"),
        pytest.param(look(0.85, 0, uncertainty="out_of_scope"), "human", id="W-D26 D-67 out of scope"),
        pytest.param(look(0.70, 100_000), "none", id="D-63 exactly the limit is not above it"),
        pytest.param(look(0.85, 0, critical_divergence=True), "council", id="D-62 critical divergence"),
        pytest.param(look(0.85, 0, risk="severe"), "council", id="D-106 severe"),
        pytest.param(look(0.85, 0, risk="moderate"), "none", id="D-106 moderate"),
        pytest.param(look(0.85, 1_000_000), "council", id="D-106 a million is severe"),
        pytest.param(look(0.85, 1_000_001), "human", id="D-106 above a million is catastrophic"),
        pytest.param(look(0.85, 1_000_001, risk="low"), "human", id="D-106 the graver one counts"),
        pytest.param(look(0.85, 0, route="council"), "council", id="X-14 W-D1 the council route is mandatory"),
        pytest.param(look(0.49, 0, route="council"), "human", id="X-08 human triggers come first"),
        pytest.param(look(0.85, 0, heard=0), "human", id="X-16 zero positions"),
        pytest.param(look(0.85, 0, convergence=diverged(None)), "council", id="W-D13 X-16 not computable"),
        pytest.param(look(None, 0), "human", id="D-65 unknown confidence"),
        pytest.param(look(0.85, 0, convergence=None, route="simple"), "none", id="X-15 one agent alone"),
        pytest.param(look(0.60, 0, convergence=None, route="simple"), "council", id="X-15 its own confidence counts"),
        pytest.param(look(0.85, 0, human_reasons=("An open severe critique.",)), "human", id="L-25 the protocol's own"),
        pytest.param(look(0.85, None), "none", id="Q-02 an unknown value triggers nothing"),
    ],
)
def test_the_gate(gate: Gate, target: str) -> None:
    found = choose_escalation(gate, PROFILE)
    assert found.target == target
    assert all(found.reasons)


def test_a_catastrophe_is_said_once() -> None:
    """D-68, D-106: it calls a person and the council, for one reason."""
    assert english(choose_escalation(look(0.85, 0, risk="catastrophic"), PROFILE).reasons) == (
        "The risk is catastrophic.",
    )


CATASTROPHIC = "7,100,000 BRL at risk count as a risk that is catastrophic"
UNSET = "These limits were set for BRL: nobody set them for IDR (escalation.value_at_risk, escalation.risk_bands)."


@pytest.mark.parametrize(
    ("gate", "currency", "told"),
    [
        pytest.param(
            look(0.9, 7_100_000, risk="severe", route="council"),
            "BRL",
            (
                f"{CATASTROPHIC}, above 1,000,000 BRL; the caller called it severe.",
                "The matter was meant for the council; a person is asked instead.",
                "7,100,000 BRL at risk, more than 100,000 BRL.",
            ),
            id="by the amount, beside what the caller said, and no council met",
        ),
        pytest.param(
            look(0.9, 2_600_000_000),
            "IDR",
            (
                "2,600,000,000 IDR at risk count as a risk that is catastrophic: above 1,000,000 IDR.",
                "2,600,000,000 IDR at risk, more than 100,000 IDR.",
                UNSET,
            ),
            id="limits of another currency",
        ),
        pytest.param(
            look(0.9, 200_000, risk="severe", route="council"),
            "BRL",
            (
                "The matter was routed to the council.",
                "200,000 BRL at risk, more than 100,000 BRL.",
                "The risk is severe.",
            ),
            id="as the caller said",
        ),
    ],
)
def test_what_is_at_stake_is_told_as_it_was_given(gate: Gate, currency: str, told: tuple[str, ...]) -> None:
    profile = make_profile(escalation={"currency": currency})
    assert english(choose_escalation(gate, profile).reasons) == told


@pytest.mark.parametrize(
    ("confidence", "breaker", "target", "impasse"),
    [
        pytest.param(0.62, make_breaker("max_rounds"), "council", False, id="W-D7 X-07 max_rounds, 62"),
        pytest.param(0.49, make_breaker("max_rounds"), "human", False, id="X-07 max_rounds below 50"),
        pytest.param(0.45, make_breaker("timeout_total"), "human", False, id="W-D15 D-80 X-05 timeout, 45"),
        pytest.param(0.58, make_breaker("timeout_total"), "council", False, id="W-D15 X-05 timeout, 58"),
        pytest.param(0.95, make_breaker("timeout_total"), "council", False, id="X-05 never emitted after a timeout"),
        pytest.param(0.95, make_breaker("max_iterations", "human"), "human", False, id="W-D22 D-66 max_iterations"),
        pytest.param(0.95, make_breaker("loop", impasse=True), "council", True, id="W-D9 D-84 X-17 loop"),
        pytest.param(0.95, make_breaker("max_refinements", impasse=True), "council", True, id="W-D23 D-49 refinements"),
        pytest.param(0.95, make_breaker("budget"), "council", False, id="X-05 never emitted after the budget ended"),
    ],
)
def test_after_a_breaker(confidence: float, breaker: Any, target: str, impasse: bool) -> None:
    found = choose_escalation(look(confidence, 50_000, breaker=breaker), PROFILE)
    assert (found.target, found.impasse) == (target, impasse)


@pytest.mark.parametrize(
    ("sections", "gate", "target"),
    [
        pytest.param({"council": {"enabled": False}}, look(0.6), "human", id="council off: a person instead"),
        pytest.param({"council": {"enabled": False}}, look(0.8), "none", id="council off: nothing to look at"),
        pytest.param({"escalation": {"enabled": False}}, look(0.1, 10**7), "none", id="a profile that never escalates"),
        pytest.param(
            {"escalation": {"enabled": False}},
            look(0.9, human_reasons=("x",)),
            "human",
            id="L-24 but its own reasons do",
        ),
        pytest.param(
            {"escalation": {"enabled": False}}, look(0.1, route="council"), "council", id="X-14 and so does the route"
        ),
        pytest.param(
            {"on_limit": "decide"},
            look(0.9, convergence=diverged(0.3)),
            "none",
            id="X-79 boardroom decides without agreement",
        ),
        pytest.param({"escalation": {"emit": 0.4, "human": 0.4}}, look(0.4), "none", id="X-80 a floor of its own"),
        pytest.param({"escalation": {"emit": 0.4, "human": 0.4}}, look(0.39), "human", id="X-80 below its floor"),
        pytest.param({"escalation": {"value_at_risk": 10}}, look(0.9, 11), "council", id="D-63 another limit"),
    ],
)
def test_other_protocols(sections: dict[str, Any], gate: Gate, target: str) -> None:
    assert choose_escalation(gate, make_profile(**sections)).target == target


@pytest.mark.parametrize(
    ("gate", "target"),
    [
        pytest.param(look(0.69, 100_000), "none", id="X-09 D-71 skipped"),
        pytest.param(look(0.50, 0), "none", id="X-09 D-71 skipped at 50"),
        pytest.param(look(0.69, 100_001), "council", id="D-70 mandatory for a large amount"),
        pytest.param(look(0.69, None), "council", id="X-09 an unknown amount is not small"),
        pytest.param(look(0.69, 0, irreversible=True), "council", id="X-09 another trigger holds"),
        pytest.param(look(0.69, 0, route="council"), "council", id="X-14 the route stays mandatory"),
        pytest.param(look(0.49, 0), "human", id="D-72 never below 50"),
    ],
)
def test_skipping_the_council(gate: Gate, target: str) -> None:
    found = choose_escalation(gate, SKIPPING)
    assert found.target == target
    assert bool(found.caveats) is (target == "none")
    assert all("skipped" in caveat for caveat in english(found.caveats))


@pytest.mark.parametrize(
    ("gate", "target", "then_human"),
    [
        pytest.param(look(0.49, 100_001), "council", True, id="X-08 the council looks first"),
        pytest.param(look(0.49, 100_000), "human", False, id="X-08 not for a small amount"),
        pytest.param(look(0.49, 100_001, heard=0), "human", False, id="X-16 there is nothing to look at"),
        pytest.param(look(0.49, 1_000_001), "human", False, id="D-106 a catastrophe goes at once"),
        pytest.param(look(0.69, 100_001), "council", False, id="X-08 no human trigger"),
    ],
)
def test_the_council_before_a_person(gate: Gate, target: str, then_human: bool) -> None:
    found = choose_escalation(gate, COUNCIL_FIRST)
    assert (found.target, found.then_human) == (target, then_human)


@pytest.mark.parametrize(
    ("case", "risk"),
    [
        pytest.param(Case(), "low", id="Q-02 nothing known"),
        pytest.param(Case(value_at_risk=10_000), "low", id="D-106 10000"),
        pytest.param(Case(value_at_risk=10_001), "moderate", id="D-106 above 10000"),
        pytest.param(Case(value_at_risk=100_001), "severe", id="D-106 above 100000"),
        pytest.param(Case(value_at_risk=1_000_001), "catastrophic", id="D-106 above 1000000"),
        pytest.param(Case(risk="severe", value_at_risk=1), "severe", id="D-106 the caller's word"),
        pytest.param(Case(risk="low", value_at_risk=100_001), "severe", id="D-106 the amount's word"),
        pytest.param(Case(risk="moderate"), "moderate", id="D-106 an unknown amount does not count"),
        pytest.param(Case(risk="catastrophic", value_at_risk=100_001), "catastrophic", id="D-106 X-83 the graver"),
    ],
)
def test_risk(case: Case, risk: str) -> None:
    assert _assess_risk(case, RiskBands()) == risk


def test_an_emitted_decision_says_that_the_value_is_unknown() -> None:
    """Q-02: unknown is reported as unknown."""
    (reason,) = choose_escalation(look(0.9, None), PROFILE).reasons
    assert "the value at risk is unknown, none was given" in english(reason)


def build(step: dict[str, int]) -> Gate:
    return look(
        (100 - step["doubt"]) / 100,
        step["value"],
        risk=RISKS[step["risk"]],
        irreversible=bool(step["irreversible"]),
        critical_divergence=bool(step["critical"]),
        uncertainty=UNCERTAINTIES[step["scope"]],
        breaker=BREAKERS[step["breaker"]],
        convergence=ENDS[step["apart"]],
        heard=0 if step["silence"] else 4,
        route="council" if step["council"] else "debate",
        human_reasons=("own",) if step["own"] else (),
    )


def rank(found: Escalation) -> int:
    """None, council, human; a person who decides after the council is a person."""
    return 2 if found.then_human else ("none", "council", "human").index(found.target)


@given(steps, steps, profiles)
def test_more_risk_never_leads_to_less_escalation(one: dict[str, int], other: dict[str, int], profile: Profile) -> None:
    """Whatever the options of the profile are, each gate is compared with one that is worse in every respect."""
    worse = {name: max(one[name], other[name]) for name in one}
    assert rank(choose_escalation(build(worse), profile)) >= rank(choose_escalation(build(one), profile))


@given(steps, profiles)
def test_the_gate_always_says_why(step: dict[str, int], profile: Profile) -> None:
    found = choose_escalation(build(step), profile)
    assert found.reasons
    assert found == choose_escalation(build(step), profile)


def answers(number: int, nla: str = "Divide it", ala: str = "Divide it equally", **fields: Any) -> tuple[Position, ...]:
    return tuple(
        position(seat, at, recommendation=text, claims=fields.get("claims", PROVEN))
        for at in range(1, number + 1)
        for seat, text in (("nla", nla), ("ala", ala))
    )


def review(number: int, **fields: Any) -> HumanReviewNeed:
    state = {"positions": answers(number), "critiques": (critique(1, resolved=True),), **fields}
    here = closed(number, strategy="critiques", rounds={"min": 2, "planned": 2}, **state)
    return find_review_need(here, judge_convergence(here), LEGAL)


def grave(**fields: Any) -> tuple[Critique, ...]:
    return (critique(1, severity="CRITICAL", **{"issue_type": "evidence_gap", **fields}),)


@pytest.mark.parametrize(
    ("number", "fields", "reason"),
    [
        pytest.param(3, {"critiques": grave(issue_type="logic_gap")}, "not finished after round 3", id="W-L7 L-24"),
        pytest.param(
            2,
            {"critiques": grave()},
            "K1 of National Law Agent on Adat Law Agent is CRITICAL",
            id="L-25 X-56g validity of evidence",
        ),
        pytest.param(
            2, {"critiques": grave(issue_type="conflict")}, "K1 of National Law Agent", id="L-25 conflict of norms"
        ),
        pytest.param(1, {"critiques": grave()}, None, id="X-56g the revision that answers it is still to come"),
        pytest.param(2, {"critiques": grave(issue_type="logic_gap")}, None, id="L-25 a gap of logic may be argued on"),
        pytest.param(2, {"critiques": grave(resolved=True)}, None, id="X-56g resolved"),
        pytest.param(3, {"domain_conflicts": ("MIN-004 against C1",)}, "MIN-004 against C1", id="W-L16 after the last"),
        pytest.param(2, {"domain_conflicts": ("MIN-004 against C1",)}, None, id="W-L16 not before"),
        pytest.param(3, {"positions": answers(3, "Sell it", "Do not sell it")}, "the opposite", id="L-26 at the end"),
        pytest.param(
            2, {"positions": answers(2, "Sell it", "Do not sell it")}, None, id="L-26 not while a round is left"
        ),
        pytest.param(1, {"positions": answers(1, "Sell it", "Do not sell it")}, None, id="L-26 not at the start"),
        pytest.param(2, {"positions": answers(2, claims=(claim("C1"),))}, "no evidence for 100 %", id="L-27 X-56h"),
        pytest.param(2, {}, None, id="finished, nothing open"),
    ],
)
def test_when_a_person_has_to_look(number: int, fields: dict[str, Any], reason: str | None) -> None:
    found = review(number, **fields)
    assert found.needs_human_review is (reason is not None)
    assert reason is None or any(reason in each for each in english(found.reasons))


def test_every_reason_is_told() -> None:
    """W-L16: blocked by the domain conflict, and by the limit of rounds."""
    found = review(3, domain_conflicts=("MIN-004 against C1",), critiques=grave())
    assert len(found.reasons) == 3
