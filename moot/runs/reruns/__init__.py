"""Runs debates again: as they were recorded, or without one voice to see who moved them."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "ForkLimits",
    "attribute",
    "find_difference",
    "replay",
]

_HOMES = {
    "ForkLimits": "moot.runs.reruns.attributing",
    "attribute": "moot.runs.reruns.attributing",
    "find_difference": "moot.runs.reruns.replaying",
    "replay": "moot.runs.reruns.replaying",
}
"""The module that defines each name; imported on first use, because a graph takes long to import."""

if TYPE_CHECKING:
    from moot.runs.reruns.attributing import ForkLimits, attribute
    from moot.runs.reruns.replaying import find_difference, replay


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
