"""Reads the outputs of several agents, each in its own language, once."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from moot.policies.conflicts.lexicon_index import find_hits, index_lexicon
from moot.policies.conflicts.pairs import Stand, take_stand
from moot.policies.conflicts.reading import read_tokens
from moot.policies.conflicts.tokens import tokenize
from moot.policies.language import LANGUAGES, Language, likely_languages
from moot.state.lexicon import Lexicons

_TELLING = 80
"""So many words are enough to tell a language."""


def needed_languages(texts: Iterable[str]) -> tuple[Language, ...]:
    """List the languages whose lexicons are needed to read these texts, and to report on them."""
    found: set[Language] = set()
    for text in filter(str.strip, texts):
        likely = likely_languages(islice(tokenize(text), _TELLING))
        if len(likely) != 1:
            return LANGUAGES  # the words of the lexicons have to decide
        found.update(likely)
    # A report on texts in several languages is written in English.
    return tuple(language for language in LANGUAGES if language in found or (language == "en" and len(found) != 1))


def read_stands(texts: Mapping[str, str], lexicons: Lexicons, language: Language | None = None) -> dict[str, Stand]:
    """Read each agent's text into its stand; the language is found per text unless it is given."""
    stands: dict[str, Stand | None] = {}
    unclear: dict[str, list[str]] = {}
    known: Counter[Language] = Counter()
    for agent, text in texts.items():  # one text after the other: with many of them memory is what costs time
        tokens = tokenize(text)
        own = language or _language(tokens, lexicons)
        stands[agent] = _stand(tokens, own, lexicons) if own else None
        if own is None:
            unclear[agent] = tokens
        else:
            known[own] += 1
    # A text too short to tell its language is read in the one most others are written in.
    common = max(LANGUAGES, key=lambda candidate: known[candidate]) if known else "en"
    return {
        agent: stand if stand is not None else _stand(unclear[agent], common, lexicons)
        for agent, stand in stands.items()
    }


def _stand(tokens: Sequence[str], language: Language, lexicons: Lexicons) -> Stand:
    lexicon = lexicons.languages.get(language) or next(iter(lexicons.languages.values()))
    index = index_lexicon(lexicon)
    return take_stand(read_tokens(tokens, index), index, lexicons)


def _language(tokens: Sequence[str], lexicons: Lexicons) -> Language | None:
    """The language of a text by its small words; on a draw by the words of the lexicons."""
    likely = likely_languages(islice(tokens, _TELLING))
    if len(likely) == 1:
        return likely[0]
    known = {
        language: sum(1 for _, sense in find_hits(tokens, index_lexicon(lexicon)) if sense.concepts)
        for language, lexicon in lexicons.languages.items()
        if language in likely or not likely
    }
    most = max(known.values(), default=0)
    best = [language for language, hits in known.items() if hits == most]
    return best[0] if len(best) == 1 else None
