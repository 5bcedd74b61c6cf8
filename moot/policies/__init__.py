"""The pure core: every decision of the five protocols as a total function.

The functions people use most can be imported from here; each is loaded when it is first asked for.
"""

from typing import Any

from moot.doors import load_export

_HOMES = {
    "build_consensus": "moot.policies.conflicts",
    "choose_decision_maker": "moot.policies.conflicts",
    "choose_escalation": "moot.policies.verdict",
    "choose_refinement_step": "moot.policies.refinement",
    "choose_route": "moot.policies.routing",
    "classify_domain": "moot.policies.routing",
    "close_round": "moot.policies.rounds",
    "compare_lexically": "moot.policies.comparison",
    "compose_synthesis": "moot.policies.verdict.synthesis",
    "conclude_root_cause": "moot.policies.root_cause",
    "detect_conflicts": "moot.policies.conflicts",
    "detect_loop": "moot.policies.agreement",
    "find_baselines": "moot.policies.agreement.voting",
    "judge_claims": "moot.policies.critique.ledger",
    "judge_convergence": "moot.policies.agreement",
    "judge_council": "moot.policies.verdict.council",
    "lease_wave": "moot.policies.limits.leases",
    "number_critiques": "moot.policies.critique",
    "check_evidence": "moot.policies.root_cause.evidence",
    "score_round": "moot.policies.root_cause.evidence",
    "settle_critiques": "moot.policies.critique",
    "trip_breaker": "moot.policies.limits.breaker",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605  # a list of names, all of them known


def __getattr__(name: str) -> Any:
    """Import a policy the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
