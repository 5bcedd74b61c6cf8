"""Opens and closes a round: who speaks, who answered, and what follows from it."""

from moot.policies.rounds.attendance import choose_speakers, find_silence, format_timeout
from moot.policies.rounds.climbing import advance_ladder, start_ladder
from moot.policies.rounds.closing import (
    Closing,
    close_round,
    count_next_answers,
    find_measured,
    gate_positions,
    limit_rounds,
    list_checked,
    view_round,
)
from moot.policies.rounds.grouping import is_plain, needs_grouping
from moot.policies.rounds.revision import compose_revision

__all__ = [
    "Closing",
    "advance_ladder",
    "choose_speakers",
    "close_round",
    "compose_revision",
    "count_next_answers",
    "find_measured",
    "find_silence",
    "format_timeout",
    "gate_positions",
    "is_plain",
    "limit_rounds",
    "list_checked",
    "needs_grouping",
    "start_ladder",
    "view_round",
]
