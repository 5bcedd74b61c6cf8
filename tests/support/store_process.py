"""A process that uses a store, for tests of several processes at once.

python -m tests.support.store_process hold URL THREAD       holds a debate until it is killed
python -m tests.support.store_process write URL NAME COUNT  runs so many small debates
"""

import asyncio
import sys
from typing import Any

from moot.stores import open_store
from tests.stores.test_contract import graph_on, line


async def hold(url: str, thread: str) -> None:
    store = open_store(url)
    async with store.hold(thread):
        sys.stdout.write("held\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


async def write(url: str, name: str, count: str) -> None:
    async with open_store(url) as store:
        for number in range(int(count)):
            thread = f"{name}-{number}"
            config: Any = {"configurable": {"thread_id": thread}}
            async with store.hold(thread):
                await graph_on(store).ainvoke({"question": thread}, config)
                await store.note(line(thread, float(number)))


if __name__ == "__main__":
    asyncio.run(hold(*sys.argv[2:]) if sys.argv[1] == "hold" else write(*sys.argv[2:]))
