"""Every request is written down before it is sent; what was lost with a process counts as spent (DESIGN 13)."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest

from moot import debate, resume
from moot.errors import StoreError
from moot.models import ModelEdge, Settings
from moot.prompts import Prompt
from moot.runs.journal import StoreJournal
from moot.state.budget import Intent, Lease, Turn, Usage
from moot.state.positions import Position
from moot.stores import Store, open_store
from tests.support.openai_server import Hang, OpenAIServer
from tests.support.postgres import PostgresServer
from tests.support.scenes import SCENES

PROMPT = Prompt("Answer in JSON.", "Should we expand?\n", "You are the CFO.\n")
LOST = Usage(model="m", prompt_tokens=500, completion_tokens=1200, estimated=True, lost=True)


def intent(seat: str, key: str = "k") -> Intent:
    return Intent(key=key, seat=seat, phase="position", round=1, reserved=LOST)


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "postgres":
        running: PostgresServer = request.getfixturevalue("postgres")
        url = running.new_database()
    else:
        url = "memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/debates.db"
    async with open_store(url) as opened:
        yield opened


async def test_what_is_written_is_read_in_order_and_forgotten_with_the_debate(store: Store) -> None:
    await store.journal("one", [intent("cfo", "a"), intent("cro", "b")])
    await store.journal("one", [intent("cfo", "a")])
    await store.journal("two", [intent("cfo", "c")])
    assert [each.key for each in await store.journaled("one")] == ["a", "b", "a"]
    assert (await store.journaled("one"))[0] == intent("cfo", "a")
    await store.forget("one")
    assert list(await store.journaled("one")) == []
    assert len(await store.journaled("two")) == 1


class CountingStore:
    """Counts how often it is written to."""

    def __init__(self) -> None:
        self.writes: list[int] = []

    async def journal(self, _thread: str, intents: Sequence[Intent]) -> None:
        self.writes.append(len(intents))
        await asyncio.sleep(0)


async def test_requests_of_a_wave_are_written_together() -> None:
    store = CountingStore()
    journal = StoreJournal(store, "one", [])  # type: ignore[arg-type]  # all that a journal uses of a store
    await asyncio.gather(*(journal.write(intent(f"seat{number}")) for number in range(20)))
    assert sum(store.writes) == 20
    assert len(store.writes) < 4


class FailingStore(CountingStore):
    """Loses its lock before the first write."""

    async def journal(self, thread: str, intents: Sequence[Intent]) -> None:
        await super().journal(thread, intents)
        raise StoreError(f"debate {thread} was taken over")


async def test_nobody_sends_what_was_not_stored() -> None:
    """Whoever writes for others and fails must not leave them to believe that it is done."""
    journal = StoreJournal(FailingStore(), "one", [])  # type: ignore[arg-type]  # all that a journal uses of a store
    ended = await asyncio.gather(
        *(journal.write(intent(f"seat{number}")) for number in range(5)), return_exceptions=True
    )
    assert [type(each) for each in ended] == [StoreError] * 5


class SlowStore:
    """Takes a while to write, and does not like to be stopped."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.stopped = False

    async def journal(self, thread: str, intents: Sequence[Intent]) -> None:
        del thread
        try:
            await asyncio.sleep(0.2)
        except asyncio.CancelledError:
            self.stopped = True
            raise
        self.written += [each.seat for each in intents]


async def test_whoever_runs_out_of_time_leaves_at_once_and_the_others_are_stored() -> None:
    store = SlowStore()
    journal = StoreJournal(store, "one", [])  # type: ignore[arg-type]  # all that a journal uses of a store
    first, second = (asyncio.ensure_future(journal.write(intent(seat))) for seat in ("first", "second"))
    await asyncio.sleep(0.05)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert not second.done()
    await second
    assert (store.written, store.stopped) == (["first", "second"], False)


async def test_what_a_stored_turn_accounts_for_is_not_lost() -> None:
    turn = Turn(seat="cfo", phase="position", round=1, usages=(LOST, Usage(model="m")))
    journal = open_journal([intent("cfo")] * 3, [turn])
    assert len(journal.take_lost("cfo", alone=False)) == 1
    assert len(journal.take_lost("cfo", alone=False)) == 0


async def test_what_was_lost_counts_also_where_it_is_not_asked_again() -> None:
    """A critic that had asked twice before the crash may be satisfied with the first answer after it."""
    again = intent("cfo", "b").model_copy(update={"number": 2})
    other = intent("comparer", "c").model_copy(update={"phase": "compare"})
    journal = open_journal([intent("cfo", "a"), again, other])
    assert len(journal.take_lost("cfo", alone=False)) == 2
    assert len(journal.take_lost("coo", alone=False)) == 0
    assert len(journal.take_lost("coo", alone=True)) == 1
    assert len(journal.take_lost("coo", alone=True)) == 0


@pytest.mark.parametrize(
    ("earlier", "usages", "lost"),
    [
        pytest.param(["cfo 1", "cfo 2", "cfo 1"], 3, [], id="it took the lost ones, and asked once"),
        pytest.param(["cfo 1", "cro 1", "cfo 2", "cfo 1"], 3, ["cro 1"], id="its own before those of others"),
        pytest.param(["cfo 1", "cfo 1", "cfo 2"], 2, ["cfo 2"], id="what came after it is not in it"),
        pytest.param(["cro 1", "cfo 1"], 2, [], id="alone, it took another's"),
        pytest.param(["cro 1", "cfo 2"], 3, ["cro 1", "cfo 2"], id="a fork: its requests are in another journal"),
    ],
)
async def test_a_stored_turn_accounts_for_what_it_took(earlier: list[str], usages: int, lost: list[str]) -> None:
    intents = []
    for name in earlier:
        seat, number = name.split()
        intents.append(intent(seat, name).model_copy(update={"number": int(number), "reserved": named(name)}))
    turn = Turn(seat="cfo", phase="position", round=1, usages=(LOST,) * usages)
    journal = open_journal(intents, [turn])
    assert [usage.model for usage in journal.take_lost("cfo", alone=True)] == lost


def named(name: str) -> Usage:
    return LOST.model_copy(update={"model": name})


def open_journal(earlier: Sequence[Intent], stored: Sequence[Turn] = ()) -> StoreJournal:
    return StoreJournal(CountingStore(), "one", earlier, stored)  # type: ignore[arg-type]  # all that a journal uses


async def test_a_lost_request_is_on_the_account_of_the_turn_that_repeats_it(server: OpenAIServer) -> None:
    server.reset()
    store = open_store("memory:")
    await store.journal("t", [intent("cfo"), intent("cfo")])
    edge = ModelEdge(Settings(model="m", base_url=server.url, thread="t"))
    keys = []
    for calls, status in ((3, "ok"), (2, "refused")):
        journal = await StoreJournal.open(store, "t")
        lease = Lease(seat="cfo", phase="position", round=1, seconds=5, calls=calls)
        answer = await edge(PROMPT, Position, lease, seat="cfo", phase="position", round=1, journal=journal)
        assert answer.status == status
        assert [usage.lost for usage in answer.turn.usages][:2] == [True, True]
        keys.append((await store.journaled("t"))[-1].key)
    [call] = server.calls
    assert call.headers["x-moot-attempt"] == "1"
    assert call.headers["idempotency-key"] == keys[0]


async def test_a_debate_that_was_stopped_says_what_it_has_set_aside(server: OpenAIServer, tmp_path: Path) -> None:
    server.reset()
    scene, url = SCENES["legal"], f"sqlite:///{tmp_path}/debates.db"
    server.rule = scene.rule(delay=0.3)
    asked = asyncio.create_task(
        debate(scene.question, profile="legal", model="m", base_url=server.url, store=url, thread="one")
    )
    assert await asyncio.to_thread(server.wait_for, lambda: len(server.calls) == 2, 20)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    server.rule = scene.rule()
    result = await resume("one", store=url)
    assert result.usage.reserved.calls == 2
    assert result.usage.reserved.completion_tokens == 2 * 1200
    assert result.usage.calls + 2 == len(server.calls)
    # The same question carries the same key, and no other question does.
    by_key: dict[str, list[str]] = {}
    for call in server.calls:
        by_key.setdefault(call.headers["idempotency-key"], []).append(call.prompt)
    assert sorted(map(len, by_key.values()))[-2:] == [2, 2]
    assert all(len(set(prompts)) == 1 for prompts in by_key.values())


async def test_a_ruling_that_was_paid_for_is_kept_however_often_its_comparison_is_lost(
    server: OpenAIServer, tmp_path: Path
) -> None:
    """What was lost stays reserved: whoever compares the ruling with the votes answers for each time it was asked."""
    server.reset()
    scene, url = SCENES["boardroom"], f"sqlite:///{tmp_path}/debates.db"
    stops = [8, 9]  # while the ruling is compared with the votes, and when the comparison is asked for again
    server.rule = lambda call: Hang() if stops and len(server.calls) >= stops[0] else scene.rule()(call)
    limits = {"budget.calls": 9, "hedge.enabled": False}
    running = debate(
        scene.question, profile="boardroom", model="m", base_url=server.url, store=url, thread="one", overrides=limits
    )
    for arrived in (8, 9):
        asked = asyncio.create_task(running)
        assert await asyncio.to_thread(server.wait_for, lambda: len(server.calls) == arrived, 20)  # noqa: B023
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        running = resume("one", store=url)
        stops.pop(0)
    result = await running
    assert len(server.calls) == 9
    assert (result.usage.calls, result.usage.reserved.calls) == (7, 2)
