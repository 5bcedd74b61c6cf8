"""The council: verdict, confidence, what a resolution owes, and what follows from it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.verdict.council.council import _is_overdue, calculate_confidence, judge_council, judge_critique
from moot.policies.verdict.resolution import mark_missing
from moot.state.budget import Spent
from moot.state.findings import Convergence, Escalation
from moot.state.outcome import Council, CouncilCritique, CouncilDissent, CouncilResolution
from moot.state.protocol import CriticBands
from tests.policies.making import converged, diverged, make_profile
from tests.support.words import english

BANDS = CriticBands()
STRONG, PARTIAL, UNRESOLVED = converged(), converged(open=("timing",)), diverged()
TO_COUNCIL = Escalation(target="council", reasons=("below 0.70",))


def mark(*marks: int) -> CouncilCritique:
    names = ("premises", "evidence", "logic", "alternatives", "conflicts")
    return CouncilCritique.model_validate(dict(zip(names, marks, strict=True)))


def dissent(probability: str = "low", impact: str = "low") -> CouncilDissent:
    return CouncilDissent.model_validate(
        {
            "weakest_premise": "Demand holds",
            "undiscussed_risk": "A price war",
            "probability": probability,
            "impact": impact,
            "regret_scenario": "We ran out of cash",
            "ignored_alternative": "Partner instead",
        }
    )


def resolve(confidence: float = 0.65, **fields: Any) -> CouncilResolution:
    parts = {
        "decision": "Expand in steps",
        "residual_risks": ("A price war, watched by the cmo",),
        "next_steps": ("one", "two", "three"),
        "reversal_criteria": ("If churn passes 5 %, then stop",),
    }
    return CouncilResolution.model_validate({"confidence": confidence, **parts, **fields})


@pytest.mark.parametrize(
    ("critique", "verdict"),
    [
        pytest.param(mark(18, 12, 16, 10, 14), "approve", id="W-D27 D-118 70"),
        pytest.param(mark(18, 12, 16, 10, 13), "revise", id="D-118 69"),
        pytest.param(mark(10, 10, 10, 10, 10), "revise", id="D-118 50"),
        pytest.param(mark(9, 10, 10, 10, 10), "reject", id="D-118 X-33 49"),
        pytest.param(mark(20, 20, 20, 20, 20), "approve", id="D-118 full"),
        pytest.param(mark(0, 0, 0, 0, 0), "reject", id="D-118 nothing"),
    ],
)
def test_the_critic(critique: CouncilCritique, verdict: str) -> None:
    assert judge_critique(critique, BANDS) == verdict


def test_the_bands_are_settings() -> None:
    """X-33: an operator may reject below 60."""
    assert judge_critique(mark(11, 11, 11, 11, 11), CriticBands(revise=60)) == "reject"


@pytest.mark.parametrize(
    ("base", "end", "critic", "advocate", "value"),
    [
        pytest.param(0.60, STRONG, mark(18, 12, 16, 10, 14), dissent(), 0.80, id="D-127 strong +20"),
        pytest.param(0.60, PARTIAL, mark(18, 12, 16, 10, 14), dissent(), 0.70, id="D-127 partial +10"),
        pytest.param(0.60, UNRESOLVED, mark(18, 12, 16, 10, 14), dissent(), 0.50, id="D-127 unresolved -10"),
        pytest.param(0.60, PARTIAL, mark(12, 12, 12, 12, 12), dissent(), 0.60, id="D-127 critic 60: -10"),
        pytest.param(0.60, PARTIAL, mark(10, 10, 9, 10, 10), dissent(), 0.50, id="D-127 critic 49: -20"),
        pytest.param(0.60, PARTIAL, mark(9, 16, 16, 16, 16), dissent(), 0.60, id="D-127 weak premise -10"),
        pytest.param(0.60, PARTIAL, mark(16, 16, 16, 9, 16), dissent(), 0.65, id="D-127 ignored alternative -5"),
        pytest.param(0.60, PARTIAL, mark(18, 12, 16, 10, 14), dissent("high", "high"), 0.55, id="D-127 high risk -15"),
        pytest.param(0.60, PARTIAL, mark(18, 12, 16, 10, 14), dissent("medium", "high"), 0.70, id="D-127 not high"),
        pytest.param(0.10, UNRESOLVED, mark(0, 0, 0, 0, 0), dissent("high", "high"), 0.0, id="D-127 never below 0"),
        pytest.param(0.95, STRONG, None, None, 1.0, id="D-127 never above 100"),
        pytest.param(0.60, None, None, None, 0.50, id="D-127 nothing compared is unresolved"),
    ],
)
def test_the_calculation(
    base: float,
    end: Convergence | None,
    critic: CouncilCritique | None,
    advocate: CouncilDissent | None,
    value: float,
) -> None:
    """X-32: the base is the confidence of the debate."""
    found = calculate_confidence(base, end, critic, advocate, BANDS)
    assert found.value == pytest.approx(value)
    assert english(found.calculation[0]) == f"debate: {base * 100:g}"
    assert english(found.calculation[-1]) == f"result: {value * 100:g}"


@pytest.mark.parametrize(
    ("resolution", "failed"),
    [
        pytest.param(resolve(), [], id="D-126 complete"),
        pytest.param(resolve(next_steps=("one", "two", " ")), ["next_steps"], id="D-126 fewer than three next steps"),
        pytest.param(resolve(next_steps=("Step 1", "Step 2", "3.")), ["next_steps"], id="labels are no steps"),
        pytest.param(resolve(next_steps=("Look after 30 days", "Look after 60 days", "Look after 90 days")), [],
                     id="steps that differ by a figure"),
        pytest.param(resolve(residual_risks=("There are no residual risks.",)), ["residual_risks"], id="a denied risk"),
        pytest.param(resolve(reversal_criteria=("Nothing would reverse it",)), ["reversal_criteria"],
                     id="a denied reversal"),
        pytest.param(resolve(next_steps=("Sign the leases", "Sign leases", "The leases: sign.")), ["next_steps"],
                     id="one step in three wordings"),
        pytest.param(resolve(next_steps=("Proceed.", "Go ahead.", "Continue.")), ["next_steps"], id="go-aheads"),
        pytest.param(resolve(next_steps=("A", "B", "C")), ["next_steps"], id="letters are no steps"),
        pytest.param(resolve(residual_risks=("No residual risks were identified.",)), ["residual_risks"],
                     id="no risk was found"),
        pytest.param(resolve(reversal_criteria=("Never.",)), ["reversal_criteria"], id="never reversed"),
        pytest.param(resolve(reversal_criteria=("Nenhum critério de reversão.",)), ["reversal_criteria"],
                     id="a denied criterion in Portuguese"),
        pytest.param(resolve(reversal_criteria=("Tidak ada kriteria pembalikan.",)), ["reversal_criteria"],
                     id="a denied criterion in Indonesian"),
        pytest.param(resolve(decision=" "), ["decision"], id="D-126 no path chosen"),
        pytest.param(resolve(residual_risks=()), ["residual_risks"], id="D-126 no residual risks"),
        pytest.param(resolve(reversal_criteria=()), ["reversal_criteria"], id="D-126 no reversal criteria"),
        pytest.param(resolve(residual_risks=(" ",)), ["residual_risks"], id="D-126 an empty risk"),
        pytest.param(
            resolve(residual_risks=(), next_steps=()), ["residual_risks", "next_steps"], id="D-126 every part is named"
        ),
    ],
)  # fmt: skip
def test_what_a_resolution_owes(resolution: CouncilResolution, failed: list[str]) -> None:
    marks = tuple(f"resolution_lacks:{part}" for part in failed)
    assert mark_missing(resolution) == marks
    assert mark_missing(resolution, ("critic_missing", "resolution_lacks:decision")) == ("critic_missing", *marks)


@pytest.mark.parametrize(
    ("seconds", "overdue"),
    [
        pytest.param(179.9, False, id="D-78 in time"),
        pytest.param(180.0, True, id="W-D20 D-78 the synthesizer is forced"),
    ],
)
def test_the_council_has_its_own_time(seconds: float, overdue: bool) -> None:
    """X-13: only the council's own time counts."""
    assert _is_overdue(Spent(council_seconds=seconds, seconds=999), make_profile()) is overdue
    assert not _is_overdue(Spent(council_seconds=seconds), make_profile(timeout={"council": None}))


@pytest.mark.parametrize(
    ("council", "refinements", "seconds", "reopened", "outcome", "caveat"),
    [
        pytest.param(Council(confidence=0.60, verdict="approve"), 0, 0, False, "emit", True, id="W-D21 X-11 60"),
        pytest.param(Council(confidence=0.69), 0, 0, False, "emit", True, id="X-11 69 with a caveat"),
        pytest.param(Council(confidence=0.70), 0, 0, False, "emit", False, id="X-11 70 without"),
        pytest.param(Council(confidence=0.59), 0, 0, False, "human", False, id="W-D21 D-73 59"),
        pytest.param(Council(), 0, 0, False, "human", False, id="D-73 no resolution"),
        pytest.param(Council(resolution=resolve(0.8)), 0, 0, False, "emit", False, id="D-73 the resolution's own"),
        pytest.param(Council(confidence=0.9, verdict="reject"), 0, 0, False, "human", False, id="X-23 reject"),
        pytest.param(Council(confidence=0.9, verdict="revise"), 0, 0, False, "refine", False, id="X-23 revise"),
        pytest.param(Council(confidence=0.9, verdict="revise"), 1, 0, False, "refine", False, id="X-23 one is left"),
        pytest.param(Council(confidence=0.9, verdict="revise"), 2, 0, False, "emit", False, id="X-23 none is left"),
        pytest.param(Council(confidence=0.9, verdict="revise"), 0, 300, False, "emit", False, id="X-23 no time left"),
        pytest.param(Council(confidence=0.9, verdict="revise"), 1, 0, True, "emit", False, id="D-131 only one pass"),
        pytest.param(
            Council(confidence=0.5, verdict="revise"), 2, 0, False, "human", False, id="X-23 then the threshold"
        ),
    ],
)
def test_after_the_council(
    council: Council, refinements: int, seconds: float, reopened: bool, outcome: str, caveat: bool
) -> None:
    found = judge_council(council, TO_COUNCIL, make_profile(), Spent(seconds=seconds), refinements, reopened=reopened)
    assert (found.outcome, bool(found.caveats)) == (outcome, caveat)
    assert all(found.reasons)


def test_a_person_decides_when_the_council_only_looked_first() -> None:
    """X-08: however sure the council is."""
    first = TO_COUNCIL.model_copy(update={"then_human": True})
    assert judge_council(Council(confidence=0.99), first, make_profile(), Spent()).outcome == "human"


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_less_sure_council_is_never_looked_at_less(one: float, other: float) -> None:
    low, high = sorted((one, other))
    rank = {"emit": 0, "human": 1}
    below, above = (
        judge_council(Council(confidence=value), TO_COUNCIL, make_profile(), Spent()).outcome for value in (low, high)
    )
    assert rank[below] >= rank[above]
