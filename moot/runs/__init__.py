"""Starts, drives, lists, forks and batches debates; each name is imported when it is first used."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "CONNECTIONS",
    "EVENT_LOGGER",
    "BadLinesError",
    "BatchBudget",
    "BatchDefaults",
    "BatchLine",
    "BatchPlan",
    "BatchResult",
    "BatchTask",
    "ForkLimits",
    "LogLineFormat",
    "LogWatcher",
    "SaidRemark",
    "Watcher",
    "attribute",
    "check_profiles",
    "choose_fate",
    "correct_status",
    "correct_statuses",
    "debate",
    "find_difference",
    "follow",
    "fork",
    "inspect",
    "list_debates",
    "list_past_use",
    "load",
    "log_json",
    "logs_json",
    "make_store_runner",
    "observe",
    "open_server_runner",
    "prune_debates",
    "read_result",
    "read_tasks",
    "replay",
    "resume",
    "review",
    "run_batch",
    "run_batch_in_processes",
    "say_to",
    "seat_models",
    "show",
    "start_export",
]

_HOMES = {
    "CONNECTIONS": "moot.runs.drive",
    "BadLinesError": "moot.runs.batch",
    "BatchBudget": "moot.runs.batch_budget",
    "BatchDefaults": "moot.runs.batch_runners",
    "BatchLine": "moot.runs.batch",
    "BatchPlan": "moot.runs.batch_processes",
    "BatchResult": "moot.runs.batch",
    "BatchTask": "moot.runs.batch",
    "ForkLimits": "moot.runs.attributing",
    "attribute": "moot.runs.attributing",
    "EVENT_LOGGER": "moot.runs.observability",
    "LogLineFormat": "moot.runs.observability",
    "LogWatcher": "moot.runs.observability",
    "SaidRemark": "moot.runs.saying",
    "Watcher": "moot.runs.options",
    "choose_fate": "moot.runs.saying",
    "check_profiles": "moot.runs.batch_runners",
    "correct_status": "moot.runs.debate_index",
    "correct_statuses": "moot.runs.debate_index",
    "debate": "moot.runs.debates",
    "find_difference": "moot.runs.replaying",
    "follow": "moot.runs.following",
    "fork": "moot.runs.debates",
    "inspect": "moot.runs.debates",
    "list_debates": "moot.runs.debate_index",
    "list_past_use": "moot.runs.past_use",
    "load": "moot.runs.debates",
    "log_json": "moot.runs.observability",
    "logs_json": "moot.runs.observability",
    "make_store_runner": "moot.runs.batch_runners",
    "observe": "moot.runs.observability",
    "open_server_runner": "moot.runs.batch_runners",
    "prune_debates": "moot.runs.debate_index",
    "read_result": "moot.runs.drive",
    "read_tasks": "moot.runs.batch",
    "replay": "moot.runs.replaying",
    "resume": "moot.runs.debates",
    "review": "moot.runs.debates",
    "run_batch": "moot.runs.batch",
    "run_batch_in_processes": "moot.runs.batch_processes",
    "say_to": "moot.runs.saying",
    "seat_models": "moot.runs.seating",
    "show": "moot.runs.debates",
    "start_export": "moot.runs.observability",
}
"""The module that defines each name: a list of debates needs no graph, and a graph takes long to import."""

if TYPE_CHECKING:
    from moot.runs.attributing import ForkLimits, attribute
    from moot.runs.batch import BadLinesError, BatchLine, BatchResult, BatchTask, read_tasks, run_batch
    from moot.runs.batch_budget import BatchBudget
    from moot.runs.batch_processes import BatchPlan, run_batch_in_processes
    from moot.runs.batch_runners import BatchDefaults, check_profiles, make_store_runner, open_server_runner
    from moot.runs.debate_index import correct_status, correct_statuses, list_debates, prune_debates
    from moot.runs.debates import debate, fork, inspect, load, resume, review, show
    from moot.runs.drive import CONNECTIONS, read_result
    from moot.runs.following import follow
    from moot.runs.observability import (
        EVENT_LOGGER,
        LogLineFormat,
        LogWatcher,
        log_json,
        logs_json,
        observe,
        start_export,
    )
    from moot.runs.options import Watcher
    from moot.runs.past_use import list_past_use
    from moot.runs.replaying import find_difference, replay
    from moot.runs.saying import SaidRemark, choose_fate, say_to
    from moot.runs.seating import seat_models


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
