"""Keeps what a version assumes: what its author declared, and figures that nobody stated (X-70).

Assumptions add up over the versions, in the order in which they came, each once. A figure counts as stated when its
digits stand in the words of the user, and as declared when they stand in an assumption; every other figure of the
version is added by itself, with the word that follows it. A digit inside a name ("COVID-19", "B2B") is no figure.
"""

import re
from collections.abc import Iterable

from moot.policies.language import STOP_WORDS, fold, words
from moot.policies.refinement.tags import remove_tag
from moot.state.base import Texts

_NUMBER = r"\d+(?:[.,:]\d+)*"
_FIGURE = re.compile(rf"(?<![\w-])({_NUMBER}(?:\s?[-–]\s?{_NUMBER})?(?:\s?%)?)(?![\w])(?:\s([^\W\d_]+))?")
_SMALL = frozenset().union(*STOP_WORDS.values())


def collect_assumptions(earlier: Iterable[str], declared: Iterable[str], question: str, stated: str) -> Texts:
    """Add to the assumptions of earlier versions those of the new one, undeclared figures included."""
    said = [*filter(None, (each.strip() for each in (*earlier, *declared)))]
    known = {fold(each): each for each in reversed(said)}
    kept = list(dict.fromkeys(known[fold(each)] for each in said))
    figures = set(words(" ".join((*kept, stated))))
    for number, unit in _FIGURE.findall(remove_tag(question)):
        digits = words(number)
        if not figures.issuperset(digits):
            kept.append(f"{number} {unit}" if unit and fold(unit) not in _SMALL else number)
            figures.update(digits)
    return tuple(kept)
