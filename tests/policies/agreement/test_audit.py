"""The audit of an agreement that came at once: when it is due, and that only evidence opens the debate again."""

from typing import Any

import pytest

from moot.policies.agreement.audit import judge_audit, needs_audit, reopen_convergence
from moot.state.audit import Audit
from moot.state.ballot import Ballot, BallotOption
from moot.state.evidence import Evidence
from moot.state.protocol import AuditRules, ClaimRules
from tests.policies.making import converged, diverged, make_breaker
from tests.policies.voices import claim, position
from tests.support.words import english

EVIDENCE = [Evidence(id="E1", text="Demand fell by 12 percent."), Evidence(id="E2", text="Rents rise.")]
DONE = Audit(outcome="upheld", round=1, reason="nothing was found")


def cast(votes: str) -> Ballot:
    seats = {name: tuple(f"s{at}" for at, each in enumerate(votes) if each == name) for name in sorted(set(votes))}
    options = (BallotOption(id=name, text=name, origin="found", seats=voters) for name, voters in seats.items())
    return Ballot(round=1, options=tuple(options), votes=())


@pytest.mark.parametrize(
    ("change", "due"),
    [
        pytest.param({}, True, id="round 1 agreed"),
        pytest.param({"rules": AuditRules()}, False, id="switched off, the default"),
        pytest.param({"round_number": 2}, False, id="a later round agreed"),
        pytest.param({"convergence": diverged()}, False, id="round 1 did not agree"),
        pytest.param({"breaker": make_breaker("timeout_total")}, False, id="the breaker stopped it"),
        pytest.param({"known": DONE}, False, id="audited already"),
        pytest.param({"ballot": cast("AAA")}, True, id="all vote for one option"),
        pytest.param({"ballot": cast("AAAAAAB")}, False, id="a majority is not everybody"),
    ],
)
def test_only_a_first_round_that_ends_the_debate_is_audited(change: dict[str, Any], due: bool) -> None:
    usual: dict[str, Any] = {
        "rules": AuditRules(unanimity=True),
        "round_number": 1,
        "convergence": converged(),
        "breaker": None,
        "known": None,
    }
    assert needs_audit(**{**usual, **change}) is due


@pytest.mark.parametrize(
    ("fields", "outcome", "grounds"),
    [
        pytest.param({"evidence": ("E1",)}, "reopened", ("E1",), id="cites evidence of this debate"),
        pytest.param({"evidence": ("[e1]", "E2")}, "reopened", ("E1", "E2"), id="however it is written"),
        pytest.param({"evidence": ()}, "upheld", (), id="an opinion, however sure"),
        pytest.param({"evidence": ("E9",)}, "upheld", (), id="evidence that does not exist"),
        pytest.param({"evidence": ("E1", "E9")}, "upheld", (), id="existing and invented evidence mixed"),
        pytest.param(
            {"evidence": ("E1",), "statement": 'It says "demand rose by 40 percent".'},
            "upheld",
            (),
            id="a false quotation",
        ),
        pytest.param({"evidence": ("E1",), "kind": "hypothesis"}, "reopened", ("E1",), id="of whatever kind"),
    ],
)
def test_only_a_claim_that_stands_on_evidence_reopens(
    fields: dict[str, Any], outcome: str, grounds: tuple[str, ...]
) -> None:
    said = position("auditor", claims=(claim("C1", **fields),), confidence=0.99)
    found = judge_audit(said, "They are wrong.", EVIDENCE, ClaimRules())
    assert (found.outcome, found.evidence) == (outcome, grounds)
    assert found.answer == "They are wrong."
    assert english(found.reason)


def test_without_a_round_left_the_objection_is_only_recorded() -> None:
    said = position("auditor", claims=(claim("C1", evidence=("E1",)),))
    found = judge_audit(said, "They are wrong.", EVIDENCE, ClaimRules(), obstacle="no round is left")
    assert (found.outcome, found.evidence) == ("upheld", ("E1",))
    assert english(found.reason) == "The auditor objects on E1, but no round is left."


def test_a_reopened_agreement_is_below_the_threshold() -> None:
    audit = judge_audit(position("auditor", claims=(claim("C1", evidence=("E1",)),)), "", EVIDENCE, ClaimRules())
    reopened = reopen_convergence(converged(1.0, stop_reason="converged"), audit, 0.7)
    assert (reopened.converged, reopened.value, reopened.stop_reason) == (False, 0.69, None)
    assert english(reopened.reason).endswith("The auditor objects on E1, so the debate goes on.")
