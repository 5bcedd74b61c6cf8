"""Opens a round, or the next step of the ladder: who speaks, and what they may use."""

from moot.nodes.opening.climbing import make_ladder
from moot.nodes.opening.convener import make_convener, make_reopening, name_wave, open_wave, take_critiques

__all__ = [
    "make_convener",
    "make_ladder",
    "make_reopening",
    "name_wave",
    "open_wave",
    "take_critiques",
]
