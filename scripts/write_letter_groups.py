"""Write what groups of letters say about the language of a text, from the words of moot's own catalogue.

    python -m scripts.write_letter_groups        write moot/policies/language/letter_groups.py anew

Every word counts by the logarithm of how often it stands there, in groups of two and three letters with its edges. A
group is worth, for each language, how much likelier it is there than where it is least likely. The sentences in
tests/data/languages take no part in it. Nothing has to be written anew when a sentence changes: it is worth it when the
catalogue has grown by a good part.
"""

import math
import re
import textwrap
from collections import Counter
from pathlib import Path

from moot.policies.language import LANGUAGES, words
from scripts.check_catalogue import ROOT, read_language

FILE = ROOT / "moot" / "policies" / "language" / "letter_groups.py"
_NO_WORD = re.compile(r"\{[^{}]*\}|`[^`]*`|<[^>]*>|[\d_]+")
_SIZES = (2, 3)
_UNSEEN, _LEAST_WORDS, _LEAST_POINTS = 0.5, 2, 1.0
_STEPS = 5
"""Steps in one point: a worth is one digit to the base of 36."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

HEAD = '''"""Tells languages apart by groups of letters: for texts too short to have a small word that gives them away.

The table is written by `scripts/write_letter_groups.py` from the words of the catalogue. A group that it lacks says
nothing; marks on letters, which are folded away in the table, speak for Portuguese.
"""

import re
from collections.abc import Iterable
from functools import cache

from moot.policies.language.stopwords import LANGUAGES, Language

_MARKED = re.compile("[áàâãéêíóôõúç]", re.IGNORECASE)
_MARK = 2.0
_STEPS = {steps}


@cache
def _read_table() -> dict[str, tuple[int, ...]]:
    places = len(LANGUAGES)
    return {{each[:-places]: tuple(int(digit, 36) for digit in each[-places:]) for each in _TABLE.split()}}


def score_letters(text: str, folded_words: Iterable[str]) -> dict[Language, float]:
    """Add up what the letters of a text say for each language."""
    table = _read_table()
    edged = [f"_{{word}}_" for word in folded_words if len(word) > 1]
    found = [
        worth
        for word in edged
        for size in {sizes}
        for at in range(len(word) - size + 1)
        if (worth := table.get(word[at : at + size]))
    ]
    points = {{language: sum(worth[at] for worth in found) / _STEPS for at, language in enumerate(LANGUAGES)}}
    points["pt"] += _MARK * len(_MARKED.findall(text))
    return points


_TABLE = """
{table}
"""
"""Each group, an edge of a word as "_", and what it is worth for each language in steps, to the base of 36."""
'''


def count_groups() -> dict[str, list[float]]:
    """Count the groups of letters in the words of each language, and leave out those that hardly a word has."""
    holders: Counter[str] = Counter()
    counted: dict[str, list[float]] = {}
    for at, language in enumerate(LANGUAGES):
        texts = (form for forms in read_language(language).values() for form in forms)
        said = Counter(word for text in texts for word in words(_NO_WORD.sub(" ", text)))
        for word, times in said.items():
            edged = f"_{word}_"
            for group in (edged[start : start + size] for size in _SIZES for start in range(len(edged) - size + 1)):
                counted.setdefault(group, [0.0] * len(LANGUAGES))[at] += 1 + math.log(times)
                holders[group] += 1
    return {group: counts for group, counts in counted.items() if holders[group] >= _LEAST_WORDS and "'" not in group}


def weigh_groups(counted: dict[str, list[float]]) -> dict[str, list[float]]:
    """Find what each group is worth for each language, and keep those that tell languages apart."""
    totals = [sum(counts[at] for counts in counted.values()) + _UNSEEN * len(counted) for at in range(len(LANGUAGES))]
    worth: dict[str, list[float]] = {}
    for group, counts in sorted(counted.items()):
        likely = [math.log((count + _UNSEEN) / total) for count, total in zip(counts, totals, strict=True)]
        points = [each - min(likely) for each in likely]
        if max(points) >= _LEAST_POINTS:
            worth[group] = points
    return worth


def main(file: Path = FILE) -> None:
    """Write the table."""
    worth = weigh_groups(count_groups())
    top = len(_DIGITS) - 1
    coded = (
        group + "".join(_DIGITS[min(top, round(each * _STEPS))] for each in points) for group, points in worth.items()
    )
    table = "\n".join(textwrap.wrap(" ".join(coded), 118, break_long_words=False, break_on_hyphens=False))
    file.write_text(HEAD.format(table=table, steps=_STEPS, sizes=_SIZES), encoding="utf-8")
    print(f"{len(worth)} groups of letters in {file.name}")


if __name__ == "__main__":
    main()
