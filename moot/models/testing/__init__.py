"""Offers models without an account: scripted, recorded and replayed, and the embedded local model."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "DEMONSTRATION",
    "LocalServer",
    "RecordedInput",
    "RecordedMoment",
    "RecordedReview",
    "RecordedTurn",
    "Recording",
    "RecordingChatModel",
    "ReplayChatModel",
    "ScriptedChatModel",
    "Step",
    "ensure_weights",
    "keep_recorded",
    "open_local_model",
    "read_about",
    "read_course",
    "read_recorded_remarks",
    "record_remarks",
    "slot",
]

_HOMES = {
    "DEMONSTRATION": "moot.models.testing.local",
    "LocalServer": "moot.models.testing.local",
    "RecordedInput": "moot.models.testing.exchange",
    "RecordedMoment": "moot.models.testing.exchange",
    "RecordedReview": "moot.models.testing.exchange",
    "RecordedTurn": "moot.models.testing.exchange",
    "Recording": "moot.models.testing.recording",
    "RecordingChatModel": "moot.models.testing.recording",
    "ReplayChatModel": "moot.models.testing.replay",
    "ScriptedChatModel": "moot.models.testing.scripted",
    "Step": "moot.models.testing.steps",
    "ensure_weights": "moot.models.testing.weights",
    "open_local_model": "moot.models.testing.local",
    "read_about": "moot.models.testing.replay",
    "read_recorded_remarks": "moot.models.testing.remarks",
    "record_remarks": "moot.models.testing.remarks",
    "keep_recorded": "moot.models.testing.moments",
    "read_course": "moot.models.testing.moments",
    "slot": "moot.models.testing.local",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.models.testing.exchange import RecordedInput, RecordedMoment, RecordedReview, RecordedTurn
    from moot.models.testing.local import DEMONSTRATION, LocalServer, open_local_model, slot
    from moot.models.testing.moments import keep_recorded, read_course
    from moot.models.testing.recording import Recording, RecordingChatModel
    from moot.models.testing.remarks import read_recorded_remarks, record_remarks
    from moot.models.testing.replay import ReplayChatModel, read_about
    from moot.models.testing.scripted import ScriptedChatModel
    from moot.models.testing.steps import Step
    from moot.models.testing.weights import ensure_weights


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
