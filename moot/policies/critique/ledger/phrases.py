"""Reads words that say something else by what stands beside them: 11 % more, lebih tinggi, turned down, ruled out."""

from collections.abc import Sequence

from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.figure_words import LARGE, PERCENT

_PERCENT = PERCENT | {"cento", "cent"}
_CHANGES = {
    **dict.fromkeys(("more", "higher", "above", "mais", "maior", "acima", "lebih", "atas"), "increase"),
    **dict.fromkeys(("fewer", "less", "lower", "below", "menos", "menor", "abaixo", "bawah"), "decrease"),
}
THAN = frozenset({"than", "que", "do", "dari", "daripada", "dibanding", "dibandingkan"})
"""Behind 90,000 fewer they say that it fell."""
_DEGREES = frozenset(["lebih", "mais"])
_HEIGHTS = {
    **dict.fromkeys(("tinggi", "besar", "alto", "alta", "altos", "altas"), "higher"),
    **dict.fromkeys(("rendah", "kecil", "baixo", "baixa", "baixos", "baixas"), "lower"),
}
"""Behind "lebih" and "mais" they compare."""
_MOVING = {"up": "increase", "down": "decrease"}


def read_phrase(tokens: Sequence[Token], at: int) -> str:
    """Read 11 % more, 11 % a mais and up 11 % as an increase, and turned down as refused."""
    word = tokens[at].word
    before = [token.word for token in tokens[max(0, at - 2) : at]]
    beside = bool(before) and (before[-1] in _PERCENT or (before[-1] in ("a", "di") and before[0] in _PERCENT))
    if word.startswith("turn") and any(token.word == "down" for token in tokens[at + 1 : at + 2]):
        return "refused"
    if word.startswith("rul") and any(token.word == "out" for token in tokens[at + 1 : at + 2]):
        return "excluded"
    if tokens[at].text == "may" and not any(token.denies for token in tokens):
        return "can"  # the month has a capital
    if word in _MOVING:
        number = at + 1 < len(tokens) and tokens[at + 1].text[0].isdigit()
        return _MOVING[word] if beside or number else word
    if before and before[-1] in _DEGREES and word in _HEIGHTS:
        return _HEIGHTS[word]
    counted = bool(before) and (before[-1] in LARGE or before[-1][0].isdigit())
    compared = at + 1 < len(tokens) and tokens[at + 1].word in THAN
    return _CHANGES.get(word, word) if beside or (counted and compared) else word
