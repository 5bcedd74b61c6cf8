"""Reads a whole log into groups of like lines: bounded memory, one pass, the same result every time.

Severe lines are grouped by their own words, harmless ones by their template: Drain likes to put two short errors into
one, and the rarer of them may be the cause. When there are too many groups, what is new is counted together.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from moot.errors import InputError
from moot.knowledge.incidents.log_facts import find_exceptions, judge_severity
from moot.knowledge.incidents.log_files import Reading, Watch, name_source, read_lines
from moot.knowledge.incidents.log_formats import GENERIC, SAMPLE, FormatName, LogFormat, recognise, starts_entry
from moot.knowledge.incidents.log_templates import MASK, OTHER, Templates
from moot.state.incident import LogSeverity

MAX_GROUPS = 5000
_MAX_REMEMBERED = 100_000
"""Masked lines whose group is remembered; then the memory starts anew."""
_KEPT_LINE, _KEPT_TRACE = 2000, 30

_Key = tuple[str | None, str | None, str]


@dataclass(slots=True, eq=False)
class Group:
    """Lines of one form, one component and one severity; the first of them is kept."""

    template: int
    component: str
    severity: LogSeverity
    first: int
    """The number of the first line, from 1."""
    line: str
    """That line."""
    format: LogFormat
    count: int = 0
    last: int = 0
    trace: list[str] = field(default_factory=list)
    """The lines that follow the first one and belong to it."""


@dataclass(frozen=True, slots=True)
class ParsedLog:
    """A log that was read."""

    source: str
    format: FormatName
    lines: int
    entries: int
    groups: tuple[Group, ...]
    """In the order of their first lines."""
    templates: Templates
    noticed: Reading


class LogParser:
    """Takes lines in and sorts them into groups."""

    def __init__(self, format: LogFormat) -> None:  # noqa: A002  # the word of the domain
        self.format, self.templates, self.lines = format, Templates(), 0
        self._groups: dict[tuple[int, str, str, str], Group] = {}
        self._remembered: dict[_Key, Group] = {}
        self._current: Group | None = None

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups so far, in the order of their first lines."""
        return tuple(sorted(self._groups.values(), key=lambda group: group.first))

    def feed(self, lines: Iterable[str]) -> None:
        """Take more lines in. Everything here runs for every line of gigabytes."""
        read, masked, remembered = self.format.read, MASK.sub, self._remembered
        number, group = self.lines, self._current
        for line in lines:
            number += 1
            fields = read(line)
            if fields is None:
                group = self._go_on(number, line, group)
                continue
            level, component, message = fields
            key = (level, component, masked("<*>", message))
            found = remembered.get(key)
            group = found if found is not None else self._enter(key, number, line, message, self.format)
            group.count += 1
            group.last = number
        self.lines, self._current = number, group

    def _enter(self, key: _Key, number: int, line: str, message: str, read_by: LogFormat) -> Group:
        """Find the group of a line whose like was not remembered; make one if there is none."""
        level, component, masked = key
        severity, template = judge_severity(level, message), self.templates.find(masked)
        place = (template, component or "", severity, "" if severity == "INFO" else masked[:200])
        group = self._groups.get(place)
        if group is None and len(self._groups) >= MAX_GROUPS:
            place = (OTHER, "", severity, "")
            group = self._groups.get(place)
        if group is None:
            group = Group(place[0], place[1], severity, number, line[:_KEPT_LINE], read_by)
            self._groups[place] = group
        if len(self._remembered) >= _MAX_REMEMBERED:
            self._remembered.clear()
        self._remembered[key] = group
        return group

    def _go_on(self, number: int, line: str, group: Group | None) -> Group | None:
        """A line outside the format: an entry of its own, or the rest of the one before it."""
        if not line.strip():
            return group
        if group is None or (self.format is not GENERIC and starts_entry(line)):
            level, component, message = GENERIC.read(line.lstrip()) or (None, None, line.strip())
            new = self._enter((level, component, MASK.sub("<*>", message)), number, line.lstrip(), message, GENERIC)
            new.count += 1
            new.last = number
            return new
        if group.count == 1 and len(group.trace) < _KEPT_TRACE:
            group.trace.append(line.strip()[:500])
            if group.severity == "INFO" and find_exceptions(line):
                group.severity = "WARN"
        return group


def parse_log(source: str, watch: Watch | None = None) -> ParsedLog:
    """Read a log file, or stdin for `-`, and recognise its format."""
    noticed = Reading()
    blocks = read_lines(source, noticed, watch)
    parser = parse_blocks(blocks)
    if parser is None or not parser.groups:
        raise InputError(f"{name_source(source)}: no log entry in it; name a text log with one entry per line")
    groups = parser.groups
    entries = sum(group.count for group in groups)
    return ParsedLog(source, parser.format.name, parser.lines, entries, groups, parser.templates, noticed)


def parse_blocks(blocks: Iterator[list[str]]) -> LogParser | None:
    """Sort lists of lines into groups; the format is recognised in the first list."""
    parser: LogParser | None = None
    for lines in blocks:
        if parser is None:
            # A few more than needed: the first lines may be blank.
            parser = LogParser(recognise(lines[: 2 * SAMPLE]))
        parser.feed(lines)
    return parser
