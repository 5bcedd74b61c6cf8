"""What a store may rebuild from bytes: the values of a debate and nothing else.

The stock serializer constructs any type a stored row names, so whoever can write a row could run
code. Ours knows the closed list of our own frozen values and refuses the rest.
"""

from collections.abc import Iterator
from functools import cache

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

import moot.state.debate  # noqa: F401  # importing it registers every value as a subclass of Value
from moot.state.base import Value


def _values(kind: type[Value]) -> Iterator[tuple[str, str]]:
    for child in kind.__subclasses__():
        if child.__module__.startswith("moot.state."):
            yield child.__module__, child.__name__
        yield from _values(child)


@cache
def allowed_types() -> tuple[tuple[str, str], ...]:
    """Module and name of every value a checkpoint may hold."""
    return tuple(sorted(set(_values(Value))))


@cache
def serializer() -> JsonPlusSerializer:
    """The strict serializer all stores share."""
    return JsonPlusSerializer(allowed_msgpack_modules=allowed_types())
