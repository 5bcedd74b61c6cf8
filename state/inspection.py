"""Defines what a reasoner may ask of the whole log of an incident, and what it was shown."""

from collections.abc import Sequence
from itertools import groupby
from statistics import median
from typing import Annotated, Literal

from moot.state.asked import AsIs, Choice, Items, ShortText
from moot.state.base import Texts, Value
from moot.state.facts import Saying

_EXPECTED = 7
"""So many entries, as spans usually have, are missing by chance less than once in a thousand times."""
InspectionKind = Literal["search", "window", "neighbours", "count", "component"]


class InspectionRequest(Value):
    """One bounded request: words to find, a span of time or lines, the lines around one, counts, or a component."""

    kind: Annotated[InspectionKind, Choice(other="search")] = "search"
    pattern: ShortText = ""
    """Words, a component's name, or the line to look around, as in L17; of several logs F2L17."""
    from_: ShortText = ""
    """A time as the log writes it, or a line."""
    to: ShortText = ""
    limit: Annotated[int, AsIs()] = 0
    """How many lines are wanted; 0 is the usual number."""

    @property
    def told(self) -> str:
        """Write the request as one line."""
        span = f" from {self.from_ or 'the beginning'} to {self.to or 'the end'}" if self.from_ or self.to else ""
        return f"{self.kind}{f' {self.pattern}' if self.pattern else ''}{span}"


class Inspection(Value):
    """What a reasoner wants to see of an incident before it answers."""

    requests: Annotated[tuple[InspectionRequest, ...], Items("few")] = ()


class SeenLine(Value):
    """One line of the log as a reasoner saw it."""

    id: str
    """L and the line's number."""
    time: str = ""
    component: str = ""
    severity: str = "INFO"
    text: str
    said: str = ""
    """What it says as the selection writes it, where the line writes it otherwise: a field of JSON as key=value."""
    count: int = 1
    """How many lines of its form the request found; the first of them is shown."""

    @property
    def told(self) -> str:
        """Say what the line says: of an object, without all that collectors put into it."""
        return self.said if self.said and self.text.startswith("{") else self.text

    @property
    def shown(self) -> str:
        """Write the line as people read it, with its time, level and component."""
        if self.told == self.text:
            return self.text
        return " ".join(part for part in (self.time, self.severity, self.component, self.said) if part)


CITED = 0
"""The number of the record that holds the lines a reasoner cites, looked up in the log."""


def name_cited(seat: str) -> str:
    """Name the record that holds the lines a reasoner cites."""
    return f"{seat}_cited"


class Inspected(Value):
    """A request and its answer, as the debate keeps it."""

    id: str
    """How the answer is cited, as in log_q1."""
    seat: str
    round: int
    number: int
    request: InspectionRequest
    outcome: Literal["answered", "empty", "refused"]
    total: int = 0
    """How many lines fit the request, shown or not."""
    lines: tuple[SeenLine, ...] = ()
    counts: Texts = ()
    """Lines by span of time, for a count."""
    note: str = ""


class LogBucket(Value):
    """How many lines a span of time has, and how many of them are errors or warnings."""

    start: str
    lines: int = 0
    errors: int = 0
    warnings: int = 0


class LogOutline(Value):
    """The course of a whole log: lines and trouble over time, and whether anything departs from its own baseline."""

    lines: int = 0
    errors: int = 0
    warnings: int = 0
    buckets: tuple[LogBucket, ...] = ()
    burst_from: str = ""
    """When trouble stands out, as the incident's burst has it; empty where it never does."""
    burst_to: str = ""
    """The last second of it."""
    departs: bool | None = None
    """None where the log is too short, or has no times, to tell."""
    note: Saying = ""

    @property
    def silent(self) -> tuple[int, ...]:
        """List the spans without any entry, by their places, where most spans have some."""
        return find_silent([each.lines for each in self.buckets])


def find_silent(counts: Sequence[int]) -> tuple[int, ...]:
    """List the places of spans without any entry; of stretches that are that empty by chance none is odd."""
    usual = median(counts) if counts else 0
    found: list[int] = []
    for filled, run in groupby(range(len(counts)), key=lambda at: counts[at] > 0):
        empty = [] if filled else list(run)
        found += empty if len(empty) * usual >= _EXPECTED else []
    return tuple(found)
