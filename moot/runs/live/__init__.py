"""Follows, logs and speaks to debates while they run."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "EVENT_LOGGER",
    "LogLineFormat",
    "LogWatcher",
    "SaidRemark",
    "choose_fate",
    "follow",
    "log_json",
    "logs_json",
    "observe",
    "say_to",
    "start_export",
]

_HOMES = {
    "EVENT_LOGGER": "moot.runs.live.observability",
    "LogLineFormat": "moot.runs.live.observability",
    "LogWatcher": "moot.runs.live.observability",
    "SaidRemark": "moot.runs.live.saying",
    "choose_fate": "moot.runs.live.saying",
    "follow": "moot.runs.live.following",
    "log_json": "moot.runs.live.observability",
    "logs_json": "moot.runs.live.observability",
    "observe": "moot.runs.live.observability",
    "say_to": "moot.runs.live.saying",
    "start_export": "moot.runs.live.observability",
}
"""The module that defines each name; imported on first use, because a graph takes long to import."""

if TYPE_CHECKING:
    from moot.runs.live.following import follow
    from moot.runs.live.observability import (
        EVENT_LOGGER,
        LogLineFormat,
        LogWatcher,
        log_json,
        logs_json,
        observe,
        start_export,
    )
    from moot.runs.live.saying import SaidRemark, choose_fate, say_to


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
