"""Writes out the forms of a verb that a lexicon names once, with a `~`: `close~`, `fechar~`, `tutup~`.

The forms are the ones in which something is proposed: to close, closing, be closed; fechar, fecharia, feche; menutup,
ditutup, tutuplah. Tenses that only report are left out where a language tells them apart. A form nobody uses does no
harm.
"""

import re
from collections.abc import Callable, Iterator

from moot.policies.language import Language

_AFFIXES = re.compile(
    r"(?:me(?:ng|ny|[mn])?|pe(?:ng|ny|[mnr])?|di|ber|ter|ke)?(\w{4,}?)(?:kan|lah|nya|an|i)?(?:nya|lah)?"
)
_VOWELS = frozenset("aeiou")

_PRESENT = {
    "ar": ("o", "a", "amos", "ando", "ado", "ada", "ados", "adas"),
    "er": ("o", "e", "emos", "endo", "ido", "ida", "idos", "idas"),
    "ir": ("o", "e", "imos", "indo", "ido", "ida", "idos", "idas"),
}
_WISHED = {"ar": ("e", "em", "emos"), "er": ("a", "am", "amos"), "ir": ("a", "am", "amos")}
_FUTURE = ("", "ia", "iam", "iamos", "emos")


def inflect(verb: str, language: Language) -> tuple[str, ...]:
    """List the forms of a folded verb, itself first."""
    return tuple(dict.fromkeys((verb, *_INFLECT[language](verb))))


def inflect_advice(verb: str, language: Language) -> tuple[str, ...]:
    """List the forms in which a folded verb is advised, itself first.

    In Portuguese the present tense is left out: it states, and many of its forms are nouns and small words (para,
    planta, seguro).
    """
    if language != "pt" or verb[-2:] not in _PRESENT:
        return inflect(verb, language)
    stated = {verb[:-2] + each for each in ("o", "a", "e")} - {verb[:-2] + each for each in _WISHED[verb[-2:]]}
    forms = [form for form in inflect(verb, language) if form not in stated]
    joined = verb[:-1]  # "comprá-la": the infinitive loses its last letter
    return (*forms, f"{verb}mos", *(f"{joined} {each}" for each in ("lo", "la", "los", "las")))


def strip_affixes(word: str) -> str:
    """Take an Indonesian word without what stands before and after its root, roughly."""
    found = _AFFIXES.fullmatch(word)
    return found[1] if found else word


def _inflect_english(verb: str) -> Iterator[str]:
    if verb.endswith("e"):
        yield from (f"{verb}s", f"{verb[:-1]}ing", f"{verb}d")
        return
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        yield from (f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing")
        return
    yield from (f"{verb}es" if verb.endswith(("s", "x", "ch", "sh")) else f"{verb}s", f"{verb}ing", f"{verb}ed")
    if verb[-1] not in _VOWELS and verb[-2] in _VOWELS:
        yield from (f"{verb}{verb[-1]}ing", f"{verb}{verb[-1]}ed")


def _inflect_portuguese(verb: str) -> Iterator[str]:
    stem, ending = verb[:-2], verb[-2:]
    yield from (verb + each for each in _FUTURE)
    yield from (stem + each for each in _PRESENT[ending])
    wished = stem
    if ending == "ar" and stem[-1] in "cg":
        wished = f"{stem[:-1]}{'qu' if stem[-1] == 'c' else 'gu'}"
        yield from (stem + each for each in _WISHED[ending])  # a folded ç stays a c: avance
    elif ending != "ar" and stem[-1] in "cg":
        yield from (f"{stem[:-1]}{'j' if stem[-1] == 'g' else 'c'}{each}" for each in _WISHED[ending])
    yield from (wished + each for each in _WISHED[ending])


def _inflect_indonesian(verb: str) -> Iterator[str]:
    active, naming = _put_nasal(verb, "me"), _put_nasal(verb, "pe")
    for ending in ("", "kan", "i"):
        yield from (f"{verb}{ending}", f"{active}{ending}", f"di{verb}{ending}", f"{verb}{ending}lah")
    yield f"{naming}an"


def _put_nasal(verb: str, prefix: str) -> str:
    """Join a root to me- or pe-, as its first letter asks."""
    first = verb[0]
    if first in "lmnrwy":
        return prefix + verb
    nasal, dropped = {"p": ("m", 1), "b": ("m", 0), "f": ("m", 0), "t": ("n", 1), "s": ("ny", 1), "k": ("ng", 1)}.get(
        first, ("n", 0) if first in "dcj" else ("ng", 0)
    )
    return f"{prefix}{nasal}{verb[dropped:]}"


_INFLECT: dict[Language, Callable[[str], Iterator[str]]] = {
    "en": _inflect_english,
    "pt": _inflect_portuguese,
    "id": _inflect_indonesian,
}
