"""Finds whether the final answers of two sides exclude each other (L-26), and how conflicts of norms stand.

The last comparison decides: by meaning where a model made it, and besides by words, where one says the opposite of the
other or refuses somebody what the other grants. Where a model was asked and gave nothing that can be used, words that
differ show nothing: the answers count as not compared.

Somebody is granted or refused something in a clause that names them and speaks of inheriting, receiving, owning or
being entitled; it refuses when it is denied or leaves nothing. Clauses that name different property do not contradict
each other; one that names none speaks of all.
"""

import re
from itertools import combinations
from typing import NamedTuple

from moot.policies.comparison import recommend_opposites
from moot.policies.comparison.stances import keep_latest
from moot.policies.comparison.wording import NEGATIONS
from moot.policies.critique.claims import list_norm_conflicts
from moot.policies.language import words
from moot.state.base import Texts
from moot.state.bookkeeping import NormConflict
from moot.state.debate import MultiAgentState
from moot.state.facts import Saying, state_fact
from moot.state.findings import RoundAgreement
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


def find_opposed_answers(state: MultiAgentState) -> Texts:
    """Find two seats whose final answers exclude each other; empty when there are none."""
    latest = keep_latest(state.get("positions") or [], state["protocol"].profile.seat_ids)
    last, language = _find_comparison(state), state["case"].language
    for a, b in combinations(latest, 2):
        by_meaning = _are_opposed(last, a.seat, b.seat, state)
        if by_meaning or recommend_opposites(a, b, language) or refuses_what_is_granted(a, b):
            return (a.seat, b.seat)
    return ()


def find_uncompared(state: MultiAgentState) -> Saying:
    """Say that a model was asked whether the final answers exclude each other and did not tell; empty otherwise."""
    last, number = _find_comparison(state), state.get("round", 0)
    asked = any((turn.phase, turn.round) == ("ballot", number) for turn in state.get("turns") or [])
    if asked and (last is None or last.grouping is None):
        return state_fact("warrant.settled.uncompared")
    return ""


def find_norm_conflicts(state: MultiAgentState) -> tuple[NormConflict, ...]:
    """Find the conflicts between bodies of law that the rules signal, and what became of each."""
    return list_norm_conflicts(
        state.get("evidence") or [],
        state.get("positions") or [],
        state.get("settlements") or [],
        by=state["protocol"].profile.critique.settle,
    )


def refuses_what_is_granted(a: Position, b: Position) -> bool:
    """Say whether one answer grants somebody what the other refuses them."""
    one, other = (_read_gains(each.recommendation or "") for each in (a, b))
    return any(
        x.who == y.who and x.granted != y.granted and (x.what == y.what or not (x.what and y.what))
        for x in one
        for y in other
    )


def _find_comparison(state: MultiAgentState) -> RoundAgreement | None:
    agreements = state.get("agreements") or []
    return next((each for each in agreements if each.round == state.get("round", 0)), None)


def _are_opposed(last: RoundAgreement | None, a: str, b: str, state: MultiAgentState) -> bool:
    if last is not None and last.grouping is not None:
        seats = {words(option.label): set(option.seats) for option in last.grouping.options}
        pairs = [[seats.get(words(label), set()) for label in pair] for pair in last.grouping.opposed]
        return any(
            (a in one and b in other) or (b in one and a in other)
            for pair in pairs
            for one, other in combinations(pair, 2)
        )
    ballot = state.get("ballot")
    votes = (ballot.vote_of(a), ballot.vote_of(b)) if ballot is not None else (None, None)
    return ballot is not None and bool(votes[0] and votes[1]) and ballot.is_opposed(str(votes[0]), str(votes[1]))


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
            granted = not said & _DENIALS
            found += [_Gain(who, what, granted) for who, names in _PEOPLE.items() if said & set(names)]
    return found
