"""Compiles the words of one language by which advice on a question is read."""

from collections import defaultdict

from moot.policies.conflicts.reading.advice_cues import ADVICE_BITS, ADVICE_MARKS
from moot.policies.conflicts.reading.inflection import inflect_advice
from moot.policies.conflicts.reading.lexicon_index import AdviceIndex, CompiledLexicons, Lookup, Sense, make_finder
from moot.policies.language import Language, fold, words

_ENCLITICS = ("nya", "lah", "kah", "pun")
"""What Indonesian writes at the end of a word without changing what it says."""
_LEAST_LENGTH = 6


def index_advice(compiled: CompiledLexicons, language: Language) -> AdviceIndex:
    """Give the lookups by which advice is read; of a language that is not there, those of the first."""
    if language not in compiled.advice:
        languages = compiled.lexicons.languages
        lexicon = languages.get(language) or next(iter(languages.values()))
        listed = lexicon.advice
        said = [(form, Sense(cues=bit)) for field, bit in ADVICE_BITS.items() for form in getattr(listed, field)]
        find = make_finder(said, ADVICE_MARKS, lexicon.language, inflect_advice)
        silent = frozenset(map(fold, listed.neutral))

        def find_listed(word: str) -> Sense | None:
            sense = find(word)
            if word in silent:  # a form of a listed verb that means something else
                return sense._replace(cues=0) if sense is not None and sense.phrases else None
            if sense is None and lexicon.language == "id" and word.endswith(_ENCLITICS) and len(word) > _LEAST_LENGTH:
                return find_listed(word[:-3])
            return sense

        compiled.advice[language] = AdviceIndex(
            language, Lookup(find_listed), compiled.index(language).objects, _place_ways(listed.opposites)
        )
    return compiled.advice[language]


def _place_ways(pairs: tuple[str, ...]) -> dict[str, frozenset[tuple[int, int]]]:
    """Place each word for a way on its side of its pairs; whole words, for their beginnings mean other things."""
    placed: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for number, pair in enumerate(pairs):
        for side, names in enumerate(pair.split("/")):
            for name in words(names):
                placed[name].add((number, side))
    return {name: frozenset(sides) for name, sides in placed.items()}
