"""Reads log entries that are JSON objects: the shapes that common loggers, runtimes and clusters write.

Known are zap, logrus, structlog, bunyan and pino, ECS, journald, docker, and events and audit records of Kubernetes;
any other object is read by the names its fields usually have. Collectors put a program's own object into theirs, as
text or whole: it is read as if it stood alone, and theirs tells what it does not. What a field tells beside the message
stands behind it as key=value, so that a changed setting or a status is seen; a stack trace follows on lines of its own.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

_Fields = tuple[str, str, str, str, str]

_KEYS = {
    "timestamp": (
        *("timestamp", "@timestamp", "time", "ts", "datetime", "date", "asctime", "t", "eventTime", "lastTimestamp"),
        *("__REALTIME_TIMESTAMP", "_SOURCE_REALTIME_TIMESTAMP", "requestReceivedTimestamp", "firstTimestamp"),
        *("@t", "Timestamp", "time_iso8601", "time_local"),
    ),
    "level": (
        "level",
        "severity",
        "lvl",
        "loglevel",
        "levelname",
        "log.level",
        "PRIORITY",
        "type",
        "@level",
        "@l",
        "Level",
    ),
    "component": (
        *("component", "logger", "service", "name", "module", "app", "logger_name", "log.logger", "service.name"),
        *("SYSLOG_IDENTIFIER", "_SYSTEMD_UNIT", "_COMM", "kubernetes", "source", "container", "resource", "labels"),
        *("serviceContext", "SourceContext"),
    ),
    "message": (
        *("message", "msg", "event", "MESSAGE", "text", "log", "textPayload", "@message", "reason", "body"),
        *("line", "@m", "@mt", "Message", "RenderedMessage", "MessageTemplate"),
    ),
    "host": ("host", "hostname", "node", "instance", "_HOSTNAME", "host.name"),
}
_TRACES = (
    "stack_trace",
    "stacktrace",
    "stack",
    "exception",
    "exc_info",
    "error.stack_trace",
    "traceback",
    "@x",
    "Exception",
)
_ERRORS = ("error", "err", "exception", "error.message", "cause")
_SILENT = frozenset((*_KEYS["timestamp"], *_KEYS["level"], *_TRACES, *_ERRORS)) - {"type"} | {
    *("v", "pid", "ecs.version", "ecs", "process.thread.name", "process", "stream", "timestamp_ns", "log")
}
"""What tells nothing beside the message; of the names and texts those are told that are not told otherwise."""
_HOLDERS = ("log_processed", "jsonPayload")
"""Where collectors put the object that a program wrote, when they have read it."""
_DESCRIPTIVE = frozenset(
    ("kubernetes", "docker", "agent", "cloud", "container", "host", "source", "input", "labels", "resource")
)
"""Objects that collectors put beside every entry: who wrote it, where and how it was read."""
_SHORT = ("t", "s", "c", "ctx")
"""What MongoDB calls time, severity and component, where it writes all of them."""
_NAMES = ("name", "container_name", "component", "hostname", "app", "app.kubernetes.io/name", "service", "$date")
_NAMED_WITHIN = ("container", "pod", "labels")
_BUNYAN = {10: "TRACE", 20: "DEBUG", 30: "INFO", 40: "WARN", 50: "ERROR", 60: "FATAL"}
_MAX_EXTRA_CHARS = 300
_PLAIN = (str, int, float, bool)
_MAX_DEEP, _MAX_LISTED = 4, 8
_TELLS_CHANGE = re.compile(
    r"(?:^|[._])(?:chang|diff|old|new|prev|from|to$|before|after|reason|status|code)|->|→", re.IGNORECASE
)
"""What is kept of an entry with more fields than there is room for: what changed, and why."""
_POD_ENDS = re.compile(r"(?<=\w)(?:-[0-9a-f]{4,10})?-[b-df-hj-np-tv-xz2-9]{5}$")
"""What a replica set and a pod add to the name of what they belong to."""


_NUMBERED_LEVEL = re.compile(r'"(?:level|severity|lvl|loglevel|levelname|log\.level|PRIORITY|@level)": ?"?(\d+)')


def find_numbered_level(line: str) -> str:
    """Find the level of an object that writes it as a number."""
    found = _NUMBERED_LEVEL.search(line)
    return found[1] if found is not None else ""


_INNER_LEVEL = re.compile(r'\\"(?:level|severity|lvl|loglevel|log\.level)\\": ?\d')


def hides_level(line: str) -> bool:
    """Tell whether an object holds another as text, which writes its level as a number."""
    return _INNER_LEVEL.search(line) is not None


def parse_object(line: str) -> dict[str, Any] | None:
    """Read a line as one JSON object; None where it is none."""
    if line[:1] != "{" and not line.lstrip().startswith("{"):
        return None
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


_DOCKER_LINE = re.compile(r'\{"log": ?"([^"\\]*+)(?:\\n)?", ?"stream": ?"std(?:out|err)", ?"time": ?"([^"\\]*)"\}')


def read_wrapped_json(line: str) -> _Fields | None:
    """Read the object a container runtime writes around a line: the line, its time."""
    if found := _DOCKER_LINE.fullmatch(line):
        return found[2], "", "", found[1], ""
    if '"log"' not in line or '"time"' not in line or (entry := parse_object(line)) is None:
        return None
    text = entry.get("log")
    if not isinstance(text, str) or entry.keys() - {"log", "stream", "time", "attrs", "docker", "kubernetes"}:
        return None
    return str(entry.get("time", "")), "", _read_name(entry.get("kubernetes")), text.rstrip("\n"), ""


_COLLECTED = frozenset(("log", "stream", "logtag", "tag", "_p", "docker", "kubernetes"))
_COLLECTED_AT = ("@timestamp", "timestamp", "time", "date")


def read_collected_text(line: str) -> _Fields | None:
    """Read the object that a collector of a cluster's logs puts around a line that is text."""
    if '"log"' not in line or (entry := parse_object(line)) is None:
        return None
    text, stamp = entry.get("log"), next((key for key in _COLLECTED_AT if key in entry), "")
    if not isinstance(text, str) or not stamp or entry.keys() - _COLLECTED - {stamp}:
        return None
    return str(entry[stamp]), "", _read_name(entry.get("kubernetes")), text.rstrip("\n"), ""


class _Shape(NamedTuple):
    """Says where objects with the same keys have what: most entries of a log have those of an earlier one."""

    timestamp: tuple[str, ...]
    level: tuple[str, ...]
    component: tuple[str, ...]
    message: tuple[str, ...]
    host: tuple[str, ...]
    whole: tuple[str, ...]
    """Where an object stands that a program wrote."""
    errors: tuple[str, ...]
    traces: tuple[str, ...]
    holders: tuple[str, ...]
    """Objects in which a trace may be."""
    told: tuple[str, ...]
    """What tells something beside the message."""


@lru_cache(maxsize=1024)
def _learn_shape(keys: tuple[str, ...]) -> _Shape:
    def find(wanted: Sequence[str]) -> tuple[str, ...]:
        return tuple(key for key in wanted if key in keys)

    short = _SHORT if set(_SHORT) <= set(keys) else ()
    return _Shape(
        timestamp=find(_KEYS["timestamp"]),
        level=short[1:2] or find(_KEYS["level"]),
        component=short[2:3] or find(_KEYS["component"]),
        message=find(_KEYS["message"]),
        host=find(_KEYS["host"]),
        whole=find(_HOLDERS),
        errors=find(_ERRORS),
        traces=find(_TRACES),
        holders=find(("err", "error", "exception")),
        told=tuple(key for key in keys if key not in _SILENT and key not in short and not key.startswith("_")),
    )


def read_json_fields(line: str | Mapping[str, Any]) -> _Fields | None:
    """Read time, level, component, message and host of an object, or of a line that is one."""
    entry = parse_object(line) if isinstance(line, str) else line
    return None if entry is None else _read_entry(entry)


def read_json_lines(text: str) -> list[_Fields]:
    """Read many lines at once, each an object of its own; nothing where one of them is not."""
    breaks = text.count("\n")
    if text[:1] != "{" or text[-1:] != "}" or text.count("}\n{") != breaks:
        return []
    joined = text.replace("}\n{", "},{")
    try:
        entries = json.loads(f"[{joined}]")
    except (ValueError, RecursionError):
        return []
    return list(map(_read_entry, entries)) if len(entries) == breaks + 1 else []


def _read_entry(entry: Mapping[str, Any]) -> _Fields:
    if "kind" in entry and entry["kind"] == "Event" and ("involvedObject" in entry or "objectRef" in entry):
        return _read_cluster_event(entry)
    shape = _learn_shape(tuple(entry))
    message = _pick(entry, shape.message)
    inner = parse_object(message) if message[:1] == "{" else None
    if inner or shape.whole:
        inner = inner or next((held for key in shape.whole if isinstance(held := entry[key], dict) and held), None)
        if inner:
            return _read_collected(entry, shape, inner, message)
    component = _pick(entry, shape.component)
    host = _pick(entry, shape.host) if shape.host else ""
    if not component and isinstance(nested := entry.get("log"), dict):
        component = _read_name(nested.get("logger"))
    text = message
    if shape.errors and (error := _describe_error(entry, shape.errors, message)):
        text = f"{text} {error}" if text else error
    if shape.told and (rest := _describe_rest(entry, shape.told, (message, component, host))):
        text = f"{text} {rest}" if text else rest
    text = text or json.dumps(entry, ensure_ascii=False)
    if (shape.traces or shape.holders) and (trace := _find_trace(entry, shape)):
        text = f"{text}\n{trace}"
    return _pick(entry, shape.timestamp), _read_level(entry, shape.level), component, text, host


def _read_collected(entry: Mapping[str, Any], shape: _Shape, inner: Mapping[str, Any], message: str) -> _Fields:
    """Read an object that a collector put into one of its own: the collector's tells what the program's does not."""
    stamp, level, logger, text, host = _read_entry(inner)
    service, node = _pick(entry, shape.component), _pick(entry, shape.host) if shape.host else ""
    told = tuple(key for key in shape.told if entry[key] is not inner and entry[key] != message)
    rest = _describe_rest(entry, told, (logger, service, node)) if told else ""
    # Side by side with others a program is known by its service, which they call; a logger that names it says more.
    own = logger if not service or service.casefold() in logger.casefold() else service
    more = " ".join(each for each in (rest, f"logger={logger}" if logger not in ("", own) else "") if each)
    if more:
        said, trace, frames = text.partition("\n")
        text = f"{said} {more}{trace}{frames}"
    return _pick(entry, shape.timestamp) or stamp, level or _read_level(entry, shape.level), own, text, host or node


def _pick(entry: Mapping[str, Any], keys: Sequence[str]) -> str:
    for key in keys:
        value = entry[key]
        if isinstance(value, str):
            if value:
                return value
        elif value is not None and not (key == "log" and isinstance(value, dict)):
            return _read_name(value)
    return ""


def _read_name(value: Any) -> str:
    """Read a value as text; of an object the name it gives, or that of the container or the pod it describes."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), "")
        if not name and isinstance(nested := next(filter(None, map(value.get, _NAMED_WITHIN)), None), dict):
            name = _read_name(nested)
        return name or _POD_ENDS.sub("", str(value.get("pod_name") or ""))
    if isinstance(value, list) and all(isinstance(each, int) and 0 <= each < 256 for each in value):
        return bytes(value).decode("utf-8", "replace")  # journald writes a message that is no text as its bytes
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _read_level(entry: Mapping[str, Any], keys: Sequence[str]) -> str:
    nested = entry.get("log")
    if isinstance(nested, dict) and isinstance(nested.get("level"), str):
        return str(nested["level"])
    for key in keys:
        value = entry[key]
        if isinstance(value, int) and not isinstance(value, bool):
            return _BUNYAN.get(value, str(value))
        if isinstance(value, str) and value:
            return value
    return ""


def _describe_error(entry: Mapping[str, Any], keys: Sequence[str], message: str) -> str:
    for key in keys:
        value = entry[key]
        if isinstance(value, dict):
            kind = value.get("type") or value.get("name") or ""
            value = ": ".join(str(each) for each in (kind, value.get("message") or "") if each)
        if isinstance(value, str) and value and "\n" not in value and value not in message:
            return value if not message else f"error={value}"
    return ""


def _describe_rest(entry: Mapping[str, Any], keys: Sequence[str], known: Sequence[str]) -> str:
    """Write the fields that tell something, but for what is known already; those inside of others by their path."""
    every: list[str] = []
    for key in keys:
        value = entry[key]
        if isinstance(value, _PLAIN):
            if value != "" and value not in known:
                every.append(f"{key}={value}")
        elif value and key not in _DESCRIPTIVE and (_read_name(value) or None) not in known:
            every += [told for told in _flatten(key, value, _MAX_DEEP) if (told.partition("=")[2] or None) not in known]
    text = " ".join(every).replace("\n", " ")
    if len(text) <= _MAX_EXTRA_CHARS + len(every):
        return text
    kept, left = set[int](), _MAX_EXTRA_CHARS
    for place in sorted(range(len(every)), key=lambda place: _TELLS_CHANGE.search(every[place]) is None):
        if len(every[place]) <= left:
            left -= len(every[place])
            kept.add(place)
    return " ".join(every[place] for place in sorted(kept)).replace("\n", " ")


def _flatten(path: str, value: Any, deep: int) -> Iterator[str]:
    """Write what is inside of a field: `pool.size=8`, `hosts=[a, b]`."""
    if isinstance(value, dict) and deep:
        for key, inner in value.items():
            yield from _flatten(f"{path}.{key}", inner, deep - 1)
    elif isinstance(value, list) and deep and any(isinstance(each, dict | list) for each in value):
        for each in value[:_MAX_LISTED]:
            yield from _flatten(path, each, deep - 1)
    elif isinstance(value, list):
        yield f"{path}=[{', '.join(str(each) for each in value[:_MAX_LISTED])}]"
    elif isinstance(value, _PLAIN) and value != "":
        yield f"{path}={value}"


def _find_trace(entry: Mapping[str, Any], shape: _Shape) -> str:
    inner = ((entry[key], _TRACES) for key in shape.holders if isinstance(entry[key], dict))
    for holder, keys in ((entry, shape.traces), *inner):
        for key in keys:
            value = holder.get(key)
            if isinstance(value, str) and "\n" in value:
                return value
    return ""


def _read_cluster_event(entry: Mapping[str, Any]) -> _Fields:
    """Read an event, or an audit record, of a Kubernetes cluster."""
    about = entry.get("involvedObject") or entry.get("objectRef") or {}
    about = about if isinstance(about, dict) else {}
    whole = str(about.get("name") or "")
    # The pods of one deployment are one component: what comes behind its name differs from pod to pod.
    owner = _POD_ENDS.sub("", whole) if about.get("kind") == "Pod" else whole
    name = f"{about.get('kind') or about.get('resource') or ''}/{owner}".strip("/")
    if "objectRef" in entry:
        status = entry.get("responseStatus") or {}
        message = f"{entry.get('verb', '')} {entry.get('requestURI', '')} {_read_name(status.get('code'))}"
    else:
        often = entry.get("count")
        times = f" (seen {often} times)" if isinstance(often, int) and often > 1 else ""
        message = f"{entry.get('reason', '')}: {entry.get('message', '')}{times}"
        message += f" pod={whole}" if owner != whole and whole not in message else ""
    level = "WARN" if entry.get("type") == "Warning" else "INFO"
    timestamp = _pick(entry, _learn_shape(tuple(entry)).timestamp) or _read_name(
        _nested(entry, "metadata", "creationTimestamp")
    )
    return timestamp, level, name, message.replace("\n", " "), _read_name(_nested(entry, "source", "host"))


def _nested(entry: Mapping[str, Any], outer: str, inner: str) -> Any:
    found = entry.get(outer)
    return found.get(inner) if isinstance(found, dict) else None
