"""Lists the proper names of a text, by their capitals and where they stand."""

import re

from moot.policies.conflicts.reading.lexicon_index import AdviceIndex
from moot.policies.conflicts.reading.questions import MONTH_NUMBERS
from moot.policies.language import STOP_WORDS, fold

_CAPITAL = re.compile(r"[A-ZÀ-Ý][\w-]{2,}")
_MARKUP = " *_\"'(“|#"
_SENTENCE_ENDS = (".", "!", "?", "\n", "-", "•")
_SAYING_OF = re.compile(
    r"\W*(?:would|is|should|ought|gets|has|offers|comes|wins|remains|gives|seria|e|é|deve|merece|tem|oferece|sai|vence|ganha"
    r"|menjadi|adalah|lebih|layak|menawarkan|unggul|memberi|punya)\b"
)
"""What follows a name that begins a sentence."""


def list_named(text: str, index: AdviceIndex) -> frozenset[str]:
    """List the folded names of a text; a word that begins a sentence is one where something is said of it."""
    names = set[str]()
    for found in _CAPITAL.finditer(text):
        name = fold(found[0])
        if index.senses[name] is not None or name in STOP_WORDS[index.language] or name in MONTH_NUMBERS:
            continue
        before = text[: found.start()].rstrip(_MARKUP)
        begins = not before or before.endswith(_SENTENCE_ENDS)
        if not begins or _SAYING_OF.match(text, found.end()):
            names.add(name)
    return frozenset(names)
