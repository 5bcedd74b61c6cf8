"""Says what the council said, as a request to a person carries it: its doubts, its changes, and when to turn back."""

from collections.abc import Iterator, Mapping
from typing import Any

from moot.catalogue import say
from moot.views.wording.vocabulary import say_flag


def say_council(council: Mapping[str, Any]) -> Iterator[str]:
    """Say everything of it that whoever decides has to weigh; the path it proposes is the proposal itself."""
    advocate, resolution = council.get("advocate") or {}, council.get("resolution") or {}
    if advocate.get("undiscussed_risk"):
        yield say("request.undiscussed", risk=advocate["undiscussed_risk"])
    named = (("weakest", "weakest_premise"), ("regret", "regret_scenario"), ("ignored", "ignored_alternative"))
    for code, field in named:
        if advocate.get(field):
            yield f"{say(f'story.{code}')}: {advocate[field]}"
    for code, field in (("modified", "modifications"), ("reverse", "reversal_criteria")):
        for text in resolution.get(field) or ():
            yield f"{say(f'story.{code}')}: {text}"
    for text in resolution.get("residual_risks") or ():
        yield say("request.risk_left", risk=text)
    for flag in council.get("flags") or ():
        if flag.startswith("resolution_lacks:"):
            yield say_flag(flag)
