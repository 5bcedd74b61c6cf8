"""Finds whether a quotation really stands in its source.

What a printer changes does not matter: line breaks, hyphenation, typographic quotes, accents, case, punctuation.
Otherwise a quotation is compared word by word with the passage that fits it best:

- Numbers, signs such as % or $, number words and negations have to be the same, in the same order.
- A word may be misspelt by one letter, if it is long and begins alike; inflected it is another word.
- Articles and the like count a quarter of a word, and the whole has to be alike to `THRESHOLD`: dropping one is
  forgiven. Another content word, one more or one less is not, however long the quotation is.
- Three dots and square brackets stand for something left out: the parts are looked for one by one.

Text between quotation marks counts as a quotation from three words on, or when it contains a number; less is a term.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import OSA, Levenshtein

from moot.policies.comparison.wording import NEGATIONS
from moot.policies.language import fold
from moot.policies.thresholds import tidy
from moot.state.base import Confidence, Texts, Value
from moot.state.facts import Fact, state_fact

THRESHOLD = 0.95
"""How alike a quotation and the passage it is taken from have to be, 0 to 1."""

_FEWEST_WORDS = 3
_LONGEST = 2000
"""Characters of one quotation; a longer one is compared up to here."""

_MARKED = re.compile(r"“([^“”]+)”|«([^«»]+)»|„([^„“”]+)[“”]|\"([^\"]+)\"|(?<!\w)[‘']((?:[^\n‘]){3,600}?)[’'](?!\w)")
_GAP = re.compile(r"\[[^\]]{0,200}\]|\(\s*(?:\.{3}|…)\s*\)|\.{3,}|…")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_MINUS = re.compile(r"(?<!\w)[\u2012\u2013](?=\d)")
_DASHES = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2212": "-", "\u2012": " ", "\u2013": " ", "\u2014": " "})
"""Hyphens join and are joined; dashes stand between words, however they are set."""
_BROKEN = re.compile(r"(?<=[^\W\d_])-\s+(?=[^\W\d_])")
_JOINED = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_TOKEN = re.compile(r"(?:(?<!\w)-)?\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[%‰$€£¥]")

_EMPTY_WORDS = "a an the that which of to o os as um uma de da do das dos que e yang itu ini"
_NUMBER_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty
ninety hundred hundreds thousand thousands million millions billion billions trillion half third quarter percent
dois duas tres quatro cinco seis sete oito nove dez onze doze vinte trinta quarenta cinquenta sessenta setenta oitenta
noventa cem cento mil milhao milhoes bilhao bilhoes trilhao metade terco
satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas belas puluh seratus ratus seribu ribu juta miliar
triliun setengah persen
"""
_LIGHT = frozenset(_EMPTY_WORDS.split())
_FORGIVEN = _LIGHT | {""}
_LIGHT_WEIGHT = 0.25
_NUMBERS = frozenset(_NUMBER_WORDS.split())
_DENIALS = frozenset().union(*NEGATIONS.values()) | {"no"}
_LONG_WORD = 6
_TRIED = 6
_MORE = (0, 1, 2, -1)
"""How many words more a passage may have than its quotation."""


class QuotationCheck(Value):
    """Whether a quotation stands in a source, and what speaks against it."""

    stands: bool
    similarity: Confidence
    reason: Fact


def find_quotations(text: str) -> Texts:
    """List what a text quotes, in its order; single terms between quotation marks are left out."""
    found = (next(filter(None, match.groups())).strip() for match in _MARKED.finditer(text))
    return tuple(dict.fromkeys(each[:_LONGEST] for each in found if _is_quotation(each)))


def check_quotation(quotation: str, source: Sequence[str]) -> QuotationCheck:
    """Find whether a quotation stands in a source, given as its tokens; of several parts the worst decides."""
    parts = [tokens for part in _GAP.split(quotation[:_LONGEST]) if (tokens := split_tokens(part))]
    if not parts:
        return QuotationCheck(stands=False, similarity=0.0, reason=state_fact("claim.nothing_quoted"))
    checks = [_look_for(part, source) for part in parts]
    return min(checks, key=lambda check: (check.stands, check.similarity))


def split_tokens(text: str) -> tuple[str, ...]:
    """Split a text into the words, numbers and signs that are compared."""
    plain = _MINUS.sub("-", _INVISIBLE.sub("", text)).translate(_DASHES)
    joined = _BROKEN.sub("", plain)
    return tuple(_TOKEN.findall(_JOINED.sub("", fold(joined))))


def _is_quotation(text: str) -> bool:
    tokens = split_tokens(text)
    return len(tokens) >= _FEWEST_WORDS or any(token[-1].isdigit() for token in tokens)


def _look_for(quoted: Sequence[str], source: Sequence[str]) -> QuotationCheck:
    """Look for a part of a quotation; a compound may be written in one word or in two."""
    check = _check(quoted, source)
    if check.stands or not check.similarity:
        return check
    compounds = ((_merge(quoted, source), tuple(source)), (tuple(quoted), _merge(source, quoted)))
    tried = [check, *(_check(a, b) for a, b in compounds if (a, b) != (tuple(quoted), tuple(source)))]
    return max(tried, key=lambda each: (each.stands, each.similarity))


def _merge(tokens: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Write neighbours in one word where the other text does."""
    known = set(other)
    merged: list[str] = []
    for token in tokens:
        if merged and token.isalpha() and merged[-1].isalpha() and merged[-1] + token in known:
            merged[-1] += token
        else:
            merged.append(token)
    return tuple(merged)


def _check(quoted: Sequence[str], source: Sequence[str]) -> QuotationCheck:
    best = None
    for start, end in _find_windows(quoted, source):
        check = _compare(quoted, source[start:end])
        if best is None or (check.stands, check.similarity) > (best.stands, best.similarity):
            best = check
        if best.stands and best.similarity == 1:
            break  # nothing can fit better
    return best or QuotationCheck(stands=False, similarity=0.0, reason=state_fact("claim.nothing_alike"))


def _find_windows(quoted: Sequence[str], source: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where to look: where most words of the quotation stand at the distances they have in it."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    wanted = {token for token in quoted if token not in _LIGHT} or set(quoted)
    for place, token in enumerate(source):
        if token in wanted:
            places[token].append(place)
    starts = Counter(place - at for at, token in enumerate(quoted) for place in places.get(token, ()))
    # A word more or less shifts the rest, so starts close to each other speak for the same passage.
    near = {start: sum(starts[start + step] for step in range(-2, 3)) for start in starts}
    best = sorted(near, key=lambda start: (-near[start], -starts[start], start))[:_TRIED]
    ends = ((start, start + len(quoted) + more) for start in best for more in _MORE)
    return ((max(0, start), end) for start, end in ends if end > 0)


def _compare(quoted: Sequence[str], window: Sequence[str]) -> QuotationCheck:
    """Compare a quotation with a passage; what stands before and after it does not count."""
    known = set(window)
    spelt = [token if token in known else _correct(token, window) for token in quoted]
    real = [
        (spelt[op.src_pos] if op.tag != "insert" else "", window[op.dest_pos] if op.tag != "delete" else "")
        for op in Levenshtein.editops(spelt, window)
        if op.tag != "insert" or 0 < op.src_pos < len(spelt)
    ]
    guarded = next(((old, new) for old, new in real if _is_guarded(old) or _is_guarded(new)), None)
    whole = sum(map(_weigh, quoted))
    lost = sum(_weigh(old) for old, _ in real if old)
    added = sum(_weigh(new) for _, new in real if new)
    similarity = tidy(max(0.0, 1 - (lost + added) / (2 * whole - lost + added)))
    if guarded is not None:
        return QuotationCheck(stands=False, similarity=similarity, reason=_explain(*guarded))
    other = next(((old, new) for old, new in real if not {old, new} <= _FORGIVEN), None)
    if similarity < THRESHOLD or other is not None:
        first = _explain(*(other or real[0])) if real else ""
        alike = state_fact("claim.alike", why=first, share=similarity)
        return QuotationCheck(stands=False, similarity=similarity, reason=alike)
    return QuotationCheck(stands=True, similarity=similarity, reason=state_fact("claim.stands"))


def _explain(old: str, new: str) -> Fact:
    if old and new:
        return state_fact("claim.says_other", old=old, new=new)
    return state_fact("claim.adds", old=old) if old else state_fact("claim.leaves_out", new=new)


def _weigh(token: str) -> float:
    return _LIGHT_WEIGHT if token in _LIGHT else 1.0


def _is_guarded(token: str) -> bool:
    if not token:
        return False
    return not token[-1].isalpha() or token in _NUMBERS or token in _DENIALS or token.endswith("n't")


def _correct(token: str, window: Sequence[str]) -> str:
    return next((each for each in window if _is_misspelt(token, each)), token)


def _is_misspelt(old: str, new: str) -> bool:
    """Say whether two long words that begin alike differ by one letter only, and neither is a number or denial."""
    shortest = min(len(old), len(new))
    if shortest < _LONG_WORD or old[:2] != new[:2] or _is_guarded(old) or _is_guarded(new):
        return False
    # One letter more or less at the end inflects a word: that is another word (legal, legally; profit, profits).
    return OSA.distance(old, new, score_cutoff=1) <= 1 and old[-1] == new[-1]
