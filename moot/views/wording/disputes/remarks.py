"""Says what becomes of words that a person tells a debate."""

from moot.catalogue import say
from moot.state.remarks import Remark


def say_fate(fate: str, place: str, status: str, remark: Remark) -> str:
    """Say in one line what becomes of words; `place` names the debate as a command does."""
    return say(f"remark.{fate}", place=place, status=status, hearing=say_hearing(remark))


def say_hearing(remark: Remark) -> str:
    """Say from where on a remark was heard."""
    if not remark.heard:
        return say("story.not_heard")
    return say("story.heard_in", round=remark.round) if remark.round else say("story.heard_before")
