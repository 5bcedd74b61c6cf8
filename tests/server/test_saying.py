"""A client of a LangGraph server speaks to a running debate through the server's store."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from langgraph_sdk import get_client

from moot.nodes.chat import REMARKS_NAMESPACE
from tests.desk.langgraph_server import run_langgraph
from tests.support.scripts import QUESTION, synthesis, views, write

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    folder: Path = tmp_path_factory.mktemp("server")
    slow = [{**each, "delay": 1.5} for each in (*views((1, 1, 0.5, 0)), *views((1, 1, 1, 1), 2), synthesis(90))]
    async with run_langgraph(folder, MOOT_MODEL=write(folder, slow)) as address:
        yield address


async def test_a_client_puts_an_item_into_the_store(server: str) -> None:
    async with get_client(url=server) as client:
        thread = (await client.threads.create(graph_id="conclave"))["thread_id"]
        run = await client.runs.create(thread, "conclave", input={"question": QUESTION})
        said: Any = {"text": "The lease ends in March.", "author": "Ana"}
        await client.store.put_item([*REMARKS_NAMESPACE, thread], "one", said, index=False)
        await client.runs.join(thread, run["run_id"])
        values: Any = (await client.threads.get_state(thread))["values"]
    assert [(each["text"], each["author"]) for each in values["remarks"]] == [("The lease ends in March.", "Ana")]
    assert values["remarks"][0]["heard_in"]
    assert values["outcome"] is not None, "the run came to its end"
    assert any("The lease ends in March." in str(each["content"]) for each in values["messages"])
