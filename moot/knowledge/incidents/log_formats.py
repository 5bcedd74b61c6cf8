"""The log formats we know, and the one that fits anything.

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
Fields = tuple[str | None, str | None, str]
"""Level, component and message of a line."""
Header = tuple[str, str]
"""Timestamp and host of a line, empty where it does not tell."""

SAMPLE = 200
"""So many lines are looked at to recognise a format."""
_SHARE = 1 / 3

LEVELS = "TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|SEVERE|CRIT(?:ICAL)?|ALERT|EMERG(?:ENCY)?|FATAL|PANIC"
_ISO = r"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?"
_MONTH = r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@dataclass(frozen=True, slots=True)
class LogFormat:
    """How the lines of one kind of log are read."""

    name: FormatName
    read: Callable[[str], Fields | None]
    """Level, component and message; None when the line is not of this format. Called for every line."""
    head: Callable[[str], Header]
    """Timestamp and host; called for the few lines that are kept."""


def _by_pattern(name: FormatName, pattern: str, date: Callable[[str], str] = lambda text: text) -> LogFormat:
    match = re.compile(pattern).match

    def read(line: str) -> Fields | None:
        found = match(line)
        return (found["level"], found["component"], found["message"]) if found else None

    def head(line: str) -> Header:
        found = match(line)
        parts = found.groupdict() if found else {}
        return date(parts.get("timestamp") or ""), parts.get("host") or ""

    return LogFormat(name, read, head)


def iso(text: str) -> str:
    """Write a full date and time as ISO 8601; anything else stays as it is."""
    return re.sub(r"^(\d{4})[-/](\d\d)[-/](\d\d)[T ]", r"\1-\2-\3T", text).replace(",", ".")


HDFS = _by_pattern(
    "hdfs",
    r"(?P<timestamp>\d{6} \d{6}) \d+ (?P<level>[A-Z]+) (?P<component>[^\s:]+): ?(?P<message>.*)",
    lambda text: re.sub(r"^(\d\d)(\d\d)(\d\d) (\d\d)(\d\d)(\d\d)$", r"20\1-\2-\3T\4:\5:\6", text),
)
OPENSTACK = _by_pattern(
    "openstack",
    r"(?:\S++ )?(?P<timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \d+ (?P<level>[A-Z]+) (?P<component>\S+) "
    r"\[[^\]]*\] ?(?P<message>.*)",
    iso,
)
HADOOP = _by_pattern(
    "hadoop",
    r"(?P<timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) (?P<level>[A-Z]+) +(?:\[[^\]]*\] )?(?P<component>[^\s:]+)"
    r"(?::| \(\S+\)(?: -|:)) ?(?P<message>.*)",
    iso,
)
"""Daemons write no thread, and some layouts the place in the source after the class."""
SPARK = _by_pattern(
    "spark",
    r"(?P<timestamp>\d\d/\d\d/\d\d \d\d:\d\d:\d\d) (?P<level>[A-Z]+) (?P<component>[^\s:]+): ?(?P<message>.*)",
    lambda text: re.sub(r"^(\d\d)/(\d\d)/(\d\d) ", r"20\1-\2-\3T", text),
)
BGL = _by_pattern(
    "bgl",
    r"\S+ \d{9,11} \d{4}\.\d\d\.\d\d (?P<host>\S+) (?P<timestamp>\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d\.\d+) \S+ \S+ "
    r"(?P<component>\S+) (?P<level>\S+) ?(?P<message>.*)",
    lambda text: re.sub(r"^(\d{4}-\d\d-\d\d)-(\d\d)\.(\d\d)\.(\d\d)", r"\1T\2:\3:\4", text),
)
SYSLOG = _by_pattern(
    "syslog",
    rf"(?:<(?P<level>\d{{1,3}})>)?(?:1 )?(?P<timestamp>{_MONTH}|{_ISO}) "
    rf"(?P<host>(?(level)\S+|(?!(?i:{LEVELS})\s)[A-Za-z0-9][\w.:-]*)) (?P<component>(?!(?:{LEVELS})\b)[^\s:\[]+)"
    r"(?:\[\d+\]: ?|: | (?:-|\d+) \S+ (?:-|(?:\[[^\]]*\])+) ?)(?P<message>.*)",
    iso,
)
"""Both forms of syslog; the level is the number in front. Without one, what stands where a host should is looked at:
many logs have their level there."""

_GENERIC = re.compile(
    rf"\s*(?:\[?(?P<timestamp>{_ISO}|{_MONTH}|\d\d:\d\d:\d\d(?:[.,]\d+)?|\d{{10}}(?:\.\d+)?)\]?[\s|,:-]*)?"
    rf"(?:(?:\[[^\]\s]*\]|(?P<before>[A-Za-z_][\w.$/-]*) [-|]) (?=(?:{LEVELS})\b))?"
    rf"(?:[\[(<]?(?P<level>(?i:{LEVELS}))(?![\w.$])[\])>]?[\s|:-]*)?(?:\d+ --- \[[^\]]*\] )?"
    rf"(?:\[(?P<bracket>[A-Za-z][^\]\s]*)\]:?\s|(?!(?i:{LEVELS})\b|[\w.$]*(?:Exception|Error|Failure)\b)"
    r"(?:(?P<name>[A-Za-z][\w.$/-]*)(?:\[\d+\])? *: |(?P<dotted>[A-Za-z][\w$]*(?:\.[\w$]+)+) - ))?\s*(?P<message>.*)"
)
"""Time, level and component in their usual places; a component or a thread may stand before the level."""


_FURTHER = ("Caused by:", "... ", "Traceback (")
"""How a line begins that goes on with the entry before it, besides a blank."""


def _read_generic(line: str) -> Fields | None:
    if not line or line[0].isspace() or line.startswith(_FURTHER):
        return None
    found = _GENERIC.match(_COLOUR.sub("", line) if "\x1b" in line else line)
    if found is None:
        return None
    component = next(filter(None, found.group("before", "bracket", "name", "dotted")), None)
    return found["level"], component, found["message"]


def _head_generic(line: str) -> Header:
    found = _GENERIC.match(_COLOUR.sub("", line))
    return iso(found["timestamp"] or "") if found else "", ""


GENERIC = LogFormat("generic", _read_generic, _head_generic)

_JSON_KEYS = {
    "timestamp": ("timestamp", "@timestamp", "time", "ts", "datetime", "date"),
    "level": ("level", "severity", "lvl", "loglevel", "levelname", "log.level"),
    "component": ("component", "logger", "service", "name", "module", "app", "source", "logger_name"),
    "message": ("message", "msg", "event", "error", "text", "log"),
    "host": ("host", "hostname", "node", "instance"),
}


def _pick(entry: dict[str, Any], field: str) -> str:
    found = next((entry[key] for key in _JSON_KEYS[field] if entry.get(key) not in (None, "")), "")
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def _entry(line: str) -> dict[str, Any] | None:
    if not line.lstrip().startswith("{"):
        return None
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _read_json(line: str) -> Fields | None:
    entry = _entry(line)
    if entry is None:
        return None
    return _pick(entry, "level"), _pick(entry, "component"), _pick(entry, "message") or line


def _head_json(line: str) -> Header:
    entry = _entry(line) or {}
    return iso(_pick(entry, "timestamp")), _pick(entry, "host")


JSON_LINES = LogFormat("json", _read_json, _head_json)
KNOWN = (JSON_LINES, BGL, HDFS, OPENSTACK, HADOOP, SPARK, SYSLOG)


def recognise(lines: Iterable[str]) -> LogFormat:
    """Find the format of a log by its first lines."""
    # The frames of a stack trace say nothing about the format.
    sample = [line for line in lines if GENERIC.read(line) is not None][:SAMPLE]
    scores = [sum(each.read(line) is not None for line in sample) for each in KNOWN]
    best = max(scores)
    return KNOWN[scores.index(best)] if best and best >= _SHARE * len(sample) else GENERIC


def starts_entry(line: str) -> bool:
    """Tell whether a line that does not fit its log's format still looks like an entry of its own."""
    found = _GENERIC.match(line)
    return found is not None and bool(found["timestamp"]) and not line[:1].isspace()
