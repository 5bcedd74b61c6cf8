"""Reads an answer: the whole value if it is valid, otherwise its valid part and what is wrong with the rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from moot.models.cleaning import clean_data, hide_secrets
from moot.models.extract import extract
from moot.models.wire import Wire, record_of

_PROBLEMS = 5
"""More problems than this do not help a model to mend its answer."""


@dataclass(frozen=True, slots=True)
class AnswerReading:
    """What an answer holds."""

    value: Wire | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    problem: str | None = None
    """Why there is no value: for the model, which is asked once to mend it, and for people."""
    began: bool = False
    """There was JSON in it: the model at least tried to answer in the form asked for."""


def read_answer(schema: type[Wire], text: str) -> AnswerReading:
    """Read an answer, whole or cut short."""
    if not text.strip():
        return AnswerReading(problem="the answer is empty")
    found = extract(text)
    flags = (*(("repaired",) if found.mended else ()), *(("raw",) if found.raw else ()))
    if found.data is None:
        fields = read_fields(schema, _clean(found.partial))
        problem = "the JSON is cut short" if found.began else "there is no JSON object in the answer"
        return AnswerReading(fields=fields, flags=flags, problem=problem, began=found.began)
    data = _unwrap(schema, _clean(found.data))
    if not isinstance(data, dict) or not set(data) & set(schema.model_fields):
        # Lists may be missing, but an object without any known field is another answer, not an empty one.
        wanted = ", ".join(schema.model_fields)
        return AnswerReading(flags=flags, problem=f"answer: none of the fields {wanted} is there", began=True)
    try:
        value = schema.model_validate(data)
    except ValidationError as error:
        return AnswerReading(fields=read_fields(schema, data), flags=flags, problem=_explain(error), began=True)
    return AnswerReading(value, {name: getattr(value, name) for name in schema.model_fields}, flags, began=True)


def _clean(data: Any) -> Any:
    # Again, although the text was cleaned: JSON can write every character in another way.
    return hide_secrets(clean_data(data))


def _unwrap(schema: type[BaseModel], data: Any) -> Any:
    """Bring what nearly has the right shape into it: a bare list, one bare record, or a wrapped object (X-58e)."""
    names = list(schema.model_fields)
    if isinstance(data, list):
        return {names[0]: data} if get_origin(schema.model_fields[names[0]].annotation) is tuple else data
    if isinstance(data, dict) and not set(data) & set(names):
        record = record_of(schema, names[0])
        if record is not None and set(record.model_fields) & set(data):
            return {names[0]: [data]}
        inner = [value for value in data.values() if isinstance(value, dict) and set(value) & set(names)]
        if len(inner) == 1:
            return inner[0]
        lists = list(data.values())
        if record is not None and len(lists) == 1 and isinstance(lists[0], list):
            return {names[0]: lists[0]}
    return data


def read_fields(schema: type[BaseModel], data: Any) -> dict[str, Any]:
    """Read every field by itself and keep the valid ones; of a list of records, the valid records."""
    data = _unwrap(schema, data)
    if not isinstance(data, dict):
        return {}
    fields: dict[str, Any] = {}
    for name, adapter in _adapters(schema).items():
        if name not in data:
            continue
        value = data[name]
        record = record_of(schema, name)
        if record is not None and isinstance(value, list):
            kept = [item for item in value if _is_valid(record, item)]
            if value and not kept:
                continue
            value = kept
        try:
            fields[name] = adapter.validate_python(value)
        except ValidationError:
            continue
    return fields


@cache
def _adapters(schema: type[BaseModel]) -> dict[str, TypeAdapter[Any]]:
    # A field's type together with its own validators; Annotated wants at least one of them.
    types: dict[str, Any] = {
        name: Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
        for name, info in schema.model_fields.items()
    }
    return {name: TypeAdapter(kind) for name, kind in types.items()}


def _is_valid(record: type[BaseModel], item: Any) -> bool:
    try:
        record.model_validate(item)
    except ValidationError:
        return False
    return True


def _explain(error: ValidationError) -> str:
    """Name the first problems of an invalid answer, each with its place, without repeating what the model wrote."""
    problems = error.errors(include_url=False, include_input=False, include_context=False)
    lines = [
        f"{'.'.join(map(str, problem['loc'])) or 'answer'}: {problem['msg'].removeprefix('Value error, ')}"
        for problem in problems[:_PROBLEMS]
    ]
    return "; ".join(lines)
