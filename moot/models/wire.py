"""Derives from a value of a debate what a model is asked for, and reads the answer back into it.

The values and the annotations on their fields are in `moot.state`. What is sent forbids further fields; what is read
drops them. What was read is what the debate keeps: shares instead of percentages, values instead of records.
"""

import keyword
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, create_model, model_validator
from pydantic.fields import FieldInfo

from moot.models.bounds import OPTIONAL, ReadChoice, ReadItems, ReadText, fold_word, read_percent
from moot.state.asked import (
    Absent,
    AfterReading,
    AsIs,
    AskedWith,
    AsPercent,
    Choice,
    Items,
    NeededWhen,
    Offered,
    Text,
    Unchanged,
)
from moot.state.base import Value

_MARKS = (AsIs, Text, Items, Choice, AsPercent, Absent)
"""Whatever makes a field one that is asked for."""


class Wire(BaseModel):
    """An answer as it is asked for and read, field by field in the order in which they are wanted.

    An answer that is cut short keeps what came first.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


_Part = tuple[Any, tuple[Any, ...]]
"""A field's type and its annotations."""
Offer = tuple[tuple[str, tuple[str, ...]], ...]
"""The words that a debate offers for some fields at the moment."""


@lru_cache(maxsize=1024)  # the options of a ballot are many, over many debates
def wire_model(value: type[Value], offer: Offer = ()) -> type[Wire]:
    """Derive the form in which a value, or the part of it that a model can know, is asked for.

    A field that a debate offers words for is asked for as a choice of these; without an offer it is not asked for.
    """
    hints = get_type_hints(value, include_extras=True)
    parts = {name: _take_apart(hints[name]) for name in value.model_fields}
    parts = dict(_apply_offer(parts, dict(offer)))
    asked = {name: part for name, part in parts.items() if any(isinstance(mark, _MARKS) for mark in part[1])}
    fields: Any = {_sent_as(name): _field(*part, value.model_fields[name]) for name, part in asked.items()}
    about = value.asked_about or (value.__doc__ or "").partition("\n")[0]
    return create_model(
        value.asked_as or value.__name__,
        __base__=Wire,
        __doc__=about,
        __validators__=dict(_rules({name: marks for name, (_, marks) in asked.items()}, hints)),
        **fields,
    )


def _apply_offer(parts: Mapping[str, _Part], offer: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, _Part]]:
    """Turn the fields that words are offered for into choices, and leave out those that depend on an offer not made."""
    for name, (kind, marks) in parts.items():
        if any(isinstance(mark, AskedWith) and mark.field not in offer for mark in marks):
            continue
        offered = next((mark for mark in marks if isinstance(mark, Offered)), None)
        if offered is None:
            yield name, (kind, marks)
        elif name in offer:
            yield name, (Literal[offer[name]], (Choice(offered.aliases), *marks))


def record_of(schema: type[BaseModel], name: str) -> type[BaseModel] | None:
    """Find the form of a list's records, when the field is a list of records."""
    kind: Any = next(iter(get_args(schema.model_fields[name].annotation)), None)
    record = kind.__origin__ if get_origin(kind) is Annotated else kind
    return record if isinstance(record, type) and issubclass(record, BaseModel) else None


def _take_apart(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Split a field's type into what it is, without None, and its annotations."""
    marks: tuple[Any, ...] = ()
    while True:
        if get_origin(hint) is Annotated:
            hint, marks = hint.__origin__, (*hint.__metadata__, *marks)
        elif get_origin(hint) in (Union, UnionType):
            hint = next(arm for arm in get_args(hint) if arm is not type(None))
        else:
            return hint, marks


def _field(kind: Any, marks: tuple[Any, ...], info: FieldInfo) -> tuple[Any, Any]:
    """Derive the type of a field as it is sent and read, and what stands for it when it is missing."""
    wanted = _type(kind, marks)
    if any(isinstance(mark, Unchanged) for mark in marks):
        return wanted | None, Field(default=None, json_schema_extra={OPTIONAL: True})
    for mark in marks:
        if isinstance(mark, Absent):
            return wanted if mark.value is not None else wanted | None, mark.value
    if get_origin(kind) is tuple:
        return wanted, ()
    return wanted, ... if info.is_required() or info.default is None else info.default


def _type(kind: Any, marks: tuple[Any, ...]) -> Any:
    if any(isinstance(mark, AsPercent) for mark in marks):
        return Annotated[int, Field(ge=0, le=100), BeforeValidator(read_percent), AfterValidator(_to_share)]
    if get_origin(kind) is tuple:
        item: Any = _type(*_take_apart(get_args(kind)[0]))
        kind = tuple[item, ...]
    elif isinstance(kind, type) and issubclass(kind, Value):
        record = wire_model(kind)
        kind, marks = record, (AfterValidator(_make_value(kind, record)),)
    readers = [reader for mark in marks if (reader := _reader(mark, kind)) is not None]
    return Annotated[kind, *readers] if readers else kind


def _reader(mark: Any, kind: Any) -> Any:
    """Find what pydantic is given for an annotation; its own stay as they are."""
    match mark:
        case Text():
            return ReadText(mark)
        case Items():
            return ReadItems(mark)
        case Choice():
            return ReadChoice(mark, get_args(kind))
        case AfterReading():
            return AfterValidator(mark.function)
        case AsIs():
            return Field(ge=0, le=mark.most) if mark.most is not None else None
        case Absent() | Unchanged() | NeededWhen() | AskedWith() | Offered():
            return None
        case _:
            return mark


def _sent_as(name: str) -> str:
    """Send a field under its own word where that is a word of Python's, and ends in an underscore here."""
    word = name.removesuffix("_")
    return word if keyword.iskeyword(word) else name


def _to_share(percent: int) -> float:
    return percent / 100


def _make_value(value: type[Value], record: type[Wire]) -> Callable[[Wire], Any]:
    """Make what turns a record into its value; one that needs what only the program knows stays a mapping."""
    names = {name: sent for name in value.model_fields if (sent := _sent_as(name)) in record.model_fields}
    alone = all(name in names for name, info in value.model_fields.items() if info.is_required())

    def make(read: Wire) -> Any:
        fields = {name: getattr(read, sent) for name, sent in names.items()}
        return value(**fields) if alone else fields

    return make


def _rules(asked: dict[str, tuple[Any, ...]], hints: dict[str, Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Make the checks that concern more than one field of an answer."""
    for name, marks in asked.items():
        for mark in marks:
            if isinstance(mark, Choice) and mark.kept_in:
                yield f"keep_{name}", _keep_unknown(name, mark, get_args(_take_apart(hints[name])[0]))
            if isinstance(mark, NeededWhen):
                yield f"need_{name}", _need(name, mark)


def _keep_unknown(name: str, choice: Choice, members: tuple[str, ...]) -> Any:
    """Keep a word outside the choice in another text (X-68)."""
    known = frozenset(map(fold_word, members))

    def keep(cls: type[Wire], data: Any) -> Any:  # noqa: ARG001  # pydantic calls it as a class method
        said = data.get(name) if isinstance(data, dict) else None
        if not isinstance(said, str) or fold_word(said) in known:
            return data
        text = ": ".join(part for part in (said.strip(), str(data.get(choice.kept_in) or "")) if part)
        return {**data, name: choice.other, choice.kept_in: text}

    return model_validator(mode="before")(classmethod(keep))  # type: ignore[arg-type]  # made into one here


def _need(name: str, rule: NeededWhen) -> Any:
    def check(read: Wire) -> Wire:
        if getattr(read, rule.field) == rule.value and not getattr(read, name):
            raise ValueError(f"{rule.field} {rule.value} needs at least one entry in {name}")
        return read

    return model_validator(mode="after")(check)
