"""Opens and closes a round: who speaks, who answered, and what follows from it."""

from moot.policies.rounds.attendance import choose_speakers, find_silence, format_timeout
from moot.policies.rounds.closing import (
    Closing,
    close_round,
    count_next_answers,
    gate_positions,
    limit_rounds,
    view_round,
)
from moot.policies.rounds.grouping import is_plain, needs_grouping
from moot.policies.rounds.revision import compose_revision

__all__ = [
    "Closing",
    "choose_speakers",
    "close_round",
    "compose_revision",
    "count_next_answers",
    "find_silence",
    "format_timeout",
    "gate_positions",
    "is_plain",
    "limit_rounds",
    "needs_grouping",
    "view_round",
]
