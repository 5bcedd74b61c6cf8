"""Tells what happens in debates to those who operate them: JSON lines on stderr, and OpenTelemetry.

Logs are one JSON object per line, without secrets. Traces and metrics follow the GenAI semantic conventions and are
silent where OpenTelemetry is not installed: a debate is one span, each turn of a seat a span below it. Whoever has set
OpenTelemetry up enters `observe()` and passes what it yields as `watch`; `start_export` sets it up for the command
line where OTEL_EXPORTER_OTLP_ENDPOINT says.
"""

import json
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, TextIO

from moot.models.cleaning import redact

if TYPE_CHECKING:
    from opentelemetry.trace import Span

    from moot.runs.options import Watcher

LogLineFormat = Literal["text", "json"]

EVENT_LOGGER = logging.getLogger("moot.events")
"""Everything that happens in debates; a program that embeds moot may listen here."""

_MAX_TEXT = 2000
"""What a model said may be long; a line of a log is not the place to keep it."""
_ENDPOINTS = (
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
)


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object: time, level, logger, event, and the fields of the event."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the record as one line."""
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
    """Remove secrets from a value, and shorten what is too long."""
    if isinstance(value, str):
        text = redact(value)
        return text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 1]}…"
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
    """Say whether this process writes its logs as JSON lines."""
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
        EVENT_LOGGER.log(level, event, extra={"fields": {"thread": self._thread, **fields}})

    def __enter__(self) -> "LogWatcher":
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: every line stays."""


@contextmanager
def observe(watch: "Watcher | None" = None) -> "Iterator[Watcher | None]":
    """Trace and count one debate beside whoever else watches it; only the other one without OpenTelemetry."""
    if find_spec("opentelemetry") is None or not _is_recording():
        yield watch
        return
    telemetry = _TelemetryWatcher(watch)
    try:
        yield telemetry
    finally:
        telemetry.close()


def _is_recording() -> bool:
    """Say whether anybody set OpenTelemetry up; without, watching would cost time and tell nobody."""
    from opentelemetry import metrics, trace

    usual = (trace.ProxyTracerProvider, trace.NoOpTracerProvider)
    counted = "Proxy" not in type(metrics.get_meter_provider()).__name__
    return counted or not isinstance(trace.get_tracer_provider(), usual)


class _TelemetryWatcher:
    """Turns the events of one debate into spans and metrics."""

    def __init__(self, watch: "Watcher | None" = None) -> None:
        from opentelemetry import trace

        self._watch, self._tracer = watch, trace.get_tracer("moot")
        wanted = () if watch is None else getattr(watch, "modes", ("messages", "updates"))
        self.modes = tuple(sorted({"custom", *wanted}))
        self._debate: Span | None = None
        self._turns: dict[tuple[str, str], Span] = {}
        self._thread, self._profile, self._status = "", "", "paused"

    def __call__(self, mode: str, data: Any) -> None:
        """Take note of what the graph streams, and pass it on."""
        if mode == "custom":
            handle = getattr(self, f"_on_{data['event']}", None)
            if handle is not None:
                handle(data)
        if self._watch is not None and mode in getattr(self._watch, "modes", (mode,)):
            self._watch(mode, data)

    def close(self) -> None:
        """End what is still open: a debate that paused, or that was interrupted."""
        for span in self._turns.values():
            span.end()
        if self._debate is not None:
            self._debate.set_attribute("moot.status", self._status)
            self._debate.end()
            _instruments()["debates"].add(1, {"moot.profile": self._profile, "moot.status": self._status})
        self._turns, self._debate = {}, None

    def _on_began(self, event: dict[str, Any]) -> None:
        self._thread, self._profile = event["thread"], event["profile"]
        about = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": self._profile,
            "gen_ai.conversation.id": self._thread,
            "moot.seats": event["seats"],
        }
        self._debate = self._tracer.start_span(f"invoke_agent {self._profile}", attributes=about)

    def _on_seat_started(self, event: dict[str, Any]) -> None:
        from opentelemetry import trace

        parent = trace.set_span_in_context(self._debate) if self._debate is not None else None
        about = {
            "gen_ai.operation.name": "chat",
            "gen_ai.agent.name": event["seat"],
            "gen_ai.conversation.id": self._thread,
            "moot.phase": event["phase"],
            "moot.round": event["round"],
        }
        self._turns[event["seat"], event["phase"]] = self._tracer.start_span(
            f"chat {event['seat']} {event['phase']}", context=parent, attributes=about, start_time=time.time_ns()
        )

    def _on_seat_finished(self, event: dict[str, Any]) -> None:
        from opentelemetry.trace import StatusCode

        model, asked, said = (
            event.get("model") or "unknown",
            event.get("prompt_tokens", 0),
            event.get("answer_tokens", 0),
        )
        span = self._turns.pop((event["seat"], event["phase"]), None)
        if span is not None:
            span.set_attributes(
                {
                    "gen_ai.request.model": model,
                    "gen_ai.usage.input_tokens": asked,
                    "gen_ai.usage.output_tokens": said,
                    "moot.status": event["status"],
                    **({} if event["cost"] is None else {"moot.cost": event["cost"]}),
                }
            )
            if event["error"]:
                span.set_attribute("error.type", event["status"])
                span.set_status(StatusCode.ERROR, str(event["error"]))
            span.end()
        about = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": model,
            "gen_ai.agent.name": event["seat"],
            "moot.profile": self._profile,
            "moot.phase": event["phase"],
        }
        failed = {"error.type": event["status"]} if event["error"] else {}
        _instruments()["duration"].record(event["elapsed_ms"] / 1000, {**about, **failed})
        for kind, count in (("input", asked), ("output", said)):
            _instruments()["tokens"].record(count, {**about, "gen_ai.token.type": kind})
        if event["cost"]:
            _instruments()["cost"].add(event["cost"], about)

    def _on_round_closed(self, event: dict[str, Any]) -> None:
        self._mark("round_closed", {"moot.round": event["round"], "moot.convergence": event["convergence"] or 0.0})
        _instruments()["rounds"].add(1, {"moot.profile": self._profile, "moot.converged": event["converged"]})

    def _on_escalated(self, event: dict[str, Any]) -> None:
        self._mark("escalated", {"moot.target": event["target"], "moot.reasons": event["reasons"]})
        _instruments()["escalations"].add(1, {"moot.profile": self._profile, "moot.target": event["target"]})

    def _on_breaker(self, event: dict[str, Any]) -> None:
        self._mark("breaker", {"moot.reason": event["reason"]})
        _instruments()["breakers"].add(1, {"moot.profile": self._profile, "moot.reason": event["reason"]})

    def _on_ended(self, event: dict[str, Any]) -> None:
        self._status = event["status"]

    def _mark(self, name: str, about: dict[str, Any]) -> None:
        if self._debate is not None:
            self._debate.add_event(name, about)


@cache
def _instruments() -> dict[str, Any]:
    from opentelemetry import metrics

    meter = metrics.get_meter("moot")
    return {
        "debates": meter.create_counter("moot.debates", "{debate}", "Debates that ended or paused"),
        "rounds": meter.create_counter("moot.rounds", "{round}", "Rounds that were closed"),
        "escalations": meter.create_counter("moot.escalations", "{escalation}", "Where decisions were sent"),
        "breakers": meter.create_counter("moot.breakers", "{breaker}", "Circuit breakers by their reason"),
        "cost": meter.create_counter("moot.cost", "USD", "Money spent, as far as prices are known"),
        "tokens": meter.create_histogram("gen_ai.client.token.usage", "{token}", "Tokens of a turn"),
        "duration": meter.create_histogram("gen_ai.client.operation.duration", "s", "Time of a turn"),
    }


def start_export() -> Callable[[], None]:
    """Send traces and metrics where the usual OTEL_ variables say; returns what has to be called at the end."""
    if not any(os.environ.get(name) for name in _ENDPOINTS) or find_spec("opentelemetry.sdk") is None:
        return lambda: None
    from opentelemetry import metrics, trace
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", "moot")})
    spans = TracerProvider(resource=resource)
    spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(spans)
    counts = MeterProvider([PeriodicExportingMetricReader(OTLPMetricExporter())], resource=resource)
    metrics.set_meter_provider(counts)

    def stop() -> None:
        spans.shutdown()
        counts.shutdown()

    return stop
