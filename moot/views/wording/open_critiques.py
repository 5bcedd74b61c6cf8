"""Says an open critique whole: against which option it stands, what was last answered, what its author still misses."""

from collections.abc import Mapping
from typing import Any

from moot.catalogue import say
from moot.views.wording.names import say_aim, say_seat
from moot.views.wording.vocabulary import say_literal


def say_open_critique(critique: Mapping[str, Any]) -> str:
    """Say an open critique as a request to a person carries it."""
    aim = say_aim(say_seat(critique["target"]), critique["target_claim_id"])
    # A request that was stored before versions were told has none.
    now = critique.get("target_now", "same")
    since = say(f"critique.target_{now}", round=critique["round"]) if now != "same" else ""
    parts = [
        say(
            "critique.open_whole",
            id=critique["id"],
            severity=critique["severity"],
            seat=say_seat(critique["agent"]),
            aim=f"{aim} {since}".strip(),
            text=critique["description"],
        )
    ]
    if critique.get("option"):
        parts.append(say("critique.open_option", seat=say_seat(critique["target"]), option=critique["option"]))
    answer = critique.get("answer")
    if answer:
        said = ": ".join(filter(None, (say_literal(answer["outcome"]), answer["reason"])))
        parts.append(say("critique.open_answer", seat=say_seat(critique["target"]), said=said))
    if critique.get("verdict_reason"):
        missed = critique["verdict_reason"]
        parts.append(say("critique.open_missing", seat=say_seat(critique["agent"]), said=missed))
    elif critique.get("resolution"):
        parts.append(f"({critique['resolution']})")
    return " ".join(parts)


def say_closed_critique(critique: Mapping[str, Any]) -> str:
    """Say what the author of a critique said when it closed it."""
    aim = say_aim(say_seat(critique["target"]), critique["target_claim_id"])
    verdict = say_literal(critique["verdict"])
    # Without what was criticised, "the claim was withdrawn" says nothing.
    text = f": {critique['description'].rstrip('.')}" if critique.get("description") else ""
    return f"{critique['id']} {say_seat(critique['agent'])} → {aim}{text}; {verdict}: {critique['verdict_reason']}"
