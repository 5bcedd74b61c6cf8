"""Decides who speaks in a round, who was silent, and whether the ladder asks more seats."""

from moot.policies.rounds.opening.attendance import choose_speakers, find_silence, format_timeout, take_attendance
from moot.policies.rounds.opening.climbing import advance_ladder, follow_ladder, start_ladder

__all__ = [
    "advance_ladder",
    "choose_speakers",
    "find_silence",
    "follow_ladder",
    "format_timeout",
    "start_ladder",
    "take_attendance",
]
