"""Several people at once: the first answer counts, and everybody sees what happens."""

import asyncio
import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from moot import open_store, review, show
from moot.desk.backend import NewDebate, Person
from moot.desk.live_events import MAX_WAITING_FRAMES, Channel, Viewer, encode_frame
from moot.desk.store_backend import StoreBackend
from moot.errors import ThreadError
from moot.state.outcome import ReviewResponse
from moot.stores import Store
from tests.desk.conftest import Browser, mark_of, settle
from tests.support.scripts import QUESTION, listen, say, synthesis, views, write


async def test_the_first_of_two_reviewers_wins_and_the_second_is_told(
    app: Starlette, store: Store, pause: Callable[..., Any]
) -> None:
    await pause()
    ana, budi = Browser(app), Browser(app)
    mark = mark_of((await ana.open("/debates/t/review")).text)
    await budi.open("/debates/t/review")
    form = {"mark": mark, "confirmed": "1"}
    first, second = await asyncio.gather(
        ana.send("/debates/t/review", {**form, "kind": "edit", "text_edit": "Wait a year.", "reviewer": "Ana"}),
        budi.send("/debates/t/review", {**form, "kind": "reject", "text_reject": "Never.", "reviewer": "Budi"}),
    )
    assert sorted((first.status_code, second.status_code)) == [303, 409]
    won, told = ("Ana", second) if first.status_code == 303 else ("Budi", first)
    result = await show("t", store=store)
    assert result.decider == f"human: {won}"
    assert won in told.text
    assert "Somebody else was first" in told.text
    assert ("Wait a year." in told.text) or won == "Budi"
    # What the second wrote is not lost.
    assert ("Never." if won == "Ana" else "Wait a year.") in told.text


async def test_whoever_answers_on_the_command_line_first_wins_too(
    browser: Browser, store: Store, pause: Callable[..., Any]
) -> None:
    await pause()
    mark = mark_of((await browser.open("/debates/t/review")).text)
    await review("t", {"decisions": [{"type": "reject", "message": "no"}]}, store=store, reviewer="cli")
    form = {"mark": mark, "kind": "approve", "reviewer": "ana", "confirmed": "1"}
    late = await browser.send("/debates/t/review", form)
    assert late.status_code == 409
    assert "cli" in late.text
    assert (await show("t", store=store)).status == "rejected"


async def test_an_answer_to_an_earlier_pause_is_refused_with_the_reason(
    browser: Browser, store: Store, pause: Callable[..., Any]
) -> None:
    await pause()
    mark = mark_of((await browser.open("/debates/t/review")).text)
    await review("t", {"decisions": [{"type": "respond", "message": "Think again."}]}, store=store, reviewer="cli")
    form = {"mark": mark, "kind": "approve", "reviewer": "ana", "confirmed": "1"}
    late = await browser.send("/debates/t/review", form)
    assert late.status_code == 409
    assert "waits for a person again" in late.text
    assert (await show("t", store=store)).status == "needs_review"


async def test_the_pause_is_looked_at_again_under_the_lock(tmp_path: Path, script: str) -> None:
    """Two processes: the second read the pause before the first answered it, and comes to the lock after it."""
    from moot import debate

    url = f"sqlite:///{tmp_path}/desk.db"
    async with open_store(url) as one, open_store(url) as two:
        await debate(QUESTION, thread="t", store=one, model=script)
        desk = StoreBackend(two)
        standing = await desk.read("t", Person("budi"))
        assert standing.asked is not None
        entered = asyncio.Event()
        hold = two.hold

        def slow(thread: str) -> Any:
            entered.set()
            return hold(thread)

        two.hold = slow  # type: ignore[method-assign]
        async with one.hold("t"):
            late = asyncio.create_task(
                desk.review("t", standing.asked.mark, ReviewResponse(type="reject"), Person("budi"))
            )
            await entered.wait()
        await review("t", {"decisions": [{"type": "approve"}]}, store=one, reviewer="ana")
        verdict = await late
        assert not verdict.accepted or (await show("t", store=one)).decider == "human: budi"
        with pytest.raises(ThreadError):
            await review("t", {"decisions": [{"type": "approve"}]}, store=one, asked=standing.asked.mark)
        await desk.aclose()


async def read_events(browser: Browser, thread: str) -> list[dict[str, Any]]:
    reply = await browser.http.get(f"/debates/{thread}/events")
    lines = [line.removeprefix("data: ") for line in reply.text.splitlines() if line.startswith("data: ")]
    return [json.loads(line) for line in lines]


@pytest.fixture
def slow_script(tmp_path: Path) -> str:
    rounds = [entry for number in (1, 2, 3, 4) for entry in views((0.5, 0.5, 0, 0), number)]
    return write(tmp_path, [{**entry, "delay": 0.15} for entry in rounds], synthesis(40))


async def test_a_debate_is_watched_from_its_start_to_its_pause(store: Store, slow_script: str) -> None:
    from moot.desk.app import make_app

    desk = StoreBackend(store, model=slow_script)
    browser = Browser(make_app(desk))
    await browser.open("/start")
    begun = await browser.send("/start", {"question": QUESTION, "profile": "conclave", "value_at_risk": "250000"})
    thread = begun.headers["location"].rsplit("/", 1)[1]
    page = (await browser.open(f"/debates/{thread}")).text
    assert "The debate is running" in page
    events, again = await asyncio.gather(read_events(browser, thread), read_events(browser, thread))
    # Two viewers, one reader.
    assert events == again
    names = [event["event"] for event in events]
    assert names.count("seat_started") >= 4
    assert {event["seat"] for event in events if event["event"] == "position"} == {"cro", "cfo", "coo", "cmo"}
    assert next(event["convergence"] for event in events if event["event"] == "round_closed") is not None
    assert names[-1] == "settled"
    assert events[-1]["status"] == "needs_review"
    after = await browser.open(f"/debates/{thread}/views")
    assert "The debate is running" not in after.text
    assert f"/debates/{thread}/review" in after.text
    assert (await browser.http.get(f"/debates/{thread}/events")).status_code == 204
    await desk.aclose()


async def test_a_running_debate_names_speakers_and_severities_in_the_language_of_the_page(
    store: Store, tmp_path: Path
) -> None:
    """What is told while it runs is written for no page alone, so each page brings its own names of actors."""
    from moot.desk.app import make_app

    slow = write(tmp_path, say(["position", "revise", "critique"], delay=1.0, reply={}))
    desk = StoreBackend(store, model=slow)
    browser = Browser(make_app(desk), **{"accept-language": "pt"})
    thread = await desk.start(NewDebate("Quem herda a terra da família?", "legal"), Person())
    page = unescape((await browser.open(f"/debates/{thread}")).text)
    assert "O debate está em curso" in page
    words = json.loads(re.findall(r"data-words='([^']*\"speaks\"[^']*)'", page)[0])
    assert (words["actors"]["judge"], words["actors"]["council_advocate"]) == ("Juiz", "Advogado do diabo")
    assert words["severities"] == {"CRITICAL": "CRÍTICA", "MAJOR": "GRAVE", "MINOR": "LEVE"}
    assert '<span class="seat">Agente de Direito Nacional</span>' in page
    await desk.aclose()


async def test_a_debate_another_process_runs_is_followed_through_the_store(
    tmp_path: Path, slow_script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from moot import debate
    from moot.desk.app import make_app

    monkeypatch.setattr("moot.desk.store_backend._POLL_INTERVAL", 0.05)
    url = f"sqlite:///{tmp_path}/desk.db"
    async with open_store(url) as one, open_store(url) as two:
        running = asyncio.create_task(debate(QUESTION, thread="t", store=one, model=slow_script))
        while not await two.is_held("t"):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        desk = StoreBackend(two)
        events = await read_events(Browser(make_app(desk)), "t")
        changes = [event for event in events if event["event"] == "changed"]
        assert len(changes) > 2
        # What the steps hold is told as it would be by this process, each answer once; what has no trace there is not.
        assert {event["event"] for event in events} <= {"changed", "position", "said", "critique", "round_closed"}
        told = [event for event in events if event["event"] == "position"]
        assert {event["seat"] for event in told} == {"cro", "cfo", "coo", "cmo"}
        assert all(event not in told[place + 1 :] for place, event in enumerate(told))
        await running
        await desk.aclose()


async def test_what_many_share_holds_nothing_of_anybodys_session(store: Store, slow_script: str) -> None:
    from moot.desk.app import make_app

    desk = StoreBackend(store, model=slow_script)
    app, thread = make_app(desk), await desk.start(NewDebate(QUESTION, "conclave"), Person())
    one, other = Browser(app), Browser(app)
    await one.open("/start")
    first, second = await one.open(f"/debates/{thread}/views"), await other.open(f"/debates/{thread}/views")
    assert "The debate is running" in first.text
    assert first.text == second.text
    assert "csrf" not in first.text
    assert one.proof not in second.text
    await desk.aclose()


async def test_many_viewers_see_one_look_at_the_store(
    store: Store, slow_script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = StoreBackend(store, model=slow_script)
    thread = await desk.start(NewDebate(QUESTION, "conclave"), Person())
    looks = 0
    look = desk._look

    async def counted(name: str) -> Any:
        nonlocal looks
        looks += 1
        return await look(name)

    monkeypatch.setattr(desk, "_look", counted)
    standings = await asyncio.gather(*(desk.read(thread, Person(), fresh=False) for _ in range(200)))
    assert looks == 1
    assert len({id(standing) for standing in standings}) == 1
    await desk.aclose()


async def test_a_closing_desk_leaves_debates_that_can_be_resumed(store: Store, slow_script: str) -> None:
    desk = StoreBackend(store, model=slow_script)
    thread = await desk.start(NewDebate(QUESTION, "conclave"), Person())
    await asyncio.sleep(0.2)
    await desk.aclose()
    entry = await store.entry(thread)
    assert entry is not None
    assert entry.status == "interrupted"
    other = StoreBackend(store)
    with listen() as heard:
        await other.resume(thread, Person())
        assert (await settle(store, thread)).status == "needs_review"
    assert max(heard.count().values()) == 1
    await other.aclose()


async def test_a_model_that_fails_is_told_and_the_debate_can_be_resumed(store: Store, tmp_path: Path) -> None:
    from moot.desk.app import make_app

    browser = Browser(make_app(StoreBackend(store, model="openai:none")))
    await browser.open("/start")
    reply = await browser.send("/start", {"question": QUESTION, "profile": "conclave"})
    assert reply.status_code == 400
    assert "needs a key" in reply.text
    assert QUESTION in reply.text


async def test_a_viewer_that_cannot_keep_up_loses_the_oldest_and_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.desk.live_events._SEND_INTERVAL", 0)
    viewer = Viewer()
    for number in range(MAX_WAITING_FRAMES + 10):
        viewer.put(encode_frame({"event": "n", "number": number}))
    viewer.end()
    (text,) = [frame.decode() async for frame in viewer.frames()]
    assert '"lagged"' in text
    assert '"number": 9}' not in text
    assert f'"number": {MAX_WAITING_FRAMES + 9}' in text


async def test_nothing_in_an_event_can_end_its_frame() -> None:
    channel = Channel()
    with channel.viewer() as viewer:
        channel.publish({"event": "position", "text": "a\n\nevent: moot\ndata: {}\n\n\u2028b"})
        channel.end()
        (frame,) = [piece async for piece in viewer.frames()]
    assert frame.count(b"\n\n") == 1
    assert channel.watched == 0
