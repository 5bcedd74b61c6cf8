"""Tells languages apart by the shape of words: for texts too short to have a small word that gives them away.

Each word is worth points for the languages whose endings, beginnings and letters it has; marks on letters speak for
Portuguese. Nothing is decided by a difference of less than one point.
"""

import re
from collections.abc import Iterable

from moot.policies.language.stopwords import LANGUAGES, Language

_MARKED = re.compile("[áàâãéêíóôõúç]", re.IGNORECASE)
_SHAPES: dict[Language, tuple[tuple[re.Pattern[str], float], ...]] = {
    "pt": (
        (re.compile(r"(cao|coes|mente|dades?|ismo|agem|agens|eir[oa]s?|inh[oa]s?|ncias?|ivel|avel|ri[oa]s?)$"), 2.0),
        (re.compile(r"...([aei]mos|avam?|[aei]ram|[aei]ndo|[ai]d[oa]s?|os[oa]s?|iv[oa]s?)$"), 1.5),
        (re.compile(r"...(am|em|ei|ou|eu|iu|uz|ais|eis|oes)$|..[aeiou]?[^aeiou][aei]r$"), 1.2),
        (re.compile(r"lh[aeo]"), 2.0),
        (re.compile(r"nh[ao]|qu[eiao]|[aeo]i?ss[aeo]|[eo]i[a-z]|je$"), 1.2),
        (re.compile(r"..[^aeiou](as|os|a|o)$"), 0.7),
    ),
    "en": (
        (re.compile(r"(ing|tions?|ness|ments?|ful|less|ship|ight|ough|ould|ety|ity|ally|ies)$"), 2.0),
        (re.compile(r"th|sh|ck|wh|gh|oo|ee|ea[^u]|ow|aw|ew|ays?$|y$|[^aeiou]ed$|ss$"), 1.2),
        (re.compile(r"[bcdfgklmnprtvz][^aeiou\W]$|[^aeiou]es?$|[a-z]{2}[bcdfgkptvx]s$|^w|^k[^ae]"), 0.6),
    ),
    "id": (
        (re.compile(r"^(meng|meny|mem|men|peng|peny|pem|pen|ber|ter|ke|se|di).{3,}(kan|nya|an|i)$"), 2.0),
        (re.compile(r"^(meng|meny|mem|ber|peng|pem).{3,}|.{3,}(kan|nya|kah|lah)$"), 1.5),
        (re.compile(r"^(me[lmrny]|di[bcdgjkpst]|ter|per|pe[lmrny])\w{3,}[aiu]\w?$|ngk|nj[aiu]|ny[aei]"), 1.0),
        (re.compile(r"(ng|uk|ik|ak|[aiu]h|ap|[aiu]t|un|ur|us|is|an|am|ir|ai|au|si)$|ng[aiu]|nd[aiu]$|sy|kh"), 0.8),
        (re.compile(r"^[^aeiou]?[aiu][^aeiou]?[^aeiou][aiu]$"), 0.7),
    ),
}  # fmt: skip


def score_shapes(text: str, folded_words: Iterable[str]) -> dict[Language, float]:
    """Add up what the shapes of the words say for each language."""
    points = dict.fromkeys(LANGUAGES, 0.0)
    points["pt"] += 2.0 * len(_MARKED.findall(text))
    for word in folded_words:
        if len(word) > 2:
            for language, shapes in _SHAPES.items():
                points[language] += max((worth for shape, worth in shapes if shape.search(word)), default=0.0)
    return points
