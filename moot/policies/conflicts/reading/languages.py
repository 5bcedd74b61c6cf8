"""Tells in which language outputs are written, and which lexicons are needed to read them."""

from collections.abc import Iterable, Sequence
from itertools import islice

from moot.policies.conflicts.reading.advice_cues import AdviceCue
from moot.policies.conflicts.reading.advice_index import index_advice
from moot.policies.conflicts.reading.lexicon_index import CompiledLexicons, find_hits, tokenize
from moot.policies.language import LANGUAGES, Language, likely_languages
from moot.state.conflicts import AgentPosition

_TELLING = 80
"""So many words are enough to tell a language."""

Output = str | AgentPosition
"""What an agent delivered: free text, or a position already taken apart."""


def output_text(output: Output) -> str:
    """Take the words of an output that take a stand; evidence only reports."""
    return output if isinstance(output, str) else f"{output.position}\n\n{output.reasoning}"


def needed_languages(outputs: Iterable[Output]) -> tuple[Language, ...]:
    """List the languages whose lexicons are needed to read these outputs, and to report on them."""
    found: set[Language] = set()
    for text in filter(str.strip, map(output_text, outputs)):
        likely = likely_languages(islice(tokenize(text), _TELLING))
        if len(likely) != 1:
            return LANGUAGES  # the words of the lexicons have to decide
        found.update(likely)
    # A report on texts in several languages is written in English.
    return tuple(language for language in LANGUAGES if language in found or (language == "en" and len(found) != 1))


def tell_language(tokens: Sequence[str], compiled: CompiledLexicons) -> Language | None:
    """Tell the language of a text by its small words; on a draw by the words of the lexicons."""
    likely = likely_languages(islice(tokens, _TELLING))
    if len(likely) == 1:
        return likely[0]
    known = {
        language: sum(1 for _, sense in find_hits(tokens, compiled.index(language)) if sense.concepts)
        + sum(1 for _, sense in find_hits(tokens, index_advice(compiled, language)) if sense.cues & AdviceCue.ACTS)
        for language in compiled.lexicons.languages
        if language in likely or not likely
    }
    most = max(known.values(), default=0)
    best = [language for language, hits in known.items() if hits == most]
    return best[0] if len(best) == 1 else None
