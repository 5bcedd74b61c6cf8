"""Climbs the ladder in a debate: what the votes of a step come to, and how a round that it ended is told (DESIGN 11).

- Voices are taken in the order in which seats were asked; who gave no answer was asked all the same.
- Settled votes end nothing while the protocol wants more rounds, while a debate that has sources has cited none of
  them (X-84), or while a seat whose answer another one excludes has had no rebuttal and the warrant requires one.
- Where conflicts between outputs are argued, the ladder only says who is asked: the conflicts end the debate.
"""

from moot.policies.agreement import STRATEGIES
from moot.policies.agreement.ballot import is_contested
from moot.policies.agreement.ladder import judge_climb, size_step
from moot.policies.critique.ledger import lacks_evidence
from moot.policies.rounds.counting import count_votes
from moot.policies.rounds.opening.attendance import choose_speakers
from moot.policies.thresholds import reaches, tidy
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.debate import MultiAgentState
from moot.state.facts import state_fact
from moot.state.findings import Convergence
from moot.state.ladder import Ladder, LadderBlock, LadderStepRecord
from moot.state.protocol import RoundRules


def start_ladder(seats: Texts, state: MultiAgentState) -> Ladder | None:
    """Begin with the seats of the first step; None where a profile asks all of them at once."""
    rules = state["protocol"].profile.ladder
    if not rules.enabled or not seats:
        return None
    return Ladder(steps=(LadderStepRecord(seats=seats[: size_step((), len(seats), rules)]),))


def advance_ladder(state: MultiAgentState, rounds: RoundRules) -> Ladder | None:
    """Judge the step that has just been spoken, and name the seats of the next one; None where none is under way."""
    ladder = state.get("ladder")
    if ladder is None or state["round"] != 1 or ladder.last.outcome != "asking":
        return None
    profile = state["protocol"].profile
    team = choose_speakers("position", state["routing"], (), profile)
    ballot = count_votes(state, state.get("positions") or [])
    climb = judge_climb(
        [ballot.vote_of(seat, 1) for seat in ladder.asked],
        len(team),
        profile.ladder,
        profile.convergence.threshold,
        taken=len(ladder.steps),
        known=profile.calibration,
        blocked=_find_block(state, ballot, rounds),
    )
    done = ladder.last.model_copy(
        update={
            "outcome": climb.outcome,
            "ground": climb.ground,
            "blocked": climb.blocked,
            "probability": climb.probability,
        }
    )
    steps = (*ladder.steps[:-1], done)
    if climb.outcome == "asking":
        following = [seat for seat in team if seat not in ladder.asked][: climb.ask]
        steps = (*steps, LadderStepRecord(seats=tuple(following)))
    return ladder.model_copy(update={"steps": steps, "option": climb.answer if climb.outcome == "settled" else None})


def follow_ladder(state: MultiAgentState, found: Convergence, ballot: Ballot) -> Convergence:
    """Let a round that the ladder ended end the debate; what the strategy compared is still told."""
    ladder = state.get("ladder")
    if ladder is None or state["round"] != 1 or state["protocol"].profile.conflicts.enabled:
        return found
    if ladder.last.outcome == "hopeless":
        reason = state_fact("ladder.hopeless")
        return found.model_copy(
            update={"converged": False, "option": None, "stop_reason": "scattered", "reason": reason}
        )
    if ladder.last.outcome != "settled":
        return found
    team = len(choose_speakers("position", state["routing"], (), state["protocol"].profile))
    held = sum(ballot.vote_of(seat, 1) == ladder.option for seat in ladder.asked)
    share = tidy(held / len(ladder.asked))
    rules = state["protocol"].profile.convergence
    reason = state_fact("ladder.held", held=held, asked=len(ladder.asked), team=team, option=ladder.option)
    return found.model_copy(
        update={
            "converged": True,
            # Agreement is measured where it is at least what the profile wants; a bare majority is told as a share.
            "value": share if reaches(share, rules.threshold) else None,
            "stop_reason": "converged",
            "option": ladder.option,
            "capped": False,
            "reason": reason,
            "details": {**found.details, "share": share, "asked": float(len(ladder.asked)), "team": float(team)},
        }
    )


def _find_block(state: MultiAgentState, ballot: Ballot, rounds: RoundRules) -> LadderBlock | None:
    profile = state["protocol"].profile
    if rounds.min > 1:
        return "rounds"
    subject = STRATEGIES.get(profile.convergence.strategy).subject
    if profile.conflicts.enabled or subject not in ("positions", "question"):
        return None
    known = {each.id for each in state.get("evidence") or []}
    uncited = lacks_evidence(
        state.get("positions") or [], state.get("evidence") or [], profile.claims, known, question=state["question"]
    )
    if uncited and profile.convergence.needs_evidence:
        return "uncited"
    return "contested" if is_contested(ballot) and profile.warrant.is_required("heard") else None
