"""Judges by support: a round ends the debate when its leading answer would hardly change (opt-in).

The votes of the ballot are voices. How many agree is calibrated by how many were asked and by the round they spoke in
(see voting), so three of three, four of five and eight of twelve are not the same number any more. The value
is the support of the standing answer; it has to reach the profile's threshold. 1 minus the value is the error bound.

- Two stances are one answer when they are one option of the ballot; an option keeps its name through the rounds.
- Seats are taken in the order of their names; of answers with equal weight the one given first stands.
- An unexplained flip counts as what the seat held before, as everywhere.
- While voted options exclude each other round 1 does not end the debate, as everywhere (X-21a).
- Premises, risks and timing do not decide here, but what is closed and what is open is told as by the criteria (D-33).
- Where votes say nothing (two seats, or no two alike) the criteria and their threshold decide alone, and the reason
  says so.

A majority may end a debate here although some seats differ, other than by the criteria with their gate (X-21a): that
is what whoever chooses this strategy asks for. The dissent stays open, and stays in the record.
"""

from moot.policies.agreement.closed_round import ClosedRound
from moot.policies.agreement.convergence import STRATEGIES
from moot.policies.agreement.strategies.criteria import judge_by_criteria
from moot.policies.agreement.voting import Lead, Voice, weigh_voices
from moot.policies.thresholds import keep_below, tidy
from moot.state.ballot import Ballot
from moot.state.facts import Fact, state_fact
from moot.state.findings import Convergence


@STRATEGIES.register("adaptive", reads_pairs=True)
def judge_by_support(closed: ClosedRound) -> Convergence:
    """Find whether the leading answer is settled, by votes where they tell something, else by the criteria."""
    described = judge_by_criteria(closed)
    if described.value is None:
        return described
    ballot = closed.count()
    lead = weigh_voices(_list_voices(closed, ballot), closed.rules.threshold)
    if lead.signal == "none" or lead.answer is None:
        reason = state_fact("figure.sentences", parts=(described.reason, lead.reason))
        return described.model_copy(update={"reason": reason, "details": {**described.details, "votes": 0.0}})
    return _conclude(closed, described, lead, ballot)


def _list_voices(closed: ClosedRound, ballot: Ballot) -> list[list[Voice]]:
    """List the votes of all rounds so far, each round by seat; who was asked and has no vote gave no answer."""
    votes = {(vote.round, vote.seat): vote.option for vote in ballot.votes}
    rounds = []
    for number in range(1, closed.round + 1):
        asked = sorted((each for each in closed.positions if each.round == number), key=lambda each: each.seat)
        rounds.append([Voice(votes.get((number, each.seat)), each.confidence) for each in asked])
    return rounds


def _conclude(closed: ClosedRound, described: Convergence, lead: Lead, ballot: Ballot) -> Convergence:
    here = {each.seat for each in closed.speakers}
    option = ballot.option(lead.answer or "")
    holders = [seat for seat in option.seats if seat in here] if option else []
    heard = len(here)
    share = tidy(len(holders) / heard) if heard else 0.0
    details = {**described.details, "votes": 1.0, "share": share, "error_bound": lead.error_bound}
    held = state_fact("agreement.holders", holders=len(holders), n=heard)
    update = {
        "converged": lead.settled,
        "value": lead.support if lead.settled else keep_below(lead.support, closed.rules.threshold),
        "reason": state_fact("figure.sentences", parts=(held, lead.reason, *_tell_kept(lead))),
        "stop_reason": "converged" if lead.settled else None,
        "details": details,
        "capped": described.capped and not lead.settled,
        "option": lead.answer if lead.settled else None,
    }
    if lead.settled and option and holders and share < 1:
        held = state_fact("agreement.held", holders=len(holders), n=heard, option=option.wording)
        update["agreed"] = (*described.agreed, held)
    return described.model_copy(update=update)


def _tell_kept(lead: Lead) -> tuple[Fact, ...]:
    return (state_fact("agreement.kept"),) if lead.kept else ()
