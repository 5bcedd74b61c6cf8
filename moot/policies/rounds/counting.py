"""Counts the votes of the round that has just been spoken.

- Where reasoners look for a cause, each votes for the hypothesis it is surest of; the judge's score breaks ties. Who
  finds no incident votes for that. A hypothesis with half the words of the reasoner's last one may be the same.
- What a model said of the round was kept by whoever asked it. A comparator of a user's own is asked here.
- A debate without a ballot, or whose ballot misses rounds, is counted from its first round by choices and words.
"""

from collections.abc import Sequence
from itertools import combinations

from moot.catalogue import speak
from moot.policies.agreement.ballot import count_ballot, count_rounds
from moot.policies.comparison import COMPARATORS, FULL, LEXICAL, NONE
from moot.policies.comparison.stances import hold_all, hold_unexplained
from moot.policies.comparison.wording import contradict, likeness, read_text
from moot.policies.language import Language
from moot.policies.root_cause import same_root_cause, tops_by_reasoner
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.debate import MultiAgentState
from moot.state.findings import PairAgreement
from moot.state.identity import IdentityMemo
from moot.state.positions import Keeps, Position

_REWORDED = 0.5


_counted = IdentityMemo[Ballot](maxsize=128)
"""A round is counted when its revisions are checked, when votes are compared, and when it closes."""


def count_votes(state: MultiAgentState, positions: Sequence[Position]) -> Ballot:
    """Count the ballot of this round; `positions` are those of every round, unexplained flips marked."""
    one = state["protocol"].profile, state["case"], state.get("ballot"), state.get("wave"), state.get("routing")
    causes = *(state.get("hypotheses") or ()), *(state.get("judgements") or ())
    read = *one, *positions, *(state.get("agreements") or ()), *causes
    return _counted.find(read, state["round"], lambda: _count_votes(state, positions))


def _count_votes(state: MultiAgentState, positions: Sequence[Position]) -> Ballot:
    profile, number, case = state["protocol"].profile, state["round"], state["case"]
    agreement = next((each for each in state.get("agreements") or [] if each.round == number), None)
    said = _name_causes(state) if profile.judge.enabled else tuple(positions)
    return count_ballot(
        number,
        hold_all(said),
        case.language,
        profile.convergence.threshold,
        given=case.options,
        previous=_find_previous(state, said),
        grouping=agreement.grouping if agreement else None,
        note=agreement.note if agreement else "",
        told=find_told_pairs(state, positions),
        order=profile.seat_ids,
        standing=_list_unasked(state),
        rules=profile.ballot,
    )


def find_told_pairs(state: MultiAgentState, positions: Sequence[Position]) -> tuple[PairAgreement, ...]:
    """Find who agrees with whom where neither the ballot nor the words tell: a comparator's own word."""
    number, rules, language = state["round"], state["protocol"].profile.convergence, state["case"].language
    agreement = next((each for each in state.get("agreements") or [] if each.round == number), None)
    if agreement is not None and agreement.grouping is not None:
        return ()
    if state["protocol"].profile.judge.enabled:
        return _compare_causes(state)
    if agreement is not None and agreement.by != LEXICAL:
        # Debates of earlier versions kept the pairs as a model compared them.
        return agreement.pairs
    comparator = COMPARATORS.get(rules.comparator)
    if rules.comparator == LEXICAL or comparator.asks_model:
        return ()
    return tuple(comparator.compare(hold_unexplained(number, positions), language))


def _list_unasked(state: MultiAgentState) -> Texts:
    """List the seats that were not asked in this round: where conflicts are argued, only their parties are."""
    wave, routing = state.get("wave"), state.get("routing")
    if wave is None or routing is None or wave.round != state["round"] or wave.phase not in ("position", "revise"):
        return ()
    return tuple(seat for seat in routing.seats if seat not in wave.seats)


def _compare_causes(state: MultiAgentState) -> tuple[PairAgreement, ...]:
    rules, language = state["protocol"].profile.convergence, state["case"].language
    tops = tops_by_reasoner(state["round"], state.get("hypotheses") or [], state.get("judgements") or [])
    same = {
        (a, b): same_root_cause(tops[a], tops[b], language, rules.same_hypothesis) for a, b in combinations(tops, 2)
    }
    return tuple(PairAgreement(a=a, b=b, recommendation=FULL if each else NONE) for (a, b), each in same.items())


def _find_previous(state: MultiAgentState, said: Sequence[Position]) -> Ballot | None:
    number, known, case = state["round"], state.get("ballot"), state["case"]
    if known is not None and known.round >= number - 1:
        return known
    threshold, order = state["protocol"].profile.convergence.threshold, state["protocol"].profile.seat_ids
    return count_rounds(number - 1, said, case.language, threshold, given=case.options, order=order)


def _name_causes(state: MultiAgentState) -> tuple[Position, ...]:
    """Let each reasoner stand for what it holds most likely, or for there being no incident, in every round."""
    sheets, judgements, language = state.get("hypotheses") or [], state.get("judgements") or [], state["case"].language
    none, last, said = speak(language)("synthesis.no_incident"), dict[str, str](), list[Position]()
    for number in range(1, state["round"] + 1):
        tops = tops_by_reasoner(number, sheets, judgements)
        calm = [each.seat for each in sheets if each.round == number and each.no_incident]
        named = {
            **dict.fromkeys(calm, (none, None)),
            **{seat: (top.hypothesis, top.confidence) for seat, top in tops.items()},
        }
        for seat, (text, sure) in named.items():
            keeps: Keeps | None = None if _share_words(last.get(seat, ""), text, language) else "no"
            said.append(Position(seat=seat, round=number, recommendation=text, confidence=sure, keeps_position=keeps))
            last[seat] = text
    return tuple(said)


def _share_words(one: str, other: str, language: Language) -> bool:
    """Tell whether a text may be a rewording of another: half of their words are shared, and none is denied."""
    a, b = read_text(one, language), read_text(other, language)
    return bool(one) and likeness(a, b) >= _REWORDED and not contradict(a, b)
