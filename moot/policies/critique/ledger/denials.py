"""Finds whether a statement denies what a passage says, or says the opposite.

- A denial counts where it denies a word that both texts have, which is the next one with content: an odd number of
  them in one text and an even number in the other is a contradiction. Two denials cancel each other.
- `not only`, `no later than` and the like deny nothing; "not until" and "not unless" say when, so they deny nothing.
- un-, in-, des- and the like deny a word that the other text has without them.
- Words of a pair such as rise and fall, allow and forbid, contradict each other unless one of them is denied. A text
  that has both sides of a pair is not compared by it.
- Passages are compared only where they speak of the same thing: the statement shares at least two content words with
  them, and half of its own. Of several passages the one that shares most decides; of equals the shortest, then the
  first. What a sentence begins with counts less in its later parts; words of a pair count as the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from typing import Literal, NamedTuple

from moot.policies.critique.ledger.clauses import Token, reduce_to_root
from moot.policies.critique.ledger.figure_words import CURRENCY_WORDS, LARGE, MONTHS, POINTING
from moot.policies.critique.ledger.opposites import (
    ORDER,
    SIDES,
    belongs,
    find_side,
    says_given_up,
    says_stopped,
)
from moot.policies.critique.ledger.phrases import THAN, read_phrase
from moot.policies.language import STOP_WORDS, Language
from moot.state.facts import Fact, state_fact

_NEUTRAL_PHRASES = """
not only, not just, not merely, no later than, not later than, no more than, not more than, no less than, no fewer
than, not less than, no doubt, without doubt, nao so, nao apenas, nao somente, sem duvida, nao mais de, nao mais que,
nao menos de, nada menos que, tidak hanya, bukan hanya, tidak lebih dari, tidak kurang dari, tanpa ragu, tidak lama
"""
_NEUTRAL = tuple(tuple(each.split()) for each in _NEUTRAL_PHRASES.split(","))
_MORE_THAN = (("more", "than"), ("mais", "de"), ("mais", "do"), ("mais", "que"), ("lebih", "dari"))
"""Denied, they say how much at most: a bound of the figure, not a denial."""
_NOT_BEFORE = frozenset(["before", "antes", "sebelum"])
_WITHOUT = frozenset(["without", "sem", "tanpa", "free", "livre", "livres", "isento", "isenta", "bebas"])
"""They deny what follows, whenever: free of charge until May."""
_ONLY_WHEN_WORDS = """
until till unless before except ate exceto salvo antes kecuali sebelum
"""
_ONLY_WHEN = frozenset(_ONLY_WHEN_WORDS.split())
_PREFIXES = ("un", "in", "im", "ir", "non", "dis", "des", "nao")
_SHORTEST_STEM, _LONGEST_STEM, _LONGEST_RUN = 4, 8, 4
_SHARED, _COVERED = 2, 0.5
_CARRIED = 0.4
"""What a shared word counts that only the beginning of the sentence has: its subject, as a rule."""
_DETERMINERS_WORDS = """
no none nenhum nenhuma neither nobody nothing ninguem
"""
DETERMINERS = frozenset(_DETERMINERS_WORDS.split())
_DENYING, _CONCORDANT = frozenset({"nao", "nem"}), frozenset({"ninguem", "nada", "nenhum", "nenhuma", "nunca"})
_CONCORD_WITHIN = 6
_BEING = frozenset(["was", "were", "is", "are", "foi", "foram", "era", "eram"])
"""Who was against it did not want it."""
_LIGHT_WORDS = """
had has have take takes took taken make makes made get gets got give gives gave given teve tiveram houve fez fizeram faz
fazem deu deram dilakukan melakukan mengalami receive receives received recebe recebeu recebem memperoleh
mendapat mendapatkan
"""
_LIGHT_VERBS = frozenset(_LIGHT_WORDS.split())
"""Verbs without content of their own: "did not take place" denies the place, not the taking."""
_ALREADY_WORDS = """
akan dapat bisa sedang vai vao ira irao would yet already still ever ainda ja mais lagi sudah telah pernah
"""
_ALREADY = frozenset(_ALREADY_WORDS.split())
"""They say when or whether, and nothing else: not yet agreed, no longer, tidak akan."""
_EXISTING = frozenset({"there", "ha", "existe", "existem", "houve", "ada", "has", "have", "tem", "possui", "memiliki"})
_EXISTING_BEFORE = 2
_VOTED_WORDS = """
decided decide decides voted vote votes voting votou votaram votar decidiu decidiram memutuskan memilih
"""
_VOTED, _OPPOSED = frozenset(_VOTED_WORDS.split()), frozenset({"against", "contra"})

_COMPARED = frozenset({"higher", "lower"})
_REVERSING = frozenset(
    number for number, (one, _) in enumerate(SIDES) if one[0] in ("allow", "approv", "=pass", "includ", "support")
)
"""Pairs whose second side says no without a denial: nobody may smoke, smoking is forbidden."""
_TIMED = frozenset(number for number, (one, _) in enumerate(SIDES) if one[0] in ("open", "start"))
_UNTIL = frozenset(["until", "till", "to", "ate", "as", "sampai", "hingga"])
"""What is open until eight closes at eight."""


class StatedPassage(NamedTuple):
    """A stretch of text as it is compared for what it denies."""

    words: tuple[str, ...]
    stems: tuple[str, ...]
    """Of the same words, empty for small words and denials."""
    denials: frozenset[int] = frozenset()
    """Where something is denied."""
    carried: frozenset[str] = frozenset()
    """The stems of the beginning of its sentence."""

    content: frozenset[str] = frozenset()
    """The stems that carry content."""
    timed: frozenset[int] = frozenset()
    """Where a word stands that a denial before it only says when by: not before May."""
    names: frozenset[str] = frozenset()
    """Those of them that are written with a capital inside a sentence."""


def read_passages(tokens: Sequence[Token], language: Language) -> tuple[StatedPassage, ...]:
    """Read every part of every sentence, and every run of clauses in it."""
    found: list[StatedPassage] = []
    carried = names = frozenset[str]()
    for number, part in groupby(tokens, key=lambda token: token.part):
        del number
        listed = [tuple(clause) for _, clause in groupby(part, key=lambda token: token.clause)]
        if listed[0][0].first and listed[0][0].sign != ";":
            carried = names if listed[0][0].word in POINTING else frozenset()
        runs = (listed[a : b + 1] for a in range(len(listed)) for b in range(a, min(len(listed), a + _LONGEST_RUN)))
        found += [_read(tuple(chain.from_iterable(run)), language, carried) for run in runs]
        whole = _read([token for clause in listed for token in clause], language, carried)
        carried, names = carried or whole.content, whole.names or names
    return tuple(found)


def read_statement(tokens: Sequence[Token], language: Language) -> tuple[StatedPassage, ...]:
    """Read a claim: each part of a sentence by itself, where it has content enough to be compared."""
    found: list[tuple[Token, ...]] = []
    for _, part in groupby(tokens, key=lambda token: token.part):
        listed = tuple(part)
        own = _read(listed, language, frozenset()).content
        if found and not listed[0].first and len(own) < _SHARED:
            listed = found.pop() + listed
        found.append(listed)
    return tuple(_read(each, language, frozenset()) for each in found)


def read_stretches(
    tokens: Sequence[Token], language: Language, by: Literal["part", "sentence"]
) -> tuple[StatedPassage, ...]:
    """Read each part of each sentence of a source by itself, or each sentence as a whole."""
    found = groupby(tokens, key=lambda token: token.part if by == "part" else token.sentence)
    return tuple(_read(tuple(each), language, frozenset()) for _, each in found)


def find_denial(claim: StatedPassage, source: Iterable[StatedPassage]) -> Fact | None:
    """Say what of the statement the source denies; None where it denies nothing, or does not speak of it."""
    passage = _align(claim, source)
    if passage is None:
        return None
    if (timed := _compare_timed(claim, passage)) is not None:
        return timed
    opposite, compared = _compare_pairs(claim, passage)
    if opposite:
        return state_fact("claim.says_other", old=opposite[0], new=opposite[1])
    shared = claim.content & (passage.content | passage.carried)
    ours = _count_denials(claim, passage, shared, compared, further=denies_existence(claim))
    theirs = _count_denials(passage, claim, shared, compared, further=denies_existence(claim))
    fewer = claim if ours < theirs else passage
    other = passage if fewer is claim else claim
    if (ours - theirs) % 2 == 0 or _reverses(fewer, other, compared):
        return None
    return state_fact("claim.denies" if ours > theirs else "claim.denied")


def _compare_timed(claim: StatedPassage, passage: StatedPassage) -> Fact | None:
    """Compare what may not be done before something with what may be done before it."""
    for one, other, code in ((passage, claim, "claim.denied"), (claim, passage, "claim.denies")):
        for at in sorted(one.timed):
            word = one.words[at]
            if other.timed or other.denials or word not in other.words:
                continue
            behind = (frozenset(each.stems[each.words.index(word) + 1 :]) - {""} for each in (one, other))
            if frozenset.intersection(*behind):
                return state_fact(code)
    return None


def _reverses(passage: StatedPassage, other: StatedPassage, compared: frozenset[int]) -> bool:
    """Say whether a word says no by itself that the other text does not have: what is not stopped goes on."""
    sides = (find_side(word) for word in passage.words)
    reverses = any(side[1] and side[0] in _REVERSING and side[0] not in compared for side in sides if side)
    words = zip(passage.words, passage.stems, strict=True)
    return reverses or any(
        each not in other.content and (says_given_up(word) or says_stopped(word)) for word, each in words
    )


def stops(passage: StatedPassage) -> bool:
    """Say whether a word of a text says that something is no longer done."""
    return any(map(says_stopped, passage.words))


def gives_up(passage: StatedPassage) -> bool:
    """Say whether a word of a text says that something was ended, called off or left alone."""
    return any(map(says_given_up, passage.words))


def _read(tokens: Sequence[Token], language: Language, carried: frozenset[str]) -> StatedPassage:
    words = tuple(read_phrase(tokens, at) for at in range(len(tokens)))
    denials = frozenset(at for at, token in enumerate(tokens) if _denies_here(token, words, at))
    stems = tuple(
        "" if at in denials or _is_empty(tokens[at], word, language) else _reduce(word, language)
        for at, word in enumerate(words)
    )
    named = (stems[at] for at, token in enumerate(tokens) if token.text[0].isupper() and not _opens(token))
    content = frozenset(filter(None, stems))
    denied = next((at for at, token in enumerate(tokens) if token.denies and at not in denials), len(tokens))
    timed = frozenset(at for at in range(denied + 1, len(words)) if words[at] in _NOT_BEFORE)
    return StatedPassage(words, stems, denials, carried, content, timed, frozenset(named) & content)


def _opens(token: Token) -> bool:
    """Say whether a capital tells no name: the word opens a sentence, or is a month."""
    return token.first or token.word in MONTHS


def _reduce(word: str, language: Language) -> str:
    """Reduce a word to its stem, or to its pair: a text that says fell speaks of what rose."""
    pair = _pair_of(word)
    return reduce_to_root(word, language)[:_LONGEST_STEM] if pair is None else f"pair {pair}"


def _is_empty(token: Token, word: str, language: Language) -> bool:
    """Figures are no content here: they are checked by themselves."""
    figure = not word.isalpha() or word in CURRENCY_WORDS or word in LARGE
    return figure or token.denies or word in STOP_WORDS[language] or word in _LIGHT_VERBS or word in _ALREADY


def _align(claim: StatedPassage, source: Iterable[StatedPassage]) -> StatedPassage | None:
    wanted, figures = claim.content, {word for word in claim.words if word[0].isdigit()}

    def rate(passage: StatedPassage) -> tuple[float, int]:
        own = wanted & passage.content
        close = len(own) + len(own & claim.names) + (not figures.isdisjoint(passage.words))
        return close + _CARRIED * len((wanted - own) & passage.carried), -len(passage.words)

    best = max(source, key=rate, default=None)
    if best is None:
        return None
    shared = wanted & (best.content | best.carried)
    many = len(shared) + (not figures.isdisjoint(best.words))
    close = many >= min(_SHARED, len(wanted)) and many >= _COVERED * len(wanted)
    return best if close and shared & best.content else None


def _count_denials(
    passage: StatedPassage,
    other: StatedPassage,
    shared: frozenset[str],
    compared: frozenset[int],
    *,
    further: bool = False,
) -> int:
    """Count the denials of a shared word, and the shared words that are denied by a prefix."""
    heads = {at: _find_head(passage, at) for at in sorted(passage.denials)}
    # A denied word of a pair was compared already: not accepted is rejected. So was one that denies by itself: failed.
    places = [
        at
        for at, head in heads.items()
        if _pair_of(passage.words[at]) not in compared
        and (head is None or _pair_of(passage.words[head]) not in compared)
        and not any(_pair_of(passage.words[deed]) in compared for deed in _list_denied_deeds(passage))
    ]
    count = sum(_touches(passage, at, shared, further=further) for at in places)
    known = other.content - passage.content
    return count + sum(any(_is_prefixed(word, each) for each in known) for word in passage.words)


def says_existing(words: Iterable[str]) -> bool:
    """Say whether a word says that there is something."""
    return not _EXISTING.isdisjoint(words)


def denies_existence(passage: StatedPassage) -> bool:
    """Say whether it is denied that there is something: whoever took out no insurance has none."""
    return any(
        not _EXISTING.isdisjoint(passage.words[max(0, at - _EXISTING_BEFORE) : at + 2]) for at in passage.denials
    )


def _touches(passage: StatedPassage, at: int, shared: frozenset[str], *, further: bool) -> bool:
    if passage.words[at] in _OPPOSED:
        return True  # what is voted against stands anywhere
    after = [each for each in passage.stems[at + 1 :] if each and not each.endswith("ly")]
    reach = 2 if further or passage.words[at] in DETERMINERS else 1
    return any(each in shared for each in after[:reach]) or (not after and bool(shared))


def _denies_here(token: Token, words: Sequence[str], at: int) -> bool:
    if token.word in _OPPOSED:
        return not _VOTED.isdisjoint(words[:at]) or bool(at and words[at - 1] in _BEING)
    return token.denies and not _is_neutral(words, at) and not _repeats(words, at)


def _repeats(words: Sequence[str], at: int) -> bool:
    """Say whether a denial only goes with the one before it, as in "não demitiu ninguém"."""
    return words[at] in _CONCORDANT and not _DENYING.isdisjoint(words[max(0, at - _CONCORD_WITHIN) : at])


def _is_neutral(words: Sequence[str], at: int) -> bool:
    if any(tuple(words[at : at + len(phrase)]) == phrase for phrase in _NEUTRAL):
        return True
    if words[at] in _WITHOUT:
        return False
    rest = words[at + 1 :]
    return any(each in _ONLY_WHEN for each in rest) or any(each in _MORE_THAN for each in pairwise(rest))


def _is_prefixed(word: str, base: str) -> bool:
    return len(base) >= _SHORTEST_STEM and any(word.startswith(prefix + base) for prefix in _PREFIXES)


def _find_head(passage: StatedPassage, at: int) -> int | None:
    """Find the word that a denial denies: the next one with content."""
    return next((place for place in range(at + 1, len(passage.words)) if passage.stems[place]), None)


def _compare_pairs(claim: StatedPassage, passage: StatedPassage) -> tuple[tuple[str, str] | None, frozenset[int]]:
    """Find words that say the opposite of each other, and which pairs both texts have."""
    compared = set()
    for number in range(len(SIDES)):
        ours, theirs = _find_sides(claim, number), _find_sides(passage, number)
        timed = number in _TIMED and not _UNTIL.isdisjoint((*claim.words, *passage.words))
        if len(ours) != 1 or len(theirs) != 1 or timed:
            continue
        ((side, word), (other_side, other)) = (*ours.items(), *theirs.items())
        if number == ORDER and not _in_order(claim, passage, word, other):
            continue
        if {word, other} <= _COMPARED and not _compares_same(claim, passage):
            continue  # higher here than there is lower there than here
        if side != other_side:
            return (word, other), frozenset()
        compared.add(number)
    return None, frozenset(compared)


def _compares_same(claim: StatedPassage, passage: StatedPassage) -> bool:
    """Say whether two texts compare with the same, where both name with what."""
    behind = [
        frozenset(each.words[at + 1 :]) - THAN
        for each in (claim, passage)
        for at in [next((at for at, word in enumerate(each.words) if word in THAN), len(each.words))]
    ]
    return not all(behind) or not behind[0].isdisjoint(behind[1])


def _find_sides(passage: StatedPassage, number: int) -> dict[int, str]:
    """Find which sides of a pair a text takes; a denied word takes the other side."""
    found: dict[int, str] = {}
    heads = {_find_head(passage, at) for at in passage.denials}
    heads |= set(_list_denied_deeds(passage))
    for side, beginnings in enumerate(SIDES[number]):
        for at, word in enumerate(passage.words):
            if belongs(word, beginnings):
                denied = number != ORDER and at in heads
                found.setdefault(1 - side if denied else side, word)
    return found


def _list_denied_deeds(passage: StatedPassage) -> Iterator[int]:
    """List what nobody or nothing did: who denies a subject denies its deed, as in "no grounds were closed"."""
    subjects = [at for at in passage.denials if passage.words[at] in DETERMINERS]
    for at in range(min(subjects, default=len(passage.words)) + 1, len(passage.words)):
        if passage.words[at - 1] in _BEING and len(passage.denials) == 1:
            yield at


def _pair_of(word: str) -> int | None:
    side = find_side(word)
    return side[0] if side else None


def _in_order(claim: StatedPassage, passage: StatedPassage, word: str, other: str) -> bool:
    """Say whether what follows is the same in both: "A before B" is "B after A"."""
    return bool(_list_behind(claim, word) & _list_behind(passage, other))


def _list_behind(passage: StatedPassage, word: str) -> set[str]:
    """List what stands behind a word; here opened and closed are two things."""
    start = passage.words.index(word) + 1
    listed = zip(passage.stems[start:], passage.words[start:], strict=True)
    return {f"{find_side(word) or stem}" for stem, word in listed if stem}
