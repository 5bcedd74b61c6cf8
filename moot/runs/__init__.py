"""Starts, resumes, reviews, forks and reads debates; each name is imported when it is first used."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "CONNECTIONS",
    "Watcher",
    "debate",
    "fork",
    "inspect",
    "load",
    "read_result",
    "resume",
    "review",
    "seat_models",
    "show",
]

_HOMES = {
    "CONNECTIONS": "moot.runs.drive",
    "Watcher": "moot.runs.options",
    "debate": "moot.runs.debates",
    "fork": "moot.runs.debates",
    "inspect": "moot.runs.debates",
    "load": "moot.runs.debates",
    "read_result": "moot.runs.drive",
    "resume": "moot.runs.debates",
    "review": "moot.runs.debates",
    "seat_models": "moot.runs.seating",
    "show": "moot.runs.debates",
}
"""The module that defines each name: a list of debates needs no graph, and a graph takes long to import."""

if TYPE_CHECKING:
    from moot.runs.debates import debate, fork, inspect, load, resume, review, show
    from moot.runs.drive import CONNECTIONS, read_result
    from moot.runs.options import Watcher
    from moot.runs.seating import seat_models


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
