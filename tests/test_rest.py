"""Requirements that are about shapes and seams rather than about one module."""

from moot.configs import load_profile
from moot.policies.agreement import STRATEGIES, ClosedRound, judge_convergence
from moot.prompts import render_prompt
from moot.state.findings import Convergence
from moot.state.hypotheses import HypothesisSheet


def test_there_is_room_for_another_measure_of_agreement() -> None:
    """C-62, X-57: a strategy of anybody's own takes the place of ours; a check says whether to stop, and why."""

    def never(closed: ClosedRound) -> Convergence:
        return Convergence(converged=False, value=0.0, reason=f"Round {closed.round} is not enough for anybody.")

    found = judge_convergence(ClosedRound(round=1), never)
    assert (found.converged, found.reason) == (False, "Round 1 is not enough for anybody.")
    assert set(STRATEGIES.names()) >= {"criteria", "jaccard", "critiques", "judge", "verdict"}


def test_a_reasoner_hands_in_its_hypotheses_and_how_they_came_about() -> None:
    """R-49: a reasoner's result names itself, its round and its hypotheses."""
    assert {"seat", "round", "hypotheses", "status"} <= set(HypothesisSheet.model_fields)


def test_the_limits_of_the_legal_prompts_are_stated() -> None:
    """L-49: a bounded answer, bounded claims, evidence from the context only, what is unsupported is said."""
    rules = load_profile("legal").claims
    position = render_prompt(
        "position", question="q", evidence="e", guidance=None, max_claims=rules.warn, language="id", persona="p",
        evidence_rule="every claim needs evidence", agreement=None, choices=None, options=None,
        law=None,
    )  # fmt: skip
    supervision = render_prompt(
        "supervise",
        question="q",
        evidence="e",
        positions="p",
        summary="s",
        critiques="c",
        conflicts=None,
        earlier=None,
        unsupported=None,
        guidance=None,
        default_label="C",
        label_reason="r",
        left_open=None,
        to_reconcile=None,
        settled=None,
        unsettled=None,
        ballot=None,
        choices=None,
        language="id",
        law=None,
        persona="p",
    )
    assert f"1-{rules.warn}" in position.text
    assert "Never invent evidence" in position.system
    assert "1200 characters" in supervision.text
