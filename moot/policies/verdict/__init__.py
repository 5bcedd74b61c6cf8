"""Decides how a debate ends: synthesis, confidence, escalation, council, review and outcome."""

from moot.policies.verdict.binding import (
    Stated,
    bind_synthesis,
    check_binding,
    find_target,
    list_wordings,
    offer_choices,
    rebind_synthesis,
    states_option,
)
from moot.policies.verdict.confidence import (
    COUNCIL_FALLBACK,
    MEDIATOR_MISSING,
    adjust_confidence,
    describe_confidence,
)
from moot.policies.verdict.council import (
    calculate_confidence,
    close_council,
    follow_ruling,
    judge_council,
    judge_critique,
    weigh_resolution,
)
from moot.policies.verdict.escalation import Gate, choose_escalation, find_review_need
from moot.policies.verdict.gathering import (
    QUESTION_ACTION,
    check_warrant,
    find_ballot,
    find_final_response,
    find_leading,
    find_question_response,
    find_settled,
    find_stronger,
    gather_warrant,
    has_council_decided,
)
from moot.policies.verdict.opposition import find_norm_conflicts
from moot.policies.verdict.outcomes import CHECKLIST, OF_PROPOSAL, Ending, conclude, find_stop_reason
from moot.policies.verdict.resolution import explain_missing
from moot.policies.verdict.review import DecisionType, read_response
from moot.policies.verdict.supervision import climb_ladder, read_supervisor_label, suggest_label
from moot.policies.verdict.synthesis import (
    compose_inconclusive,
    compose_resolution,
    compose_synthesis,
    conclude_by_rule,
    conclude_conflicts,
    keep_divergences,
    keep_reservations,
)
from moot.policies.verdict.warrant import NOT_APPLYING, WarrantFacts, judge_warrant, name_condition, name_unmet

__all__ = [
    "CHECKLIST",
    "COUNCIL_FALLBACK",
    "MEDIATOR_MISSING",
    "NOT_APPLYING",
    "OF_PROPOSAL",
    "QUESTION_ACTION",
    "DecisionType",
    "Ending",
    "Gate",
    "Stated",
    "WarrantFacts",
    "adjust_confidence",
    "bind_synthesis",
    "calculate_confidence",
    "check_binding",
    "check_warrant",
    "choose_escalation",
    "climb_ladder",
    "close_council",
    "compose_inconclusive",
    "compose_resolution",
    "compose_synthesis",
    "conclude",
    "conclude_by_rule",
    "conclude_conflicts",
    "describe_confidence",
    "explain_missing",
    "find_ballot",
    "find_final_response",
    "find_leading",
    "find_norm_conflicts",
    "find_question_response",
    "find_review_need",
    "find_settled",
    "find_stop_reason",
    "find_stronger",
    "find_target",
    "follow_ruling",
    "gather_warrant",
    "has_council_decided",
    "judge_council",
    "judge_critique",
    "judge_warrant",
    "keep_divergences",
    "keep_reservations",
    "list_wordings",
    "name_condition",
    "name_unmet",
    "offer_choices",
    "read_response",
    "read_supervisor_label",
    "rebind_synthesis",
    "states_option",
    "suggest_label",
    "weigh_resolution",
]
