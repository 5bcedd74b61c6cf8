"""Recognises the format of a log, and reads the parts of its lines; one format fits anything.

A format says where time, level, component, message and host of a line stand. It is recognised by the first lines: the
one that reads most of them wins, the order below breaks ties, and where none reads a third of them the generic one is
taken. A line that does not fit belongs to the entry before it (a stack trace, say), unless it looks like an entry of
its own. What a container runtime or a tool puts in front of every line is taken off first, and the rest is recognised
as a log of its own.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from operator import itemgetter
from typing import Literal

from moot.knowledge.incidents.json_formats import (
    read_collected_text,
    read_json_fields,
    read_json_lines,
    read_wrapped_json,
)

FormatName = Literal[
    "json",
    "logfmt",
    "bgl",
    "hdfs",
    "openstack",
    "hadoop",
    "spark",
    "klog",
    "postgres",
    "access",
    "syslog",
    "events",
    "docker",
    "cri",
    "prefixed",
    "generic",
]
LineFields = tuple[str, str, str, str, str]
"""Time, level, component, message and host of a line; what it does not tell is empty."""

SAMPLE_LINES = 200
"""So many lines are looked at to recognise a format."""
_MIN_SHARE, _MIN_WRAPPED_SHARE = 1 / 3, 0.8

LEVEL_PATTERN = (
    "TRACE|DEBUG|VERBOSE|INFO(?:RMATION)?|NOTICE|WARN(?:ING)?|ERR(?:OR)?|SEVERE|CRIT(?:ICAL)?|ALERT|EMERG(?:ENCY)?|FATAL|PANIC"
    "|ERRO|AVISO|FALHA|CR[IÍ]TICO|GRAVE|INFORMAÇÃO|GALAT|KESALAHAN|PERINGATAN|KRITIS|INFORMASI"
    # PostgreSQL and its pooler, and Java's own logger; in small letters these are words.
    "|(?-i:LOG|FINE(?:R|ST)?)"
)
_ISO = (
    r"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?"
    r"(?:Z| ?[+-]\d\d:?\d\d| [+-]\d\d(?= \[)| (?:UTC|GMT|[A-Z]{2,3}T)(?= ?\[))?"
)
_MONTH = r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
_GROUPS = ("timestamp", "level", "component", "message", "host")


@dataclass(frozen=True, slots=True)
class LogFormat:
    """Reads the lines of one kind of log."""

    name: FormatName
    read: Callable[[str], LineFields | None]
    """The parts of a line; None when the line is not of this format. Called for every line."""
    unwrap: Callable[[str], str] | None = None
    """Takes off what stands in front of every line, where something does."""
    several: bool = False
    """Whether a message may have several lines."""
    goes_on: Callable[[str], object] = lambda _: False
    """Tells whether a line belongs to the entry before it although it looks like one of its own."""
    read_all: Callable[[str], list[LineFields]] | None = None
    """The parts of many lines at once, where that is quicker. As many as there are lines only if each is an entry."""
    time_first: bool = False
    """Whether whatever begins with a time is an entry, or is an object with one."""


def _by_pattern(
    name: FormatName,
    pattern: str,
    goes_on: Callable[[str], object] = lambda _: False,
    *,
    time_first: bool = False,
) -> LogFormat:
    compiled = re.compile(pattern, re.ASCII)
    match = compiled.match
    numbers = [compiled.groupindex[group] for group in _GROUPS]
    in_order = numbers == [1, 2, 3, 4, 5]

    def read(line: str) -> LineFields | None:
        found = match(line)
        if found is None:
            return None
        return found.groups() if in_order else found.group(*numbers)  # type: ignore[return-value]  # none is optional

    # Every match begins with a line of its own: where there are as many as lines, each holds exactly one.
    every = re.compile(f"^(?:{pattern})$", re.MULTILINE | re.ASCII)
    pick = itemgetter(*(number - 1 for number in numbers))

    def read_all(text: str) -> list[LineFields]:
        found = every.findall(text)
        return found if in_order else list(map(pick, found))

    return LogFormat(name, read, goes_on=goes_on, read_all=read_all, time_first=time_first)


_HDFS = _by_pattern(
    "hdfs",
    r"(?P<timestamp>\d{6} \d{6}) \d+ (?P<level>[A-Z]+) (?P<component>[^\s:]+): ?(?P<message>.*)(?P<host>)",
    time_first=True,
)
_OPENSTACK = _by_pattern(
    "openstack",
    r"(?:\S++ )?(?P<timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \d+ (?P<level>[A-Z]+) (?P<component>\S+) "
    r"\[[^\]]*\] ?(?P<message>.*)(?P<host>)",
)
_HADOOP = _by_pattern(
    "hadoop",
    r"(?P<timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) (?P<level>[A-Z]+) +(?:\[[^\]]*\] )?(?P<component>[^\s:]+)"
    r"(?::| \(\S+\)(?: -|:)) ?(?P<message>.*)(?P<host>)",
    time_first=True,
)
"""Daemons write no thread, and some layouts the place in the source after the class."""
_SPARK = _by_pattern(
    "spark",
    r"(?P<timestamp>\d\d/\d\d/\d\d \d\d:\d\d:\d\d) (?P<level>[A-Z]+) (?P<component>[^\s:]+): ?(?P<message>.*)"
    r"(?P<host>)",
    time_first=True,
)
_BGL = _by_pattern(
    "bgl",
    r"\S+ \d{9,11} \d{4}\.\d\d\.\d\d (?P<host>\S+) (?P<timestamp>\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d\.\d+) \S+ \S+ "
    r"(?P<component>\S+) (?P<level>\S+) ?(?P<message>.*)",
)
_KLOG = _by_pattern(
    "klog",
    r"(?P<level>[IWEFD])(?P<timestamp>\d{4} \d\d:\d\d:\d\d\.\d+) +\d+ (?P<component>[^\s:]+):\d+\] ?"
    r"(?P<message>.*)(?P<host>)",
)
_POSTGRES_FRONT = (
    r"(?P<timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? (?:[A-Z]{3,5}|[+-]\d\d(?::?\d\d)?)) "
    r"\[\d+(?:-\d+)?\]:? (?:[^\s:]*@?[^\s:]* )??"
)
_POSTGRES_LEVELS = (
    r"DEBUG\d?|INFO|NOTICE|WARNING|LOG|ERROR|FATAL|PANIC|DEPURAÇÃO\d?|NOTA|AVISO|ERRO|PÂNICO"
    r"|PERINGATAN|KESALAHAN|GALAT"
)
_POSTGRES = _by_pattern(
    "postgres",
    rf"{_POSTGRES_FRONT}(?P<level>{_POSTGRES_LEVELS}): +(?P<message>.*)(?P<component>)(?P<host>)",
    goes_on=re.compile(rf"{_POSTGRES_FRONT}(?!(?:{_POSTGRES_LEVELS}):)[A-ZÀ-Þ]+:  ").match,
)
"""What PostgreSQL adds to an error (DETAIL, HINT, STATEMENT, in any language) stands on lines of its own, each with its
time."""
_SYSLOG_LINE = re.compile(
    rf"(?:<(?P<level>\d{{1,3}})>)?(?:1 )?(?P<timestamp>{_MONTH}|{_ISO}) "
    rf"(?P<host>(?(level)\S+|(?!(?i:{LEVEL_PATTERN})\s)[A-Za-z0-9][\w.:-]*)) "
    rf"(?P<component>(?!(?:{LEVEL_PATTERN})\b)[^\s:\[]+)"
    r"(?:\[\d+\]: ?|: | (?:-|\d+) \S+ (?:-|(?:\[[^\]]*\])+) ?)(?P<message>.*)"
)
"""Both forms of syslog; the level is the number in front. Without one, what stands where a host should is looked at:
many logs have their level there."""


_SYSLOG_LINES = re.compile(f"^(?:{_SYSLOG_LINE.pattern})$", re.MULTILINE)
_SYSLOG_ORDER = itemgetter(1, 0, 3, 4, 2)


def _read_syslog_lines(text: str) -> list[LineFields]:
    return list(map(_SYSLOG_ORDER, _SYSLOG_LINES.findall(text)))


def _read_syslog(line: str) -> LineFields | None:
    found = _SYSLOG_LINE.match(line)
    if found is None:
        return None
    level, timestamp, host, component, message = found.groups("")
    return timestamp, level, component, message, host


_ACCESS_LINE = re.compile(
    r"(?:(?P<site>[\w.-]+:\d+) )?(?P<client>\S+) \S+ \S+ \[(?P<timestamp>[^\]]+)\] "
    r'"(?P<request>(?:[^"\\]|\\.)*)" (?P<status>\d{3}) (?P<size>\d+|-)(?: "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*")?'
    r"(?P<rest>.*)"
)
_LATENCY = re.compile(r"(?:(?:rt|request_time|urt|duration|time)[=:] ?\"?|^ )(\d+(?:\.\d+)?)(?!\S)")
_LATE_STATUS = ("408", "429", "499")
"""Statuses below 500 that tell of a server in trouble: too slow, too busy, given up."""


def _read_access(line: str) -> LineFields | None:
    """Read the common and the combined format: what was asked, the status in words, how long it took."""
    found = _ACCESS_LINE.match(line)
    if found is None:
        return None
    status = found["status"]
    level = "ERROR" if status >= "500" else "WARN" if status in _LATE_STATUS else "INFO"
    method, _, target = found["request"].partition(" ")
    path = target.partition(" ")[0].partition("?")[0]
    took = _LATENCY.search(found["rest"])
    message = f"{method} {path} {status} {_STATUS_WORDS.get(status, 'unknown status')}{f' {took[1]}s' if took else ''}"
    return found["timestamp"], level, found["site"] or "", message, ""


_STATUS_WORDS = {str(each.value): each.phrase for each in HTTPStatus} | {"499": "Client Closed Request"}

_EVENT_LINE = re.compile(
    r"(?P<age>(?:\d+[dhms])+)(?: \(x\d+ over \S+\))? +(?P<level>Normal|Warning) +(?P<reason>[A-Z]\w+) +"
    r"(?P<object>\S+/\S+) +(?P<message>.*)"
)


def _read_event(line: str) -> LineFields | None:
    """Read a row of `kubectl get events`: its time is an age, counted back from when the file was written."""
    found = _EVENT_LINE.match(line)
    if found is None:
        return None
    return found["age"], found["level"], found["object"], f"{found['reason']}: {found['message']}", ""


_PAIR = re.compile(r'([A-Za-z_][\w.]*)=("(?:[^"\\]|\\.)*"|\S*)')
_LOGFMT_HINT = re.compile(
    r"(?:^|\s)(?:level|lvl|severity)=\S+.*\s(?:msg|message|err|error|event)=|(?:^|\s)msg=.*\slevel="
)


def _read_logfmt(line: str) -> LineFields | None:
    if not _LOGFMT_HINT.search(line):
        return None
    return read_json_fields({key: value.strip('"').replace('\\"', '"') for key, value in _PAIR.findall(line)})


_LEVEL_FIRST = _by_pattern(
    "generic",
    rf"[\[(]?(?P<level>{LEVEL_PATTERN})[\])]?:?[ \t|-]+(?:\[[^\]]*\] )?\[?(?P<timestamp>{_ISO})\]?[ \t|-]+"
    r"(?P<component>[A-Za-z_][\w$]*(?:\.[\w$]+)+(?=(?::\d+)?[ :|-])|)(?::\d+)?[ :|-]*(?P<message>.*)(?P<host>)",
)
"""Python, Cassandra and others write the level, or the level and the thread, in front of the time."""
_RUBY = _by_pattern(
    "generic",
    rf"[DIWEFA], \[(?P<timestamp>{_ISO}) #\d+\] +(?P<level>[A-Z]+) -- (?P<component>[^:]*): ?(?P<message>.*)(?P<host>)",
)
_REDIS = _by_pattern(
    "generic",
    r"\d+:[XCSM] (?P<timestamp>\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d\.\d+) [.*#-] (?P<message>.*)"
    r"(?P<level>)(?P<component>)(?P<host>)",
)

_CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d+)?"
_GENERIC_LINE = re.compile(
    rf"\s*(?:\[?(?P<timestamp>{_ISO}|{_MONTH}|{_CLOCK}|\d{{10}}(?:\.\d+)?"
    rf"|\d\d?[/.-]\d\d?[/.-]\d{{4}},? \d\d?:\d\d:\d\d(?:[.,]\d+)?(?: ?[AaPp][Mm])?"
    rf"|[A-Z][a-z]{{2}} {_MONTH}(?:\.\d+)? \d{{4}})\]?(?:[\s|,:-]+|(?=\[)|$))?"
    r"(?:\[\d+(?:-\d+)?\]:? *)?"
    rf"(?:\[[\w-]*:(?P<apache>\w+)\] (?:\[[^\]]*\] )*)?"
    rf"(?:(?:\[[^\]\n]*\]|(?P<before>[A-Za-z_][\w.$/-]*) [-|]) +(?=[\[(<]?(?:{LEVEL_PATTERN})\b))?"
    rf"(?:(?P<channel>[A-Za-z_][\w-]*)\.(?=(?:{LEVEL_PATTERN}):))?"
    rf"(?:[\[(<]?(?P<level>(?i:{LEVEL_PATTERN}))(?![\w.$])(?: *[\])>])?[\s|:-]*)?(?:\d+ --- (?:\[[^\]]*\] )*)?"
    # A thread in brackets may stand before the class, or its number.
    r"(?:\[\d+\] (?=[A-Za-z][\w$.]* - ))?"
    r"(?:\[(?P<bracket>[A-Za-z][^\]\s]*) *\]:?\s(?:(?P<logger>[A-Za-z][\w$]*(?:\.[\w$]+)+) +[-:] )?"
    rf"|(?!(?i:{LEVEL_PATTERN})\b|[\w.$]*(?:Exception|Error|Failure)\b)"
    r"(?:(?P<name>[A-Za-z][\w.$/-]*)(?:\[\d+\])? *: |"
    r"(?:[^\s|]+ +\| +)?(?P<dotted>[A-Za-z][\w$]*(?:\.[\w$]+)+)(?: \[\S*\])? +[-|] ))?"
    r"\s*(?P<message>.*)"
)
"""Time, level and component in their usual places; a component or a thread may stand before the level."""

_CONTINUATIONS = ("Caused by:", "... ", "Traceback (", "goroutine ", "The above exception", "During handling of the")
"""How a line begins that goes on with the entry before it, besides a blank."""
_OWN_ENTRY = re.compile(rf"[\[(<]?(?:{LEVEL_PATTERN})\b|(?:panic|fatal|fatal error|error|warning):", re.ASCII)


def _read_generic(line: str) -> LineFields | None:
    if not line or line[0].isspace() or line.startswith(_CONTINUATIONS):
        return None
    found = _GENERIC_LINE.match(line)
    if found is None:
        return None
    timestamp, apache, before, channel, level, bracket, logger, name, dotted, message = found.groups("")
    return timestamp, level or apache, before or logger or bracket or name or dotted or channel, message, ""


def _read_timed(line: str) -> LineFields | None:
    """Read a line of a log whose entries begin with a time; one without belongs to the entry before it."""
    fields = _read_generic(line)
    return fields if fields is not None and (fields[0] or _OWN_ENTRY.match(line)) else None


GENERIC_FORMAT = LogFormat("generic", _read_generic, time_first=True)
_TIMED_FORMAT = LogFormat("generic", _read_timed, time_first=True)
_TIMED_SHARE = 0.5

JSON_FORMAT = LogFormat("json", read_json_fields, several=True, read_all=read_json_lines, time_first=True)
_KNOWN_FORMATS = (
    *(JSON_FORMAT, _BGL, _HDFS, _OPENSTACK, _HADOOP, _SPARK, _KLOG, _POSTGRES, LogFormat("access", _read_access)),
    LogFormat("syslog", _read_syslog, read_all=_read_syslog_lines, time_first=True),
    *(
        LogFormat("logfmt", _read_logfmt),
        LogFormat("events", _read_event),
        *(_LEVEL_FIRST, _RUBY, _REDIS),
    ),
)

_Wrapper = Callable[[str], LineFields | None]
"""Gives the parts of the line around another line; that line is its message."""
_CRI_LINE = re.compile(
    r"(?P<timestamp>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|[+-]\d\d:\d\d)) std(?:out|err) [FP] (?P<message>.*)"
)
_PREFIXED_LINE = re.compile(
    r"(?:\[pod/(?P<pod>[^/\]]+)/(?P<container>[^\]]+)\] |(?P<service>[\w.-]+?)(?:[-_]\d+)? +\| )(?P<message>.*)"
)
"""What `kubectl logs --prefix` and `docker compose logs` put in front."""


def _unwrap_cri(line: str) -> LineFields | None:
    found = _CRI_LINE.match(line)
    return (found["timestamp"], "", "", found["message"], "") if found else None


def _unwrap_prefixed(line: str) -> LineFields | None:
    found = _PREFIXED_LINE.match(line)
    return ("", "", found["container"] or found["service"], found["message"], found["pod"] or "") if found else None


_WRAPPERS: tuple[tuple[FormatName, _Wrapper], ...] = (
    ("docker", read_wrapped_json),
    ("docker", read_collected_text),
    ("cri", _unwrap_cri),
    ("prefixed", _unwrap_prefixed),
)


def _wrap(name: FormatName, outer: _Wrapper, inner: LogFormat) -> LogFormat:
    def read(line: str) -> LineFields | None:
        around = outer(line)
        if around is None:
            return None
        fields = inner.read(around[3]) or read_json_fields(around[3])
        if fields is None:
            return None
        timestamp, level, component, message, host = fields
        # The runtime knows the zone; the program may not say one.
        return around[0] or timestamp, level, component or around[2], message, host or around[4]

    def unwrap(line: str) -> str:
        around = outer(line)
        return around[3] if around is not None else line

    return LogFormat(name, read, unwrap=unwrap, several=inner.several, goes_on=lambda line: inner.goes_on(unwrap(line)))


def recognise_format(lines: Iterable[str]) -> LogFormat:
    """Find the format of a log by its first lines."""
    given = [line for line in lines if line.strip()]
    for name, outer in _WRAPPERS:
        inside = [around[3] for line in given if (around := outer(line)) is not None]
        if inside and len(inside) >= _MIN_WRAPPED_SHARE * len(given):
            inner = _recognise_inside(outer, given) if name == "prefixed" else _recognise_plain(inside)
            # Objects of many programs stand side by side in what was collected: none goes on with the one before.
            return JSON_FORMAT if inner is JSON_FORMAT and outer is read_collected_text else _wrap(name, outer, inner)
    return _recognise_plain(given)


def _recognise_inside(outer: _Wrapper, lines: Iterable[str]) -> LogFormat:
    """Recognise the format of every service by itself: side by side they write in different ones."""
    of_service: dict[str, list[str]] = {}
    for line in lines:
        if (around := outer(line)) is not None:
            of_service.setdefault(around[2], []).append(around[3])
    formats = {service: _recognise_plain(inside) for service, inside in of_service.items()}
    single = set(formats.values())
    return single.pop() if len(single) == 1 else GENERIC_FORMAT


def _recognise_plain(lines: Sequence[str]) -> LogFormat:
    # The frames of a stack trace say nothing about the format.
    sample = [line for line in lines if GENERIC_FORMAT.read(line) is not None][:SAMPLE_LINES]
    scores = [sum(each.read(line) is not None for line in sample) for each in _KNOWN_FORMATS]
    best = max(scores)
    if best and best >= _MIN_SHARE * len(sample):
        return _KNOWN_FORMATS[scores.index(best)]
    timed = sum(_read_timed(line) is not None for line in sample)
    return _TIMED_FORMAT if timed > _TIMED_SHARE * len(sample) else GENERIC_FORMAT


def starts_entry(line: str) -> bool:
    """Tell whether a line that does not fit its log's format still looks like an entry of its own."""
    if line[:1].isspace() or line.startswith(_CONTINUATIONS):
        return False
    found = _GENERIC_LINE.match(line)
    return found is not None and (bool(found["timestamp"]) or _OWN_ENTRY.match(line) is not None)
