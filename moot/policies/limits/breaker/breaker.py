"""Stops a debate that does not end by itself.

Several triggers may hold at once; exactly one is named, the first of this order:

1. `timeout_total`: the active time is used up (D-50). It stops even a round that has just agreed.
2. `budget`: tokens, money or calls are used up, or are too few for the next wave of a round that did not agree.
3. `max_iterations`: as many waves of agents as allowed, and another one is wanted (D-48, D-97, X-22).
4. `max_refinements`: another re-opening is asked for when all allowed ones are done (D-49, X-81).
5. `loop`: the rounds repeat themselves (D-51); before 6, or it could never be the reason (X-01).
6. `max_rounds`: the last round ended without agreement (D-47, X-06), or, where critiques decide and all vote for the
   same, with something still open.

A round that agreed, and of which nobody asks more, is only stopped by 1 and 2. When a refinement is asked for, 5 and 6
describe the debate before it and are not looked at. A breaker that is switched off never trips; the checklist before a
debate refuses to start one that way (D-90).
"""

from collections.abc import Sequence
from typing import assert_never

from moot.policies.comparison.stances import group_camps, keep_latest
from moot.policies.limits.budget import find_exhausted, limit_total
from moot.state.ballot import Ballot
from moot.state.base import Texts, Value
from moot.state.budget import Count, Spent, Turn
from moot.state.facts import Fact, Sayings, state_fact
from moot.state.findings import Breaker, BreakerReason, Convergence, Escalation, Loop, Target
from moot.state.positions import Position
from moot.state.protocol import OnLimit, Profile

# protocols that decide, take the best or force a verdict do so with what there is.
_AT_LIMIT: dict[OnLimit, Target] = {
    "escalate": "council",
    "ask_user": "human",
    "decide": "none",
    "best_so_far": "none",
    "force": "none",
}


class Standing(Value):
    """Where a debate stands when it is asked whether it may go on."""

    rounds: Count
    convergence: Convergence | None = None
    measured: Convergence | None = None
    """What was measured last, where this round could not be: the time ran out while it was spoken (D-50)."""
    loop: Loop | None = None
    spent: Spent = Spent()
    iterations: Count = 0
    refinements: Count = 0
    """Completed re-openings."""
    refinement_requested: bool = False
    positions: tuple[Position, ...] = ()
    ballot: Ballot | None = None
    conflicts: Texts = ()
    """What rules of different domains leave open, as the measure of agreement names it."""
    by_critiques: bool = False
    """Critiques end this debate, so that its seats may agree before it is finished."""
    shared: Texts = ()
    """The single points that everybody shares and nobody contradicts."""
    next_seats: Count = 0
    """How many seats the next wave would have; 0 when unknown."""
    unaffordable: bool = False
    """Nobody could be asked in this round: what is left pays for no answer."""

    @property
    def finished(self) -> bool:
        """Say whether the debate ended by itself: it agreed, and nobody asks for more."""
        return self.convergence is not None and self.convergence.converged and not self.refinement_requested


def count_iterations(turns: Sequence[Turn]) -> int:
    """Count the waves in which the agents spoke: rounds plus refinements (D-97); critiques belong to their round."""
    return len({turn.round for turn in turns if turn.phase in ("position", "revise")})


def trip_breaker(standing: Standing, profile: Profile) -> Breaker | None:
    """Find the one reason to stop the debate here, if there is any."""
    if not profile.circuit_breaker.enabled:
        return None
    found = _stop_by_resources(standing, profile) or _stop_by_counters(standing, profile)
    if found is None:
        return None
    reason, explanation = found
    last = standing.measured or standing.convergence
    return Breaker(
        reason=reason,
        explanation=explanation,
        rounds=standing.rounds,
        max_rounds=profile.rounds.max,
        convergence=last.value if last else None,
        consensus=(last.agreed if last else ()) or standing.shared,
        divergences=last.open if last else (),
        agents_in_conflict=_find_conflicting_seats(standing, last, profile.seat_ids),
        by_critiques=standing.by_critiques,
        impasse=reason in ("loop", "max_refinements"),
        target=name_limit_target(reason, profile.on_limit),
    )


def aim_breaker(breaker: Breaker, escalation: Escalation, shared: Sayings = ()) -> Breaker:
    """Give a breaker the target that the gate has chosen after the synthesis (X-07), and what that found shared.

    What whoever sums up calls shared stands in the block only where the round itself showed nothing of the kind.
    """
    aimed = {"target": escalation.target, "impasse": breaker.impasse or escalation.impasse}
    return breaker.model_copy(update={**aimed, "consensus": breaker.consensus or shared})


def name_limit_target(reason: BreakerReason, on_limit: OnLimit) -> Target:
    """Name who has to look after a limit of this kind was reached (D-98, X-05, X-07, X-17, X-79)."""
    match reason:
        case "max_iterations":
            return "human"
        case "max_refinements":
            return "council"
        case "max_rounds" | "loop" | "timeout_total" | "budget":
            return _AT_LIMIT[on_limit]
        case _:
            assert_never(reason)


def _find_conflicting_seats(standing: Standing, last: Convergence | None, order: Sequence[str]) -> Texts:
    """List the seats that still disagree: all who spoke, unless they vote for one option and nobody objects.

    A rule that nobody has dealt with is open, but sets no seat against another. Of those who vote for one option, only
    who does so on a condition of its own is in conflict, where there is one. Where most vote alike, those are in
    conflict who do not.
    """
    speakers = keep_latest(standing.positions, order)
    contested = any(each not in standing.conflicts for each in last.open) if last else False
    divided = len(group_camps(speakers, standing.ballot)) > 1
    if len(speakers) < 2 or not (divided or contested):
        return ()
    reserved = tuple(position.seat for position in speakers if position.reservation.strip())
    alone = reserved and not divided and len(speakers) > 2  # a condition of one of two is a conflict of both
    against = _list_minority(standing.ballot, speakers) if divided else ()
    return reserved if alone else against or tuple(position.seat for position in speakers)


def _list_minority(ballot: Ballot | None, speakers: Sequence[Position]) -> Texts:
    """List who votes against what most seats vote for; nobody where no option has a majority."""
    most = max(ballot.options, key=lambda option: len(option.seats), default=None) if ballot else None
    if most is None or 2 * len(most.seats) <= len(speakers):
        return ()
    return tuple(position.seat for position in speakers if position.seat not in most.seats)


def _vote_alike(standing: Standing, order: Sequence[str]) -> bool:
    speakers = keep_latest(standing.positions, order)
    return standing.by_critiques and len(speakers) > 1 and len(group_camps(speakers, standing.ballot)) == 1


def _stop_by_resources(standing: Standing, profile: Profile) -> tuple[BreakerReason, Fact] | None:
    total = limit_total(profile.timeout, standing.spent)
    if total is not None and standing.spent.seconds >= total:
        return "timeout_total", state_fact("limits.time", used=standing.spent.seconds, total=total)
    if standing.unaffordable:
        return "budget", state_fact("limits.unaffordable")
    exhausted = find_exhausted(profile, standing.spent, 0 if standing.finished else standing.next_seats)
    return ("budget", state_fact("limits.exhausted", what=exhausted)) if exhausted else None


def _stop_by_counters(standing: Standing, profile: Profile) -> tuple[BreakerReason, Fact] | None:
    rules = profile.circuit_breaker
    if standing.finished:
        return None
    if standing.iterations >= rules.max_iterations:
        return "max_iterations", state_fact("limits.iterations", done=standing.iterations, most=rules.max_iterations)
    if standing.refinement_requested:
        if standing.refinements < rules.max_refinements:
            return None
        return "max_refinements", state_fact(
            "limits.refinements", done=standing.refinements, most=rules.max_refinements
        )
    if standing.loop is not None and standing.loop.detected:
        return "loop", state_fact("limits.loop", why=standing.loop.reason)
    if standing.rounds >= profile.rounds.max:
        code = "limits.rounds_open" if _vote_alike(standing, profile.seat_ids) else "limits.rounds"
        return "max_rounds", state_fact(code, done=standing.rounds, most=profile.rounds.max)
    return None
