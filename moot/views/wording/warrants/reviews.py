"""Says what became of a proposal that a person looked at."""

from moot.catalogue import say
from moot.policies.verdict import OF_PROPOSAL
from moot.views.result import Result, read_details


def say_replaced_proposal(result: Result) -> str:
    """Say what was proposed before a person put their own words in its place; empty where nobody did."""
    if OF_PROPOSAL not in result.confidence_flags or result.review is None:
        return ""
    proposed = read_details(result.review.request).get("decision") or say("answer.nothing_proposed")
    return say("answer.replaced", proposed=proposed)
