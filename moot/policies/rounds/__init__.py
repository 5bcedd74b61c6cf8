"""Opening and closing a round: who speaks, who answered, and what follows from it."""

from moot.policies.rounds.attendance import find_silence, format_timeout
from moot.policies.rounds.closing import Closing, close_round, count_next, gate_positions, limit_rounds, view_round
from moot.policies.rounds.waves import choose_speakers

__all__ = [
    "Closing",
    "choose_speakers",
    "close_round",
    "count_next",
    "find_silence",
    "format_timeout",
    "gate_positions",
    "limit_rounds",
    "view_round",
]
