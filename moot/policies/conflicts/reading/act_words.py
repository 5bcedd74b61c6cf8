"""Keeps apart what a clause says is to be done from what it only mentions: objects, purposes, names of acts."""

from collections.abc import Sequence
from typing import NamedTuple

from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import LexiconIndex
from moot.policies.language import Language

PlacedAct = tuple[int, int, int, int]
"""Where a word stands for something that can be done, where it ends, what it is, and what act it is done to, or 0."""

_LEADING_TO = Cue.BEGIN | Cue.FAVOUR
"""What only leads to the act after it: "start cutting" is cutting."""
_SPEAKING_OF: dict[Language, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pt": ((), ("ar", "er", "ir", "or", "ao", "to")),
    "en": ((), ("ing", "ion", "ment")),
    "id": (("me", "pe", "di", "ber"), ()),
}
"""How words begin or end that name an act without asking for it."""
_ATTACHED = frozenset({"de", "do", "da", "of"})
_NAMING = ("cao", "sao", "mento", "tion", "sion", "al", "ca")
_PURPOSE = frozenset({"para", "agar", "supaya", "demi"})
_ARTICLES = frozenset({"the", "a", "an", "this", "that", "our", "each", "every"})
_OBJECT_REACH = 4
"""So close an act stands to the one it is the object of."""


def only_names_act(word: str, language: Language) -> bool:
    """Say whether a sentence that begins with a word only speaks of an act: "closing it would cost us"."""
    beginnings, endings = _SPEAKING_OF[language]
    asks = language == "id" and word.startswith("per") and not word.endswith(("aan", "san", "nan", "han"))
    return not asks and (word.startswith(beginnings) or word.endswith(endings))


class ActMention(NamedTuple):
    """Something a clause says is to be done, or not to be done."""

    kind: int
    """One of the acts, or 0: something is recommended without a word for an act."""
    over: int
    """The act it is done to: stop *investing*."""
    denied: bool
    level: int
    words: tuple[str, ...]
    """The part of its clause it stands in."""
    span: tuple[int, int]
    """Where among these words it stands."""
    place: int
    """Where in the text the clause begins."""
    sentence: int
    """Where in the text its sentence begins."""


def list_leading_acts(acts: Sequence[PlacedAct], tokens: Sequence[str], index: LexiconIndex) -> list[PlacedAct]:
    """Leave out acts that are objects of others: "postpone the launch" does not launch, "start cutting" cuts."""
    kept: list[PlacedAct] = []
    for act in acts:
        place, _, kind, _ = act
        ahead = tokens[place - 1] if place else ""
        if (ahead in _ATTACHED and tokens[place].endswith(_NAMING)) or ahead in _PURPOSE:
            continue  # "the date of renewal" renews nothing, "a call to keep them" keeps nobody yet
        if ahead in _ARTICLES and tokens[place].endswith("ing"):
            continue  # a building builds nothing
        if kind & Cue.OPPOSE and act[1] < len(tokens) and tokens[act[1]][0].isdecimal():
            continue  # 31% against 26% compares
        before = kept[-1] if kept else None
        between = tokens[before[1] : place] if before is not None else ()
        if before is None or not index.joints.isdisjoint(between):
            kept.append(act)
        elif not index.links.isdisjoint(between):
            continue  # what something is done for
        elif place - before[1] >= _OBJECT_REACH:
            kept.append(act)
        elif before[2] & _LEADING_TO and not kind & _LEADING_TO:
            kept[-1] = act
        else:
            kept[-1] = (*before[:3], kind)
    return kept
