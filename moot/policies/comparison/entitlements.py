"""Finds whether one answer grants somebody what another one refuses them.

Somebody is granted or refused something in a clause that names them and speaks of inheriting, receiving, owning or
being entitled; it refuses when it is denied or leaves nothing. A denial right before somebody is about them alone: `the
children, and not the nephews, inherit`. Clauses that name different property do not contradict each other; one that
names none speaks of all.
"""

import re
from typing import NamedTuple

from moot.policies.comparison.wording import NEGATIONS
from moot.policies.language import words
from moot.state.positions import Position

_CLAUSES = re.compile(r"[.;,:!?]|\b(?:but|while|whereas|tetapi|sedangkan|namun|mas|enquanto)\b", re.IGNORECASE)
_PEOPLE = {
    "children": ("anak", "child", "children", "son", "sons", "daughter", "daughters", "filhos", "filhas", "filho"),
    "nephews": ("kemenakan", "keponakan", "nephew", "nephews", "niece", "nieces", "sobrinhos"),
    "spouse": ("janda", "duda", "istri", "isteri", "suami", "widow", "widower", "wife", "husband", "viuva", "viuvo"),
    "clan": ("kaum", "suku", "clan", "cla"),
}
_PROPERTY = (
    *("pusako tinggi", "pusako rendah", "pusaka tinggi", "pusaka rendah", "harta pencaharian", "gono gini"),
    *("harta bersama", "harta asal", "harta bawaan", "ulayat", "druwe tengah", "druwe gabro", "joint property"),
    *("ancestral", "earned", "heirloom", "rumah gadang"),
)
_GAINS = frozenset(
    (
        *(
            "waris",
            "mewaris",
            "mewarisi",
            "diwarisi",
            "diwariskan",
            "mendapat",
            "memperoleh",
            "menerima",
            "berhak",
            "milik",
        ),
        *(
            "dibagi",
            "jatuh",
            "beralih",
            "inherit",
            "inherits",
            "inherited",
            "receive",
            "receives",
            "get",
            "gets",
            "goes",
        ),
        *("go", "entitled", "divided", "shared", "own", "owns", "belongs", "herdam", "recebem", "herda", "recebe"),
    )
)
_DENIALS = (frozenset().union(*NEGATIONS.values()) | {"nothing", "none", "apa", "nada"}) - {"tanpa", "without", "sem"}
"""To divide without regard to sex refuses nobody anything."""


_ARTICLES = frozenset(("the", "a", "an", "o", "os", "as", "para", "to", "for", "kepada", "bagi"))


def refuses_what_is_granted(a: Position, b: Position) -> bool:
    """Say whether one answer grants somebody what the other refuses them."""
    one, other = (_read_gains(each.recommendation or "") for each in (a, b))
    return any(
        x.who == y.who and x.granted != y.granted and (x.what == y.what or not (x.what and y.what))
        for x in one
        for y in other
    )


class _Gain(NamedTuple):
    """Says who is granted or refused what; an empty `what` is everything."""

    who: str
    what: str
    granted: bool


def _read_gains(text: str) -> list[_Gain]:
    found = []
    for clause in _CLAUSES.split(text):
        listed = words(clause)
        said = set(listed)
        if said & _GAINS:
            line = " ".join(listed)
            what = next((name for name in _PROPERTY if name in line), "")
            named = {who: _find_denial(listed, names) for who, names in _PEOPLE.items() if said & set(names)}
            of_one = {at for at in named.values() if at is not None}
            denied = any(word in _DENIALS and at not in of_one for at, word in enumerate(listed))
            found += [_Gain(who, what, granted=at is None and not denied) for who, at in named.items()]
    return found


def _find_denial(listed: tuple[str, ...], names: tuple[str, ...]) -> int | None:
    """Find a denial right before somebody, as in `not the nephews`; one that opens its clause denies what is said."""
    for place, word in enumerate(listed):
        at = place - 1
        while word in names and at > 0 and listed[at] in _ARTICLES:
            at -= 1
        if word in names and at > 0 and listed[at] in _DENIALS:
            return at
    return None
