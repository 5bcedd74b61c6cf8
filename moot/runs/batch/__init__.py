"""Runs many debates from a file, in one process or several, within one budget."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "BadLinesError",
    "BatchBudget",
    "BatchDefaults",
    "BatchPlan",
    "BatchResult",
    "BatchTask",
    "check_profiles",
    "make_store_runner",
    "open_server_runner",
    "read_tasks",
    "run_batch",
    "run_batch_in_processes",
]

_HOMES = {
    "BadLinesError": "moot.runs.batch.batch",
    "BatchBudget": "moot.runs.batch.budget",
    "BatchDefaults": "moot.runs.batch.runners",
    "BatchPlan": "moot.runs.batch.processes",
    "BatchResult": "moot.runs.batch.batch",
    "BatchTask": "moot.runs.batch.batch",
    "check_profiles": "moot.runs.batch.runners",
    "make_store_runner": "moot.runs.batch.runners",
    "open_server_runner": "moot.runs.batch.runners",
    "read_tasks": "moot.runs.batch.batch",
    "run_batch": "moot.runs.batch.batch",
    "run_batch_in_processes": "moot.runs.batch.processes",
}
"""The module that defines each name; imported on first use, because a graph takes long to import."""

if TYPE_CHECKING:
    from moot.runs.batch.batch import BadLinesError, BatchResult, BatchTask, read_tasks, run_batch
    from moot.runs.batch.budget import BatchBudget
    from moot.runs.batch.processes import BatchPlan, run_batch_in_processes
    from moot.runs.batch.runners import BatchDefaults, check_profiles, make_store_runner, open_server_runner


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
