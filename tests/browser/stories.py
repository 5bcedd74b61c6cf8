"""Debates that look like real ones, one per protocol and ending: what the report is looked at and tested with.

    result, state = tell("council")

What the agents say stands in tests/data/stories: full sentences, because a page is judged by how real text looks on it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from moot import Result, build_graph, debate, open_store, review
from moot.state.debate import MultiAgentState
from moot.stores import Store
from tests.support.scripts import EXECUTIVES, Entry, say, write

FOLDER = Path(__file__).resolve().parent.parent / "data/stories"
EDITED = "Open the Lisbon office with four people; decide on the rest in June."
OBJECTION = {
    "answer": "Everybody counts the pipeline as if it were contracts.",
    "reasoning": "Nobody asked how many of the leads were signed.",
    "confidence": 70,
    "claims": [
        {
            "id": "C1",
            "statement": "Only 12 of the 41 opportunities have a signed letter of intent.",
            "kind": "fact",
            "evidence": ["E1"],
        }
    ],
    "limitations": ["the contracts themselves"],
}

Told = tuple[Result, MultiAgentState]


@cache
def tell(name: str) -> Told:
    """Run one of the stories; once, because many tests look at the same page."""
    with TemporaryDirectory() as folder:
        return asyncio.run(STORIES[name](Path(folder)))


def _plain(file: str) -> Callable[[Path], Coroutine[Any, Any, Told]]:
    """A story that is told as it is written."""

    async def run(folder: Path) -> Told:
        return await _run(folder, file)

    return run


async def _paused(folder: Path, store: Store | None = None) -> Told:
    doubt = say("synthesize", reply={**_find("expansion", "synthesize"), "confidence": 44, "critical_divergence": True})
    return await _run(folder, "expansion", doubt, value_at_risk=1_500_000, store=store)


async def _reviewed(folder: Path) -> Told:
    store = open_store("memory:")
    result, _ = await _paused(folder, store)
    answer = {"type": "edit", "decision": EDITED}
    return await _see(await review(result.thread_id, [answer], reviewer="Ana Souza", store=store), store)


async def _breaker(folder: Path) -> Told:
    held = {seat: {**_find("expansion", "position", seat), "claims": []} for seat in EXECUTIVES}
    stubborn = [say(["position", "revise"], seat, reply=said) for seat, said in held.items()]
    return await _run(folder, "expansion", *stubborn, overrides={"critique.enabled": False})


async def _audited(folder: Path) -> Told:
    """All agree at once, an auditor objects on evidence, and nobody has anything to criticise."""
    agreed = say(["position", "revise"], reply=_find("expansion", "position", "cro"))
    content = say("critique", reply={"critiques": []})
    objects = say("audit", reply=OBJECTION)
    return await _run(folder, "expansion", agreed, content, objects, overrides={"audit.unanimity": True})


async def _simple(folder: Path) -> Told:
    reply = {
        "answer": "Not yet: the runway is too short.",
        "confidence": 91,
        "reasoning": "It is in the treasury note.",
    }
    return await _run(folder, "expansion", say("answer", reply=reply), route="simple")


async def _failed(folder: Path) -> Told:
    return await _run(folder, "expansion", {"fail": 401})


def _read(file: str) -> dict[str, Any]:
    story: dict[str, Any] = yaml.safe_load((FOLDER / f"{file}.yaml").read_text(encoding="utf-8"))
    return story


def _find(file: str, phase: str, seat: str | None = None) -> dict[str, Any]:
    """What a story says in a phase."""
    wanted = {"phase": phase, **({"seat": seat} if seat else {})}
    reply: dict[str, Any] = next(entry["reply"] for entry in _read(file)["answers"] if entry["when"] == wanted)
    return reply


async def _run(folder: Path, file: str, *first: Entry, store: Store | None = None, **options: Any) -> Told:
    """Run a story; `first` are answers that go before those of the file."""
    story, opened = _read(file), store or open_store("memory:")
    model = write(folder, first, story["answers"])
    given = {**story.get("options", {}), **options}
    return await _see(await debate(story["question"], model=model, store=opened, thread="story", **given), opened)


async def _see(result: Result, store: Store) -> Told:
    config: Any = {"configurable": {"thread_id": result.thread_id}}
    values: Any = (await build_graph("conclave", checkpointer=store).aget_state(config)).values
    return result, values


STORIES: dict[str, Callable[[Path], Coroutine[Any, Any, Told]]] = {
    "council": _plain("expansion"),
    "paused": _paused,
    "reviewed": _reviewed,
    "breaker": _breaker,
    "legal": _plain("inheritance"),
    "rca": _plain("outage"),
    "boardroom": _plain("budget"),
    "research": _plain("quiet"),
    "audited": _audited,
    "simple": _simple,
    "failed": _failed,
}
