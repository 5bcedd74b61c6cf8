"""Reads what single sentences of a text say: sums of money, the order of two steps, and plain statements.

- A sum belongs to the word of its sentence that speaks of investing or of a return (C-04): the one it is attached to
  from behind ("$500K of investment"), else the last one before it, else the next. Of several sums the largest counts.
- "first A, then B", "A before B" and "B after A" order two steps alike (C-06, X-35). An item is the set of stems of its
  words; of a sentence the first ordering counts. Two texts disagree on the order when each one's first item is the
  other's second.
- Two statements contradict each other when they share their words and differ in a negation: "approve the plan" and "do
  not approve the plan". Two that deny nothing do so when they speak of the same and use opposites: full, empty.
"""

import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import BEGINNING, Hit, LexiconIndex
from moot.policies.language import STOP_WORDS, stem

SCALES: dict[str, float] = {
    **dict.fromkeys(("k", "mil", "thousand", "ribu", "rb"), 1e3),
    **dict.fromkeys(("m", "mi", "mn", "milhao", "milhoes", "million", "millions", "juta", "jt"), 1e6),
    **dict.fromkeys(("b", "bi", "bn", "bilhao", "bilhoes", "billion", "billions", "miliar"), 1e9),
    **dict.fromkeys(("trilhao", "trilhoes", "trillion", "triliun"), 1e12),
}
CURRENCIES = frozenset({"$", "€", "£", "rp", "eur", "usd", "brl", "idr"})
_NAMES = frozenset({"reais", "dolares", "dollars", "euros", "rupiah"})
_NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)([^\W\d_]*)")
_ATTACHING = frozenset({"de", "do", "da", "em", "of", "in", "untuk"})
_DIGITS = 18
"""Longer numbers are codes, not money."""

_LONGEST_ITEM = 8
_SAME = 0.6
"""Items that share this much of the shorter one are the same."""
_INNER_MARKS = frozenset(",;:()-")
_SENTENCE_ENDS = frozenset(".!?")
_REACH = 14
"""So many words around the ordering word are looked at, which keeps reading linear."""
MOST_STATEMENTS = 5
"""So many sentences of a text are looked at: agents put their recommendation first."""
_SHOWN = 6
LONGEST_STATEMENT = 30
"""So many words of a sentence are kept."""
_ALIKE, _CONTAINED, _ABOUT = 0.5, 0.8, 0.3
"""How much of the shorter statement the longer one holds: with the denied word, without it, and for opposites."""
_LEAST_WORDS = 2


class _Sum(NamedTuple):
    """A sum of money and how it is written."""

    value: float
    text: str


class Money(NamedTuple):
    """The largest sum a text would invest, and the largest it expects back."""

    invested: _Sum | None = None
    returned: _Sum | None = None


NO_MONEY = Money()


def read_money(tokens: Sequence[str], hits: Sequence[Hit]) -> Money:
    """Find the sums a text would invest and the sums it expects back."""
    number, end, returns = Cue.NUMBER, Cue.SENTENCE_END, Cue.RETURNS
    numbers = [place for place, sense in hits if sense.cues & number]
    ends = [place for place, sense in hits if sense.cues & end]
    kinds = {
        place: bool(sense.cues & returns) for place, sense in hits if sense.cues & returns or "invest" in sense.concepts
    }
    words = list(kinds)
    sums: dict[bool, list[_Sum]] = {False: [], True: []}
    for place in numbers:
        amount = _amount(tokens, place)
        word = _owner(tokens, words, place) if amount else None
        if amount and word is not None and bisect(ends, word) == bisect(ends, place):
            sums[kinds[word]].append(amount)
    return Money(_largest(sums[False]), _largest(sums[True]))


class Ordering(NamedTuple):
    """Two things in the order a text wants them."""

    first: frozenset[str]
    second: frozenset[str]
    text: tuple[str, str]
    """Both as written, for people."""

    def reverses(self, other: "Ordering") -> bool:
        """Say whether the other text wants the same two things the other way round."""
        return _same(self.first, other.second) and _same(self.second, other.first)


def read_sequences(tokens: Sequence[str], hits: Sequence[Hit], index: LexiconIndex) -> tuple[Ordering, ...]:
    """List the orderings of a text, at most one per sentence."""
    return tuple(_orderings(tokens, hits, index))


class PlainStatement(NamedTuple):
    """The content of one sentence, and whether it is denied."""

    content: frozenset[str]
    denied: bool
    target: str
    """The word that is denied: the first with content after the negation."""
    sides: frozenset[tuple[int, int]]
    """The opposites it uses: which pair, and which side."""
    text: str

    def contradicts(self, other: "PlainStatement") -> bool:
        """Say whether one states what the other denies."""
        shared = self.content & other.content
        alike = len(shared) / min(len(self.content), len(other.content))
        if self.denied == other.denied:
            return not self.denied and bool(shared) and alike >= _ABOUT and self._is_opposite(other)
        if len(shared) < _LEAST_WORDS or self._is_opposite(other):
            return False  # "nobody is there" and "it is empty" say the same
        target = self.target if self.denied else other.target
        return alike >= _CONTAINED or (target in shared and alike >= _ALIKE)

    def _is_opposite(self, other: "PlainStatement") -> bool:
        """Say whether each uses one of two words that exclude each other."""
        return any((pair, 1 - side) in other.sides for pair, side in self.sides - other.sides)


class Sentence(NamedTuple):
    """The words of a sentence, where it starts in its text, and where it denies or turns something."""

    words: tuple[str, ...]
    start: int
    turns: tuple[tuple[int, int], ...]


def read_statements(sentences: Sequence[Sentence], index: LexiconIndex) -> tuple[PlainStatement, ...]:
    """Take sentences as statements; one with too little content to be recognised is left out."""
    found = (_read(sentence, index.function_words, index.opposites) for sentence in sentences)
    return tuple(statement for statement in found if statement is not None)


def split_number(word: str) -> tuple[str, str]:
    """Split a number from the unit written to it: 500k, 15%."""
    digits = len(word) - len(word.lstrip("0123456789.,"))
    return word[:digits].rstrip(".,"), word[digits:]


def read_number(text: str) -> float:
    """Read a number with point or comma as decimal mark; groups of three digits are thousands."""
    head, *groups = re.split(r"[.,]", text)
    if all(len(group) == 3 for group in groups):
        return float(head + "".join(groups))
    return float(f"{head}{''.join(groups[:-1])}.{groups[-1]}")


def _amount(tokens: Sequence[str], place: int) -> _Sum | None:
    """Read the sum at a number, unless the number counts something else."""
    match = _NUMBER.fullmatch(tokens[place])
    if match is None or len(match[1]) > _DIGITS:
        return None
    following = tokens[place + 1] if place + 1 < len(tokens) else ""
    before = tokens[place - 1] if place else ""
    scale = match[2] or (following if following in SCALES else "")
    if not (before in CURRENCIES or scale in SCALES or following in _NAMES):
        return None
    sign = f"{tokens[place - 2]}$" if before == "$" and place > 1 and tokens[place - 2] in {"r", "us"} else before
    sign = sign.upper() if before in CURRENCIES else ""
    written = f"{match[1]}{scale.upper() if len(scale) == 1 else f' {scale}' if scale else ''}"
    gap = "" if sign in {"", "$", "€", "£"} else " "
    return _Sum(read_number(match[1]) * SCALES.get(scale, 1.0), f"{sign}{gap}{written}")


def _owner(tokens: Sequence[str], words: Sequence[int], place: int) -> int | None:
    """Find the word that a sum belongs to."""
    at = bisect(words, place)
    before, after = words[at - 1 : at] if at else [], words[at : at + 1]
    if after and (after[0] == place + 1 or (after[0] == place + 2 and tokens[place + 1] in _ATTACHING)):
        return after[0]
    return next(iter((*before, *after)), None)


def _largest(amounts: Sequence[_Sum]) -> _Sum | None:
    return max(amounts, key=lambda amount: (amount.value, amount.text), default=None)


def _orderings(tokens: Sequence[str], hits: Sequence[Hit], index: LexiconIndex) -> Iterator[Ordering]:
    start, opened, done = 0, 0, False
    for place, sense in hits:
        if sense.cues & Cue.SENTENCE_END:
            start = opened = place + 1
            done = False
        elif sense.cues & Cue.FIRST and place == opened and not done:
            opened = place + sense.length  # "first A, then B"; in "A first, then B" the word is skipped with the item
        elif sense.cues & Cue.ORDERING and not done:
            ordering = _order_around(tokens, (opened, place, place + sense.length), sense.cues, index, place == start)
            if ordering is not None:
                done = True
                yield ordering


def _order_around(
    tokens: Sequence[str], cut: tuple[int, int, int], cues: int, index: LexiconIndex, leads: bool
) -> Ordering | None:
    start, middle, after = cut
    limit = min(len(tokens), after + _REACH)
    end = next((at for at in range(after, limit) if tokens[at] in _SENTENCE_ENDS), limit)
    if leads:  # "Before A, do B": the comma parts the items
        comma = next((at for at in range(after, end) if tokens[at] == ","), None)
        if comma is None:
            return None
        near, far = tokens[after:comma], tokens[comma + 1 : end]
    else:
        near, far = _clause(tokens[after:end]), tokens[max(start, middle - _REACH) : middle]
    # "A before B" names the earlier thing far from the cue, "A after B" and "after B, A" close to it.
    later_near = bool(cues & (Cue.BEFORE | Cue.THEN))
    written = (far, near) if later_near else (near, far)
    first, second = (_item(words, index) for words in written)
    if not first or not second or _same(first, second):
        return None
    return Ordering(first, second, (_text(written[0]), _text(written[1])))


def _clause(tokens: Sequence[str]) -> Sequence[str]:
    end = next((at for at, token in enumerate(tokens) if token in _INNER_MARKS and at), len(tokens))
    return tokens[:end]


def _item(tokens: Sequence[str], index: LexiconIndex) -> frozenset[str]:
    words = [token for token in tokens if token not in _INNER_MARKS and token not in index.light][-_LONGEST_ITEM:]
    small = STOP_WORDS[index.language]
    # Items may be called A and B, and "a" is a small word: with nothing else left, small words count.
    return frozenset(stem(word, index.language) for word in words if word not in small) or frozenset(words)


def _text(tokens: Sequence[str]) -> str:
    return " ".join(token for token in tokens if token not in _INNER_MARKS)


def _same(a: frozenset[str], b: frozenset[str]) -> bool:
    return bool(a) and bool(b) and len(a & b) / min(len(a), len(b)) >= _SAME


def _read(
    sentence: Sentence, skipped: frozenset[str], opposites: Mapping[str, frozenset[tuple[int, int]]]
) -> PlainStatement | None:
    said = [(at, word) for at, word in enumerate(sentence.words, sentence.start) if word not in skipped]
    turns = sentence.turns
    content = frozenset([word[:BEGINNING] for _, word in said])
    sides = (opposites[word] for word in content if word in opposites)
    if len(content) < _LEAST_WORDS:
        return None
    negated = any(bits & Cue.NEGATE for _, bits in turns)
    reversed_ = sum(1 for _, bits in turns if bits & Cue.REVERSE) % 2 == 1
    opening = min((at for at, bits in turns if bits & (Cue.NEGATE | Cue.REVERSE)), default=-1)
    return PlainStatement(
        content=content,
        denied=negated ^ reversed_,
        target=next((word[:BEGINNING] for at, word in said if at > opening), ""),
        sides=frozenset().union(*sides),
        text=" ".join([word for _, word in said[:_SHOWN]]),
    )
