"""Defines past incidents as the incident graph takes them in, and reads them from a JSON file (R-54).

Everything but the id is optional. What is left out is read off what is said: errors and entities off the messages and
the description. Names that other systems use are understood, and a key nobody knows is told and skipped, so that an
export of another system can be used as it is.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from moot.errors import InputError
from moot.knowledge.incidents.log_facts import find_entities, find_error, judge_severity, name_error
from moot.state.hypotheses import CATEGORY_WORDS, Category

_MAX_TEXT_CHARS = 4000
"""Characters of one text; what follows is dropped, because it would be carried along in every debate."""


def _as_text(value: Any) -> Any:
    """Read a number as text, and null as an empty text."""
    text = "" if value is None else str(value) if isinstance(value, int | float) else value
    return text[:_MAX_TEXT_CHARS] if isinstance(text, str) else text


_Text = Annotated[str, BeforeValidator(_as_text)]
_Texts = Annotated[
    tuple[_Text, ...], BeforeValidator(lambda value: (value,) if isinstance(value, str) else value or ())
]
_Identifier = Annotated[_Text, Field(min_length=1, max_length=200)]


class _PastRecord(BaseModel):
    """Is a frozen record; keys it does not know are skipped."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class PastEvent(_PastRecord):
    """Holds one event of a past incident."""

    id: _Text = ""
    timestamp: _Text = ""
    component: _Text = ""
    action: _Text = ""
    severity: _Text = ""
    message: _Text = ""
    template_id: _Text = ""
    parameters: _Texts = ()
    causes: _Texts = ()
    """The ids of the events it led to."""


class PastEntity(_PastRecord):
    """Names something a past incident involved."""

    type: _Text = "component"
    name: _Identifier
    context: _Text = ""
    properties: dict[str, Any] = {}


class PastError(_PastRecord):
    """Names an error a past incident reported."""

    error_type: _Identifier
    message: _Text = ""
    component: _Text = ""
    stack_trace: _Text = ""
    frequency: int = 1


class Cause(_PastRecord):
    """Says which event led to which other."""

    source: _Identifier
    target: _Identifier
    type: _Text = "causes"
    confidence: float = 1.0
    delay: float | None = None


class PastCause(_PastRecord):
    """Describes what was behind a past incident."""

    id: _Text = ""
    description: _Text = ""
    category: _Text = "unknown"
    confidence: float = 1.0
    resolution: _Texts = ()


class PastIncident(_PastRecord):
    """Holds a past incident with everything that is known of it."""

    id: _Identifier
    timestamp: _Text = ""
    dataset: _Text = ""
    label: _Text = ""
    severity: _Text = ""
    duration: _Text = ""
    resolved: bool = True
    root_cause: _Text = ""
    description: _Text = ""
    cause: PastCause = PastCause()
    events: tuple[PastEvent, ...] = ()
    entities: tuple[PastEntity, ...] = ()
    errors: tuple[PastError, ...] = ()
    causes: tuple[Cause, ...] = ()
    confirmed: bool = True
    """Whether a person stands for its root cause."""


def complete_incident(incident: PastIncident) -> PastIncident:
    """Fill in what the incident's own words tell: an event at least, its errors, its entities."""
    told = " ".join(text for text in (incident.description, incident.root_cause) if text)
    events = incident.events or ((PastEvent(message=told),) if told else ())
    numbered = tuple(
        each.model_copy(update={"id": each.id or f"e{number}"}) for number, each in enumerate(events, start=1)
    )
    return incident.model_copy(
        update={
            "events": numbered,
            "errors": incident.errors or tuple(_read_errors(numbered)),
            "entities": incident.entities or tuple(_read_entities(numbered)),
            "causes": (
                *(each for each in incident.causes if each.type in ("causes", "triggers")),
                *_list_led_to(numbered),
            ),
        }
    )


def _list_led_to(events: tuple[PastEvent, ...]) -> Iterator[Cause]:
    for event in events:
        yield from (Cause(source=event.id, target=target) for target in event.causes)


def _read_errors(events: tuple[PastEvent, ...]) -> Iterator[PastError]:
    found: dict[tuple[str, str], PastError] = {}
    for event in events:
        name = find_error(event.message) or (name_error(event.message) if read_past_severity(event) == "ERROR" else "")
        if name:
            error = PastError(error_type=name, message=event.message, component=event.component)
            found.setdefault((name, event.component), error)
    yield from found.values()


def _read_entities(events: tuple[PastEvent, ...]) -> Iterator[PastEntity]:
    found = {name: kind for event in events for kind, name in find_entities(event.message)}
    yield from (PastEntity(type=kind, name=name) for name, kind in found.items())


def read_past_severity(event: PastEvent) -> Literal["INFO", "WARN", "ERROR"]:
    """Judge how severe a past event was: as stated, else by its words."""
    return judge_severity(event.severity, event.message)


def read_category(text: str) -> Category:
    """Read a root cause's category, in the words people use; one that nobody knows is unknown."""
    known: dict[str, Category] = {each: each for each in get_args(Category)} | dict(CATEGORY_WORDS)
    return known.get(text.strip().lower(), "unknown")


_MAX_FILE_BYTES = 64_000_000
"""Bytes of a file of incidents."""

_KEY_ALIASES = {
    "incident_id": "id",
    "error_messages": "errors",
    "relationships": "causes",
    "date": "timestamp",
    "services": "components",
}
_TOLD_KEYS = ("title", "summary", "symptoms")
"""Keys whose texts belong to the description."""
_CAUSE_KEYS = {
    "root_cause_description": "description",
    "root_cause_category": "category",
    "category": "category",
    "resolution": "resolution",
    "root_cause_confidence": "confidence",
}


def read_past_incidents(file: str) -> tuple[list[PastIncident], list[str]]:
    """Read a file of past incidents, and what was skipped in it."""
    items, skipped, found = _load_items(file), set[str](), dict[str, PastIncident]()
    for number, item in enumerate(items, start=1):
        where = f"{file}: incident {number}"
        if not isinstance(item, Mapping):
            raise InputError(f"{where}: an object with an id is needed, not {json.dumps(item)[:40]}")
        try:
            incident = PastIncident.model_validate(_rename_keys(item, skipped))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "incident"
            raise InputError(f"{where}: {place}: {first['msg']}") from error
        if incident.id in found:
            raise InputError(f"{where}: the id {incident.id!r} is given twice; rename one of them")
        found[incident.id] = complete_incident(incident)
    known = f"known are {', '.join(list_known_keys())}"
    given = {each.cause.category.strip().lower() for each in found.values()}
    strange = sorted(each for each in given - {"", "unknown"} if read_category(each) == "unknown")
    return list(found.values()), [
        *(f"{file}: the key {key!r} is not known and was skipped; {known}" for key in sorted(skipped)),
        *(f"{file}: the category {each!r} is not known; use one of {', '.join(get_args(Category))}"
          for each in strange),
    ]  # fmt: skip


def list_known_keys() -> tuple[str, ...]:
    """List the keys of an incident that are understood, what it is called first."""
    fields = [name for name in PastIncident.model_fields if name not in ("id", "cause")]
    return tuple(dict.fromkeys(("id", *sorted({*fields, *_KEY_ALIASES, *_CAUSE_KEYS, *_TOLD_KEYS, "components"}))))


def _load_items(file: str) -> list[Any]:
    try:
        with Path(file).open("rb") as stream:
            raw = stream.read(_MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name cannot be used"
        raise InputError(f"{file}: cannot be read: {reason}; check the path") from error
    if len(raw) > _MAX_FILE_BYTES:
        raise InputError(f"{file}: larger than {_MAX_FILE_BYTES:,} bytes; split it")
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: not valid JSON: {error}; give a list of incidents") from error
    if isinstance(document, dict):
        document = document.get("incidents", [document])
    if not isinstance(document, list):
        raise InputError(f"{file}: a list of incidents is needed")
    return document


def _rename_keys(item: Mapping[str, Any], skipped: set[str]) -> dict[str, Any]:
    """Bring the ways people write an incident into one."""
    given = {_KEY_ALIASES.get(key, key): value for key, value in item.items()}
    told = [given.pop(key) for key in (*_TOLD_KEYS, "description") if isinstance(given.get(key), str)]
    if told:
        given["description"] = ". ".join(text.strip().rstrip(".") for text in told if text.strip())
    cause: dict[str, Any] = {new: given.pop(key) for key, new in _CAUSE_KEYS.items() if key in given}
    named = given.get("root_cause")
    if isinstance(named, Mapping):
        cause = {**named, **cause}
        given["root_cause"] = named.get("description") or named.get("id") or ""
    if "cause" not in given:
        given["cause"] = {"description": given.get("root_cause") or "", **cause}
    if isinstance(given.get("causes"), list):
        given["causes"] = [_read_pair(each) for each in given["causes"]]
    for field, key in (("events", "message"), ("errors", "error_type"), ("entities", "name"), ("components", "name")):
        if isinstance(given.get(field), list):
            given[field] = [{key: each} if isinstance(each, str) else each for each in given[field]]
    if "components" in given:
        own, more = given.get("entities") or [], given.pop("components") or []
        given["entities"] = [*own, *more] if isinstance(own, list) and isinstance(more, list) else more
    skipped |= given.keys() - PastIncident.model_fields.keys()
    return given


def _read_pair(cause: Any) -> Any:
    """Read a cause that is written as a pair: from, to."""
    return {"source": cause[0], "target": cause[1]} if isinstance(cause, list) and len(cause) == 2 else cause
