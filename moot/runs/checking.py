"""Looks at what a store gives back before anything relies on it: whoever can write a row can write anything."""

from functools import cache
from typing import Any

from langgraph.types import Interrupt, StateSnapshot
from pydantic import TypeAdapter

from moot.state.debate import MultiAgentState
from moot.state.protocol import Protocol
from moot.stores import DAMAGES, tell_damage


def check_protocol(found: Any) -> Protocol | None:
    """Refuse what stands in the place of a debate's protocol and is none."""
    if found is None or isinstance(found, Protocol):
        return found
    raise tell_damage(TypeError(f"the protocol of a debate is a {type(found).__name__}"))


def check_snapshot(snapshot: StateSnapshot) -> StateSnapshot:
    """Refuse a debate whose values are not what a debate holds."""
    try:
        _state().validate_python(snapshot.values)
        if not isinstance((snapshot.metadata or {})["step"], int):
            raise TypeError("a step has no number")
        for pause in snapshot.interrupts:
            if not (isinstance(pause, Interrupt) and isinstance(pause.value, dict)):
                raise TypeError("what a person is asked is not there")
    except DAMAGES as error:
        raise tell_damage(error) from error
    return snapshot


@cache
def _state() -> TypeAdapter[MultiAgentState]:
    return TypeAdapter(MultiAgentState)
