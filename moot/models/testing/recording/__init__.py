"""Records what models answered and people said, and replays it."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "RecordedInput",
    "RecordedLog",
    "RecordedLookup",
    "RecordedMoment",
    "RecordedReview",
    "RecordedTurn",
    "Recording",
    "RecordingChatModel",
    "ReplayChatModel",
    "keep_recorded",
    "read_about",
    "read_course",
    "read_recorded_remarks",
    "record_remarks",
]

_HOMES = {
    "RecordedInput": "moot.models.testing.recording.exchange",
    "RecordedLog": "moot.models.testing.recording.exchange",
    "RecordedLookup": "moot.models.testing.recording.exchange",
    "RecordedMoment": "moot.models.testing.recording.exchange",
    "RecordedReview": "moot.models.testing.recording.exchange",
    "RecordedTurn": "moot.models.testing.recording.exchange",
    "Recording": "moot.models.testing.recording.recording",
    "RecordingChatModel": "moot.models.testing.recording.recording",
    "ReplayChatModel": "moot.models.testing.recording.replay",
    "keep_recorded": "moot.models.testing.recording.moments",
    "read_about": "moot.models.testing.recording.replay",
    "read_course": "moot.models.testing.recording.moments",
    "read_recorded_remarks": "moot.models.testing.recording.remarks",
    "record_remarks": "moot.models.testing.recording.remarks",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.models.testing.recording.exchange import (
        RecordedInput,
        RecordedLog,
        RecordedLookup,
        RecordedMoment,
        RecordedReview,
        RecordedTurn,
    )
    from moot.models.testing.recording.moments import keep_recorded, read_course
    from moot.models.testing.recording.recording import Recording, RecordingChatModel
    from moot.models.testing.recording.remarks import read_recorded_remarks, record_remarks
    from moot.models.testing.recording.replay import ReplayChatModel, read_about


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
