"""Judges by the judge's scores: the reasoners name the same root cause, or the score no longer rises.

Two reasoners name the same cause when the ballot over what each holds most likely puts them into one option; without
one, their words tell. The same category and component alone are no agreement (X-62). They agree on the cause that is
found only if one of them holds it: where the judge ranks another hypothesis first there is no consensus.

Consensus is tested first, then the plateau; the limit of rounds comes last (X-59). There is no plateau in the first
round (X-60); a gain below `plateau` points is one, a gain of exactly so many is not (R-24), and a falling score is one
(X-63b). The value is the share of pairs of reasoners that agree, 1 for a consensus only and otherwise below the
threshold, also where a plateau ends the search: it says how far they agree, never how likely they are right (R-61).
When everybody who spoke says that there is no incident, that is a consensus as well; where some do, they differ from
those who name a cause.
"""

from itertools import combinations

from moot.policies.agreement.closed_round import ClosedRound, not_computable
from moot.policies.agreement.convergence import STRATEGIES
from moot.policies.root_cause import same_root_cause, top_scores, tops_by_reasoner
from moot.policies.root_cause.evidence import agree_on_none
from moot.policies.thresholds import keep_below, tidy
from moot.state.facts import Fact, state_fact
from moot.state.findings import Convergence, StopReason
from moot.state.hypotheses import Hypothesis


@STRATEGIES.register("judge", subject="hypotheses")
def judge_by_scores(closed: ClosedRound) -> Convergence:
    """Find whether the reasoners agree on a root cause, or the judge's scores have levelled out (R-24, R-25)."""
    tops = tops_by_reasoner(closed.round, closed.hypotheses, closed.judgements)
    scores = top_scores(closed.judgements)
    if agree_on_none(closed.hypotheses):
        told = state_fact("agreement.no_incident")
        return Convergence(converged=True, value=1.0, reason=told, stop_reason="consensus")
    if not tops or closed.round not in scores:
        return not_computable(state_fact("agreement.no_hypothesis"))
    calm = {each.seat for each in closed.hypotheses if each.round == closed.round and each.no_incident}
    agree = {
        (a, b): a in calm and b in calm if {a, b} & calm else _name_same(closed, tops[a], tops[b], (a, b))
        for a, b in combinations(sorted({*tops, *calm}), 2)
    }
    gain = _find_gain(closed.round, scores)
    held = any(top.id == _find_best(closed) for top in tops.values())
    stop, reason = _decide(agree, gain, closed.rules.plateau, held=held)
    share = tidy(sum(agree.values()) / len(agree)) if agree else 0.0
    return Convergence(
        converged=stop is not None,
        value=1.0 if stop == "consensus" else keep_below(share, closed.rules.threshold),
        reason=reason,
        stop_reason=stop,
        details={"top_score": scores[closed.round], "agreement": share} | ({} if gain is None else {"gain": gain}),
        agreed=tuple(state_fact("agreement.same_cause", seats=pair) for pair, same in agree.items() if same),
        open=tuple(state_fact("agreement.other_cause", seats=pair) for pair, same in agree.items() if not same),
    )


def _name_same(closed: ClosedRound, one: Hypothesis, other: Hypothesis, seats: tuple[str, str]) -> bool:
    votes = [closed.ballot.vote_of(seat, closed.round) for seat in seats] if closed.ballot else [None]
    if None not in votes:
        return votes[0] == votes[1]
    return same_root_cause(one, other, closed.language, closed.rules.same_hypothesis)


def _find_best(closed: ClosedRound) -> str | None:
    """Find the hypothesis that the judge ranks first in this round."""
    return next((each.top_hypothesis for each in closed.judgements if each.round == closed.round), None)


def _find_gain(round_number: int, scores: dict[int, int]) -> int | None:
    """Say by how many points the best score rose since the last judged round; nothing for the first."""
    earlier = [each for each in scores if each < round_number]
    return scores[round_number] - scores[max(earlier)] if earlier else None


def _decide(
    agree: dict[tuple[str, str], bool], gain: int | None, plateau: int, *, held: bool
) -> tuple[StopReason | None, Fact]:
    if agree and all(agree.values()) and held:
        return "consensus", state_fact("agreement.one_cause")
    if gain is None:
        return None, state_fact("agreement.causes_differ")
    if gain < plateau:
        return "plateau", state_fact("agreement.plateau", gain=f"{gain:+d}", plateau=plateau)
    return None, state_fact("agreement.still_rising", gain=f"{gain:+d}")
