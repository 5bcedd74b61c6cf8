"""What a failure means for us, and how long we wait."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from moot.models.retries import Fatal, Fault, Rejected, Transient, classify, retrying
from moot.models.testing.steps import client_timeout, connection_error, status_error, stream_error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        *((status_error(status, "x"), Transient) for status in (408, 409, 429, 500, 502, 503, 504, 529)),
        *((status_error(status, "x"), Rejected) for status in (400, 415, 422, 501)),
        *((status_error(status, "x"), Fatal) for status in (401, 402, 403, 404, 405, 410, 413)),
        (status_error(400, "maximum context length is 8192 tokens"), Fatal),
        (connection_error(), Transient),
        (client_timeout(), Transient),
        (stream_error("overloaded"), Transient),
        (ConnectionResetError("peer"), Transient),
        (TimeoutError(), Transient),
        (ValueError("No generation chunks were returned"), Transient),
        (KeyError("choices"), Fatal),
        (TypeError("what?"), Fatal),
    ],
    ids=lambda value: str(value) if isinstance(value, type) else f"{getattr(value, 'status_code', '')} {value!r}"[:40],
)
def test_classify(error: Exception, kind: type[Fault]) -> None:
    assert type(classify(error)) is kind


@pytest.mark.parametrize(
    ("told", "said"),
    [
        pytest.param(
            "Cannot connect to host 127.0.0.1:11434 ssl:default [Connect call failed ('127.0.0.1', 11434)]",
            "the connection failed: no server answers at 127.0.0.1:11434",
            id="refused",
        ),
        pytest.param(
            "Cannot connect to host models.example:443 ssl:default [Name or service not known]",
            "the connection failed: no server answers at models.example:443 (Name or service not known)",
            id="no such name",
        ),
        pytest.param("Connection reset by peer", "the connection failed: Connection reset by peer", id="cut later"),
    ],
)
def test_where_nobody_answers_is_said_in_plain_words(told: str, said: str) -> None:
    assert str(classify(OSError(told))) == said


def test_a_quota_that_is_used_up_is_not_a_limit_that_passes() -> None:
    error: Any = status_error(429, "no credit")
    error.code = "insufficient_quota"
    assert isinstance(classify(error), Fatal)


def in_a_while(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize(
    ("headers", "low", "high"),
    [
        pytest.param({"retry-after": "7"}, 7, 7, id="seconds"),
        pytest.param({"retry-after": "0.5"}, 0.5, 0.5, id="a fraction"),
        pytest.param({"retry-after-ms": "250", "retry-after": "1"}, 0.25, 0.25, id="milliseconds go first"),
        pytest.param({"retry-after": in_a_while(7200)}, 3600, 7200, id="a date"),
        pytest.param({"retry-after": in_a_while(-20)}, 0, 0, id="a date that has passed"),
        pytest.param({"retry-after": "soon"}, None, None, id="nonsense"),
        pytest.param({"retry-after": f"Thu, 01 Jan 2099 00:00:00 +{'9' * 16}"}, None, None, id="beyond any date"),
        pytest.param({"retry-after-ms": "nan"}, 0, 0, id="no number"),
        pytest.param({}, None, None, id="nothing"),
    ],
)
def test_retry_after(headers: dict[str, str], low: float | None, high: float | None) -> None:
    error: Any = status_error(429, "x")
    error.response.headers.update(headers)
    fault = classify(error)
    if low is None or high is None:
        assert fault.retry_after is None
    else:
        assert fault.retry_after is not None
        assert low <= fault.retry_after <= high


async def waits(faults: list[Fault], left: float = 1e9, attempts: int = 4) -> list[float]:
    """The waits between the attempts, when these faults happen one after the other."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def ask() -> str:
        if faults:
            raise faults.pop(0)
        return "done"

    try:
        await retrying(attempts, lambda: left - sum(slept), sleep)(ask)
    except Fault:
        slept.append(-1)
    return slept


@pytest.mark.parametrize(
    ("faults", "left", "bounds"),
    [
        pytest.param([], 99, [], id="nothing wrong, no wait"),
        pytest.param([Transient("x")] * 3, 99, [(0.25, 0.5), (0.5, 0.75), (1.0, 1.25)], id="longer each time"),
        pytest.param([Transient("x")] * 4, 99, [(0.25, 0.5), (0.5, 0.75), (1.0, 1.25), (-1, -1)], id="four attempts"),
        pytest.param([Transient("x", 429, 3.0)], 99, [(3.0, 3.2)], id="not before Retry-After"),
        pytest.param([Transient("x", 429, 3.0)], 2, [(-1, -1)], id="never past the deadline"),
        pytest.param([Transient("x")] * 3, 0.6, [(0.25, 0.5), (-1, -1)], id="as long as there is time"),
        pytest.param([Fatal("x")], 99, [(-1, -1)], id="fatal: not again"),
        pytest.param([Rejected("x")], 99, [(-1, -1)], id="rejected: not again in this form"),
    ],
)
async def test_waits(faults: list[Fault], left: float, bounds: list[tuple[float, float]]) -> None:
    slept = await waits(list(faults), left)
    assert len(slept) == len(bounds)
    for seconds, (low, high) in zip(slept, bounds, strict=True):
        assert low <= seconds <= high
