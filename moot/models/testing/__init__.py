"""Offers models without an account: scripted, recorded and replayed, and the embedded local model."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "DEMONSTRATION",
    "LocalServer",
    "Recording",
    "RecordingChatModel",
    "ReplayChatModel",
    "ScriptedChatModel",
    "Step",
    "open_local_model",
    "read_about",
    "slot",
]

_HOMES = {
    "DEMONSTRATION": "moot.models.testing.local",
    "LocalServer": "moot.models.testing.local",
    "Recording": "moot.models.testing.recording",
    "RecordingChatModel": "moot.models.testing.recording",
    "ReplayChatModel": "moot.models.testing.replay",
    "ScriptedChatModel": "moot.models.testing.scripted",
    "Step": "moot.models.testing.steps",
    "open_local_model": "moot.models.testing.local",
    "read_about": "moot.models.testing.replay",
    "slot": "moot.models.testing.local",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.models.testing.local import DEMONSTRATION, LocalServer, open_local_model, slot
    from moot.models.testing.recording import Recording, RecordingChatModel
    from moot.models.testing.replay import ReplayChatModel, read_about
    from moot.models.testing.scripted import ScriptedChatModel
    from moot.models.testing.steps import Step


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
