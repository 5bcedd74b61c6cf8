"""A checkpoint of a driven debate is written when something paid depends on it, and not before."""

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import empty_checkpoint

from moot import debate
from moot.errors import StoreError
from moot.state.budget import Intent, Usage
from moot.stores import Store, open_store
from moot.stores.log_sync import LogSync
from tests.support.openai_server import Call, OpenAIServer, Say
from tests.support.scenes import SCENES

PLACE: Any = {"configurable": {"thread_id": "one", "checkpoint_ns": ""}}
INTENT = Intent(key="k", seat="cfo", phase="position", reserved=Usage(lost=True))
PASSING: Any = {"source": "loop", "step": 1}


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/debates.db"
    new: str = request.getfixturevalue("postgres").new_database()
    return new


async def put(store: Store, parent: Any = PLACE, *, round_ends: bool = False, **values: Any) -> Any:
    """Let the debate take a step, as LangGraph does."""
    ended = {"branch:to:checkpoint": None} if round_ends else {}
    versions: Any = dict.fromkeys([*values, *ended], store.get_next_version(None, None))
    checkpoint: Any = {**empty_checkpoint(), "channel_values": {**values, **ended}, "channel_versions": versions}
    return await store.aput(parent, checkpoint, PASSING, versions)


async def stored(url: str, place: Any = PLACE) -> list[Any]:
    """What another process finds, oldest first."""
    async with open_store(url) as other:
        return [item async for item in other.alist(place)][::-1]


async def send(store: Store, place: Any) -> None:
    await store.journal("one", [INTENT])


async def answer(store: Store, place: Any) -> None:
    await store.aput_writes(place, [("turns", "an answer")], "task")


async def fail(store: Store, place: Any) -> None:
    await store.aput_writes(place, [("__error__", "it broke")], "task")


async def pause(store: Store, place: Any) -> None:
    await store.aput_writes(place, [("__interrupt__", "a person is asked")], "task")


async def read(store: Store, place: Any) -> None:
    assert await store.aget_tuple(PLACE) is not None


@pytest.mark.parametrize("reason", [send, answer, fail, pause, read])
async def test_a_step_is_stored_when_something_depends_on_it(url: str, reason: Callable[..., Any]) -> None:
    async with open_store(url) as store, store.hold("one"):
        first = await put(store, question="Why?", step=1)
        second = await put(store, first, step=2)
        await store.aput_writes(second, [("step", 3)], "a task that asks nobody")
        assert await stored(url) == []
        await reason(store, second)
        [only] = await stored(url)
        assert only.checkpoint["channel_values"] == {"step": 2}
        assert only.parent_config is None, "it follows what is stored, not a step that was given up"
        assert ("a task that asks nobody", "step", 3) in only.pending_writes


async def test_the_end_of_a_round_is_kept(url: str) -> None:
    async with open_store(url) as store, store.hold("one"):
        place = PLACE
        for number in range(1, 5):
            place = await put(store, place, round_ends=number == 2, step=number)
        await send(store, place)
        kept = await stored(url)
    assert [each.checkpoint["channel_values"]["step"] for each in kept] == [2, 4]
    assert kept[1].parent_config["configurable"]["checkpoint_id"] == kept[0].checkpoint["id"]


async def test_what_was_held_back_is_stored_when_the_run_stops(url: str) -> None:
    async def stop() -> None:
        async with open_store(url) as store, store.hold("one"):
            await put(store, step=1)
            raise KeyError("stopped by a person")

    with pytest.raises(KeyError):
        await stop()
    assert len(await stored(url)) == 1


async def test_a_debate_that_nobody_drives_is_stored_at_once(url: str) -> None:
    async with open_store(url) as store:
        await put(store, step=1)
        assert len(await stored(url)) == 1


async def test_values_of_a_given_up_step_are_not_lost(url: str) -> None:
    """Postgres stores a value with the step that changed it; the steps after it only name its version."""
    async with open_store(url) as store, store.hold("one"):
        once: Any = {"question": "1"}
        twice: Any = {"question": "1", "step": "1"}
        first: Any = {**empty_checkpoint(), "channel_values": {"question": "Why?"}, "channel_versions": once}
        both = {"question": "Why?", "step": 2}
        second: Any = {**empty_checkpoint(), "channel_values": both, "channel_versions": twice}
        place = await store.aput(PLACE, first, PASSING, once)
        await store.aput(place, second, PASSING, {"step": "1"})
        await send(store, None)
    [only] = await stored(url)
    assert only.checkpoint["channel_values"] == {"question": "Why?", "step": 2}


def key_of(call: Call) -> tuple[str, str, int]:
    return call.headers["x-moot-phase"], call.seat, int(call.headers["x-moot-round"])


class PowerCuts:
    """Copies a store as a machine would find it after a power cut: only what had reached the disk."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self.folder = path, folder
        self.synced = 0

    def sync(self, descriptor: int) -> None:
        """Bring the log to the disk, and remember how much of it is there."""
        size = os.fstat(descriptor).st_size
        os.fsync(descriptor)
        self.synced = size

    def cut(self, name: str) -> Path:
        """Copy the file, and as much of its log as had been synced."""
        target = self.folder / name
        shutil.copy(self.path, target)
        log = self.path.with_name(f"{self.path.name}-wal").read_bytes()[: self.synced]
        target.with_name(f"{name}-wal").write_bytes(log)
        return target


def answers_in(path: Path) -> set[tuple[str, str, int]]:
    """Find every turn that a store holds: in checkpoints and in what tasks returned."""

    async def read_all() -> set[tuple[str, str, int]]:
        async with open_store(f"sqlite:///{path}") as store:
            found: set[tuple[str, str, int]] = set()
            async for item in store.alist(PLACE):
                turns = list(item.checkpoint["channel_values"].get("turns") or [])
                turns += [turn for _, name, value in item.pending_writes or () if name == "turns" for turn in value]
                found |= {(turn.phase, turn.seat, turn.round) for turn in turns}
            return found

    return asyncio.run(read_all())


@pytest.mark.parametrize("scene", ["legal", "rca", "council"])
def test_a_power_cut_loses_no_answer_that_was_used(scene: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever a request arrives, the answers of the waves before it are on the disk."""
    played, path = SCENES[scene], tmp_path / "debates.db"
    power = PowerCuts(path, tmp_path)
    monkeypatch.setattr("moot.stores.log_sync._sync", power.sync)
    monkeypatch.setattr("moot.stores.sqlite_file._FLUSH_AFTER", 10**9)  # the file itself stays as it was opened
    cuts: list[tuple[str, set[tuple[str, str, int]]]] = []
    with OpenAIServer() as server:

        def rule(call: Call) -> Say:
            name = f"cut{len(cuts)}.db"
            power.cut(name)
            # Whoever was answered before the first request of this wave was sent has been used for it.
            wave = (call.headers["x-moot-phase"], int(call.headers["x-moot-round"]))
            asked = [
                (each.headers["x-moot-phase"], each.seat, int(each.headers["x-moot-round"])) for each in server.calls
            ]
            cuts.append((name, {key for key in asked if key[::2] != wave}))
            return played.rule(0.01)(call)

        server.rule = rule
        settings = {**played.settings, "profile": played.profile, "model": "scene", "base_url": server.url}
        result = asyncio.run(debate(played.question, store=f"sqlite:///{path}", thread="one", **settings))
    assert result.status in {"decided", "needs_review"}
    assert len(cuts) > 4
    for name, used in cuts:
        missing = used - answers_in(tmp_path / name) if used else set()
        assert not missing, name


async def test_what_does_not_reach_the_disk_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("moot.stores.log_sync._sync", refuse)
    (tmp_path / "debates.db-wal").touch()
    sync = LogSync(tmp_path / "debates.db")
    sync.note_commit()
    with pytest.raises(StoreError, match="did not reach the disk: Input/output error"):
        await sync.reach(sync.mark)
