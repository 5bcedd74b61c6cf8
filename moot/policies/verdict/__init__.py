"""Decides how a debate ends: synthesis, confidence, escalation, council, review and outcome."""

from moot.policies.verdict.confidence import COUNCIL_FALLBACK, adjust_confidence, describe_confidence
from moot.policies.verdict.council import (
    calculate_confidence,
    close_council,
    judge_council,
    judge_critique,
)
from moot.policies.verdict.escalation import Gate, choose_escalation, find_review_need
from moot.policies.verdict.outcomes import Ending, conclude, find_stop_reason
from moot.policies.verdict.review import DecisionType, read_response
from moot.policies.verdict.supervision import climb_ladder, default_label, read_supervisor_label
from moot.policies.verdict.synthesis import (
    compose_inconclusive,
    compose_resolution,
    compose_synthesis,
    conclude_by_rule,
    conclude_conflicts,
    keep_divergences,
)

__all__ = [
    "COUNCIL_FALLBACK",
    "DecisionType",
    "Ending",
    "Gate",
    "adjust_confidence",
    "calculate_confidence",
    "choose_escalation",
    "climb_ladder",
    "close_council",
    "compose_inconclusive",
    "compose_resolution",
    "compose_synthesis",
    "conclude",
    "conclude_by_rule",
    "conclude_conflicts",
    "default_label",
    "describe_confidence",
    "find_review_need",
    "find_stop_reason",
    "judge_council",
    "judge_critique",
    "keep_divergences",
    "read_response",
    "read_supervisor_label",
]
