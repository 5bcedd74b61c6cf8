"""The pure core: every decision of the five protocols as a total function.

The functions people use most can be imported from here; each is loaded when it is first asked for.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "build_consensus": "conflicts",
    "choose_decision_maker": "conflicts",
    "choose_escalation": "verdict",
    "choose_refinement_step": "refinement",
    "choose_route": "routing",
    "classify_domain": "routing",
    "close_round": "rounds",
    "compare_lexically": "comparison",
    "compose_synthesis": "verdict",
    "conclude_root_cause": "root_cause",
    "detect_conflicts": "conflicts",
    "detect_loop": "agreement",
    "find_baselines": "agreement",
    "judge_claims": "critique",
    "judge_convergence": "agreement",
    "judge_council": "verdict",
    "lease_wave": "limits",
    "number_critiques": "critique",
    "resolve_evidence": "root_cause",
    "score_round": "root_cause",
    "settle_critiques": "critique",
    "trip_breaker": "limits",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605  # a list of names, all of them known


def __getattr__(name: str) -> Any:
    """Load a policy the first time somebody asks for it."""
    if name in _HOMES:
        return getattr(import_module(f"moot.policies.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'moot.policies' has no attribute {name!r}")
