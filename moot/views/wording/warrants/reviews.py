"""Says what became of a proposal that a person looked at."""

from moot.catalogue import say
from moot.policies.verdict import OF_PROPOSAL
from moot.views.result import Result, read_details
from moot.views.wording.names import say_decider
from moot.views.wording.vocabulary import capital


def say_replaced_proposal(result: Result) -> str:
    """Say what was proposed before a person put their own words in its place; empty where nobody did."""
    if OF_PROPOSAL not in result.confidence_flags or result.review is None:
        return ""
    proposed = read_details(result.review.request).get("decision") or say("answer.nothing_proposed")
    return say("answer.replaced", proposed=proposed)


def say_review(result: Result) -> str:
    """Say in one sentence what the person answered who ended a debate; empty where nobody did."""
    answer = result.review.response if result.review else None
    if answer is None or answer.type == "respond" or not result.decider.startswith("human"):
        return ""
    # A name stays as it is written.
    who = say_decider(result) if answer.reviewer else capital(say_decider(result))
    why = answer.text if answer.type == "reject" else ""
    return say(f"review.ended.{answer.type}{'_because' if why else ''}", who=who, why=why)
