"""A lexicon compiled for reading: each word of a text is looked up once and says all it stands for."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from moot.policies.conflicts import lexicon_cues as cue
from moot.policies.language import STOP_WORDS, Language, fold, words
from moot.state.lexicon import Lexicon, Phrases

_SHORTEST_BEGINNING = 3
_GAP = "..."
_WIDEST_GAP = 3
"""So many words may stand in the gap of a phrase: increase *the whole marketing* budget."""

T = TypeVar("T")
Tail = tuple[str, ...]


class Memo(dict[str, T]):
    """A table that works out what it does not know yet, and starts anew when it is full."""

    LIMIT = 50_000
    """A debate rarely uses a tenth of so many words."""
    LONGEST = 60
    """What is longer is no word that comes again."""

    def __init__(self, work_out: Callable[[str], T]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, key: str) -> T:
        value = self.work_out(key)
        if len(key) <= self.LONGEST:
            if len(self) >= self.LIMIT:
                self.clear()
            self[key] = value
        return value


class Sense(NamedTuple):
    """What a word stands for, and the phrases it opens."""

    cues: int = 0
    concepts: tuple[str, ...] = ()
    length: int = 1
    """How many words it covers."""
    phrases: dict[str, tuple[tuple[Tail, "Sense"], ...]] | None = None
    """The phrases the word opens: by their second word, each with its further words, longest first."""

    def joined(self, other: "Sense | None") -> "Sense":
        """Both meanings together."""
        if other is None:
            return self
        return self._replace(cues=self.cues | other.cues, concepts=(*self.concepts, *other.concepts))


Hit = tuple[int, Sense]
"""Where in a text something stands, and what it stands for."""


class LexiconIndex(NamedTuple):
    """Word lookups of one language."""

    language: Language
    phrases: Phrases
    labels: dict[str, str]
    actions: frozenset[str]
    openers: frozenset[str]
    """The verbs of the actions: a clause that opens with one asks for it."""
    not_before: dict[str, Tail]
    not_after: dict[str, Tail]
    reversing: frozenset[str]
    """Actions that speak against what they are done to: cut, postpone."""
    bad: frozenset[str]
    """Things one is glad to see reduced: reducing them says nothing against naming them."""
    links: frozenset[str]
    """Words that join two actions: what follows is no object of the first."""
    joints: frozenset[str]
    """Of these, the ones after which a negation no longer holds."""
    light: frozenset[str]
    function_words: frozenset[str]
    """Words and marks without content: small words, negations, "recommend"."""
    senses: Memo[Sense | None]
    """Everything a folded word or a punctuation mark can mean."""


@cache
def index_lexicon(lexicon: Lexicon) -> LexiconIndex:
    """Compile a lexicon; the same lexicon is compiled once."""
    concepts = lexicon.concepts
    return LexiconIndex(
        language=lexicon.language,
        phrases=lexicon.phrases,
        labels={name: concept.label for name, concept in concepts.items()},
        actions=frozenset(name for name, concept in concepts.items() if concept.action),
        openers=frozenset(words(concept.label)[0] for concept in concepts.values() if concept.action),
        not_before={name: _folded(concept.not_before) for name, concept in concepts.items() if concept.not_before},
        not_after={name: _folded(concept.not_after) for name, concept in concepts.items() if concept.not_after},
        reversing=frozenset(name for name, concept in concepts.items() if concept.reverses),
        bad=frozenset(name for name, concept in concepts.items() if concept.bad),
        links=frozenset(_folded(lexicon.cues.link)),
        joints=frozenset(_folded(lexicon.cues.joint)),
        light=frozenset(_folded(lexicon.cues.light)),
        function_words=frozenset(
            (*STOP_WORDS[lexicon.language], *cue.MARKS, "$", "€", "£", *_folded(lexicon.cues.negate))
        ).union(*map(_parts, (*lexicon.cues.recommend, *lexicon.cues.reverse))),
        senses=Memo(_finder(lexicon)),
    )


def find_hits(tokens: Sequence[str], index: LexiconIndex) -> list[Hit]:
    """List what the tokens of a text stand for; a phrase counts as one and covers its words."""
    hits: list[Hit] = []
    covered, last = 0, len(tokens) - 1
    senses = enumerate(map(index.senses.__getitem__, tokens))
    for place, sense in [(place, sense) for place, sense in senses if sense is not None]:
        if place < covered:
            continue
        hit, phrases = sense, sense.phrases
        if phrases is not None and place < last and (tokens[place + 1] in phrases or _GAP in phrases):
            hit = _phrase(tokens, place, sense)
            covered = place + hit.length
        if hit.cues or hit.concepts:  # a word that only could have opened a phrase says nothing
            hits.append((place, hit))
    return hits


def _phrase(tokens: Sequence[str], place: int, sense: Sense) -> Sense:
    """The longest phrase that begins at a place, or the word by itself."""
    phrases = sense.phrases or {}
    for tail, phrase in (*phrases.get(tokens[place + 1], ()), *phrases.get(_GAP, ())):
        end = _end_of(tokens, place + 1, tail)
        if end:
            return phrase if end - place == phrase.length else phrase._replace(length=end - place)
    return sense


def _end_of(tokens: Sequence[str], place: int, tail: Tail) -> int:
    """Where a phrase ends whose further words begin at a place; 0 when it is not that phrase."""
    for number, word in enumerate(tail):
        if word == _GAP:
            ends = (_end_of(tokens, place + skipped, tail[number + 1 :]) for skipped in range(_WIDEST_GAP + 1))
            return next((end for end in ends if end), 0)
        if place >= len(tokens) or tokens[place] != word:
            return 0
        place += 1
    return place


def _folded(texts: Tail) -> Tail:
    return tuple(fold(text) for text in texts)


def _forms(lexicon: Lexicon) -> Iterator[tuple[str, Sense]]:
    """Every form of the lexicon with what it stands for; a beginning ends in `*`."""
    for name, concept in lexicon.concepts.items():
        for form in (*concept.forms, *(f"{stem}*" for stem in concept.stems)):
            yield form, Sense(concepts=(name,))
    for field, bit in cue.BITS.items():
        for form in getattr(lexicon.cues, field):
            yield form, Sense(cues=bit)
    for field, bit in cue.EXTRACTING.items():
        for form in getattr(lexicon.extraction, field):
            yield f"{form}*" if bit == cue.ADVISE else form, Sense(cues=bit)


def _parts(form: str) -> Iterator[str]:
    """The folded words of a form, and its gap."""
    for part in form.split():
        yield from (part,) if part == _GAP else words(part)


def _finder(lexicon: Lexicon) -> Callable[[str], Sense | None]:
    """The lookup over three tables: whole words, word beginnings, phrases by their first word."""
    whole = {mark: Sense(cues=bit) for mark, bit in cue.MARKS.items()}
    beginnings: dict[str, Sense] = {}
    phrases: defaultdict[str, dict[Tail, Sense]] = defaultdict(dict)
    for form, sense in _forms(lexicon):
        first, *tail = _parts(form)
        if form.endswith("*"):
            beginnings[first] = sense.joined(beginnings.get(first))
        elif tail:
            whole_phrase = sense._replace(length=1 + len(tail))
            phrases[first][tuple(tail)] = whole_phrase.joined(phrases[first].get(tuple(tail)))
        else:
            whole[first] = sense.joined(whole.get(first))

    def find(word: str) -> Sense | None:
        if word[0].isdecimal():
            return Sense(cues=cue.NUMBER)
        sense = whole.get(word)
        for length in range(_SHORTEST_BEGINNING, len(word) + 1):
            sense = beginnings[word[:length]].joined(sense) if word[:length] in beginnings else sense
        opened: dict[str, tuple[tuple[Tail, Sense], ...]] = {}
        for tail, phrase in sorted(phrases.get(word, {}).items(), key=lambda item: (-len(item[0]), item[0])):
            opened[tail[0]] = (*opened.get(tail[0], ()), (tail, phrase))
        return (sense or Sense())._replace(phrases=opened) if opened else sense

    return find
