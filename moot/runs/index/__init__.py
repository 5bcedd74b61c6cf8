"""Lists the debates of a store, corrects and prunes the list, and reads what debates used."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "correct_status",
    "correct_statuses",
    "list_debates",
    "list_past_use",
    "prune_debates",
]

_HOMES = {
    "correct_status": "moot.runs.index.debate_index",
    "correct_statuses": "moot.runs.index.debate_index",
    "list_debates": "moot.runs.index.debate_index",
    "list_past_use": "moot.runs.index.past_use",
    "prune_debates": "moot.runs.index.debate_index",
}
"""The module that defines each name: a list of debates needs no graph, and a graph takes long to import."""

if TYPE_CHECKING:
    from moot.runs.index.debate_index import correct_status, correct_statuses, list_debates, prune_debates
    from moot.runs.index.past_use import list_past_use


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
