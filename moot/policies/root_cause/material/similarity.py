"""Measures how much a past incident resembles the one at hand (R-56, amended).

An incident is described by its traits: one point for every form of event, two for every type of error, one and a half
for every entity; each counts once, however often it occurs. A trait that many past incidents have tells them apart
little, and weighs little: the logarithm of one more than the known incidents over those that have it, as a share of the
most it can be. The similarity is what both have in common over the geometric mean of what each has: 1 for identical
incidents, short or long, and 0 for those that share nothing, which are not similar at all. The best ten are kept,
equals by their id.

Of the present incident a trait counts as far as it has a part in the trouble: whole where it comes with it, and a
quarter where it is a one-off line elsewhere, or noise that is as frequent as ever. One process killed half an hour
before does not outweigh a hundred requests that failed.

What people wrote of a past incident shares no form with a line of a log, but may share its words. They count where one
line that has a part in the trouble says enough of the same: at least three telling words, which together weigh as much
as two and a half that nobody else uses, and which are a third of the telling words of the line or of the text. Words of
a service that every incident names are thus not enough. Each such word is worth half a point, on both sides.
"""

from collections.abc import Iterable, Mapping
from math import log, sqrt
from types import MappingProxyType
from typing import Literal

from moot.policies.root_cause.evidence import telling_words

Trait = tuple[Literal["event", "error", "entity", "word"], str]

_POINTS = {"event": 1.0, "error": 2.0, "entity": 1.5, "word": 0.5}
"""What one match is worth, where nobody else has it."""
_BEST = 10
_STEM = 5
_MIN_WORDS, _MIN_WEIGHT, _MIN_SHARE = 3, 2.5, 1 / 3


def weigh_trait(trait: Trait, seen: int, incidents: int) -> float:
    """Weigh a trait that so many of the known incidents have (W-R15)."""
    known = max(incidents, 1)
    return _POINTS[trait[0]] * log(1 + known / min(max(seen, 1), known)) / log(1 + known)


def share_words(lines: Iterable[str], told: Mapping[str, str]) -> dict[str, frozenset[Trait]]:
    """Find the words that what is told of past incidents shares with one of these lines, where they are enough.

    Of lines that share equally many the earlier is taken: the one that tells more.
    """
    texts = {incident: _cut_words(text) for incident, text in told.items()}
    seen: dict[str, int] = {}
    for stems in texts.values():
        for stem in stems:
            seen[stem] = seen.get(stem, 0) + 1
    every = [words for line in lines if (words := _cut_words(line))]
    found: dict[str, frozenset[Trait]] = {}
    for incident, words in texts.items():
        shared = max((line.keys() & words.keys() for line in every if _is_enough(line, words, seen, len(texts))),
                     key=len, default=set())  # fmt: skip
        if shared:
            found[incident] = frozenset(("word", words[stem]) for stem in shared)
    return found


def stake_words(shared: Mapping[str, frozenset[Trait]], lines: Mapping[str, float]) -> dict[Trait, float]:
    """Say how much part shared words have in the trouble: that of the line that has most of it and says them."""
    stems = [(stake, _cut_words(line).keys()) for line, stake in lines.items()]
    return {
        trait: max((stake for stake, said in stems if trait[1][:_STEM] in said), default=1.0)
        for traits in shared.values()
        for trait in traits
    }


def _cut_words(text: str) -> dict[str, str]:
    """List the telling words of a text by how they begin: cache and cached are one."""
    return {word[:_STEM]: word for word in sorted(telling_words(text), reverse=True) if word.isalpha()}


def _is_enough(line: Mapping[str, str], words: Mapping[str, str], seen: Mapping[str, int], incidents: int) -> bool:
    shared = line.keys() & words.keys()
    weight = sum(weigh_trait(("word", stem), seen[stem], incidents) for stem in shared) / _POINTS["word"]
    share = max(len(shared) / len(line), len(shared) / len(words)) if shared else 0.0
    return len(shared) >= _MIN_WORDS and weight >= _MIN_WEIGHT and share >= _MIN_SHARE


def measure_similarity(own: frozenset[Trait], theirs: frozenset[Trait], weights: Mapping[Trait, float]) -> float:
    """Measure how much two incidents have in common, from 0 to 1."""
    shared = sum(weights[trait] for trait in own & theirs)
    each = sum(weights[trait] for trait in own), sum(weights[trait] for trait in theirs)
    return round(min(1.0, shared / sqrt(each[0] * each[1])), 3) if shared else 0.0


def rank_similar(
    own: frozenset[Trait],
    past: Mapping[str, frozenset[Trait]],
    seen: Mapping[Trait, int],
    incidents: int,
    words: Mapping[str, frozenset[Trait]] = MappingProxyType({}),
    stakes: Mapping[Trait, float] = MappingProxyType({}),
) -> tuple[tuple[str, float], ...]:
    """List the past incidents that resemble this one most, best first, with their similarity.

    `words` are those that an incident shares besides its traits; `stakes` say which part a trait has in the trouble at
    hand, from 0 to 1, where it is not all.
    """
    traits = own.union(*past.values(), *words.values())
    weights = {trait: weigh_trait(trait, seen.get(trait, 0), incidents) * stakes.get(trait, 1.0) for trait in traits}
    scored = []
    for incident, theirs in past.items():
        # A word of a form, an error or an entity that both have counts with that already.
        told = " ".join(value for _, value in own & theirs).casefold()
        more = frozenset(trait for trait in words.get(incident, ()) if trait[1] not in told)
        scored.append((incident, measure_similarity(own | more, theirs | more, weights)))
    alike = [(incident, score) for incident, score in scored if score > 0]
    return tuple(sorted(alike, key=lambda each: (-each[1], each[0]))[:_BEST])
