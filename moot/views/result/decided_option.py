"""Finds the option of the ballot that a decision states."""

from moot.state.ballot import BallotOption
from moot.views.result.document import Result

_PERSON = "human"


def find_decided_option(result: Result) -> BallotOption | None:
    """Find the option a decision states: the council's where it decided, else the settled one, else the synthesis's.

    None where nothing was decided, where a person wrote the decision, and where the decision states no option.
    """
    ballot = result.ballot
    if ballot is None or result.status != "decided":
        return None
    answer = result.review.response if result.review else None
    if answer is not None and answer.type == "edit" and result.decider.startswith(_PERSON):
        return None
    synthesis, council = result.synthesis, result.council
    resolved = council.resolution.choice if council and council.resolution else None
    # Whoever releases a decision that departs from the votes has accepted that it does.
    departed = synthesis.choice if synthesis and synthesis.departs_because else None
    written = synthesis.choice if synthesis else None
    chosen = (ballot.option(each) for each in (resolved, departed, ballot.settled, written) if each)
    return next((option for option in chosen if option is not None), None)
