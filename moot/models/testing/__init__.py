"""Offers models without an account: scripted, replayed, and the embedded local model."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "DEMONSTRATION",
    "ScriptedChatModel",
    "ensure_weights",
    "open_local_model",
    "slot",
]

_HOMES = {
    "DEMONSTRATION": "moot.models.testing.local",
    "ScriptedChatModel": "moot.models.testing.scripted",
    "ensure_weights": "moot.models.testing.weights",
    "open_local_model": "moot.models.testing.local",
    "slot": "moot.models.testing.local",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.models.testing.local import DEMONSTRATION, open_local_model, slot
    from moot.models.testing.scripted import ScriptedChatModel
    from moot.models.testing.weights import ensure_weights


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
