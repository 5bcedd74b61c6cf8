"""How a debate ends: synthesis, confidence, escalation, council, review and outcome."""

from moot.policies.verdict.conclusions import conclude_alone, conclude_boardroom, conclude_conflicts, conclude_search
from moot.policies.verdict.confidence import (
    COUNCIL_FALLBACK,
    DETERMINISTIC,
    JUDGE_FALLBACK,
    adjust_confidence,
    describe_confidence,
    find_trouble,
)
from moot.policies.verdict.council import (
    calculate_confidence,
    grade_consensus,
    is_overdue,
    judge_council,
    judge_critique,
)
from moot.policies.verdict.escalation import Gate, choose_escalation
from moot.policies.verdict.outcomes import Ending, conclude, find_stop_reason
from moot.policies.verdict.review import DecisionType, read_response
from moot.policies.verdict.review_need import find_review_need
from moot.policies.verdict.supervision import DEFAULT_LABEL, default_label, read_label
from moot.policies.verdict.supervision_ladder import climb_ladder
from moot.policies.verdict.synthesis import (
    compose_inconclusive,
    compose_resolution,
    compose_synthesis,
    keep_divergences,
)

__all__ = [
    "COUNCIL_FALLBACK",
    "DEFAULT_LABEL",
    "DETERMINISTIC",
    "JUDGE_FALLBACK",
    "DecisionType",
    "Ending",
    "Gate",
    "adjust_confidence",
    "calculate_confidence",
    "choose_escalation",
    "climb_ladder",
    "compose_inconclusive",
    "compose_resolution",
    "compose_synthesis",
    "conclude",
    "conclude_alone",
    "conclude_boardroom",
    "conclude_conflicts",
    "conclude_search",
    "default_label",
    "describe_confidence",
    "find_review_need",
    "find_stop_reason",
    "find_trouble",
    "grade_consensus",
    "is_overdue",
    "judge_council",
    "judge_critique",
    "keep_divergences",
    "read_label",
    "read_response",
]
