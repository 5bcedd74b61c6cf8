"""Who stands where after the last round (X-44).

Explicit acceptance supports the decision; explicit refusal, or an opposition that is still there, opposes it; an
argument close enough to it supports it; everything else is neutral. Opposition is looked for before closeness, because
"expand" and "do not expand" share all their words. The decision maker supports its own decision.
"""

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import NamedTuple

from moot.policies.conflicts.pairs import find_pairs
from moot.policies.conflicts.texts import read_stands
from moot.policies.language import Language, jaccard, rough_words
from moot.state.lexicon import Lexicons

_DECISION = "\n"
"""The key under which the decision is read beside the agents; no agent can have this name."""


class Stances(NamedTuple):
    """The agents by their stance, each in the order given, and what still divides the parties."""

    supporting: tuple[str, ...]
    opposing: tuple[str, ...]
    neutral: tuple[str, ...]
    remaining: tuple[str, ...]


def find_stances(
    decision: str,
    decider: str,
    arguments: Mapping[str, str],
    parties: Collection[str],
    lexicons: Lexicons,
    *,
    support: float,
    accepted_by: Collection[str] = (),
    language: Language | None = None,
) -> Stances:
    """Place every agent by its last argument, and list the opposing pairs left between the parties."""
    stands = read_stands({**arguments, _DECISION: decision}, lexicons, language)
    decided = stands[_DECISION]
    wanted = rough_words(decision, decided.words.language)
    sides: dict[str, list[str]] = {"supporting": [], "opposing": [], "neutral": []}
    for agent, argument in arguments.items():
        reading = stands[agent].reading
        if agent == decider or agent in accepted_by or (reading.accepts and not reading.refuses):
            sides["supporting"].append(agent)
        elif reading.refuses or find_pairs(stands[agent], decided, lexicons):
            sides["opposing"].append(agent)
        else:
            alike = jaccard(rough_words(argument, reading.language), wanted) >= support
            sides["supporting" if alike else "neutral"].append(agent)
    argued = [agent for agent in parties if agent in stands]
    left = (find_pairs(stands[a], stands[b], lexicons) for a, b in combinations(argued, 2))
    remaining = tuple(dict.fromkeys(pair.text for pairs in left for pair in pairs))
    return Stances(tuple(sides["supporting"]), tuple(sides["opposing"]), tuple(sides["neutral"]), remaining)
