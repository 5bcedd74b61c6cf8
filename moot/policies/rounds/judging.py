"""Judges whether a round agreed or repeats itself, by the rule of its protocol.

- Where conflicts are looked for, their debates decide both (C-24, X-43).
- Where critiques decide, answers that no longer change are stable and never a loop (L-23).
- Everywhere else the profile's strategy judges agreement and votes and arguments their repetition.
"""

from moot.policies.agreement import STRATEGIES, ClosedRound, Strategy, detect_loop, judge_convergence, not_computable
from moot.policies.conflicts import name_mediator
from moot.policies.conflicts.boardroom import find_repetition, follow_debates, judge_debates
from moot.state.conflicts import ConflictDebate
from moot.state.debate import MultiAgentState
from moot.state.facts import state_fact
from moot.state.findings import Convergence, Loop


def argue_conflicts(
    state: MultiAgentState, closed: ClosedRound, strategy: Strategy | None
) -> tuple[ConflictDebate, ...] | None:
    """Carry the debates about conflicts on by this round, where the profile looks for conflicts (C-24)."""
    report = state.get("conflict_report")
    return None if report is None else follow_debates(report, state.get("conflict_debates") or (), closed, strategy)


def find_loop(state: MultiAgentState, closed: ClosedRound, debates: tuple[ConflictDebate, ...] | None) -> Loop:
    """Find whether the debate repeats itself, by the rule of its protocol."""
    profile = state["protocol"].profile
    loop = detect_loop(closed.positions, closed.critiques, profile.circuit_breaker, closed.ballot, closed.language)
    if debates is not None:
        return find_repetition(debates, loop)
    if STRATEGIES.get(profile.convergence.strategy).subject == "critiques":
        # L-23: answers that no longer change are stable, which finishes a debate unless a grave critique is open.
        return loop.model_copy(update={"detected": False})
    return loop


def judge_agreement(
    state: MultiAgentState,
    closed: ClosedRound,
    debates: tuple[ConflictDebate, ...] | None,
    strategy: Strategy | None,
) -> Convergence:
    """Judge the round by its conflicts, where there is a report of them, else by the profile's strategy."""
    report = state.get("conflict_report")
    if report is None or debates is None:
        return judge_convergence(closed, strategy)
    # Only where the limit is to be decided upon does somebody rule on what is open.
    profile, positions = state["protocol"].profile, state.get("positions") or []
    decider = name_mediator(debates, positions, profile.conflicts) if profile.on_limit == "decide" else None

    def judge(closed: ClosedRound) -> Convergence:
        if not closed.speakers:  # silence is no agreement, whatever it does not contradict
            return not_computable(state_fact("agreement.too_few_comparable", n=0))
        return judge_debates(report, debates, closed.rules.threshold, closed.ballot, decider)

    return judge_convergence(closed, judge)
