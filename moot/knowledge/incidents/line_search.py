"""Finds words in the lines of a log, however the log, or whoever asks, writes a field and its value.

`upstream=pricing`, `upstream: pricing` and `"upstream": "pricing"` are the same, and so is the phrase "upstream
pricing": between the parts of a term may stand blanks, quotation marks, colons and equals signs. A line is also found
by what the selection shows of it, such as the status of a request in words. A figure stands for itself: 503 is no part
of 0.503 or of an id, and `status=50` does not find 504.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus
from typing import NamedTuple

_SEPARATORS = r"\s\"'=:\\"
_BETWEEN = re.compile(rf"[{_SEPARATORS}]+")
_FIELD = re.compile(r'"([\w.@/-]+)"\s*[:=]\s*(?:"([^"]*)"|([^\s",|}\]]+))')
"""A field as JSON writes it."""
_TERM = re.compile(r'"([^"]+)"|(\S+)')
_PATTERN_SIGNS = re.compile(r"\.\*|\\[bsdw]\+?")
_MARKS = frozenset("{}[],;:=\"'")
_PATH = re.compile(r"[^\W\d][\w@-]*(?:\.[^\W\d][\w@-]*)+")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_ADDED = frozenset(word for each in HTTPStatus for word in each.phrase.casefold().split()) | {
    *("client", "closed", "unknown", "status", "error", "seen", "times", "pod")
}
"""Words that the selection adds to what a line says."""

_Render = Callable[[int], str]
"""Gives what the selection shows of the line at a place."""


def read_terms(pattern: str) -> list[list[str]]:
    """Read words into alternatives of terms that a line has to hold; quotation marks hold words together."""
    plain = _FIELD.sub(lambda found: f' "{found[1]}={found[2] or found[3] or ""}" ', pattern)
    parts = [_PATTERN_SIGNS.sub(" ", part) for part in plain.split("|")]
    read = [[found[1] or found[2] for found in _TERM.finditer(part)] for part in parts]
    kept = [[term for term in terms if not _MARKS.issuperset(term)] for terms in read]
    return [terms for terms in kept if terms]


def fold_lines(lines: Iterable[str]) -> str:
    """Write lines as they are compared: case does not matter, nor that JSON may write a letter as its number."""
    text = "\n".join(lines).casefold()
    if "\\u" not in text:
        return text
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)).casefold(), text)


class _Term(NamedTuple):
    words: tuple[str, ...]
    test: Callable[[str], object]


class LineQuery:
    """Finds the lines that hold all terms of one alternative; no alternative means every line."""

    def __init__(self, alternatives: Iterable[Iterable[str]]) -> None:
        self._alternatives = [[_make_term(term.casefold()) for term in terms if term] for terms in alternatives]

    def may_be_in(self, folded: str) -> bool:
        """Tell whether any line of a folded text may be found."""
        every = ([word for term in terms for word in term.words] for terms in self._alternatives)
        return not self._alternatives or any(all(word in folded or word in _ADDED for word in words) for words in every)

    def find_places(self, folded: Sequence[str], name: str, render: _Render) -> list[int]:
        """List the places of the folded lines that hold a name and what is looked for."""
        return [place for place, text in enumerate(folded) if name in text and self._is_in(text, place, render)]

    def _is_in(self, text: str, place: int, render: _Render) -> bool:
        if not self._alternatives:
            return True
        return any(all(_holds(term, text, place, render) for term in terms) for terms in self._alternatives)


def _holds(term: _Term, text: str, place: int, render: _Render) -> bool:
    if term.test(text):
        return True
    # What the selection shows is only written again where it could make a difference.
    may = all(word in text or word in _ADDED for word in term.words)
    return may and bool(term.test(fold_lines((render(place),))))


def _make_term(term: str) -> _Term:
    if term.isdecimal():
        return _Term((term,), re.compile(rf"(?<![\w.]){term}(?!\w)").search)
    words = tuple(word for word in _BETWEEN.split(term) if word)
    held = tuple(part for word in words for part in _part_path(word))
    if not words or words == (term,):
        return _Term(held or (term,), lambda text: term in text)
    between = f"[{_SEPARATORS}]"
    pattern = f"{between}+".join(map(re.escape, words))
    if _BETWEEN.match(term):
        pattern = f"{between}{pattern}"
    if _BETWEEN.match(term[-1]):
        pattern = f"{pattern}{between}"
    elif len(words) > 1 and words[-1].isdecimal() and not words[-2].isdecimal():
        pattern = rf"{pattern}(?!\w|\.\d)"
    return _Term(held, re.compile(pattern).search)


def _part_path(word: str) -> list[str]:
    """Part the path of a field inside of others (`pool.size`), and a list in brackets, into what stands in the line."""
    bare = word.strip("[](),")
    return bare.split(".") if _PATH.fullmatch(bare) else [bare] if bare else []
