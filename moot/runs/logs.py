"""Structured logs: one JSON object per line on stderr, without secrets."""

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

from moot.models import redact

LogFormat = Literal["text", "json"]

EVENTS = logging.getLogger("moot.events")
"""Everything that happens in debates; a program that embeds moot may listen here."""

_LONGEST = 2000
"""What a model said may be long; a line of a log is not the place to keep it."""


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object: time, level, logger, event, and the fields of the event."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        fields: Mapping[str, Any] = getattr(record, "fields", {})
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **fields,
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = f"{type(record.exc_info[1]).__name__}: {record.exc_info[1]}"
        return json.dumps(_clean(line), ensure_ascii=False, default=str)


def _clean(value: Any) -> Any:
    """The value without secrets, and without what is too long."""
    if isinstance(value, str):
        text = redact(value)
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    if isinstance(value, Mapping):
        return {str(name): _clean(each) for name, each in value.items()}
    return [_clean(each) for each in value] if isinstance(value, list | tuple) else value


def log_json(stream: TextIO | None = None) -> None:
    """Write all logs of this process as JSON lines, ours from `info` and those of others from `warning` on."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("moot").setLevel(logging.INFO)


def logs_json() -> bool:
    """Whether this process writes its logs as JSON lines."""
    return any(isinstance(handler.formatter, JsonFormatter) for handler in logging.getLogger().handlers)


class LogWatcher:
    """Logs the events of one debate; pass it as `watch`, or enter it to log until the debate is over."""

    modes = ("custom",)
    stopped = False
    """The circuit breaker's block is for people; a log has its event."""

    def __init__(self, thread: str = "") -> None:
        self._thread = thread

    def __call__(self, mode: str, data: Any) -> None:
        """Take note of what the graph streams."""
        if mode != "custom":
            return
        fields = dict(data)
        event = str(fields.pop("event"))
        self._thread = fields.pop("thread", self._thread)
        level = logging.WARNING if fields.get("error") or event in {"breaker", "fallback"} else logging.INFO
        EVENTS.log(level, event, extra={"fields": {"thread": self._thread, **fields}})

    def __enter__(self) -> "LogWatcher":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close: every line stays."""
