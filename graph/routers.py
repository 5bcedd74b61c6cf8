"""Says where a debate goes next. Routers read what the policies have found; they decide nothing.

A router takes the state only: one that took the runtime would break `update_state`, hence time travel.
"""

from collections.abc import Callable
from typing import Any, Literal

from typing_extensions import TypedDict

from moot.nodes.review import REFINE
from moot.policies.verdict.review import QUESTION_ACTION
from moot.state.audit import Audit
from moot.state.critiques import Critique
from moot.state.evidence import Evidence
from moot.state.findings import Breaker, Checklist, Convergence, Escalation
from moot.state.ladder import Ladder
from moot.state.outcome import Council, Review, Synthesis
from moot.state.routing import Routing, Wave


class RouterState(TypedDict, total=False):
    """The part of the state that routers look at: LangGraph reads no more than this on every way from node to node."""

    checklists: list[Checklist]
    routing: Routing
    evidence: list[Evidence]
    critiques: list[Critique]
    draft: Synthesis | None
    wave: Wave | None
    ladder: Ladder | None
    convergence: Convergence | None
    breaker: Breaker | None
    audit: Audit | None
    synthesis: Synthesis | None
    escalation: Escalation | None
    council: Council | None
    reviews: list[Review]
    request: dict[str, Any] | None
    orchestrator_classification: str | None
    refinement_step: str | None


Router = Callable[[RouterState], str | list[str]]


def route_after_intake(state: RouterState) -> Literal["route", "human_review", "ask_user", "review_question"]:
    """Begin a debate; or, when a message came for one that waits, go where it waits."""
    request = state.get("request")
    if request is None:
        return "route"
    match request["action_requests"][0]["name"]:
        case action if action == REFINE:
            return "ask_user"
        case action if action == QUESTION_ACTION:
            return "review_question"
        case _:
            return "human_review"


def route_after_route(state: RouterState) -> Literal["answer", "orchestrator", "open_round", "emit"]:
    """Send a question its way; one that failed the checklist (D-90) or has nothing to look at does not start."""
    if any(checklist.stage == "before" and not checklist.passed for checklist in state.get("checklists") or []):
        return "emit"
    convergence = state.get("convergence")
    if convergence is not None and convergence.stop_reason == "no_data":
        return "emit"
    match state["routing"].route:
        case "simple":
            return "answer"
        case "refine":
            return "orchestrator"
        case _:
            return "open_round"


def route_after_answer(state: RouterState) -> Literal["synthesize", "emit"]:
    """Go on to the summary, unless the answer failed and leaves nothing to sum up (X-16)."""
    convergence = state.get("convergence")
    return "emit" if convergence is not None and convergence.silence == "failed" else "synthesize"


def route_wave(state: RouterState) -> list[str]:
    """All seats of the wave at once, or the first of those that speak in turn."""
    wave = state["wave"]
    if wave is None or not wave.seats:
        return ["checkpoint"]
    seats = wave.seats[:1] if wave.execution == "sequential" else wave.seats
    return [f"{wave.phase}_{seat}" for seat in seats]


def make_route_after_seat(seat: str, after: str) -> Router:
    """Build the router behind a seat: the next one in turn, else the node after the wave."""

    def route_after_seat(state: RouterState) -> str:
        wave = state["wave"]
        if wave is None or wave.execution == "parallel" or seat not in wave.seats:
            return after
        position = wave.seats.index(seat) + 1
        return f"{wave.phase}_{wave.seats[position]}" if position < len(wave.seats) else after

    return route_after_seat


def make_route_after_ballot(end: str) -> Router:
    """Build the router behind a ballot: past the verifier where there are no sources, and past an idle settling."""

    def route_after_ballot(state: RouterState) -> str:
        if state.get("evidence"):
            return "verify"
        wave = state.get("wave")
        settles = bool(state.get("critiques")) or (wave is not None and wave.phase == "settle")
        return end if settles else "checkpoint"

    return route_after_ballot


def make_route_after_ladder(after: Router) -> Router:
    """Build the router behind a step of the ladder: the seats of the next step, else what follows a ballot."""

    def route_after_ladder(state: RouterState) -> str | list[str]:
        ladder = state.get("ladder")
        return route_wave(state) if ladder is not None and ladder.last.outcome == "asking" else after(state)

    return route_after_ladder


def route_to_disputes(state: RouterState) -> str:  # noqa: ARG001  # the form of a router
    """Look for conflicts, where a profile does."""
    return "disputes"


def route_after_settle(state: RouterState) -> list[str]:
    """Ask the critics who have something to settle, if there are any, before the round closes."""
    wave = state["wave"]
    return route_wave(state) if wave is not None and wave.phase == "settle" else ["checkpoint"]


def route_to_stronger(state: RouterState) -> list[str]:
    """Ask a stronger model about a split that the seats leave, before anything is summed up."""
    ways, convergence, breaker = route_after_checkpoint(state), state.get("convergence"), state.get("breaker")
    left_open = convergence is not None and not convergence.converged and convergence.silence == "none"
    stopped = breaker is None or breaker.reason in ("max_rounds", "loop")
    return ["stronger"] if ways == ["synthesize"] and left_open and stopped and state.get("ladder") else ways


def route_after_checkpoint(state: RouterState) -> list[str]:
    """Stop when the breaker tripped or the round agreed, unless that is audited; else criticise and go on."""
    convergence = state.get("convergence")
    if convergence is not None and convergence.silence == "failed":
        return ["emit"]
    audit = state.get("audit")
    if audit is not None and audit.outcome == "pending":
        return ["audit"]
    if state.get("breaker") is not None or (convergence is not None and _settled(convergence)):
        return ["synthesize"]
    wave = state.get("wave")
    if wave is not None and wave.phase == "critique":
        return route_wave(state)
    return ["open_round"]


def _settled(convergence: Convergence) -> bool:
    """Tell whether the round agreed, nobody is left who could, or talking would not help."""
    return convergence.converged or convergence.silence != "none" or convergence.hopeless


def route_after_bind(state: RouterState) -> Literal["synthesize", "escalate"]:
    """Have a synthesis written once more that does not state what the votes settle."""
    return "synthesize" if state.get("draft") is not None else "escalate"


def route_after_ruling(state: RouterState) -> list[str]:
    """Have a ruling written once more that does not state what the votes settle; else ask the parties about it."""
    draft, wave = state.get("draft"), state.get("wave")
    if draft is not None:
        return ["synthesize"]
    return route_wave(state) if wave is not None and wave.phase == "accept" and wave.seats else ["escalate"]


def route_after_acceptance(state: RouterState) -> Literal["open_round", "escalate"]:
    """Argue what only the mediator saw, where a party opposes its ruling: then nothing is concluded yet."""
    return "escalate" if state.get("synthesis") is not None else "open_round"


def route_after_escalate(state: RouterState) -> list[str]:
    """Emit, ask the council, or ask a person; after a refinement the whole council looks again (X-23)."""
    escalation = state.get("escalation")
    match escalation.target if escalation else "human":
        case "none":
            return ["emit"]
        case "council":
            return ["council_critic", "council_advocate"]
        case _:
            return ["request_review"]


def route_after_council(state: RouterState) -> Literal["emit", "request_review", "reopen"]:
    """Follow the council's ruling."""
    council = state.get("council")
    match council.ruling.outcome if council and council.ruling else "human":
        case "emit":
            return "emit"
        case "refine":
            return "reopen"
        case _:
            return "request_review"


def route_after_review(state: RouterState) -> list[str]:
    """Open another round for a person's guidance, within limits; every other answer ends the debate."""
    reviews = state.get("reviews") or []
    response = reviews[-1].response if reviews else None
    if response is None or response.type != "respond":
        return ["emit"]
    # Guidance that was taken clears what the gate found; where a limit stood against it, the new target says who looks.
    return ["reopen"] if state.get("escalation") is None else route_after_escalate(state)


def route_after_orchestrator(state: RouterState) -> Literal["structurer", "methodologist"]:
    """Have a vague idea structured first (F-35)."""
    return "structurer" if state.get("orchestrator_classification") == "vague" else "methodologist"


def route_after_methodologist(
    state: RouterState,
) -> Literal["structurer", "force_decision", "request_guidance", "refined"]:
    """Take the step that follows the verdict (F-28..F-33)."""
    match state.get("refinement_step"):
        case "structurer":
            return "structurer"
        case "force_decision":
            return "force_decision"
        case "ask_user":
            return "request_guidance"
        case _:
            return "refined"


def route_after_refined(state: RouterState) -> Literal["open_round", "emit", "request_question", "structurer"]:
    """Have an approved question argued next, where the profile says so; ask a person about one that lacks something."""
    match state.get("refinement_step"):
        case "review":
            return "request_question"
        case "structurer":
            return "structurer"
        case _:
            return "emit" if state["routing"].route == "refine" else "open_round"
