"""A person says something to a running debate: heard by all from the next wave on, recorded, replayed, never lost."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from moot import Result, build_graph, debate, fork, load, open_store, resume, review, say_to
from moot.errors import InputError, ThreadError
from moot.models import Request
from moot.nodes.chat import REMARKS_NAMESPACE, write_remark
from moot.runs.live import SaidRemark
from moot.stores import Store
from tests.support.scripts import QUESTION, Heard, Script, Watch, listen, synthesis, views, write

WORDS = "The lease ends in March."
HEARD = f"A person (Ana) says to everyone in round 1: {WORDS}"


class _StoppedError(BaseException):
    """Ends a process in the middle of a wave."""


class Speaker:
    """Watches a debate and says something as soon as a given event comes, once."""

    modes = ("custom",)

    def __init__(self, store: Store, thread: str, when: Callable[[dict[str, Any]], bool], text: str = WORDS) -> None:
        self._when, self._store, self._thread, self._text = when, store, thread, text
        self.spoken = False

    def __call__(self, _mode: str, event: dict[str, Any]) -> None:
        if not self.spoken and self._when(event):
            self.spoken = True
            # In memory nothing is waited for, so the coroutine ends at its first step.
            with pytest.raises(StopIteration):
                self._store.add_remark(self._thread, write_remark(self._text, "Ana")).send(None)


def disagreeing(*more: Script) -> list[Script]:
    return [views((1, 1, 0.5, 0)), views((1, 1, 1, 1), 2), synthesis(90), *more]


def started(phase: str) -> Callable[[dict[str, Any]], bool]:
    return lambda event: event["event"] == "seat_started" and event["phase"] == phase


async def run(
    folder: Path, store: Store, when: Callable[[dict[str, Any]], bool], **options: Any
) -> tuple[Result, Heard]:
    speaker = Speaker(store, "one", when)
    with listen() as heard:
        result = await debate(
            QUESTION, model=write(folder, *disagreeing()), store=store, thread="one", watch=speaker, **options
        )
    assert speaker.spoken
    return result, heard


async def test_all_seats_hear_it_from_the_next_wave_on(tmp_path: Path) -> None:
    result, heard = await run(tmp_path, open_store("memory:"), started("position"))
    assert not any(WORDS in each.prompt for each in heard.of("position"))
    for phase in ("critique", "revise", "synthesize"):
        assert heard.of(phase), phase
        assert all(HEARD in each.prompt for each in heard.of(phase)), phase
    (remark,) = result.remarks
    assert (remark.text, remark.author, remark.round, remark.heard_in) == (WORDS, "Ana", 1, "checkpoint")


async def test_its_tokens_are_counted(tmp_path: Path) -> None:
    quiet = await debate(QUESTION, model=write(tmp_path, *disagreeing()), store="memory:")
    told, _ = await run(tmp_path, open_store("memory:"), started("position"))
    assert told.usage.calls == quiet.usage.calls
    assert told.usage.prompt_tokens > quiet.usage.prompt_tokens


async def test_what_comes_too_late_stays_in_the_record_as_not_heard(tmp_path: Path) -> None:
    result, heard = await run(tmp_path, open_store("memory:"), lambda event: event["event"] == "ended")
    assert not any(WORDS in each.prompt for each in heard.requests)
    assert [(each.text, each.heard) for each in result.remarks] == [(WORDS, False)]


async def test_the_sender_is_told_how_the_debate_stands(tmp_path: Path) -> None:
    store = open_store("memory:")
    await debate(QUESTION, model=write(tmp_path, *disagreeing()), store=store, thread="ended")
    said = await say_to("ended", WORDS, store=store)
    assert (said.fate, said.status) == ("not_heard", "decided")
    assert [each.text for each in (await load("ended", store=store)).remarks] == [WORDS]

    script = write(tmp_path, views((1, 1, 0.5, 0)), views((1, 1, 1, 1), 2), views((1, 1, 1, 1), 3), synthesis(30))
    paused = await debate(QUESTION, model=script, store=store, thread="paused", overrides={"council.enabled": False})
    assert paused.status == "needs_review"
    assert (await say_to("paused", WORDS, author="Ana", store=store)).fate == "waits_for_person"
    with listen() as heard:
        await review("paused", {"decisions": [{"type": "respond", "message": "Once more."}]}, store=store)
    assert heard.of("revise", 3)
    assert all(WORDS in each.prompt for each in heard.of("revise", 3))


@pytest.mark.parametrize(("thread", "text", "error"), [
    ("nowhere", WORDS, ThreadError),
    ("one", "  \n", InputError),
    ("one", "x" * 2_001, InputError),
])  # fmt: skip
async def test_what_cannot_be_said_is_refused(tmp_path: Path, thread: str, text: str, error: type[Exception]) -> None:
    store = open_store("memory:")
    await debate(QUESTION, model=write(tmp_path, *disagreeing()), store=store, thread="one")
    with pytest.raises(error):
        await say_to(thread, text, store=store)
    assert await store.remarks(thread) == ()


async def test_an_interrupted_debate_hears_it_when_it_goes_on(tmp_path: Path) -> None:
    def fail(request: Request) -> BaseException | None:
        return _StoppedError() if request.phase == "critique" else None

    store, model = open_store("memory:"), write(tmp_path, *disagreeing())
    with listen(fail), pytest.raises(_StoppedError):
        await debate(QUESTION, model=model, store=store, thread="one")
    said: SaidRemark = await say_to("one", WORDS, author="Ana", store=store)
    assert said.fate == "waits_for_resume"
    with listen() as heard:
        result = await resume("one", store=store)
    assert not any(WORDS in each.prompt for each in heard.of("critique"))  # this wave had been opened before
    assert all(WORDS in each.prompt for each in heard.of("revise"))
    assert [each.heard for each in result.remarks] == [True]


async def test_a_replay_hears_what_was_heard_where_it_was_heard(tmp_path: Path) -> None:
    recording = str(tmp_path / "debate.jsonl")
    first, _ = await run(tmp_path, open_store("memory:"), started("position"), record=recording)
    again = await debate(QUESTION, store="memory:", replay=recording)
    assert again.remarks == first.remarks
    assert again.usage.prompt_tokens == first.usage.prompt_tokens
    assert again.decision == first.decision


async def test_a_fork_keeps_what_was_heard_before_it(tmp_path: Path) -> None:
    store = open_store("memory:")
    await run(tmp_path, store, started("critique"))
    before = await fork("one", round=1, store=store, model=write(tmp_path, *disagreeing()))
    assert before.remarks == ()
    with listen() as heard:
        after = await fork("one", round=2, store=store, model=write(tmp_path, *disagreeing()), new_thread="two")
    assert [each.text for each in after.remarks] == [WORDS]
    assert heard.of("synthesize")
    assert all(WORDS in each.prompt for each in heard.of("synthesize"))


async def test_people_who_follow_are_told(tmp_path: Path) -> None:
    store, watch = open_store("memory:"), Watch()
    speaker = Speaker(store, "one", started("position"))

    def both(mode: str, data: Any) -> None:
        watch(mode, data)
        if mode == "custom":
            speaker(mode, data)

    await debate(QUESTION, model=write(tmp_path, *disagreeing()), store=store, thread="one", watch=both)
    (told,) = watch.named("remarks")
    assert [(each["author"], each["text"], each["heard_in"]) for each in told["remarks"]] == [
        ("Ana", WORDS, "checkpoint")
    ]


async def test_clients_of_a_server_speak_through_its_store(tmp_path: Path) -> None:
    """A LangGraph server brings a store: an item under the thread's name is a remark; anything else is passed over."""
    shared, model = InMemoryStore(), write(tmp_path, *disagreeing())
    graph: Any = build_graph("conclave")
    graph.store = shared
    place = (*REMARKS_NAMESPACE, "served")
    spoken: list[str] = []
    with listen() as heard:
        async for mode, event in graph.astream(
            {"question": QUESTION},
            {"configurable": {"thread_id": "served"}},
            context={"model": model},
            stream_mode=["custom"],
        ):
            if mode == "custom" and started("position")(event) and not spoken:
                spoken.append("once")
                shared.put(place, "k1", {"text": WORDS, "author": "Ana"})
                shared.put(place, "k2", {"text": 5})
                shared.put(place, "k3", {"words": "nothing"})
    assert all(HEARD in each.prompt for each in heard.of("critique"))
