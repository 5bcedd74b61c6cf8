"""Looks at what a store gives back before anything relies on it: whoever can write a row can write anything."""

from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from langgraph.types import Interrupt, StateSnapshot

from moot.state.base import Value
from moot.state.debate import MultiAgentState
from moot.state.protocol import Protocol
from moot.stores import tell_damage


def check_protocol(found: Any) -> Protocol | None:
    """Refuse what stands in the place of a debate's protocol and is none."""
    if found is None or isinstance(found, Protocol):
        return found
    raise tell_damage(TypeError(f"the protocol of a debate is a {type(found).__name__}"))


def check_snapshot(snapshot: StateSnapshot) -> StateSnapshot:
    """Refuse a debate whose values are not of the kinds that a debate holds."""
    kinds = _list_kinds()
    wrong = [name for name, value in snapshot.values.items() if name in kinds and not _is_one_of(value, kinds[name])]
    if not isinstance((snapshot.metadata or {}).get("step"), int):
        wrong.append("the number of a step")
    pauses: tuple[Any, ...] = snapshot.interrupts
    if not all(isinstance(pause, Interrupt) and isinstance(pause.value, dict) for pause in pauses):
        wrong.append("what a person is asked")
    if wrong:
        raise tell_damage(TypeError(f"these do not have their form: {', '.join(wrong)}"))
    return snapshot


def _is_one_of(value: Any, kinds: tuple[type, ...]) -> bool:
    parts = value if isinstance(value, list) else [value]
    return (isinstance(value, list) == (list in kinds) or value is None) and all(
        part is None or isinstance(part, kinds) for part in parts
    )


@cache
def _list_kinds() -> dict[str, tuple[type, ...]]:
    """List what the values of each channel may be, or the items of a list; `list` itself says that it is one."""
    return {name: tuple(_flatten(hint)) for name, hint in get_type_hints(MultiAgentState).items()}


def _flatten(hint: Any) -> set[type]:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return set().union(*map(_flatten, get_args(hint)))
    if origin is Literal:
        return {str}
    if origin is list:
        return {list} | _flatten(get_args(hint)[0])
    if hint is str:
        return {str, Value}  # a text, or the facts that views put in words
    if hint is float:
        return {float, int}
    return {origin or hint}
