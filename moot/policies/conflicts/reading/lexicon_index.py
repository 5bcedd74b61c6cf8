"""Compiles lexicons for reading: a text is split into tokens, and each token is looked up once for all it stands for.

Compiling takes milliseconds and every new word is worked out once, so whoever reads many texts compiles the lexicons
once and passes them on; nothing is kept between calls otherwise.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from moot.policies.conflicts.reading.cues import ACT_BITS, CUE_BITS, EXTRACTION_BITS, MARKS, Cue
from moot.policies.conflicts.reading.inflection import inflect, strip_affixes
from moot.policies.language import STOP_WORDS, Language, fold, words
from moot.state.lexicon import Lexicon, Lexicons, Phrases

BEGINNING = 5
"""Words that begin alike in so many letters count as one: a stand-in for stems that costs nothing."""
_SHORTEST_BEGINNING = 3
_GAP = "..."
_WIDEST_GAP = 3
"""So many words may stand in the gap of a phrase: increase *the whole marketing* budget."""
_MOST_WORDS = 50_000
"""A debate rarely uses a tenth of so many words."""
_LONGEST_WORD = 60
"""What is longer is no word that comes again."""

_TOKEN = re.compile(
    r"rp(?=\d)"  # Indonesian writes its currency to the number: Rp1,5
    r"|[^\W\d_][^\W_]*(?:'[^\W_]+)*"  # a word
    r"|[.!?;:,()$€£]"
    r"|\d+(?:[.,]\d+)*(?:%|[^\W\d_]*)"  # a number with its separators and unit: 1,200.50 or 500k
    r"|^-(?=-*$)"  # a dash that stands by itself, however long
)
_PARAGRAPH = re.compile(r"\n(?=[ \t]*(?:\n|[-*\u2022]|\d+[.)]))")
"""A blank line or a list item ends a sentence; a wrapped line does not."""

_HEADING = re.compile(r"(?:^|\n)[ \t]*#+[ \t]*([^\n]*)(?:\n|$)")
_BOLD_LINE = re.compile(r"(?:^|\n)[ \t]*\*\*([^*\n.!?:]{1,40}):?\*\*:?[ \t]*(?=\n)")
"""A heading is a label of what follows, also a short line of its own in bold."""

_Tail = tuple[str, ...]
_Found = TypeVar("_Found")


def tokenize(text: str) -> list[str]:
    """Split a text into folded words, numbers and the marks that end clauses and sentences."""
    folded = fold(text)
    if "\n" in folded:
        if "#" in folded:
            folded = _HEADING.sub(r" . \1 : ", folded)
        if "**" in folded:
            folded = _BOLD_LINE.sub(r" . \1 : ", folded)
        folded = _PARAGRAPH.sub(" . ", folded)
    return [token for run in folded.split() for token in _RUNS[run]]


class Sense(NamedTuple):
    """What a word stands for, and the phrases it opens."""

    cues: int = 0
    concepts: tuple[str, ...] = ()
    length: int = 1
    """How many words it covers."""
    phrases: dict[str, tuple[tuple[_Tail, "Sense"], ...]] | None = None
    """The phrases the word opens: by their second word, each with its further words, longest first."""

    def joined(self, other: "Sense | None") -> "Sense":
        """Join both meanings."""
        if other is None:
            return self
        return self._replace(cues=self.cues | other.cues, concepts=(*self.concepts, *other.concepts))


Hit = tuple[int, Sense]
"""Where in a text something stands, and what it stands for."""


class HasSenses(Protocol):
    """Word lookups that tell what a word stands for."""

    @property
    def senses(self) -> "Lookup[Sense | None]":
        """Everything a folded word or a punctuation mark can mean."""


class LexiconIndex(NamedTuple):
    """Word lookups of one language."""

    language: Language
    phrases: Phrases
    labels: dict[str, str]
    actions: frozenset[str]
    openers: frozenset[str]
    """The verbs of the actions: a clause that opens with one asks for it."""
    not_before: dict[str, _Tail]
    not_after: dict[str, _Tail]
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
    opposites: dict[str, frozenset[tuple[int, int]]]
    """For the beginning of a word that has an opposite: the pair it belongs to, and its side."""
    asking: frozenset[str]
    """Words, alone or two together, with which a question proposes nothing."""
    measuring: frozenset[str]
    """Of these, the ones that ask how much."""
    selecting: frozenset[str]
    """Of these, the ones that ask for one of many."""
    either: frozenset[str]
    """What stands between two alternatives of a question, alone or two together."""
    earlier: frozenset[str]
    """Words that put a step first, and a question that asks for an order."""
    later: frozenset[str]
    """Words that put a step after another."""
    at_most: frozenset[str]
    at_least: frozenset[str]
    senses: "Lookup[Sense | None]"
    """Everything a folded word or a punctuation mark can mean."""
    objects: "Lookup[str]"
    """The beginning of a word that says what something is done to; empty for all others."""


class AdviceIndex(NamedTuple):
    """Word lookups of one language for reading advice."""

    language: Language
    senses: "Lookup[Sense | None]"
    """What a folded word or a mark does in advice."""
    objects: "Lookup[str]"
    """The beginning of a word that says what something is done to; empty for all others."""
    opposites: dict[str, frozenset[tuple[int, int]]]
    """For a word for one of two ways: the pair it belongs to, and its side."""


class Lookup(dict[str, _Found]):
    """What is known of the words met so far; a new word is worked out, and a full table starts anew."""

    def __init__(self, find: Callable[[str], _Found]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, word: str) -> _Found:
        found = self.find(word)
        if len(word) <= _LONGEST_WORD:
            if len(self) >= _MOST_WORDS:
                self.clear()
            self[word] = found
        return found


_RUNS = Lookup(lambda run: (run,) if run.isalpha() else tuple(_TOKEN.findall(run)))
"""The tokens of what stands between two blanks: most of it comes again."""


class CompiledLexicons:
    """Lexicons ready for reading; each language is compiled when the first text in it comes."""

    def __init__(self, lexicons: Lexicons) -> None:
        self.lexicons = lexicons
        self.sides = _place_concepts(lexicons)
        """For each concept its places in the opposition table: axis, whether on the other side, only as a priority."""
        self._indexes: dict[Language, LexiconIndex] = {}
        self.advice: dict[Language, AdviceIndex] = {}
        """What words do in advice, by language, once a question has been asked in it."""

    def index(self, language: Language) -> LexiconIndex:
        """Give the lookups of a language; of one that is not there, those of the first."""
        if language not in self._indexes:
            languages = self.lexicons.languages
            self._indexes[language] = _index_lexicon(languages.get(language) or next(iter(languages.values())))
        return self._indexes[language]


def compile_lexicons(lexicons: Lexicons | CompiledLexicons) -> CompiledLexicons:
    """Make lexicons ready for reading; those that are stay as they are."""
    return lexicons if isinstance(lexicons, CompiledLexicons) else CompiledLexicons(lexicons)


def find_hits(tokens: Sequence[str], index: HasSenses) -> list[Hit]:
    """List what the tokens of a text stand for; a phrase counts as one and covers its words."""
    known = [(place, sense) for place, sense in enumerate(map(index.senses.__getitem__, tokens)) if sense is not None]
    hits: list[Hit] = []
    covered, last = 0, len(tokens) - 1
    for place, sense in known:
        if place < covered:
            continue
        hit, phrases = sense, sense.phrases
        if phrases is not None and place < last and (tokens[place + 1] in phrases or _GAP in phrases):
            hit = _phrase(tokens, place, sense)
            covered = place + hit.length
        if hit.cues or hit.concepts:  # a word that only could have opened a phrase says nothing
            hits.append((place, hit))
    return hits


def _index_lexicon(lexicon: Lexicon) -> LexiconIndex:
    """Compile the lexicon of one language."""
    concepts = lexicon.concepts
    senses = Lookup(make_finder(_entries(lexicon), MARKS, lexicon.language))
    empty = frozenset((*STOP_WORDS[lexicon.language], *MARKS, "$", "€", "£", *_folded(lexicon.cues.negate))).union(
        *map(_parts, (*lexicon.cues.recommend, *lexicon.cues.reverse))
    )
    vague = empty.union(_folded(lexicon.acts.vague))
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
        function_words=empty,
        opposites=_place_opposites(lexicon.opposites),
        asking=frozenset(_folded((*lexicon.acts.asking, *lexicon.acts.measuring))),
        measuring=frozenset(_folded(lexicon.acts.measuring)),
        selecting=frozenset(_folded(lexicon.acts.selecting)),
        either=frozenset(_folded(lexicon.acts.either)),
        earlier=frozenset(_folded(lexicon.acts.earlier)),
        later=frozenset(_folded(lexicon.acts.later)),
        at_most=frozenset(_folded(lexicon.acts.at_most)),
        at_least=frozenset(_folded(lexicon.acts.at_least)),
        senses=senses,
        objects=Lookup(
            partial(_name_object, vague=vague, same=_join_same(lexicon), senses=senses, language=lexicon.language)
        ),
    )


def _name_object(
    word: str, *, vague: frozenset[str], same: dict[str, str], senses: Lookup[Sense | None], language: Language
) -> str:
    """Give the beginning of a word that says what something is done to, else nothing."""
    if len(word) < _SHORTEST_BEGINNING or not word.isalpha() or word in vague:
        return ""
    sense = senses[word]
    if sense is not None and sense.cues & Cue.RECOMMEND:
        return ""
    beginning = (strip_affixes(word) if language == "id" else word)[:BEGINNING]
    return same.get(word) or same.get(beginning, beginning)


def _join_same(lexicon: Lexicon) -> dict[str, str]:
    """Give each word, and each word's beginning, the name of the first entry of the lexicon that has it."""
    named: dict[str, str] = {}
    for entry in lexicon.acts.same:
        first, *_ = listed = [fold(word) for word in entry.split()]
        for word in listed:
            verb, mark, _ = word.partition("~")
            for form in inflect(verb, lexicon.language) if mark else (word, word[:BEGINNING]):
                named.setdefault(form, first.rstrip("~")[:BEGINNING])
    return named


def _phrase(tokens: Sequence[str], place: int, sense: Sense) -> Sense:
    """Find the longest phrase that begins at a place, or the word by itself."""
    phrases = sense.phrases or {}
    exact, gapped = phrases.get(tokens[place + 1], ()), phrases.get(_GAP, ())
    listed = sorted((*exact, *gapped), key=_tail_length, reverse=True) if exact and gapped else exact or gapped
    for tail, phrase in listed:
        end = _end_of(tokens, place + 1, tail)
        if end:
            return phrase if end - place == phrase.length else phrase._replace(length=end - place)
    return sense


def _tail_length(phrase: tuple[_Tail, Sense]) -> int:
    return len(phrase[0])


def _end_of(tokens: Sequence[str], place: int, tail: _Tail) -> int:
    """Find where a phrase ends whose further words begin at a place; 0 when it is not that phrase."""
    for number, word in enumerate(tail):
        if word == _GAP:
            ends = (_end_of(tokens, place + skipped, tail[number + 1 :]) for skipped in range(_WIDEST_GAP + 1))
            return next((end for end in ends if end), 0)
        if place >= len(tokens) or tokens[place] != word:
            return 0
        place += 1
    return place


def _place_concepts(lexicons: Lexicons) -> dict[str, tuple[tuple[int, bool, bool], ...]]:
    places: dict[str, tuple[tuple[int, bool, bool], ...]] = {}
    for axis, opposition in enumerate(lexicons.oppositions):
        for side, concepts in ((False, opposition.one), (True, opposition.other)):
            for concept in concepts:
                places[concept] = (*places.get(concept, ()), (axis, side, opposition.only_as_priority))
    return places


def _place_opposites(pairs: _Tail) -> dict[str, frozenset[tuple[int, int]]]:
    placed: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for number, pair in enumerate(pairs):
        for side, names in enumerate(pair.split("/")):
            for name in words(names):
                placed[name[:BEGINNING]].add((number, side))
    return {name: frozenset(sides) for name, sides in placed.items()}


def _folded(texts: _Tail) -> _Tail:
    return tuple(fold(text) for text in texts)


def _inflect_entries(
    entries: Iterable[tuple[str, Sense]], language: Language, forms: Callable[[str, Language], _Tail]
) -> Iterator[tuple[str, Sense]]:
    """List every form with what it stands for; a beginning ends in `*`, a verb in `~` is inflected."""
    for form, sense in entries:
        verb, mark, rest = form.partition("~")
        if mark:
            yield from ((f"{each}{rest}", sense) for each in forms(fold(verb), language))
        else:
            yield form, sense


def _entries(lexicon: Lexicon) -> Iterator[tuple[str, Sense]]:
    for name, concept in lexicon.concepts.items():
        for form in (*concept.forms, *(f"{stem}*" for stem in concept.stems)):
            yield form, Sense(concepts=(name,))
    for field, bit in CUE_BITS.items():
        for form in getattr(lexicon.cues, field):
            yield form, Sense(cues=bit)
    for field, bit in ACT_BITS.items():
        for form in getattr(lexicon.acts, field):
            yield form, Sense(cues=bit)
    for field, bit in EXTRACTION_BITS.items():
        for form in getattr(lexicon.extraction, field):
            yield f"{form}*" if bit == Cue.ADVISE else form, Sense(cues=bit)


def _parts(form: str) -> Iterator[str]:
    """List the folded words of a form, and its gap."""
    for part in form.split():
        yield from (part,) if part == _GAP else words(part)


def make_finder(
    entries: Iterable[tuple[str, Sense]],
    marks: Mapping[str, int],
    language: Language,
    forms: Callable[[str, Language], _Tail] = inflect,
) -> Callable[[str], Sense | None]:
    """Make the lookup over three tables: whole words, word beginnings, phrases by their first word."""
    whole = {mark: Sense(cues=bit) for mark, bit in marks.items()}
    beginnings: dict[str, Sense] = {}
    phrases: defaultdict[str, dict[_Tail, Sense]] = defaultdict(dict)
    for form, sense in _inflect_entries(entries, language, forms):
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
            return Sense(cues=Cue.NUMBER)
        sense = whole.get(word)
        for length in range(_SHORTEST_BEGINNING, len(word) + 1):
            sense = beginnings[word[:length]].joined(sense) if word[:length] in beginnings else sense
        opened: dict[str, tuple[tuple[_Tail, Sense], ...]] = {}
        for tail, phrase in sorted(phrases.get(word, {}).items(), key=lambda item: (-len(item[0]), item[0])):
            # "raise prices" is an idea of its own and still raising.
            done = (sense.cues if sense else 0) & Cue.ACTING if phrase.concepts else 0
            opened[tail[0]] = (*opened.get(tail[0], ()), (tail, phrase._replace(cues=phrase.cues | done)))
        return (sense or Sense())._replace(phrases=opened) if opened else sense

    return find
