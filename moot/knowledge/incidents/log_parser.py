"""Reads a whole log into groups of like lines: bounded memory, one pass, the same result every time.

Lines of one form share a template. Variable parts (numbers, addresses, identifiers) are masked first; then Drain groups
what is left (R-62: depth 4, similarity 0.4, at most 100 children). Two things are done to what Drain is given, because
it looks at the number of words and at the first one: a list of variable parts is shortened to one, and variable parts
in front are left out. Equal masked lines are looked up, not searched: searching again would find the same template and
change nothing.

Severe lines are grouped by their own words, harmless ones by their template: Drain likes to put two short errors into
one, and the rarer of them may be the cause. When there are too many groups, what is new is counted together.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from moot.errors import InputError, UsageError
from moot.knowledge.incidents.log_facts import find_exceptions, judge_severity
from moot.knowledge.incidents.log_files import LineDefects, WatchBytes, name_log_source, read_log_lines
from moot.knowledge.incidents.log_formats import (
    GENERIC_FORMAT,
    SAMPLE_LINES,
    FormatName,
    LogFormat,
    recognise_format,
    starts_entry,
)
from moot.state.incident import LogSeverity

DRAIN_DEPTH, DRAIN_SIMILARITY, DRAIN_MAX_CHILDREN = 4, 0.4, 100
_MAX_TEMPLATES = 1000
"""A log with more forms than this is no log; what comes after is counted together."""

OTHER_TEMPLATE = 0
"""The number of the template for everything that came after."""

_VARIABLE_PART = re.compile(
    # Beginning with a set of characters lets the search skip along; only then is it asked what stands before.
    r"[0-9a-f+-](?:(?<![A-Za-z0-9].)(?:"
    r"(?<=[0-9a-f])[0-9a-f]{7}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
    r"|(?<=0)x[0-9a-fA-F]++"
    r"|(?<=[0-9a-f])[0-9a-f]{15,}+"
    # No unbounded repetition of a repetition: a hostile line must not take a second.
    r"|(?:(?<=\d)\d*+|(?<=[+-])\d++)(?:[.:,]\d++){0,8}+(?:%|[KMGT]i?B|[mun]?s)?+)"
    # A long number behind letters counts somebody; a short one may be part of a name, as in utf8.
    r"|(?<=[A-Za-z]\d)\d{2,}+"
    r")(?![A-Za-z0-9])"
)
"""What varies from line to line: identifiers, hexadecimal numbers, addresses, numbers with their units."""

_VARIABLE_LIST = re.compile(r"<\*>(?:[,;]<\*>)+")
_VARIABLE_FRONT = re.compile(r"(?:(?:\[[A-Za-z ]*:? ?)?/?<\*>[\]),:;]*\s+)+")


def mask_variables(message: str) -> str:
    """Replace what varies in a message by `<*>`."""
    return _VARIABLE_PART.sub("<*>", message)


class LineTemplates:
    """Finds the templates of a log's messages while it is read."""

    def __init__(self) -> None:
        try:
            from drain3.drain import Drain
        except ImportError as error:
            raise UsageError("reading logs needs an extra; install it with: pip install 'moot[rca]'") from error
        self._drain = Drain(depth=DRAIN_DEPTH, sim_th=DRAIN_SIMILARITY, max_children=DRAIN_MAX_CHILDREN)
        self._fronts: dict[int, str] = {}
        self.full = False

    def find(self, masked: str) -> int:
        """Find the number of a masked message's template; a new one if there is none yet."""
        short = " ".join(_drop_repeats(_VARIABLE_LIST.sub("<*>", masked).split()))
        front = _VARIABLE_FRONT.match(f"{short} ")
        body = short[front.end() :] if front else short
        body = body or short
        if self.full:
            tokens = self._drain.get_content_as_tokens(body)
            found = self._drain.tree_search(self._drain.root_node, tokens, DRAIN_SIMILARITY, False)
            return int(found.cluster_id) if found is not None else OTHER_TEMPLATE
        cluster, change = self._drain.add_log_message(body)
        if change == "cluster_created":
            self._fronts[cluster.cluster_id] = short[: len(short) - len(body)]
            self.full = len(self._drain.id_to_cluster) >= _MAX_TEMPLATES
        return int(cluster.cluster_id)

    def describe(self, number: int) -> str:
        """Return the template's text, with `<*>` for what varies."""
        if number == OTHER_TEMPLATE:
            return "(other forms)"
        return f"{self._fronts.get(number, '')}{self._drain.id_to_cluster[number].get_template()}"


def _drop_repeats(words: list[str]) -> Iterator[str]:
    """Leave out a variable part that repeats the one before it."""
    before = ""
    for word in words:
        bare = word.rstrip(",;")
        if bare != before or "<*>" not in bare:
            yield word
        before = bare


_MAX_GROUPS = 5000
_MAX_REMEMBERED = 100_000
"""Masked lines whose group is remembered; then the memory starts anew."""
_MAX_KEPT_CHARS, _MAX_TRACE_LINES = 2000, 30

_LineKey = tuple[str | None, str | None, str]


@dataclass(slots=True, eq=False)
class LineGroup:
    """Counts lines of one form, one component and one severity, and keeps the first of them."""

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
    """Holds what was read from a log."""

    source: str
    format: FormatName
    lines: int
    entries: int
    groups: tuple[LineGroup, ...]
    """In the order of their first lines."""
    templates: LineTemplates
    noticed: LineDefects


class _LogParser:
    """Takes lines in and sorts them into groups."""

    def __init__(self, format: LogFormat) -> None:  # noqa: A002  # the word of the domain
        self.format, self.templates, self.lines = format, LineTemplates(), 0
        self._groups: dict[tuple[int, str, str, str], LineGroup] = {}
        self._remembered: dict[_LineKey, LineGroup] = {}
        self._current: LineGroup | None = None

    @property
    def groups(self) -> tuple[LineGroup, ...]:
        """Return all groups so far, in the order of their first lines."""
        return tuple(sorted(self._groups.values(), key=lambda group: group.first))

    def feed(self, lines: Iterable[str]) -> None:
        """Take more lines in. Everything here runs for every line of gigabytes."""
        read, masked, remembered = self.format.read, _VARIABLE_PART.sub, self._remembered
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

    def _enter(self, key: _LineKey, number: int, line: str, message: str, read_by: LogFormat) -> LineGroup:
        """Find the group of a line whose like was not remembered; make one if there is none."""
        level, component, masked = key
        severity, template = judge_severity(level, message), self.templates.find(masked)
        place = (template, component or "", severity, "" if severity == "INFO" else masked[:200])
        group = self._groups.get(place)
        if group is None and len(self._groups) >= _MAX_GROUPS:
            place = (OTHER_TEMPLATE, "", severity, "")
            group = self._groups.get(place)
        if group is None:
            group = LineGroup(place[0], place[1], severity, number, line[:_MAX_KEPT_CHARS], read_by)
            self._groups[place] = group
        if len(self._remembered) >= _MAX_REMEMBERED:
            self._remembered.clear()
        self._remembered[key] = group
        return group

    def _go_on(self, number: int, line: str, group: LineGroup | None) -> LineGroup | None:
        """Take a line outside the format: an entry of its own, or the rest of the one before it."""
        if not line.strip():
            return group
        if group is None or (self.format is not GENERIC_FORMAT and starts_entry(line)):
            level, component, message = GENERIC_FORMAT.read(line.lstrip()) or (None, None, line.strip())
            new = self._enter(
                (level, component, _VARIABLE_PART.sub("<*>", message)), number, line.lstrip(), message, GENERIC_FORMAT
            )
            new.count += 1
            new.last = number
            return new
        if group.count == 1 and len(group.trace) < _MAX_TRACE_LINES:
            group.trace.append(line.strip()[:500])
            if group.severity == "INFO" and find_exceptions(line):
                group.severity = "WARN"
        return group


def parse_log(source: str, watch: WatchBytes | None = None) -> ParsedLog:
    """Read a log file, or stdin for `-`, and recognise its format."""
    noticed = LineDefects()
    blocks = read_log_lines(source, noticed, watch)
    parser = _parse_blocks(blocks)
    if parser is None or not parser.groups:
        raise InputError(f"{name_log_source(source)}: no log entry in it; name a text log with one entry per line")
    groups = parser.groups
    entries = sum(group.count for group in groups)
    return ParsedLog(source, parser.format.name, parser.lines, entries, groups, parser.templates, noticed)


def _parse_blocks(blocks: Iterator[list[str]]) -> _LogParser | None:
    """Sort lists of lines into groups; the format is recognised in the first list."""
    parser: _LogParser | None = None
    for lines in blocks:
        if parser is None:
            # A few more than needed: the first lines may be blank.
            parser = _LogParser(recognise_format(lines[: 2 * SAMPLE_LINES]))
        parser.feed(lines)
    return parser
