"""How much processor time does one streamed answer cost? About 300 pieces that arrive together, as from a fast server.

All contestants send the same request in turns to the same server, which is a process of its own; each shares one
client on aiohttp between its calls. The floor is the openai package's client whose answer is received and not looked
at.

    python bench/bench_model_call.py [--calls 40] [--turns 7] [--json]
"""

import argparse
import asyncio
import gc
import json
import statistics
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.support import cpu_seconds, load, serve

LENGTH = 4
"""Makes the server's answer about 300 pieces long."""
PROMPT = (
    "Should we expand into Europe next year? Weigh what the others said, and name what would change your mind. " * 20
)
FIELDS = ("recommendation", "stance", "premises", "risks", "timing", "reasoning", "claims", "confidence")
FORM = {
    "type": "json_schema",
    "json_schema": {
        "name": "Position",
        "schema": {
            "type": "object",
            "properties": {field: {"type": "string"} for field in FIELDS},
            "required": list(FIELDS),
        },
    },
}
BODY = {"model": "bench", "messages": [{"role": "user", "content": PROMPT}], "response_format": FORM}
HEADERS = {"x-moot-phase": "position", "x-moot-seat": "cfo", "x-moot-round": "1"}

Call = Callable[[], Awaitable[int]]
"""Makes one call and says how many characters came back."""


@asynccontextmanager
async def moot(url: str) -> AsyncIterator[Call]:
    """Ask as moot's seats ask, without what they do with the answer."""
    from moot.models import ModelEdge, Settings

    model = (await ModelEdge(Settings(model="bench", base_url=url)).open()).model

    async def call() -> int:
        pieces = model.astream(PROMPT, response_format=FORM, extra_headers=HEADERS)
        return sum([len(str(piece.content)) async for piece in pieces])

    yield call


@asynccontextmanager
async def langchain(url: str) -> AsyncIterator[Call]:
    """Ask with LangChain's own stream."""
    from langchain_openai import ChatOpenAI
    from openai import DefaultAioHttpClient
    from pydantic import SecretStr

    async with DefaultAioHttpClient() as http:
        model = ChatOpenAI(
            model_name="bench", openai_api_base=url, openai_api_key=SecretStr("none"), http_async_client=http
        )

        async def call() -> int:
            pieces = model.astream(PROMPT, response_format=FORM, extra_headers=HEADERS)
            return sum([len(str(piece.content)) async for piece in pieces])

        yield call


@asynccontextmanager
async def openai_client(url: str) -> AsyncIterator[Call]:
    """Ask with the openai package's client."""
    from openai import AsyncOpenAI, DefaultAioHttpClient

    async with AsyncOpenAI(base_url=url, api_key="none", http_client=DefaultAioHttpClient()) as client:

        async def call() -> int:
            body: Any = BODY
            stream: Any = await client.chat.completions.create(**body, stream=True, extra_headers=HEADERS)
            return sum([len(each.choices[0].delta.content or "") async for each in stream if each.choices])

        yield call


@asynccontextmanager
async def floor(url: str) -> AsyncIterator[Call]:
    """Receive the answer and do not look at it."""
    import httpx2
    from openai import AsyncOpenAI, DefaultAioHttpClient

    async with AsyncOpenAI(base_url=url, api_key="none", http_client=DefaultAioHttpClient()) as client:

        async def call() -> int:
            body = {**BODY, "stream": True}
            response = await client.post(
                "/chat/completions", body=body, cast_to=httpx2.Response, options={"headers": HEADERS}
            )
            return len(response.content)

        yield call


CONTESTANTS = {
    "moot": moot,
    "openai client, not read": floor,
    "openai client": openai_client,
    "LangChain's astream": langchain,
}


async def measure(calls: int, turns: int) -> dict[str, dict[str, float]]:
    """Processor time per call: the median of all turns, and the best one."""
    costs: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    came: dict[str, int] = {}
    async with AsyncExitStack() as stack:
        url = stack.enter_context(serve(0.0, LENGTH))
        made = {name: await stack.enter_async_context(make(url)) for name, make in CONTESTANTS.items()}
        for call in made.values():  # the first call loads what is loaded once per process
            await call()
        gc.freeze()
        for _ in range(turns):
            for name, call in made.items():
                started = cpu_seconds()
                for _ in range(calls):
                    came[name] = await call()
                costs[name].append((cpu_seconds() - started) / calls * 1000)
    base = statistics.median(costs["openai client"])
    return {
        name: {
            "cpu_ms": round(statistics.median(each), 2),
            "best": round(min(each), 2),
            "over_openai_client": round(statistics.median(each) / base, 3),
            "characters": came[name],
        }
        for name, each in costs.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=40, help="calls of each kind in a turn")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    report: dict[str, Any] = {"load": load(), "contestants": asyncio.run(measure(options.calls, options.turns))}
    if options.json:
        print(json.dumps(report, indent=2))
        return
    print(f"processor time per call, load average {report['load']}\n")
    print(f"{'':26}{'CPU ms':>9}{'best':>9}{'ratio':>9}{'chars':>9}")
    for name, row in report["contestants"].items():
        print(f"{name:26}" + "".join(f"{value:>9}" for value in row.values()))


if __name__ == "__main__":
    main()
