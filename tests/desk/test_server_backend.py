"""The desk on a real LangGraph server whose auth handler lets everybody see their own debates only."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio

from moot.desk.backend import InboxQuery, NewDebate, Person
from moot.desk.server_backend import ServerBackend
from moot.errors import StoreError, ThreadError, UsageError
from moot.state.outcome import ReviewResponse
from tests.desk.langgraph_server import ROOT, run_langgraph
from tests.support.scripts import QUESTION, council, synthesis, views, write

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

ANA, BUDI = Person("ana", "anas-own-secret-token"), Person("budi", "budis-own-secret-token")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def address(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    folder = tmp_path_factory.mktemp("server")
    rounds = [entry for number in (1, 2, 3, 4) for entry in views((1, 1, 1, 1), number)]
    settings = {"auth": {"path": f"{ROOT}/deploy/auth_example.py:auth"}}
    environment = {
        "MOOT_MODEL": write(folder, rounds, synthesis(40), council(90)),
        "MOOT_SERVER_PEOPLE": f"ana={ANA.key},budi={BUDI.key}",
        "MOOT_DESK_SERVER": "{address}",
    }
    async with run_langgraph(folder, settings, **environment) as running:
        yield running
    assert not [each for each in (ANA.key, BUDI.key) if each in (folder / "log").read_text(encoding="utf-8")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def backend(address: str) -> AsyncIterator[ServerBackend]:
    opened = ServerBackend.connect(address)
    yield opened
    await opened.aclose()


async def begin(backend: ServerBackend, who: Person) -> str:
    """A debate of somebody that waits for a person."""
    thread = await backend.start(NewDebate(QUESTION, "conclave", case={"value_at_risk": 5000.0}), who)
    async with asyncio.timeout(30):
        while (await backend.read(thread, who)).asked is None:  # noqa: ASYNC110  # the server tells nobody
            await asyncio.sleep(0.2)
    return thread


async def waiting(backend: ServerBackend, who: Person) -> set[str]:
    """The debates that wait for somebody."""
    return {each.thread for each in (await backend.search(InboxQuery(), who)).entries}


async def test_everybody_sees_and_reviews_their_own_only(backend: ServerBackend) -> None:
    """Issue 7: review of another's debate is refused, and looks as if there was none."""
    before = await waiting(backend, ANA)
    thread = await begin(backend, ANA)
    standing = await backend.read(thread, ANA)
    assert standing.asked is not None
    assert standing.entry.value_at_risk == 5000
    assert await waiting(backend, ANA) - before == {thread}
    assert (await backend.search(InboxQuery("all"), BUDI)).entries == []
    answer = ReviewResponse(type="approve", reviewer="budi")
    with pytest.raises(ThreadError):
        await backend.read(thread, BUDI)
    with pytest.raises(ThreadError):
        await backend.review(thread, standing.asked.mark, answer, BUDI)
    with pytest.raises(ThreadError):
        async with backend.watch(thread, BUDI):
            pass
    with pytest.raises(UsageError, match="refuses this token"):
        await backend.search(InboxQuery(), Person("eve", "no-such-token"))
    assert (await backend.read(thread, ANA)).entry.status == "needs_review"


async def test_the_first_answer_wins(backend: ServerBackend) -> None:
    thread = await begin(backend, ANA)
    standing = await backend.read(thread, ANA)
    assert standing.asked is not None
    edit, reject = ReviewResponse(type="edit", text="Wait.", reviewer="a"), ReviewResponse(type="reject", reviewer="b")
    verdicts = await asyncio.gather(
        backend.review(thread, standing.asked.mark, edit, ANA), backend.review(thread, standing.asked.mark, reject, ANA)
    )
    assert sorted(verdict.accepted for verdict in verdicts) == [False, True]
    after = await backend.read(thread, ANA)
    assert after.asked is None
    assert after.last_answer in (edit, reject)
    assert not (await backend.review(thread, standing.asked.mark, edit, ANA)).accepted


@pytest.mark.parametrize("thread", ["00000000-0000-0000-0000-000000000000", "not-an-id"])
async def test_an_unknown_debate_is_unknown(backend: ServerBackend, thread: str) -> None:
    with pytest.raises(ThreadError):
        await backend.read(thread, ANA)


async def test_a_server_that_is_away_is_said_to_be_away() -> None:
    with pytest.raises(StoreError, match="--server"):
        await ServerBackend.connect("http://127.0.0.1:9").search(InboxQuery(), Person())


async def test_people_come_in_with_their_own_token_of_the_server(backend: ServerBackend, address: str) -> None:
    await begin(backend, ANA)

    async def come_in(token: str) -> tuple[httpx.Response, httpx.AsyncClient]:
        client = httpx.AsyncClient(base_url=address, headers={"origin": address})
        page = await client.get("/desk/login")
        proof: Any = re.search(r'name="csrf" value="([^"]+)"', page.text)
        form = {"csrf": proof[1], "token": token, "name": "Ana", "next": "/"}
        return await client.post("/desk/login", data=form), client

    wrong, client = await come_in("no-such-token")
    assert wrong.status_code == 403
    await client.aclose()
    right, client = await come_in(ANA.key)
    assert (right.status_code, right.headers["location"]) == (303, "/desk/")
    assert QUESTION in (await client.get("/desk/?show=all")).text
    await client.aclose()
