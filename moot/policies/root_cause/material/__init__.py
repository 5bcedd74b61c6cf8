"""Says what a search for a root cause can look at: a log, its departures, and past incidents like it."""

from moot.policies.root_cause.material.departure import find_departure
from moot.policies.root_cause.material.material import has_history, has_log, list_idle_reasoners
from moot.policies.root_cause.material.similarity import Trait, rank_similar, share_words, stake_words

__all__ = [
    "Trait",
    "find_departure",
    "has_history",
    "has_log",
    "list_idle_reasoners",
    "rank_similar",
    "share_words",
    "stake_words",
]
