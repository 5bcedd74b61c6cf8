"""Compares a piece of evidence with what it cites: figures, times, names, and the words themselves.

It says the same when
- every figure and every time in it stands in the source (5 s is 5000 ms, 14:01 is part of 14:01:29);
- every name in it does: words with an underscore, a digit or a capital inside, and pairs such as active=40, which are
  the same as `active: 40` and `"active": 40`, and not the same as active=400;
- every word in capitals does, where the source writes others: `DROP TABLE` is not `ALTER TABLE`;
- what it puts into quotation marks stands there as it is, but for how a field and its value are written;
- at least half of its telling words stand there, names and figures included, inflected or not, and two thirds of those
  that are part of no name: "connection refused by orders" is not said by "orders: unknown host";
- neither of the two denies what the other says: "no space left" is not "space left";
- nobody does in one what is done to it in the other: "aborted by the peer" is not "aborted the peer".

Words that only say how something is cited ("the first line shows") tell nothing.
"""

import re
from collections.abc import Iterable

from moot.policies.critique.ledger import turns_round, write_figures
from moot.policies.language import STOP_WORDS, fold, words
from moot.state.facts import Fact, state_fact

_VAGUE = """
log logs line lines event events entry entries error errors message messages failure failures failed incident incidents
similar same pattern sequence historical history past shows show showed says said reports reported report seen found
usage percent component components first last earliest latest root cause caused causes similarity trigger triggers
triggered onset starts started start begins began ends ended end before after then later earlier until since during
between immediately shortly following followed follows time times minutes minute seconds second hours hour burst flood
spike repeated repeatedly total count counted symptom symptoms evidence see also both each all only now
linha linhas registro mostra erro erros causa gatilho antes depois primeiro primeira
baris galat kesalahan penyebab pemicu sebelum sesudah pertama
"""
SMALL_WORDS = STOP_WORDS["en"] | STOP_WORDS["pt"] | STOP_WORDS["id"] | frozenset(_VAGUE.split())
"""Words that stand in many sources and tell none apart."""

_TIME = re.compile(r"\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?")
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_FIGURE = re.compile(r"(?<![\w.,])[+-]?\d[\d,]*(?:\.\d+)?")
_ANY_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_PAIR = re.compile(r"[A-Za-z_][\w.-]*=[\w.:%/-]*\w")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:[.:/-][\w$]+)*")
_NAMELIKE = re.compile(r"[A-Za-z]+_\w|[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]|\w\.\w|\w/\w")
_QUOTE = re.compile(r"[\"“”«»`]([^\"“”«»`]{3,})[\"“”«»`]")
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_NEGATIONS = frozenset(
    ("no", "not", "never", "without", "none", "cannot", "nao", "sem", "nunca", "nenhum", "tidak", "tanpa", "bukan")
)
_ASSIGNED = re.compile(r"[\"'\\]*\s*[=:]\s*[\"'\\]*")
"""What stands between a field and its value."""
_CAPITALS = re.compile(r"(?<![\w.-])[A-Z]{3,}(?![\w.-])")
_LEVELS = frozenset(("TRACE", "DEBUG", "INFO", "LOG", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "PANIC", "SEVERE"))
_STEM = 5
_PLAIN_SHARE = 2 / 3 - 1e-9


def find_mismatch(said: str, source: str, *, allowed: Iterable[int] = ()) -> Fact | None:
    """Say what a text has that its source has not; None when the source says the same.

    `allowed` are figures that need no source, such as how many lines are cited.
    """
    said = write_figures(said)
    known, pairs = _squeeze(source), _write_pairs(source)
    alike = _squeeze(pairs)
    for quote in _QUOTE.findall(said):
        if any(map(str.isalnum, quote)) and _squeeze(_write_pairs(quote)) not in alike:
            return state_fact("cause.check.not_said", what=f"‘{quote}’")
    for pair in _PAIR.findall(said):
        if not _has_pair(pair, pairs):
            return state_fact("cause.check.not_said", what=pair)
    figures = _list_strange_figures(said, source, {str(each) for each in allowed})
    if figures:
        return state_fact("cause.check.not_said", what=figures[0])
    names = [name for name in list_names(said) if _squeeze(name) not in known] or _list_strange_capitals(said, source)
    if names:
        return state_fact("cause.check.not_named", what=names[0])
    if turned := turns_round(said, source):
        return state_fact("cause.check.turned_round", what=turned)
    return _compare_words(said, source)


def telling_words(text: str) -> frozenset[str]:
    """Find the words of a text that tell it apart: no small ones, names taken to pieces."""
    parts = [piece.lower() for name in _NAME.findall(text) for piece in _PIECE.findall(name) if len(piece) > 2]
    return frozenset(
        word
        for word in (*words(text), *parts)
        if word not in SMALL_WORDS and (len(word) > 2 or word.isdigit()) and not word.isdecimal()
    )


def list_names(text: str) -> list[str]:
    """List the words of a text that are names of something."""
    plain = _PAIR.sub(" ", _DATE.sub(" ", _TIME.sub(" ", text)))
    found = (name.rstrip(".:/-") for name in _NAME.findall(plain))
    return [name for name in found if _NAMELIKE.search(name)]


def share_word(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two sets of words have one in common, inflected or not."""
    return bool({word[:_STEM] for word in one} & {word[:_STEM] for word in other})


def _squeeze(text: str) -> str:
    return "".join(fold(text).split())


def _write_pairs(text: str) -> str:
    """Write fields and their values alike, whatever stands between them."""
    return _ASSIGNED.sub("=", fold(text))


def _has_pair(pair: str, pairs: str) -> bool:
    """Tell whether a field has this value and no longer one."""
    return re.search(rf"(?<!\w){re.escape(_write_pairs(pair))}(?!\w|[.,]\d)", pairs) is not None


def _list_strange_figures(said: str, source: str, allowed: set[str]) -> list[str]:
    times = [time for time in _TIME.findall(said) if time not in source and time.replace(",", ".") not in source]
    dates = [date for date in _DATE.findall(said) if date not in source]
    plain = _PAIR.sub(" ", _DATE.sub(" ", _TIME.sub(" ", said)))
    # The digits of a time are no figures.
    known = {_write_figure(each) for each in _ANY_FIGURE.findall(_DATE.sub(" ", _TIME.sub(" ", source)))} | allowed
    strange = [figure for figure in _FIGURE.findall(plain) if not _is_known(_write_figure(figure), known)]
    return [*dates, *times, *strange]


def _write_figure(text: str) -> str:
    plain = text.replace(",", "").lstrip("+-").rstrip(".")
    return f"{float(plain):g}" if len(plain) < 16 else plain


def _is_known(figure: str, known: set[str]) -> bool:
    """Tell whether a figure stands in the source, as it is or in thousandths."""
    return figure in known or (len(figure) < 12 and f"{float(figure) * 1000:g}" in known)


def _list_strange_capitals(said: str, source: str) -> list[str]:
    """List words in capitals that a source has not which writes such words itself: a statement, a method of HTTP."""
    own = set(_CAPITALS.findall(source)) - _LEVELS
    return [word for word in _CAPITALS.findall(said) if word not in own | _LEVELS] if own else []


def _compare_words(said: str, source: str) -> Fact | None:
    telling, there = telling_words(said), telling_words(source)
    stems = {word[:_STEM] for word in there}
    strange = sorted(word for word in telling if word[:_STEM] not in stems)
    if _denies(said, source) or _denies(source, said):
        return state_fact("cause.check.denies")
    figures = len(_FIGURE.findall(_TIME.sub(" ", said)))
    named = telling_words(" ".join((*list_names(said), *_PAIR.findall(said))))
    plain = telling - named
    if len(strange) > (len(telling) + figures) / 2 or len(plain & {*strange}) > len(plain) * (1 - _PLAIN_SHARE):
        return state_fact("cause.check.nothing_of", what=tuple(strange[:3]))
    return None


def _denies(one: str, other: str) -> bool:
    """Tell whether a text denies a word that the other one says and does not deny."""
    denied, said = _list_denied(one), words(other)
    return bool(denied & set(said)) and not _NEGATIONS & set(said)


def _list_denied(text: str) -> set[str]:
    told = words(text)
    return {
        after
        for at, word in enumerate(told[:-1])
        if word in _NEGATIONS
        for after in told[at + 1 : at + 2]
        if after not in SMALL_WORDS
    }
