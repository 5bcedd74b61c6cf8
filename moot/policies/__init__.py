"""The pure core: every decision of the five protocols as a total function.

The functions people use most can be imported from here; each is loaded when it is first asked for.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "build_consensus": "consensus",
    "choose_decision_maker": "consensus",
    "choose_escalation": "escalation",
    "choose_refinement_step": "refinement",
    "choose_route": "routing",
    "classify_domain": "domains",
    "close_round": "closing",
    "compare_lexically": "comparators",
    "compose_synthesis": "synthesis",
    "conclude_root_cause": "root_cause",
    "detect_conflicts": "conflicts",
    "detect_loop": "loops",
    "find_baselines": "voting",
    "judge_claims": "ledger",
    "judge_convergence": "convergence",
    "judge_council": "council",
    "lease_wave": "leases",
    "number_critiques": "critiques",
    "resolve_evidence": "hypothesis_evidence",
    "score_round": "hypotheses",
    "settle_critiques": "critique_settling",
    "trip_breaker": "breaker",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605  # a list of names, all of them known


def __getattr__(name: str) -> Any:
    """Load a policy the first time somebody asks for it."""
    if name in _HOMES:
        return getattr(import_module(f"moot.policies.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'moot.policies' has no attribute {name!r}")
