"""Finds whether the final answers of two sides exclude each other (L-26), and how conflicts of norms stand.

The last comparison decides: by meaning where a model made it, and besides by words, where one says the opposite of the
other or refuses somebody what the other grants. Where a model was asked and gave nothing that can be used, words that
differ show nothing: the answers count as not compared.
"""

from itertools import combinations

from moot.policies.comparison import recommend_opposites, refuses_what_is_granted
from moot.policies.comparison.stances import keep_latest
from moot.policies.critique.claims import list_norm_conflicts
from moot.policies.language import words
from moot.state.base import Texts
from moot.state.bookkeeping import NormConflict
from moot.state.debate import MultiAgentState
from moot.state.facts import Saying, state_fact
from moot.state.findings import RoundAgreement


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
