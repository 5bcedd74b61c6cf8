"""Writes requests down with the checkpoints of whoever brings them: a LangGraph server, or a program around our graph.

Such a checkpointer knows nothing of requests, but it keeps what is written beside a checkpoint, under the name of a
task. We write under names that no task has: LangGraph passes them over, and when the step is run again after a crash
they are found with the checkpoint it starts from. Everything older is in the turns of that checkpoint.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from uuid import uuid4
from weakref import WeakKeyDictionary

from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.config import get_config
from langgraph.runtime import get_runtime

from moot.models import BatchingJournal
from moot.state.budget import Intent

_log = logging.getLogger("moot.nodes")

_SAVER = "__pregel_checkpointer"
_DURABILITY = "__pregel_durability"
"""Where LangGraph keeps them for graphs inside graphs; there is no public name."""
_CHANNEL = "moot_intents"
_PAUSE, _LONGEST_PAUSE = 0.005, 0.2
_PATIENCE = 10.0
"""Seconds until a checkpoint that does not arrive is not waited for any more."""


class CheckpointJournal(BatchingJournal):
    """Writes the requests of one step beside the checkpoint that the step starts from."""

    def __init__(self, saver: BaseCheckpointSaver[Any], place: Any, earlier: Iterable[Intent]) -> None:
        super().__init__(earlier)
        self._saver, self._place = saver, place

    async def _write(self, intents: Sequence[Intent]) -> None:
        bodies = [(_CHANNEL, intent.model_dump_json()) for intent in intents]
        # A name of its own each time: what is written twice under one name is kept once.
        await self._saver.aput_writes(self._place, bodies, f"moot-{uuid4()}")


class CheckpointJournals:
    """The journals of all runs of a graph; the seats of a wave share one."""

    def __init__(self) -> None:
        # LangGraph makes one writer per run, so what hangs on it ends with the run: a step that is run again, in this
        # process or another, reads anew what was sent before.
        self._by_run: WeakKeyDictionary[Callable[[Any], None], _Opening] = WeakKeyDictionary()

    async def find(self) -> CheckpointJournal | None:
        """Find the journal of the step that the calling node is part of; None where nothing is kept in between."""
        runtime, chosen = get_runtime(), get_config()["configurable"]
        info, saver = runtime.execution_info, chosen.get(_SAVER)
        if info is None or info.thread_id is None or chosen.get(_DURABILITY) == "exit":
            return None
        if not isinstance(saver, BaseCheckpointSaver):
            return None
        opening = self._by_run.get(runtime.stream_writer)
        if opening is None or opening.checkpoint != info.checkpoint_id:
            graph, _, _ = info.checkpoint_ns.rpartition("|")
            place = {"thread_id": info.thread_id, "checkpoint_ns": graph, "checkpoint_id": info.checkpoint_id}
            opening = self._by_run[runtime.stream_writer] = _Opening(saver, place)
        return await opening.journal()


class _Opening:
    """Opens a journal once for all who ask for it."""

    def __init__(self, saver: BaseCheckpointSaver[Any], place: dict[str, str]) -> None:
        self.checkpoint = place["checkpoint_id"]
        self._saver, self._place = saver, {"configurable": place}
        self._lock = asyncio.Lock()
        self._journal: CheckpointJournal | None = None

    async def journal(self) -> CheckpointJournal:
        async with self._lock:
            if self._journal is None:
                found = await self._wait_for_checkpoint()
                written = (found.pending_writes or ()) if found else ()
                earlier = [Intent.model_validate_json(body) for _, channel, body in written if channel == _CHANNEL]
                self._journal = CheckpointJournal(self._saver, self._place, earlier)
            return self._journal

    async def _wait_for_checkpoint(self) -> CheckpointTuple | None:
        """Wait until the checkpoint itself is stored, which a server may do while the step runs already."""
        pause, waited = _PAUSE, 0.0
        while (found := await self._saver.aget_tuple(self._place)) is None and waited < _PATIENCE:  # type: ignore[arg-type]  # a config
            await asyncio.sleep(pause)
            waited, pause = waited + pause, min(_LONGEST_PAUSE, pause * 2)
        if found is None:
            _log.warning("the checkpoint of a step is not stored; a crash would forget what the step asked")
        return found
