"""What a machine is told of debates: JSON logs without secrets, OpenTelemetry spans and metrics."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moot import debate
from moot.runs.live.observability import JsonFormatter, LogWatcher, log_json, observe
from tests.cli.program import Program, agree
from tests.support.scripts import QUESTION, synthesis, views, write


@pytest.fixture
def moot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(tmp_path, capsys)


@pytest.fixture
def quiet_logging() -> Iterator[None]:
    """Leave the logging of the test process as it was."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)


@pytest.mark.usefixtures("quiet_logging")
def test_run_logs_json_lines_and_nothing_else(moot: Program) -> None:
    done = moot("run", QUESTION, "--model", moot.script(*agree()), "--log-format", "json", "--thread", "one", "--json")
    assert done.code == 0
    assert done.document["status"] == "decided"
    lines = [json.loads(line) for line in done.err.splitlines()]
    assert lines[0]["event"] == "began"
    assert lines[-1]["event"] == "ended"
    assert {line["thread"] for line in lines} == {"one"}
    assert {"seat_started", "seat_finished", "round_closed", "escalated"} <= {line["event"] for line in lines}
    assert all(line["time"] and line["level"] == "info" and line["logger"] == "moot.events" for line in lines)


@pytest.mark.usefixtures("quiet_logging")
def test_batch_logs_each_debate_under_its_own_id(moot: Program) -> None:
    file = moot.folder / "in.jsonl"
    lines = [json.dumps({"question": f"Should we open shop {number}?"}) for number in (1, 2)]
    file.write_text("\n".join(lines), encoding="utf-8")
    done = moot("batch", str(file), "--model", moot.script(*agree()), "--log-format", "json")
    assert done.code == 0
    logged = [json.loads(line) for line in done.err.splitlines()]
    threads = {json.loads(line)["thread_id"] for line in done.out.splitlines()}
    assert {each["thread"] for each in logged} == threads
    assert len(threads) == 2


@pytest.mark.usefixtures("quiet_logging")
def test_secrets_never_reach_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "marked-secret-of-ours")
    stream = io.StringIO()
    log_json(stream)
    LogWatcher("t")(
        "custom", {"event": "seat_finished", "error": "marked-secret-of-ours", "deep": [{"a": "sk-abcdefgh"}]}
    )
    error = ValueError("Bearer marked-secret-of-ours")
    logging.getLogger("moot.models").error("failed", exc_info=error)
    logging.getLogger("httpx").info("noise of others")
    text = stream.getvalue()
    assert "marked-secret" not in text
    assert "sk-abc" not in text
    first, second = map(json.loads, text.splitlines())
    assert (first["level"], first["error"], first["deep"]) == ("warning", "***", [{"a": "***"}])
    assert second["error"] == "ValueError: ***"


def test_a_long_text_is_cut() -> None:
    record = logging.LogRecord("moot", logging.INFO, "", 0, "x" * 5000, (), None)
    assert len(json.loads(JsonFormatter().format(record))["event"]) == 2000


@pytest.fixture(scope="module")
def collected() -> Any:
    """OpenTelemetry as a program sets it up, collecting into memory; a process can do that once."""
    pytest.importorskip("opentelemetry.sdk", reason="the extra otel is not installed")
    from opentelemetry import metrics, trace
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import InMemoryMetricReader
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    spans, reader = InMemorySpanExporter(), InMemoryMetricReader()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    trace.set_tracer_provider(provider)
    metrics.set_meter_provider(MeterProvider([reader]))
    return spans, reader


async def test_a_debate_is_a_trace_with_a_span_per_turn(tmp_path: Path, collected: Any) -> None:
    spans, reader = collected
    spans.clear()
    before, seen = _points(reader), list[str]()
    with observe(lambda mode, data: seen.append(data["event"] if mode == "custom" else mode)) as watch:
        model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
        await debate(QUESTION, model=model, store="memory:", thread="t1", watch=watch)
    assert {"ended", "updates"} <= set(seen)
    finished = spans.get_finished_spans()
    (whole,) = [span for span in finished if span.name == "invoke_agent conclave"]
    turns = [span for span in finished if span.name.startswith("chat ")]
    assert {span.parent.span_id for span in turns} == {whole.context.span_id}
    assert {span.attributes["gen_ai.agent.name"] for span in turns} == {"cro", "cfo", "coo", "cmo", "synthesizer"}
    assert all(span.attributes["gen_ai.usage.input_tokens"] > 0 for span in turns)
    assert all(span.attributes["gen_ai.conversation.id"] == "t1" for span in finished)
    assert whole.attributes["moot.status"] == "decided"
    points = _points(reader)
    counted = {name: points[name] - before.get(name, 0) for name in ("moot.debates", "moot.rounds", "moot.escalations")}
    assert set(counted.values()) == {1}
    assert {"gen_ai.client.token.usage", "gen_ai.client.operation.duration"} <= set(points)


async def test_failures_breakers_and_pauses_are_counted(tmp_path: Path, collected: Any) -> None:
    spans, reader = collected
    spans.clear()
    with observe() as watch:
        model = write(tmp_path, {"when": {"seat": "cfo"}, "fail": 401}, views((0, 0, 0, 0)), synthesis(20))
        options: Any = {"overrides": {"rounds.max": 1, "council.enabled": False, "critique.enabled": False}}
        await debate(QUESTION, model=model, store="memory:", watch=watch, **options)
    finished = spans.get_finished_spans()
    (failed,) = [span for span in finished if span.attributes.get("gen_ai.agent.name") == "cfo"]
    assert failed.attributes["error.type"] == "failed"
    (whole,) = [span for span in finished if span.name == "invoke_agent conclave"]
    assert whole.attributes["moot.status"] == "paused"
    assert {event.name for event in whole.events} >= {"round_closed", "breaker", "escalated"}
    assert _points(reader)["moot.breakers"] >= 1


def _points(reader: Any) -> dict[str, float]:
    found = {}
    collected = reader.get_metrics_data()
    for resource in collected.resource_metrics if collected else ():
        for scope in resource.scope_metrics:
            for metric in scope.metrics:
                points = metric.data.data_points
                found[metric.name] = sum(getattr(point, "value", 0) or getattr(point, "count", 0) for point in points)
    return found


def test_without_opentelemetry_nothing_is_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.runs.live.observability.find_spec", lambda _: None)
    with observe() as nobody:
        assert nobody is None
    with observe(print) as somebody:
        assert somebody is print
