"""Reads log entries that are JSON objects: the shapes that common loggers, runtimes and clusters write.

Known are zap, logrus, structlog, bunyan and pino, ECS, journald, docker, and events and audit records of Kubernetes;
any other object is read by the names its fields usually have. What a field tells beside the message stands behind it as
key=value, so that a changed setting or a status is seen; a stack trace follows on lines of its own.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_Fields = tuple[str, str, str, str, str]

_KEYS = {
    "timestamp": (
        *("timestamp", "@timestamp", "time", "ts", "datetime", "date", "asctime", "t", "eventTime", "lastTimestamp"),
        *("__REALTIME_TIMESTAMP", "_SOURCE_REALTIME_TIMESTAMP", "requestReceivedTimestamp", "firstTimestamp"),
    ),
    "level": ("level", "severity", "lvl", "loglevel", "levelname", "log.level", "PRIORITY", "type", "@level"),
    "component": (
        *("component", "logger", "service", "name", "module", "app", "logger_name", "log.logger", "service.name"),
        *("SYSLOG_IDENTIFIER", "_SYSTEMD_UNIT", "_COMM", "kubernetes", "source", "container"),
    ),
    "message": ("message", "msg", "event", "MESSAGE", "text", "log", "textPayload", "@message", "reason", "body"),
    "host": ("host", "hostname", "node", "instance", "_HOSTNAME", "host.name"),
}
_TRACES = ("stack_trace", "stacktrace", "stack", "exception", "exc_info", "error.stack_trace", "traceback")
_ERRORS = ("error", "err", "exception", "error.message", "cause")
_SILENT = frozenset((*_KEYS["timestamp"], *_KEYS["level"], *_TRACES, *_ERRORS)) - {"type"} | {
    *("v", "pid", "ecs.version", "ecs", "process.thread.name", "process", "stream", "timestamp_ns", "log")
}
"""What tells nothing beside the message; of the names and texts those are told that are not told otherwise."""
_DESCRIPTIVE = frozenset(("kubernetes", "docker", "agent", "cloud", "container", "host", "source", "input", "labels"))
"""Objects that collectors put beside every entry: who wrote it, where and how it was read."""
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


def parse_object(line: str) -> dict[str, Any] | None:
    """Read a line as one JSON object; None where it is none."""
    if not line.lstrip().startswith("{"):
        return None
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def read_wrapped_json(line: str) -> _Fields | None:
    """Read the object a container runtime writes around a line: the line, its time."""
    if '"log"' not in line or '"time"' not in line or (entry := parse_object(line)) is None:
        return None
    text = entry.get("log")
    if not isinstance(text, str) or entry.keys() - {"log", "stream", "time", "attrs", "docker", "kubernetes"}:
        return None
    return str(entry.get("time", "")), "", _read_name(entry.get("kubernetes")), text.rstrip("\n"), ""


def read_json_fields(line: str | Mapping[str, Any]) -> _Fields | None:
    """Read time, level, component, message and host of an object, or of a line that is one."""
    entry = parse_object(line) if isinstance(line, str) else line
    if entry is None:
        return None
    if entry.get("kind") == "Event" and ("involvedObject" in entry or "objectRef" in entry):
        return _read_cluster_event(entry)
    message, component, host = (_pick(entry, field) for field in ("message", "component", "host"))
    rest = _describe_rest(entry, (message, component, host))
    told = " ".join(part for part in (message, _describe_error(entry, message), rest) if part)
    trace = _find_trace(entry)
    text = told or json.dumps(entry, ensure_ascii=False)
    return (
        _pick(entry, "timestamp"),
        _read_level(entry),
        component,
        f"{text}\n{trace}" if trace else text,
        host,
    )


def _pick(entry: Mapping[str, Any], field: str) -> str:
    for key in _KEYS[field]:
        value = entry.get(key)
        if value is None or value == "" or (key == "log" and isinstance(value, dict)):
            continue
        return _read_name(value)
    nested = entry.get("log")
    return _read_name(nested.get("logger")) if field == "component" and isinstance(nested, dict) else ""


def _read_name(value: Any) -> str:
    """Read a value as text; of an object the name it gives."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        name = next((value[key] for key in ("name", "container_name", "component", "hostname") if key in value), "")
        return name if isinstance(name, str) else ""
    if isinstance(value, list) and all(isinstance(each, int) and 0 <= each < 256 for each in value):
        return bytes(value).decode("utf-8", "replace")  # journald writes a message that is no text as its bytes
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _read_level(entry: Mapping[str, Any]) -> str:
    nested = entry.get("log")
    if isinstance(nested, dict) and isinstance(nested.get("level"), str):
        return str(nested["level"])
    for key in _KEYS["level"]:
        value = entry.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return _BUNYAN.get(value, str(value))
        if isinstance(value, str) and value:
            return value
    return ""


def _describe_error(entry: Mapping[str, Any], message: str) -> str:
    for key in _ERRORS:
        value = entry.get(key)
        if isinstance(value, dict):
            kind = value.get("type") or value.get("name") or ""
            value = ": ".join(str(each) for each in (kind, value.get("message") or "") if each)
        if isinstance(value, str) and value and "\n" not in value and value not in message:
            return value if not message else f"error={value}"
    return ""


def _describe_rest(entry: Mapping[str, Any], known: Sequence[str]) -> str:
    """Write the fields that tell something, but for what is known already; those inside of others by their path."""
    every = list(_list_told(entry, known))
    if sum(map(len, every)) <= _MAX_EXTRA_CHARS:
        return " ".join(every).replace("\n", " ")
    kept, left = set[int](), _MAX_EXTRA_CHARS
    for place in sorted(range(len(every)), key=lambda place: _TELLS_CHANGE.search(every[place]) is None):
        if len(every[place]) <= left:
            left -= len(every[place])
            kept.add(place)
    return " ".join(every[place] for place in sorted(kept)).replace("\n", " ")


def _list_told(entry: Mapping[str, Any], known: Sequence[str]) -> Iterator[str]:
    told_already = {text for text in known if text}
    for key, value in entry.items():
        if key in _SILENT or key.startswith("_") or value in ("", None):
            continue
        if isinstance(value, _PLAIN):
            if value not in known:
                yield f"{key}={value}"
        elif key not in _DESCRIPTIVE and _read_name(value) not in told_already:
            yield from (told for told in _flatten(key, value, _MAX_DEEP) if told.partition("=")[2] not in told_already)


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


def _find_trace(entry: Mapping[str, Any]) -> str:
    for holder in (entry, *(entry[key] for key in ("err", "error", "exception") if isinstance(entry.get(key), dict))):
        for key in _TRACES:
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
    timestamp = _pick(entry, "timestamp") or _read_name(_nested(entry, "metadata", "creationTimestamp"))
    return timestamp, level, name, message.replace("\n", " "), _read_name(_nested(entry, "source", "host"))


def _nested(entry: Mapping[str, Any], outer: str, inner: str) -> Any:
    found = entry.get(outer)
    return found.get(inner) if isinstance(found, dict) else None


def is_json_document(lines: Sequence[str]) -> bool:
    """Tell whether these are the first lines of a JSON document that is written over many lines."""
    told = [line.strip() for line in lines if line.strip()]
    return told[:1] in (["{"], ["["]) and any(line in ("{", '"items": [') for line in told[1:])


def join_documents(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Put the objects of a JSON document that is written over many lines onto one line each.

    An object is what lies between a brace alone on its line and the closing one as deep as the first.
    """
    deep, held, start = -1, list[str](), 0
    for number, line in lines:
        bare = line.strip()
        indent = len(line) - len(line.lstrip())
        if not held and bare == "{" and indent and deep in (-1, indent):
            deep, held, start = indent, [line], number
        elif held:
            held.append(line)
            if indent == deep and bare in ("}", "},"):
                yield start, "".join(held).rstrip(",")
                held = []
