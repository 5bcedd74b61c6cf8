"""Parts what a recommendation or hypothesis proposes from what it rests on.

- What stands behind "because" and the like are its grounds: they are stated, and checked like a fact. Where a sentence
  begins with such a word, the grounds end at its comma.
- The rest is proposed or supposed. Its figures are its own: caps, dates and sizes that nobody has to state. Only where
  no word marks it as proposed or supposed may it be a fact under another name, and is compared with the source.
"""

import re
from typing import NamedTuple

from moot.policies.language import fold

_GROUNDS = re.compile(
    r"\b(?:because|given that|seeing that|considering that|since(?!\s+(?:\d|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|then|the\b))|porque|pois|já que|ja que|uma vez que|visto que|"
    r"dado que|considerando que|karena|sebab|mengingat|lantaran)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_PROPOSING_WORDS = """
should shall must ought recommend recommends recommended propose proposes proposed proposal suggest suggests let would
could may might will likely probably perhaps expect expected expects need needs plan plans if deve devem devemos deveria
deveriam recomenda recomendamos recomenda-se propoe propomos proposta sugere sugerimos convem precisa precisamos pode
podem poderia talvez provavel provavelmente vai vamos ira irao seria se harus sebaiknya perlu hendaknya seyogianya
disarankan menyarankan mengusulkan diusulkan usul mari agar mungkin akan kemungkinan diperkirakan dapat bisa bila jika
apabila seharusnya
"""
_PROPOSING = frozenset(_PROPOSING_WORDS.split())
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class ProposalParts(NamedTuple):
    """What a statement rests on, what it proposes, and whether its words mark that as proposed."""

    grounds: str
    own: str
    marked: bool


def part_proposal(statement: str) -> ProposalParts:
    """Part what a statement proposes from what it rests on."""
    grounds: list[str] = []
    own: list[str] = []
    for sentence in _SENTENCE.split(statement):
        found = _GROUNDS.search(sentence)
        if found is None:
            own.append(sentence)
            continue
        before, after = sentence[: found.start()], sentence[found.end() :]
        if not before.strip():
            after, _, before = after.partition(",")
        grounds.append(after.strip())
        own.append(before.strip(" ,"))
    proposed = " ".join(filter(None, own))
    marked = not _PROPOSING.isdisjoint(_WORD.findall(fold(proposed)))
    return ProposalParts(" ".join(filter(None, grounds)), proposed, marked)
