"""Defines what a log and the incident graph say of an incident (R-14, R-15, R-53..R-58)."""

from typing import Literal

from moot.state.base import Texts, Value
from moot.state.facts import Sayings
from moot.state.inspection import LogOutline

LogSeverity = Literal["INFO", "WARN", "ERROR"]
EntityType = Literal["service", "host", "component", "user", "file", "ip", "block"]

LINE_ID = r"(?:F\d+)?L\d+"
"""How a line of a log is cited: L17, or F2L17 for line 17 of the second of several logs."""


def name_line(line: int, file: int = 0) -> str:
    """Name a line the way it is cited; the log's number is needed only beside others."""
    return f"F{file}L{line}" if file else f"L{line}"


class LogEvent(Value):
    """One kind of log line that matters, shown by one of its lines."""

    id: str = ""
    timestamp: str = ""
    component: str = ""
    action: str = ""
    severity: LogSeverity = "INFO"
    message: str = ""
    template_id: str = ""
    count: int = 1
    """How many lines of the log are like this one."""
    first_seen: str = ""
    last_seen: str = ""
    rate_before: float = 0.0
    """Lines a minute before the window that matters; outside it, where it begins with the log."""
    rate_inside: float = 0.0
    """Lines a minute inside it."""
    histogram: str = ""
    """How often it occurs over the log's time: a digit for each part, a dot for never."""
    reasons: Texts = ()
    """Why it is shown: `new`, `change`, `rare value`, or a value that changed."""
    rank: int = 0
    """Its place among what matters, from 1; 0 where nobody ranked."""


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


class Burst(Value):
    """The stretch of a log in which trouble stands out from the log's own baseline."""

    start: str
    end: str
    lines: int = 0
    """Errors and warnings in it."""


class RequestLines(Value):
    """What the log says of one request, order or session that got into trouble."""

    request: str
    lines: Texts
    """Each with its id, in the order of the log."""


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
    """From 0, nothing in common, to 1, identical."""
    components: Texts = ()
    description: str = ""
    """What happened then."""
    severity: str = ""
    errors: Texts = ()
    events: Texts = ()
    resolution: Texts = ()
    """What fixed it then."""
    shared: Texts = ()
    """What the two have in common, the most telling first."""

    @property
    def told(self) -> Texts:
        """Write everything that is recorded of it, each part with its name."""
        known = self.root_cause_category not in ("", "unknown")
        cause = " ".join(filter(None, (self.root_cause, self.root_cause_description)))
        parts = (
            ("similarity", f"{self.similarity_score:g} of 1"),
            ("when", self.timestamp.partition("T")[0]),
            ("severity", self.severity),
            ("labels", " ".join(filter(None, (self.dataset, self.label)))),
            ("what happened", self.description),
            ("root cause", f"{cause} ({self.root_cause_category})" if known and cause else cause),
            ("what fixed it", "; ".join(self.resolution)),
            ("components", ", ".join(self.components)),
            ("errors then", ", ".join(self.errors)),
            ("events then", "; ".join(self.events)),
            ("in common", "; ".join(self.shared[:4])),
        )
        return tuple(f"{name}: {text.rstrip('.')}" for name, text in parts if text)


class CausalPath(Value):
    """A chain of causes that ended in an error of the same type (R-57)."""

    events: Texts
    relationships: Texts = ()
    error_type: str = ""
    error_message: str = ""
    path_length: int = 0

    @property
    def told(self) -> str:
        """Write the chain as everybody reads it."""
        return f"{' -> '.join(self.events)} ends in {self.error_type}"


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
    past_incidents: int = 0
    """How many past incidents are known, similar or not."""
    similar_incidents: tuple[SimilarIncident, ...] = ()
    causal_paths: tuple[CausalPath, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    entity_context: dict[str, EntityContext] = {}
    warnings: Sayings = ()
    outline: LogOutline | None = None
    """The course of the whole log, where one was read."""
    logs: Texts = ()
    """The logs that were read, each with its format; F1 is the first of them."""
    lines: int = 0
    started: str = ""
    ended: str = ""
    """When the logs begin and end."""
    zone: str = ""
    """That of the times which state none, as whoever gave the logs named it; UTC where nobody did."""
    burst: Burst | None = None
    """Where trouble stands out from the baseline; None where it does not."""
    window: Burst | None = None
    """What is looked at: the window that was asked for, else the burst."""
    histogram: str = ""
    """Errors and warnings over the logs' time: a digit for each part, a dot for none."""
    requests: tuple[RequestLines, ...] = ()

    @property
    def departs(self) -> bool:
        """Tell whether there is an incident at all: a burst, a window somebody asked about, or trouble throughout."""
        if self.window is not None or not self.lines:
            return bool(self.window or self.events or self.error_messages)
        severe = sum(event.count for event in self.events if event.severity == "ERROR")
        return severe > 0 and (severe >= 0.05 * self.lines or self.lines < _MIN_BASELINE_LINES)


_MIN_BASELINE_LINES = 200
"""A shorter log has no baseline to depart from; any error in it counts."""
