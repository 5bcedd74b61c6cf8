"""Judges by support: a round ends the debate when its leading answer would hardly change (opt-in).

The stances of the seats are votes. How many agree is calibrated by how many were asked and by the round they spoke in
(see votes.py), so three of three, four of five and eight of twelve are not the same number any more. The value
is the support of the standing answer; it has to reach the profile's threshold. 1 minus the value is the error bound.

- Two stances are one answer when the comparator finds full agreement on the recommendation: a model's word for this
  round where it was asked, the words everywhere else. An answer keeps its name through the rounds.
- Seats are taken in the order of their names; of answers with equal weight the one given first stands.
- An unexplained flip counts as what the seat held before, as everywhere.
- Premises, risks and timing do not decide here, but what is closed and what is open is told as by the criteria (D-33).
- Where votes say nothing (two seats, or no two alike) the criteria and their threshold decide alone, and the reason
  says so.

A majority may end a debate here although some seats differ, other than by the criteria with their gate (X-21a): that
is what whoever chooses this strategy asks for. The dissent stays open, and stays in the record.
"""

from collections.abc import Sequence

from moot.policies.agreement.closed_round import ClosedRound
from moot.policies.agreement.convergence import STRATEGIES
from moot.policies.agreement.strategies.criteria import judge_by_criteria
from moot.policies.agreement.votes import Lead, Voice, weigh_voices
from moot.policies.comparison import FULL, compare_recommendations, hold_unexplained
from moot.policies.language import keep_below, tidy
from moot.state.findings import Convergence
from moot.state.positions import Position

_Answers = list[list[Position]]
"""Each answer as everybody who gave it."""


@STRATEGIES.register("adaptive", reads_pairs=True)
def judge_by_support(closed: ClosedRound) -> Convergence:
    """Find whether the leading answer is settled, by votes where they tell something, else by the criteria."""
    described = judge_by_criteria(closed)
    if described.value is None:
        return described
    answers, rounds = _count_votes(closed)
    lead = weigh_voices(rounds, closed.rules.threshold)
    if lead.signal == "none" or lead.answer is None:
        reason = f"{described.reason} {lead.reason}"
        return described.model_copy(update={"reason": reason, "details": {**described.details, "votes": 0.0}})
    holders = [each for each in answers[int(lead.answer)] if each.round == closed.round]
    return _conclude(closed, described, lead, holders)


def _count_votes(closed: ClosedRound) -> tuple[_Answers, list[list[Voice]]]:
    """Name the answers of all rounds so far, and say who voted for which."""
    answers: _Answers = []
    rounds: list[list[Voice]] = []
    for number in range(1, closed.round + 1):
        voices = []
        said = {each.seat: each for each in hold_unexplained(number, closed.positions)}
        asked = sorted(each.seat for each in closed.positions if each.round == number)
        for seat in asked:
            position = said.get(seat)
            if position is None or not (position.stance or position.recommendation):
                voices.append(Voice(None))
                continue
            name = _find_answer(position, answers, closed)
            answers[name].append(position)
            voices.append(Voice(str(name), position.confidence))
        rounds.append(voices)
    return answers, rounds


def _find_answer(position: Position, answers: _Answers, closed: ClosedRound) -> int:
    for name, given in enumerate(answers):
        if any(_same(position, other, closed) for other in given):
            return name
    answers.append([])
    return len(answers) - 1


def _same(a: Position, b: Position, closed: ClosedRound) -> bool:
    if a.round == b.round == closed.round:
        names = {a.seat, b.seat}
        told = next((pair for pair in closed.pairs or () if {pair.a, pair.b} == names), None)
        if told is not None and told.recommendation is not None:
            return told.recommendation == FULL
    return compare_recommendations(a, b, closed.language) == FULL


def _conclude(closed: ClosedRound, described: Convergence, lead: Lead, holders: Sequence[Position]) -> Convergence:
    heard = len(closed.speakers)
    share = tidy(len(holders) / heard) if heard else 0.0
    details = {**described.details, "votes": 1.0, "share": share, "error_bound": lead.error_bound}
    update = {
        "converged": lead.settled,
        "value": lead.support if lead.settled else keep_below(lead.support, closed.rules.threshold),
        "reason": f"{len(holders)} of {heard} seats hold the leading answer. {lead.reason}{_tell_kept(lead)}",
        "stop_reason": "converged" if lead.settled else None,
        "details": details,
        "capped": described.capped and not lead.settled,
    }
    if lead.settled and holders and share < 1:
        said = holders[0].stance or holders[0].recommendation
        update["agreed"] = (*described.agreed, f"recommendation: {len(holders)} of {heard} seats hold: {said}")
    return described.model_copy(update=update)


def _tell_kept(lead: Lead) -> str:
    return " It led in round 1; what leads now is not settled enough to replace it." if lead.kept else ""
