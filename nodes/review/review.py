"""Pauses for a person, and says what follows from their answer (INTERFACES 4, F-47)."""

from collections.abc import Sequence
from typing import Any

from langgraph.types import interrupt

from moot.catalogue import speak
from moot.nodes.asking import announce, spent_so_far
from moot.nodes.chat import MODERATOR, make_message
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.review.request import REFINEMENT_ANSWERS, build_guidance_request, build_review_request
from moot.policies.critique.evidence import cite_person
from moot.policies.limits.breaker import Standing, count_iterations, trip_breaker
from moot.policies.refinement import choose_refinement_step, raise_limit, read_choice
from moot.policies.rounds import find_measured, limit_rounds
from moot.policies.verdict.review import DecisionType, read_response
from moot.state.debate import MultiAgentState
from moot.state.facts import state_fact
from moot.state.findings import Breaker, Escalation
from moot.state.outcome import Review, ReviewResponse
from moot.views.chat import ChatEntry


def make_review() -> AsyncNode:
    """Seat the person. Nothing with an effect stands before the interrupt: the node runs again on resume."""

    async def human_review(state: MultiAgentState) -> StateUpdate:
        # A debate that an earlier version paused has no request in its state.
        request = state.get("request") or build_review_request(state)
        allowed = request["review_configs"][0]["allowed_decisions"]
        response = state.get("reply") or wait_for_answer(request, allowed, state["case"].language)
        return {**close_review(state, request, response, f"read_{response.type}"), **_follow(state, response)}

    return human_review


def wait_for_answer(request: dict[str, Any], allowed: Sequence[DecisionType], language: str) -> ReviewResponse:
    """Wait for an answer that can be read; the pause stays as it was and says what is wrong with another one."""
    read = read_response(interrupt(request), allowed)
    while read.response is None:
        problem = speak(language).tell(read.problem)
        read = read_response(interrupt({**request, "problem": problem}), allowed)
    return read.response


def close_review(state: MultiAgentState, request: dict[str, Any], response: ReviewResponse, phrase: str) -> StateUpdate:
    """Put an answer on record, and confirm in the conversation how it was read."""
    announce("reviewed", type=response.type, reviewer=response.reviewer)
    number, case = len(state.get("reviews") or []), state["case"]
    asked = {key: value for key, value in request.items() if key != "problem"}
    said = speak(case.language)(f"chat.{phrase}")
    return {
        "reviews": [Review(request=asked, response=response, round=number)],
        "request": None,
        "reply": None,
        "messages": [make_message(case, ChatEntry(MODERATOR, "answered", number, said))],
    }


def _follow(state: MultiAgentState, response: ReviewResponse) -> StateUpdate:
    if response.type != "respond":
        return {}
    blocked = _no_room(state)
    if blocked is None:
        # What the gate found is spent: the debate goes on, and what the person said can be cited.
        said = cite_person(state.get("evidence") or (), response.text or "", response.reviewer)
        return {"guidance": [response.text], "escalation": None, "evidence": [said]}
    escalation = state.get("escalation") or Escalation(target="human", reasons=())
    # D-49, W-D23: another refinement at the limit is an impasse; the council looks once, else the pause returns.
    asked = blocked.impasse and state["protocol"].profile.council.enabled and state.get("council") is None
    update = {
        "target": "council" if asked else "human",
        "impasse": blocked.impasse or escalation.impasse,
        "reasons": tuple(
            dict.fromkeys((state_fact("gate.no_further_round", why=blocked.explanation), *escalation.reasons))
        ),
        # what called the person still stands.
        "then_human": True,
    }
    return {
        "breaker": blocked.model_copy(update={"target": update["target"]}),
        "escalation": escalation.model_copy(update=update),
    }


def _no_room(state: MultiAgentState) -> Breaker | None:
    """Find the breaker that stands against another round, if there is one."""
    standing = Standing(
        rounds=state.get("round", 0),
        convergence=state.get("convergence"),
        measured=find_measured(state, state.get("convergence")),
        loop=state.get("loop"),
        spent=spent_so_far(state),
        iterations=count_iterations(state.get("turns") or []),
        refinements=state.get("refinements", 0),
        refinement_requested=True,
        positions=tuple(state.get("positions") or ()),
    )
    profile = state["protocol"].profile
    return trip_breaker(standing, profile.model_copy(update={"rounds": limit_rounds(state)}))


def make_guidance() -> AsyncNode:
    """Seat the person who steers a refinement on demand."""

    async def ask_user(state: MultiAgentState) -> StateUpdate:
        request = state.get("request") or build_guidance_request(state)
        response = state.get("reply") or wait_for_answer(request, REFINEMENT_ANSWERS, state["case"].language)
        rules = state["protocol"].profile.refinement.model_copy(update={"mode": "on_demand"})
        while True:
            choice, text = read_choice(response)
            verdict, done = state.get("methodologist_output"), state.get("refinement_iteration", 0)
            step = choose_refinement_step(verdict, done, rules, choice=choice)
            if step.step != "ask_user":
                break
            problem = speak(state["case"].language).tell(step.reason)
            again = {**request, "problem": problem}
            response = wait_for_answer(again, REFINEMENT_ANSWERS, state["case"].language)
        update = {**close_review(state, request, response, "read_steer"), "refinement_step": step.step}
        more = allow_refinement(state) if step.step == "structurer" else {}
        return {**update, **more, "guidance": [text]} if text else {**update, **more}

    return ask_user


def allow_refinement(state: MultiAgentState) -> StateUpdate:
    """Let a question be refined once more because a person asked for it."""
    limit = state.get("max_refinements", state["protocol"].profile.refinement.max)
    return {"max_refinements": raise_limit(limit, state.get("refinement_iteration", 0))}
