"""Holds one kind of line with its samples, and puts together kinds of one form that differ in their words."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from moot.knowledge.incidents.log_entries import EntryBlock, LogEntry, part_trace
from moot.knowledge.incidents.log_formats import LineFields
from moot.state.incident import LogSeverity

_MAX_SAMPLES, _MAX_SAMPLE_CHARS = 32, 300
MAX_KEPT_CHARS = 2000
"""Of a whole line, at most so much is kept."""


class Sample(NamedTuple):
    """Is one line of a kind."""

    time: float
    file: int
    line: int
    text: str
    """What it says; its whole line as long as `read` is there."""
    read: Callable[[str], LineFields] | None = None
    """Finds what it says in its line: done when the log is read, for the few that are still kept."""

    def settle(self) -> "Sample":
        """Give the sample with what it says."""
        if self.read is None:
            return self
        fields, _ = part_trace(self.read(self.text))
        return Sample(self.time, self.file, self.line, fields[3][:_MAX_SAMPLE_CHARS])


@dataclass(slots=True, eq=False)
class LineKind:
    """Counts the entries of one kind, and keeps the first of them."""

    template: int
    component: str
    severity: LogSeverity
    masked: str
    """Its words, with what varies masked; empty where several wordings are counted together."""
    entry: LogEntry
    """The first of them."""
    first: float
    last: float
    steps: dict[int, int] = field(default_factory=dict)
    """How many there are in each step of time."""
    samples: list[Sample] = field(default_factory=list)
    gap: float = 0.0
    """How far apart its samples are kept."""
    sampled_from: float = inf
    sampled_to: float = -inf
    """Between these times the last sample stands for all."""
    files: set[int] = field(default_factory=set)
    request: tuple[str, tuple[LogEntry, ...]] = ("", ())
    """An identifier the first of them names, and what else names it nearby."""
    form_count: int = 0
    """How many entries have its form, whatever their words; 0 where it is alone in it."""
    wordings: int = 1
    """How many wordings are counted together in it; its first line has one of them."""

    @property
    def count(self) -> int:
        """Count its entries."""
        return sum(self.steps.values())


def keep_sample(kind: LineKind, time: float, block: EntryBlock, place: int) -> None:
    """Keep a line of a step in which the kind occurs, and thin them out when there are many."""
    raw = block.raws[place]
    # What an object says cannot be read from a part of it.
    if block.fields or len(raw) > MAX_KEPT_CHARS:
        sample = Sample(time, block.file, block.numbers[place], block.fields_at(place)[3][:_MAX_SAMPLE_CHARS])
    else:
        sample = Sample(time, block.file, block.numbers[place], raw, block.read)
    kind.samples.append(sample)
    if len(kind.samples) > _MAX_SAMPLES:
        kind.samples = kind.samples[::2]
        kind.gap = 2 * abs(kind.samples[-1].time - kind.samples[0].time) / len(kind.samples)
    last = kind.samples[-1].time
    kind.sampled_from, kind.sampled_to = last - kind.gap, last + kind.gap


_MAX_SEVERE_WORDINGS, _MAX_QUIET_WORDINGS, _RARE_SHARE, _MAX_RARE = 12, 6, 0.05, 4
_FREQUENT_SHARE, _MAX_FREQUENT = 0.1, 4


_MIN_FORM_COUNT = 10


def settle_form(form: dict[str, LineKind]) -> list[LineKind]:
    """Decide which wordings of one form are kinds of their own.

    All are, unless there are many: Drain likes to put two short lines into one, and the rarer of them may be the cause,
    or the end of one job stand under the name of another. Of many harmless ones the rare are, where there are few of
    them beside a frequent rest: a setting that changed, in a line that otherwise always says the same.
    """
    kinds = list(form.values())
    total = sum(kind.count for kind in kinds)
    if len(kinds) == 1:
        return kinds
    rare = [kind for kind in kinds if kind.masked and kind.count <= max(1, _RARE_SHARE * total)]
    if "" in form or total < _MIN_FORM_COUNT or len(rare) > _MAX_RARE or len(rare) == len(kinds):
        rare = []
    severe = kinds[0].severity != "INFO"
    if not severe:
        for kind in rare:
            kind.form_count = total
    if "" not in form and len(kinds) <= (_MAX_SEVERE_WORDINGS if severe else _MAX_QUIET_WORDINGS):
        return kinds
    for kind in rare:
        kind.form_count = total
    # What is most of a form is no variable part of it: a page that everybody asks for beside many others.
    often = sorted((kind for kind in kinds if kind.masked and kind not in rare), key=lambda kind: -kind.count)
    apart = [*rare, *(kind for kind in often[:_MAX_FREQUENT] if kind.count >= _FREQUENT_SHARE * total)]
    rest = [kind for kind in kinds if kind not in apart]
    return [*([_join_kinds(rest)] if rest else []), *apart]


def _join_kinds(kinds: Sequence[LineKind]) -> LineKind:
    first = min(kinds, key=lambda kind: (kind.first, kind.entry.file, kind.entry.line))
    first.wordings = len(kinds)
    for kind in kinds:
        if kind is not first:
            first.samples += kind.samples
            first.files |= kind.files
            first.last = max(first.last, kind.last)
    first.steps = join_steps([kind.steps for kind in kinds])
    first.samples = sorted(first.samples)[:: 1 + len(first.samples) // _MAX_SAMPLES]
    return first


def join_steps(many: Iterable[dict[int, int]]) -> dict[int, int]:
    """Add up counts by step."""
    joined: dict[int, int] = {}
    for steps in many:
        for step, often in steps.items():
            joined[step] = joined.get(step, 0) + often
    return joined
