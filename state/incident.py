"""Defines what a log and the incident graph say of an incident (R-14, R-15, R-53..R-58)."""

from typing import Literal

from moot.state.base import Texts, Value
from moot.state.inspection import LogOutline

LogSeverity = Literal["INFO", "WARN", "ERROR"]
EntityType = Literal["service", "host", "component", "user", "file", "ip", "block"]


class LogEvent(Value):
    """One log line that matters."""

    id: str = ""
    timestamp: str = ""
    component: str = ""
    action: str = ""
    severity: LogSeverity = "INFO"
    message: str = ""
    template_id: str = ""
    count: int = 1
    """How many lines of the log are like this one."""


class Entity(Value):
    """Something the log names."""

    type: EntityType
    name: str
    context: str = ""


class ErrorMessage(Value):
    """An error the log reports."""

    error_type: str
    message: str
    component: str = ""


class Relationship(Value):
    """How two components or events hang together."""

    source: str
    target: str
    type: Literal["causes", "triggers", "depends_on", "precedes"]


class SimilarIncident(Value):
    """A past incident and how much it resembles this one (R-56)."""

    incident_id: str
    timestamp: str = ""
    dataset: str = ""
    label: str = ""
    root_cause: str = ""
    root_cause_description: str = ""
    root_cause_category: str = ""
    similarity_score: float = 0.0
    components: Texts = ()


class CausalPath(Value):
    """A chain of causes that ended in an error of the same type (R-57)."""

    events: Texts
    relationships: Texts = ()
    error_type: str = ""
    error_message: str = ""
    path_length: int = 0


class EntityContext(Value):
    """What the graph knows of one entity (R-58)."""

    type: str = ""
    context: str = ""
    event_count: int = 0
    incident_count: int = 0
    recent_severities: Texts = ()


class Pattern(Value):
    """Components that follow each other more than once (R-58)."""

    pattern: str
    frequency: int


class Incident(Value):
    """The input of a root-cause debate: from the log parser and from the incident graph (R-14..R-16)."""

    events: tuple[LogEvent, ...] = ()
    entities: tuple[Entity, ...] = ()
    error_messages: tuple[ErrorMessage, ...] = ()
    relationships: tuple[Relationship, ...] = ()
    timeline: tuple[LogEvent, ...] = ()
    templates: Texts = ()
    similar_incidents: tuple[SimilarIncident, ...] = ()
    causal_paths: tuple[CausalPath, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    entity_context: dict[str, EntityContext] = {}
    warnings: Texts = ()
    outline: LogOutline | None = None
    """The course of the whole log, where one was read."""
