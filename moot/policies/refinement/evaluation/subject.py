"""Tells whether a version of a question is still about what the user wrote (F-17).

The user's subject is what their words name: small words, and words that only relate or grade things ("improves",
"faster"), do not count, unless there are no others. A version keeps the subject when at least one of its words is in
it; case, accents and endings do not matter. Of an idea that says what one thing does to another (`Shade makes coffee
better`), what acts has to be named, or more than half of its words: `Which coffee shop is the oldest?` is about coffee,
and not about the idea. An idea that names nothing cannot be left. This is the least that has to
hold: whoever evaluates the version can still say that it was left, and never that it was kept without such a word.
"""

from moot.policies.language import STOP_WORDS, Language, fold, rough_words, stem, words

_SHORTEST = 5
"""So many letters of a word inside another one show that they belong together: "ajar" does not, "belajar" does."""

_RELATING = """
acho afeta afetam afetar ajuda ajudam altera alto aumenta aumentam aumentar baixo bem boa bom causa causam depende deixa
diminui efeito faz faze fica funciona gera impacta impactam impacto influencia leva lento lenta maior mal melhor melhora
melhoram melhorar menor menos observei parece pior piora pode produz rapido rapida reduz reduzem reduzir ruim vi
affect affects bad best better big boost boosts cause causes change changes does effect effects fast faster feel feels
good help helps high higher impact impacts improve improved improves increase increases influence influences less low
lower make makes observed reduce reduces saw seem seems slow slower somehow think work works worse
akibat baik berdampak berhasil berpengaruh bisa buat buruk cepat dampak efektif jelek kurang lambat lebih melihat
membantu membuat memengaruhi mempengaruhi menaikkan menurunkan menyebabkan meningkat meningkatkan mengubah mengurangi
naik paling pengaruh pikir rasa sangat saya tampak terasa tinggi rendah turun
"""
_RELATING_WORDS = frozenset(_RELATING.split())
_NOT_A_SUBJECT = _RELATING_WORDS.union(*STOP_WORDS.values())
_HALF = 2


def names_something(word: str) -> bool:
    """Say whether a folded word names a thing; words that only relate or grade things do not."""
    return word not in _NOT_A_SUBJECT


def name_subject(idea: str) -> tuple[str, ...]:
    """List the words that say what an idea is about, in their order."""
    listed = tuple(dict.fromkeys(words(idea)))
    named = tuple(word for word in listed if names_something(word) and not word.isdecimal())
    return named or tuple(word for word in listed if not word.isdecimal())


def keeps_subject(idea: str, version: str, language: Language) -> bool:
    """Say whether a version still names something of what the idea is about."""
    named = name_subject(idea)
    if not named:
        return True
    kept = frozenset(word for word in named if _is_in(word, version, language))
    acting = _name_acting(idea)
    initials = "".join(word[0] for word in words(version))  # AI is written out as artificial intelligence
    written_out = any(_SHORTEST > len(word) > 1 and word in initials for word in acting)
    left_out = bool(acting) and not written_out and kept.isdisjoint(acting) and _HALF * len(kept) <= len(named)
    return bool(kept) and not left_out


def _name_acting(idea: str) -> frozenset[str]:
    """List what stands before the first word that relates it to something behind it; empty without such a word."""
    listed = words(idea)
    naming = [names_something(word) and not word.isdecimal() for word in listed]
    for at, word in enumerate(listed):
        if word in _RELATING_WORDS and any(naming[:at]) and any(naming[at:]):
            return frozenset(each for each, names in zip(listed[:at], naming[:at], strict=True) if names)
    return frozenset()


def _is_in(word: str, version: str, language: Language) -> bool:
    said = frozenset(words(version))
    if rough_words(word, language) & rough_words(version, language):
        return True
    return stem(word, language) in {stem(each, language) for each in said} or any(
        _belong_together(word, each) for each in said
    )


def _belong_together(word: str, other: str) -> bool:
    short, long = sorted((fold(word), fold(other)), key=len)
    return len(short) >= _SHORTEST and short in long
