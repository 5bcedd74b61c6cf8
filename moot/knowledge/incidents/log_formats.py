"""Recognises the format of a log, and reads the parts of its lines; one format fits anything.

A format says where level, component and message of a line stand. It is recognised by the first lines: the one that
reads most of them wins, the order below breaks ties, and where none reads a third of them the generic one is taken. A
line that does not fit belongs to the entry before it (a stack trace, say), unless it looks like an entry of its own.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

FormatName = Literal["json", "bgl", "hdfs", "openstack", "hadoop", "spark", "syslog", "generic"]
_LineFields = tuple[str | None, str | None, str]
"""Level, component and message of a line."""
_LineHeader = tuple[str, str]
"""Timestamp and host of a line, empty where it does not tell."""

SAMPLE_LINES = 200
"""So many lines are looked at to recognise a format."""
_MIN_SHARE = 1 / 3

LEVEL_PATTERN = "TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|SEVERE|CRIT(?:ICAL)?|ALERT|EMERG(?:ENCY)?|FATAL|PANIC"
_ISO = r"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?"
_MONTH = r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@dataclass(frozen=True, slots=True)
class LogFormat:
    """Reads the lines of one kind of log."""

    name: FormatName
    read: Callable[[str], _LineFields | None]
    """Level, component and message; None when the line is not of this format. Called for every line."""
    head: Callable[[str], _LineHeader]
    """Timestamp and host; called for the few lines that are kept."""


def _by_pattern(name: FormatName, pattern: str, date: Callable[[str], str] = lambda text: text) -> LogFormat:
    match = re.compile(pattern).match

    def read(line: str) -> _LineFields | None:
        found = match(line)
        return (found["level"], found["component"], found["message"]) if found else None

    def head(line: str) -> _LineHeader:
        found = match(line)
        parts = found.groupdict() if found else {}
        return date(parts.get("timestamp") or ""), parts.get("host") or ""

    return LogFormat(name, read, head)


def _write_iso(text: str) -> str:
    """Write a full date and time as ISO 8601; anything else stays as it is."""
    return re.sub(r"^(\d{4})[-/](\d\d)[-/](\d\d)[T ]", r"\1-\2-\3T", text).replace(",", ".")


_HDFS = _by_pattern(
    "hdfs",
    r"(?P<timestamp>\d{6} \d{6}) \d+ (?P<level>[A-Z]+) (?P<component>[^\s:]+): ?(?P<message>.*)",
    lambda text: re.sub(r"^(\d\d)(\d\d)(\d\d) (\d\d)(\d\d)(\d\d)$", r"20\1-\2-\3T\4:\5:\6", text),
)
_OPENSTACK = _by_pattern(
    "openstack",
    r"(?:\S++ )?(?P<timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \d+ (?P<level>[A-Z]+) (?P<component>\S+) "
    r"\[[^\]]*\] ?(?P<message>.*)",
    _write_iso,
)
_HADOOP = _by_pattern(
    "hadoop",
    r"(?P<timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) (?P<level>[A-Z]+) +(?:\[[^\]]*\] )?(?P<component>[^\s:]+)"
    r"(?::| \(\S+\)(?: -|:)) ?(?P<message>.*)",
    _write_iso,
)
"""Daemons write no thread, and some layouts the place in the source after the class."""
_SPARK = _by_pattern(
    "spark",
    r"(?P<timestamp>\d\d/\d\d/\d\d \d\d:\d\d:\d\d) (?P<level>[A-Z]+) (?P<component>[^\s:]+): ?(?P<message>.*)",
    lambda text: re.sub(r"^(\d\d)/(\d\d)/(\d\d) ", r"20\1-\2-\3T", text),
)
_BGL = _by_pattern(
    "bgl",
    r"\S+ \d{9,11} \d{4}\.\d\d\.\d\d (?P<host>\S+) (?P<timestamp>\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d\.\d+) \S+ \S+ "
    r"(?P<component>\S+) (?P<level>\S+) ?(?P<message>.*)",
    lambda text: re.sub(r"^(\d{4}-\d\d-\d\d)-(\d\d)\.(\d\d)\.(\d\d)", r"\1T\2:\3:\4", text),
)
_SYSLOG = _by_pattern(
    "syslog",
    rf"(?:<(?P<level>\d{{1,3}})>)?(?:1 )?(?P<timestamp>{_MONTH}|{_ISO}) "
    rf"(?P<host>(?(level)\S+|(?!(?i:{LEVEL_PATTERN})\s)[A-Za-z0-9][\w.:-]*)) "
    rf"(?P<component>(?!(?:{LEVEL_PATTERN})\b)[^\s:\[]+)"
    r"(?:\[\d+\]: ?|: | (?:-|\d+) \S+ (?:-|(?:\[[^\]]*\])+) ?)(?P<message>.*)",
    _write_iso,
)
"""Both forms of syslog; the level is the number in front. Without one, what stands where a host should is looked at:
many logs have their level there."""

_GENERIC_LINE = re.compile(
    rf"\s*(?:\[?(?P<timestamp>{_ISO}|{_MONTH}|\d\d:\d\d:\d\d(?:[.,]\d+)?|\d{{10}}(?:\.\d+)?)\]?[\s|,:-]*)?"
    rf"(?:(?:\[[^\]\s]*\]|(?P<before>[A-Za-z_][\w.$/-]*) [-|]) (?=(?:{LEVEL_PATTERN})\b))?"
    rf"(?:[\[(<]?(?P<level>(?i:{LEVEL_PATTERN}))(?![\w.$])[\])>]?[\s|:-]*)?(?:\d+ --- \[[^\]]*\] )?"
    rf"(?:\[(?P<bracket>[A-Za-z][^\]\s]*)\]:?\s|(?!(?i:{LEVEL_PATTERN})\b|[\w.$]*(?:Exception|Error|Failure)\b)"
    r"(?:(?P<name>[A-Za-z][\w.$/-]*)(?:\[\d+\])? *: |(?P<dotted>[A-Za-z][\w$]*(?:\.[\w$]+)+) - ))?\s*(?P<message>.*)"
)
"""Time, level and component in their usual places; a component or a thread may stand before the level."""


_CONTINUATIONS = ("Caused by:", "... ", "Traceback (")
"""How a line begins that goes on with the entry before it, besides a blank."""


def _read_generic(line: str) -> _LineFields | None:
    if not line or line[0].isspace() or line.startswith(_CONTINUATIONS):
        return None
    found = _GENERIC_LINE.match(_COLOUR.sub("", line) if "\x1b" in line else line)
    if found is None:
        return None
    component = next(filter(None, found.group("before", "bracket", "name", "dotted")), None)
    return found["level"], component, found["message"]


def _head_generic(line: str) -> _LineHeader:
    found = _GENERIC_LINE.match(_COLOUR.sub("", line))
    return _write_iso(found["timestamp"] or "") if found else "", ""


GENERIC_FORMAT = LogFormat("generic", _read_generic, _head_generic)

_JSON_KEYS = {
    "timestamp": ("timestamp", "@timestamp", "time", "ts", "datetime", "date"),
    "level": ("level", "severity", "lvl", "loglevel", "levelname", "log.level"),
    "component": ("component", "logger", "service", "name", "module", "app", "source", "logger_name"),
    "message": ("message", "msg", "event", "error", "text", "log"),
    "host": ("host", "hostname", "node", "instance"),
}


def _pick_field(entry: dict[str, Any], field: str) -> str:
    found = next((entry[key] for key in _JSON_KEYS[field] if entry.get(key) not in (None, "")), "")
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def _parse_entry(line: str) -> dict[str, Any] | None:
    if not line.lstrip().startswith("{"):
        return None
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _read_json(line: str) -> _LineFields | None:
    entry = _parse_entry(line)
    if entry is None:
        return None
    return _pick_field(entry, "level"), _pick_field(entry, "component"), _pick_field(entry, "message") or line


def _head_json(line: str) -> _LineHeader:
    entry = _parse_entry(line) or {}
    return _write_iso(_pick_field(entry, "timestamp")), _pick_field(entry, "host")


_JSON_LINES = LogFormat("json", _read_json, _head_json)
_KNOWN_FORMATS = (_JSON_LINES, _BGL, _HDFS, _OPENSTACK, _HADOOP, _SPARK, _SYSLOG)


def recognise_format(lines: Iterable[str]) -> LogFormat:
    """Find the format of a log by its first lines."""
    # The frames of a stack trace say nothing about the format.
    sample = [line for line in lines if GENERIC_FORMAT.read(line) is not None][:SAMPLE_LINES]
    scores = [sum(each.read(line) is not None for line in sample) for each in _KNOWN_FORMATS]
    best = max(scores)
    return _KNOWN_FORMATS[scores.index(best)] if best and best >= _MIN_SHARE * len(sample) else GENERIC_FORMAT


def starts_entry(line: str) -> bool:
    """Tell whether a line that does not fit its log's format still looks like an entry of its own."""
    found = _GENERIC_LINE.match(line)
    return found is not None and bool(found["timestamp"]) and not line[:1].isspace()
