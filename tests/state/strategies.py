"""Hypothesis strategies for every value of a debate, derived from the models themselves."""

import types
import typing
from typing import Any, cast

from annotated_types import Ge, Gt, Le, Lt, MinLen
from hypothesis import strategies as st
from pydantic import JsonValue
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from moot.state.base import Value
from moot.state.facts import Fact

_TEXT = st.text(st.characters(codec="utf-8"), max_size=12)


def values(model: type[Value], depth: int = 0) -> st.SearchStrategy[Any]:
    """Instances of a model; deep structures stay small."""
    if model is Fact:
        # A fact may be about facts; one level is enough.
        return st.builds(Fact, code=_TEXT, values=st.dictionaries(_TEXT, _TEXT | st.integers(0, 9), max_size=2))
    fields = {name: _field(field, depth) for name, field in model.model_fields.items()}
    return st.builds(lambda **given: model.model_validate(given), **fields)


def _field(field: FieldInfo, depth: int) -> st.SearchStrategy[Any]:
    made = _make(field.annotation, field.metadata, depth)
    if field.default is not PydanticUndefined and depth > 1:
        return st.just(field.default)
    return made


def _make(kind: Any, metadata: list[Any], depth: int) -> st.SearchStrategy[Any]:
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        inner, *more = args
        return _make(inner, [*metadata, *_expand(more)], depth)
    if kind is JsonValue:
        return st.none() | st.booleans() | _TEXT
    if origin in (typing.Union, types.UnionType):
        return st.one_of([_make(arg, metadata, depth) for arg in args])
    if origin is typing.Literal:
        return st.sampled_from(args)
    if origin is tuple and args[-1] is not Ellipsis:
        return st.tuples(*(_make(arg, [], depth + 1) for arg in args))
    if origin is tuple:
        least = next((entry.min_length for entry in metadata if isinstance(entry, MinLen)), 0)
        size = max(least, 0 if depth > 2 else 2)
        return st.lists(_make(args[0], [], depth + 1), min_size=least, max_size=size).map(tuple)
    if origin is dict:
        return st.dictionaries(_TEXT, _make(args[1], [], depth + 1), max_size=0 if depth > 2 else 2)
    if isinstance(kind, type) and issubclass(kind, Value):
        return values(kind, depth + 1)
    return _scalar(kind, metadata)


def _scalar(kind: Any, metadata: list[Any]) -> st.SearchStrategy[Any]:
    bounds: dict[str, Any] = {}
    for entry in metadata:
        match entry:
            case Ge(ge=bound):
                bounds["low"] = bound
            case Gt(gt=bound):
                bounds["low"] = cast("int", bound) + 1
            case Le(le=bound):
                bounds["high"] = bound
            case Lt(lt=bound):
                bounds["high"] = cast("int", bound) - 1
            case _:
                pass
    low, high = bounds.get("low"), bounds.get("high")
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(low if low is not None else -(2**31), high if high is not None else 2**31)
    if kind is float:
        return st.floats(low, high, allow_nan=False, allow_infinity=False)
    if kind is type(None):
        return st.none()
    pattern = next((entry.pattern for entry in metadata if getattr(entry, "pattern", None)), None)
    return st.from_regex(pattern, fullmatch=True) if pattern else _TEXT


def _expand(metadata: list[Any]) -> list[Any]:
    """What a `Field(...)` inside Annotated stands for."""
    expanded: list[Any] = []
    for entry in metadata:
        expanded += entry.metadata if isinstance(entry, FieldInfo) else [entry]
    return expanded
