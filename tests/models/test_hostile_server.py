"""Whatever a server sends, asking it ends within the seat's time with an answer of ours, and never with an error."""

import asyncio
import gc
import socket
import time
from collections.abc import Iterator

import pytest

from moot.models import retries
from moot.models.ask import ModelEdge
from moot.models.settings import Settings
from tests.models.conftest import AskOnce
from tests.support.hostile_server import MODES, HostileServer

USABLE = {
    *("negative_usage", "huge_usage", "zero_usage", "strange_usage", "surrogates", "control_characters", "line_ends"),
    *("missing_done", "answer_then_garbage", "two_answers_at_once", "many_cookies"),
    *("usage_in_fractions", "usage_in_words", "usage_without_end", "cached_more_than_sent"),
    *("byte_order_mark", "carriage_returns", "strange_finish", "other_roles", "names_twice"),
    *("pings_after_the_end", "answer_in_parts", "two_choices"),
}
"""The answer itself is there, and is taken."""

LIES = [
    *("negative_usage", "huge_usage", "zero_usage", "strange_usage"),
    *("usage_in_fractions", "usage_in_words", "usage_without_end", "cached_more_than_sent"),
]

SLOW = 2.0


@pytest.fixture(scope="module")
def hostile() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "_FIRST_WAIT", 0.02)
    monkeypatch.setattr("moot.models.openai_chat._AFTER_END", 0.3)


def test_there_are_enough_modes() -> None:
    assert len(MODES) >= 15


@pytest.mark.filterwarnings("error")
def test_the_server_leaves_no_connection_open() -> None:
    """Somebody who is connected and does not read would else be found by whichever test comes later."""
    with socket.socket() as client:
        with HostileServer() as running:
            client.connect(("127.0.0.1", running.port))
            path = running.address("endless_stream").partition(str(running.port))[2]
            lines = (f"POST {path} HTTP/1.1", "x-moot-round: 1", "x-moot-seat: cfo", "x-moot-phase: position")
            client.sendall("\r\n".join((*lines, "content-length: 16", "", '{"messages": []}')).encode())
            assert client.recv(1)
        gc.collect()


@pytest.mark.parametrize("name", MODES)
async def test_mode(hostile: HostileServer, ask_once: AskOnce, name: str) -> None:
    ask = ModelEdge(Settings(model="m", base_url=hostile.address(name), thread="t"))
    started = time.monotonic()
    answer = await ask_once(ask=ask, seconds=SLOW)
    assert time.monotonic() - started < SLOW + 2
    if name in USABLE:
        assert (answer.status, answer.whole) == ("ok", True)
    else:
        assert answer.status in {"failed", "partial", "timeout"} or "repaired" in answer.flags or "raw" in answer.flags
    for usage in answer.turn.usages:
        assert 0 <= usage.prompt_tokens < 10**7
        assert 0 <= usage.completion_tokens < 10**7
    shown = repr(answer)
    shown.encode("utf-8")
    assert "\x00" not in answer.raw
    assert "\x1b" not in answer.raw


@pytest.mark.parametrize("name", LIES)
async def test_usage_that_cannot_be_true_is_flagged_and_the_larger_counts(
    hostile: HostileServer, ask_once: AskOnce, name: str
) -> None:
    ask = ModelEdge(Settings(model="m", base_url=hostile.address(name), thread="t"))
    answer = await ask_once(ask=ask, seconds=SLOW)
    assert "usage_contradicted" in answer.flags
    [usage] = answer.turn.usages
    assert usage.contradicted
    assert usage.prompt_tokens > 40
    assert usage.completion_tokens > 100


async def test_a_prompt_goes_to_no_other_origin(hostile: HostileServer, ask_once: AskOnce) -> None:
    ask = ModelEdge(Settings(model="m", base_url=hostile.address("redirect_elsewhere"), thread="t"))
    answer = await ask_once(ask=ask, seconds=SLOW)
    assert answer.error is not None
    assert "another address" in answer.error
    assert len(answer.turn.usages) == 1
    assert not hostile.strayed


async def test_a_server_is_not_waited_for_until_tomorrow(hostile: HostileServer, ask_once: AskOnce) -> None:
    ask = ModelEdge(Settings(model="m", base_url=hostile.address("retry_tomorrow"), thread="t"))
    answer = await asyncio.wait_for(ask_once(ask=ask, seconds=None), 5)
    assert answer.status == "failed"


async def test_a_server_that_says_the_key_is_not_quoted(
    hostile: HostileServer, ask_once: AskOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOOT_API_KEY", "MARKER9f8e7d6c5b4a")
    ask = ModelEdge(Settings(model="m", base_url=hostile.address("key_in_answer"), thread="t"))
    answer = await ask_once(ask=ask, seconds=SLOW)
    assert "*** ***" in str(answer.fields["recommendation"])
    assert "MARKER9f8e7d6c5b4a" not in repr(answer)


async def test_who_goes_on_after_the_end_is_not_listened_to(hostile: HostileServer, ask_once: AskOnce) -> None:
    ask = ModelEdge(Settings(model="m", base_url=hostile.address("pings_after_the_end"), thread="t"))
    started = time.monotonic()
    assert (await ask_once(ask=ask, seconds=30)).whole
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("name", ["two_choices", "answer_in_parts"])
async def test_what_nobody_asked_for_is_not_mixed_into_the_answer(
    hostile: HostileServer, ask_once: AskOnce, name: str
) -> None:
    answers = [
        await ask_once(ask=ModelEdge(Settings(model="m", base_url=hostile.address(each), thread="t")), seconds=SLOW)
        for each in ("honest", name)
    ]
    assert answers[0].fields == answers[1].fields
    assert answers[1].flags == ()
