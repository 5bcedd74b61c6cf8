"""A request that takes longer than its model usually needs is sent a second time, and the first answer wins."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moot.models.answer import Answer
from moot.models.ask import ModelEdge
from moot.models.settings import Settings
from moot.state.budget import Intent, Lease, Usage
from moot.state.hedging import HedgeRules
from moot.state.positions import Position
from tests.models.conftest import PROMPT, AskOnce
from tests.support.openai_server import Action, Fail, Hang, OpenAIServer, Say

WHOLE = {"recommendation": "Expand now", "stance": "expand", "premises": ["a"], "risks": ["b"], "timing": "soon"}
SECOND = {**WHOLE, "stance": "the second one"}


@pytest.fixture(autouse=True)
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.policies.limits.calls.hedging._EARLIEST", 0.2)


async def warm(settings: Settings, calls: int = 20) -> ModelEdge:
    """Make an edge whose model has shown how quick it is."""
    edge = ModelEdge(settings)
    served = await edge.open()
    for _ in range(calls):
        edge._latencies.count(served.key, extra=False)
        edge._latencies.note(served.key, 0.05, 0.1)
    return edge


async def act(server: OpenAIServer, edge: ModelEdge, ask_once: AskOnce, *actions: Action, **limits: float) -> Answer:
    server.script(*actions)
    return await ask_once(ask=edge, **limits)


def requests(answer: Answer) -> Sequence[Usage]:
    return answer.turn.usages


async def test_a_hung_request_is_sent_again(server: OpenAIServer, settings: Settings, ask_once: AskOnce) -> None:
    edge = await warm(settings)
    answer = await act(server, edge, ask_once, Hang(), Say(SECOND))
    assert (answer.status, answer.fields["stance"]) == ("ok", "the second one")
    assert "hedged" in answer.flags
    assert [call.headers["x-moot-attempt"] for call in server.calls] == ["1", "2"]
    assert len({call.headers["idempotency-key"] for call in server.calls}) == 2
    # Both are paid for, the cancelled one by our own estimate.
    assert [(usage.attempt, usage.estimated) for usage in sorted(requests(answer), key=lambda each: each.attempt)] == [
        (1, True),
        (2, False),
    ]
    assert all(usage.prompt_tokens > 0 for usage in requests(answer))
    assert await asyncio.to_thread(server.wait_for, lambda: server.calls[0].disconnected, 5)


async def test_the_first_may_win_after_all(server: OpenAIServer, settings: Settings, ask_once: AskOnce) -> None:
    edge = await warm(settings)
    answer = await act(server, edge, ask_once, Say(WHOLE, delay=1.5), Hang())
    assert (answer.status, answer.fields["stance"], len(server.calls)) == ("ok", "expand", 2)


async def test_what_began_and_stalls_is_sent_again(server: OpenAIServer, settings: Settings, ask_once: AskOnce) -> None:
    edge = await warm(settings, 40)
    answer = await act(server, edge, ask_once, Say(WHOLE, cut=60, then="hang"), Say(SECOND))
    assert (answer.status, answer.fields["stance"]) == ("ok", "the second one")


async def test_quick_answers_are_asked_for_once(server: OpenAIServer, settings: Settings, ask_once: AskOnce) -> None:
    edge = await warm(settings)
    answer = await act(server, edge, ask_once, Say(WHOLE))
    assert (answer.status, answer.flags, len(requests(answer))) == ("ok", (), 1)


async def test_no_more_than_the_share_that_is_allowed(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    """Of forty that all hang, after forty quick ones, four are sent again: eighty requests allow no more."""
    edge = await warm(settings, 40)
    server.rule = lambda _: Hang()
    asking = [asyncio.ensure_future(ask_once(ask=edge, seconds=120)) for _ in range(40)]
    assert await asyncio.to_thread(server.wait_for, lambda: len(server.calls) >= 44, 60)
    await asyncio.sleep(1)  # five times as long as anybody waits before a request is sent again
    for each in asking:
        each.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    assert len(server.calls) == 44


@pytest.mark.parametrize(
    ("limits", "changed"),
    [
        pytest.param({"calls": 1}, {}, id="a lease of one call"),
        pytest.param({"tokens": 1700}, {}, id="a lease that pays for one answer"),
        pytest.param({}, {"hedge": HedgeRules(enabled=False)}, id="turned off"),
        pytest.param({}, {"record": "tape.jsonl"}, id="recorded: a replay could not tell which won"),
    ],
)
async def test_what_is_not_sent_again(
    limits: dict[str, float],
    changed: dict[str, Any],
    server: OpenAIServer,
    settings: Settings,
    ask_once: AskOnce,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    edge = await warm(replace(settings, **changed))
    answer = await act(server, edge, ask_once, Hang(), Say(SECOND), seconds=2.0, **limits)
    assert (answer.status, len(server.calls)) == ("timeout", 1)


async def test_when_both_fail_the_turn_goes_on_as_after_one_failure(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    edge = await warm(settings)

    def rule(call: object) -> Action:
        actions: list[Action] = [Say(WHOLE, delay=1.0, cut=0, then="drop"), Fail(500), Say(SECOND)]
        return actions[min(2, len(server.calls) - 1)]

    server.rule = rule
    answer = await ask_once(ask=edge)
    assert (answer.status, answer.fields["stance"], len(server.calls)) == ("ok", "the second one", 3)
    assert sorted(usage.attempt for usage in requests(answer)) == [1, 2, 3]


async def test_when_the_time_is_over_both_are_counted(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    edge = await warm(settings, 40)
    answer = await act(server, edge, ask_once, Say(WHOLE, cut=60, then="hang"), Hang(), seconds=3.0)
    assert (answer.status, "partial" in answer.flags) == ("timeout", True)
    assert [usage.estimated for usage in requests(answer)] == [True, True]


class Journal:
    """Remembers what was written down, and how many requests the server had seen by then."""

    def __init__(self, server: OpenAIServer) -> None:
        self.server, self.written = server, list[tuple[Intent, int]]()

    def take_lost(self, seat: str, *, alone: bool) -> Sequence[Usage]:
        return ()

    async def write(self, intent: Intent) -> None:
        self.written.append((intent, len(self.server.calls)))


async def test_both_are_written_down_before_they_are_sent(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    edge, journal = await warm(settings), Journal(server)
    server.script(Hang(), Say(SECOND))
    lease = Lease(seat="cfo", phase="position", round=1, seconds=5.0)
    await edge(PROMPT, Position, lease, seat="cfo", phase="position", round=1, journal=journal)
    assert [(intent.reserved.attempt, seen) for intent, seen in journal.written] == [(1, 0), (2, 1)]
    assert [intent.key for intent, _ in journal.written] == [call.headers["idempotency-key"] for call in server.calls]
