"""Says which conditions a decision met, how claims were judged, which proposal was replaced, and why there is none."""

from moot.views.wording.warrants.failures import find_failures, say_failure
from moot.views.wording.warrants.reviews import say_replaced_proposal, say_review
from moot.views.wording.warrants.verdicts import count_verdicts, say_judged, say_reckoning, say_verdict
from moot.views.wording.warrants.warrants import (
    find_missing_seats,
    list_conditions,
    name_condition_id,
    say_condition,
    say_met,
    say_standing,
    say_unmet,
    say_warrant,
)

__all__ = [
    "count_verdicts",
    "find_failures",
    "find_missing_seats",
    "list_conditions",
    "name_condition_id",
    "say_condition",
    "say_failure",
    "say_judged",
    "say_met",
    "say_reckoning",
    "say_replaced_proposal",
    "say_review",
    "say_standing",
    "say_unmet",
    "say_verdict",
    "say_warrant",
]
