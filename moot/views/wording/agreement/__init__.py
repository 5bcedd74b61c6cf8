"""Says how the votes stand, what measured the agreement, and what an audit found."""

from moot.views.wording.agreement.ballots import (
    find_majority,
    find_overruled,
    has_agreed,
    is_conditional,
    say_conditions,
    say_lead,
    say_opposed,
    say_option,
    say_source,
    say_vote_changes,
)
from moot.views.wording.agreement.ladders import say_ladder
from moot.views.wording.agreement.measures import measures_agreement, name_measure, say_agreement, say_audit

__all__ = [
    "find_majority",
    "find_overruled",
    "has_agreed",
    "is_conditional",
    "measures_agreement",
    "name_measure",
    "say_agreement",
    "say_audit",
    "say_conditions",
    "say_ladder",
    "say_lead",
    "say_opposed",
    "say_option",
    "say_source",
    "say_vote_changes",
]
