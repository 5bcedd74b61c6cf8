"""Past incidents as the incident graph takes them in (R-54).

Everything but the id is optional. What is left out is read off what is said: errors and entities off the messages and
the description.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from moot.knowledge.incidents.log_facts import find_entities, find_error, judge_severity, name_error
from moot.state.hypotheses import Category

LONGEST = 4000
"""Characters of one text; what follows is dropped, because it would be carried along in every debate."""


def _as_text(value: Any) -> Any:
    """A number is a text too, and null is an empty one."""
    text = "" if value is None else str(value) if isinstance(value, int | float) else value
    return text[:LONGEST] if isinstance(text, str) else text


Text = Annotated[str, BeforeValidator(_as_text)]
Words = Annotated[tuple[Text, ...], BeforeValidator(lambda value: (value,) if isinstance(value, str) else value or ())]
Identifier = Annotated[Text, Field(min_length=1, max_length=200)]


class Past(BaseModel):
    """A frozen record; keys it does not know are skipped."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class PastEvent(Past):
    """One event of a past incident."""

    id: Text = ""
    timestamp: Text = ""
    component: Text = ""
    action: Text = ""
    severity: Text = ""
    message: Text = ""
    template_id: Text = ""
    parameters: Words = ()
    causes: Words = ()
    """The ids of the events it led to."""


class PastEntity(Past):
    """Something a past incident involved."""

    type: Text = "component"
    name: Identifier
    context: Text = ""
    properties: dict[str, Any] = {}


class PastError(Past):
    """An error a past incident reported."""

    error_type: Identifier
    message: Text = ""
    component: Text = ""
    stack_trace: Text = ""
    frequency: int = 1


class Cause(Past):
    """One event that led to another."""

    source: Identifier
    target: Identifier
    type: Text = "causes"
    confidence: float = 1.0
    delay: float | None = None


class PastCause(Past):
    """What was behind a past incident."""

    id: Text = ""
    description: Text = ""
    category: Text = "unknown"
    confidence: float = 1.0
    resolution: Words = ()


class PastIncident(Past):
    """A past incident with everything that is known of it."""

    id: Identifier
    timestamp: Text = ""
    dataset: Text = ""
    label: Text = ""
    severity: Text = ""
    duration: Text = ""
    resolved: bool = True
    root_cause: Text = ""
    description: Text = ""
    cause: PastCause = PastCause()
    events: tuple[PastEvent, ...] = ()
    entities: tuple[PastEntity, ...] = ()
    errors: tuple[PastError, ...] = ()
    causes: tuple[Cause, ...] = ()
    confirmed: bool = True
    """Whether a person stands for its root cause."""


def complete(incident: PastIncident) -> PastIncident:
    """Fill in what the incident's own words tell: an event at least, its errors, its entities."""
    told = " ".join(text for text in (incident.description, incident.root_cause) if text)
    events = incident.events or ((PastEvent(message=told),) if told else ())
    numbered = tuple(
        each.model_copy(update={"id": each.id or f"e{number}"}) for number, each in enumerate(events, start=1)
    )
    return incident.model_copy(
        update={
            "events": numbered,
            "errors": incident.errors or tuple(_told_errors(numbered)),
            "entities": incident.entities or tuple(_told_entities(numbered)),
            "causes": (*(each for each in incident.causes if each.type in ("causes", "triggers")), *_led_to(numbered)),
        }
    )


def _led_to(events: tuple[PastEvent, ...]) -> Iterator[Cause]:
    for event in events:
        yield from (Cause(source=event.id, target=target) for target in event.causes)


def _told_errors(events: tuple[PastEvent, ...]) -> Iterator[PastError]:
    found: dict[tuple[str, str], PastError] = {}
    for event in events:
        name = find_error(event.message) or (name_error(event.message) if read_severity(event) == "ERROR" else "")
        if name:
            error = PastError(error_type=name, message=event.message, component=event.component)
            found.setdefault((name, event.component), error)
    yield from found.values()


def _told_entities(events: tuple[PastEvent, ...]) -> Iterator[PastEntity]:
    found = {name: kind for event in events for kind, name in find_entities(event.message)}
    yield from (PastEntity(type=kind, name=name) for name, kind in found.items())


def read_severity(event: PastEvent) -> Literal["INFO", "WARN", "ERROR"]:
    """How severe a past event was: as stated, else by its words."""
    return judge_severity(event.severity, event.message)


def read_category(text: str) -> Category:
    """A root cause's category; one that nobody knows is unknown."""
    known: dict[str, Category] = {
        "hardware": "hardware",
        "software": "software",
        "network": "network",
        "config": "config",
        "resource": "resource",
    }
    return known.get(text.strip().lower(), "unknown")
