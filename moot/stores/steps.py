"""Holds checkpoints back that nothing paid depends on yet: most of them are replaced by the next one within a moment.

A debate passes many nodes that ask nobody. What they make can be made again from the checkpoint before them, so it is
kept in memory until something makes it worth writing: a request is about to be sent, an answer or an error or a pause
refers to it, a round has ended, or somebody reads. Then what is held back is written in the same transaction. A process
that is killed loses steps that cost nothing, and no answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import WRITES_IDX_MAP, ChannelVersions, Checkpoint, CheckpointMetadata

_ANSWERS = "turns"
"""The channel every turn with a model is written to."""
_ROUND_END = "branch:to:checkpoint"
"""Set in a checkpoint after which a round is closed: a fork begins there."""
_PASSING = ("loop", "input")
"""The sources of checkpoints that a run makes by itself; whatever else is stored, somebody asked for."""
_NULL_TASK = "00000000-0000-0000-0000-000000000000"
"""The task in whose name LangGraph stores what a caller gave: a person's answer, for example."""


@dataclass(slots=True)
class TaskWrites:
    """What one task returned."""

    config: RunnableConfig
    writes: Sequence[tuple[str, Any]]
    task_id: str
    task_path: str


@dataclass(slots=True)
class HeldStep:
    """One checkpoint with what its tasks returned so far."""

    config: RunnableConfig
    checkpoint: Checkpoint
    metadata: CheckpointMetadata
    versions: ChannelVersions
    writes: list[TaskWrites] = field(default_factory=list)


class HeldSteps:
    """The steps of the debates that this process drives which are not stored yet."""

    def __init__(self) -> None:
        self._steps: dict[str, list[HeldStep]] = {}

    def __contains__(self, thread: object) -> bool:
        """Tell whether something of a debate is held back."""
        return thread in self._steps

    @property
    def threads(self) -> Sequence[str]:
        """List the debates of which something is held back."""
        return tuple(self._steps)

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        versions: ChannelVersions,
    ) -> RunnableConfig:
        """Hold a checkpoint back; the one before it is given up, unless a round ended with it."""
        settings = config["configurable"]
        thread, steps = str(settings["thread_id"]), self._steps.setdefault(str(settings["thread_id"]), [])
        step = HeldStep(config, checkpoint, metadata, versions)
        if steps:
            steps[-1].writes = []
            if _ROUND_END not in steps[-1].checkpoint["channel_values"]:
                step = _merge(steps.pop(), step)
        steps.append(step)
        place = {"thread_id": thread, "checkpoint_ns": settings.get("checkpoint_ns", "")}
        return {"configurable": {**place, "checkpoint_id": checkpoint["id"]}}

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str
    ) -> bool:
        """Hold back what a task returned, if its checkpoint is held back and nothing of it was paid for."""
        steps = self._steps.get(str(config["configurable"]["thread_id"]))
        if not steps or steps[-1].checkpoint["id"] != config["configurable"].get("checkpoint_id"):
            return False
        if task_id == _NULL_TASK or any(name == _ANSWERS or name in WRITES_IDX_MAP for name, _ in writes):
            return False
        steps[-1].writes.append(TaskWrites(config, writes, task_id, task_path))
        return True

    def take(self, thread: str) -> Sequence[HeldStep]:
        """Hand over what is held back of a debate, oldest first: whoever takes it writes it."""
        return self._steps.pop(thread, ())

    def put_back(self, thread: str, steps: Sequence[HeldStep]) -> None:
        """Hold back again what could not be written, before whatever came since."""
        if steps:
            self._steps[thread] = [*steps, *self._steps.get(thread, ())]


def is_passing(metadata: CheckpointMetadata) -> bool:
    """Tell whether a checkpoint was made by a run on its way, not by somebody who wants it stored."""
    return metadata.get("source") in _PASSING


def _merge(former: HeldStep, step: HeldStep) -> HeldStep:
    """Put a step in the place of the one before it: it follows what that one followed, and has its values too."""
    settings = dict(step.config["configurable"])
    settings.pop("checkpoint_id", None)
    if "checkpoint_id" in former.config["configurable"]:
        settings["checkpoint_id"] = former.config["configurable"]["checkpoint_id"]
    step.config = {**step.config, "configurable": settings}
    step.versions = {**former.versions, **step.versions}
    return step
