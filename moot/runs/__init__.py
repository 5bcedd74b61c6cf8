"""What starts, drives, lists, forks and batches debates."""

from typing import TYPE_CHECKING, Any

from moot.doors import load

__all__ = [
    "EVENTS",
    "RUNNING",
    "BadLinesError",
    "Defaults",
    "Done",
    "JsonFormatter",
    "Line",
    "LogFormat",
    "LogWatcher",
    "Task",
    "Watcher",
    "correct_status",
    "debate",
    "debate_index",
    "debates",
    "describe_opening",
    "fork",
    "inspect",
    "list_debates",
    "log_json",
    "logs_json",
    "observe",
    "read_result",
    "read_tasks",
    "resume",
    "review",
    "run_batch",
    "run_in_store",
    "run_on_server",
    "settle_killed",
    "show",
    "start_export",
]

_HOMES = {
    "BadLinesError": "moot.runs.batch",
    "Defaults": "moot.runs.batch_places",
    "Done": "moot.runs.batch",
    "EVENTS": "moot.runs.logs",
    "JsonFormatter": "moot.runs.logs",
    "Line": "moot.runs.batch",
    "LogFormat": "moot.runs.logs",
    "LogWatcher": "moot.runs.logs",
    "RUNNING": "moot.runs.debate_index",
    "Task": "moot.runs.batch",
    "Watcher": "moot.runs.options",
    "correct_status": "moot.runs.debate_index",
    "debate": "moot.runs.debates",
    "debate_index": "moot.runs.debate_index",
    "debates": "moot.runs.debates",
    "describe_opening": "moot.runs.opening",
    "fork": "moot.runs.debates",
    "inspect": "moot.runs.debates",
    "list_debates": "moot.runs.debate_index",
    "log_json": "moot.runs.logs",
    "logs_json": "moot.runs.logs",
    "observe": "moot.runs.telemetry",
    "read_result": "moot.runs.drive",
    "read_tasks": "moot.runs.batch",
    "resume": "moot.runs.debates",
    "review": "moot.runs.debates",
    "run_batch": "moot.runs.batch",
    "run_in_store": "moot.runs.batch_places",
    "run_on_server": "moot.runs.batch_places",
    "settle_killed": "moot.runs.debate_index",
    "show": "moot.runs.debates",
    "start_export": "moot.runs.telemetry",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.runs import debate_index, debates
    from moot.runs.batch import BadLinesError, Done, Line, Task, read_tasks, run_batch
    from moot.runs.batch_places import Defaults, run_in_store, run_on_server
    from moot.runs.debate_index import RUNNING, correct_status, list_debates, settle_killed
    from moot.runs.debates import debate, fork, inspect, resume, review, show
    from moot.runs.drive import read_result
    from moot.runs.logs import EVENTS, JsonFormatter, LogFormat, LogWatcher, log_json, logs_json
    from moot.runs.opening import describe_opening
    from moot.runs.options import Watcher
    from moot.runs.telemetry import observe, start_export


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load(__name__, _HOMES, name)
