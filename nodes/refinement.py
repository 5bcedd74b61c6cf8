"""Seats the refinement loop: orchestrator, structurer, methodologist, and the forced decision (F-01..F-38)."""

from typing import Any

from moot.models import Answer
from moot.nodes.asking import Ask, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.refinement import (
    UNHEARD,
    add_version,
    choose_refinement_step,
    classify_idea,
    decide_forced,
    find_previous,
    is_refining,
    mark_forced,
    read_verdict,
    refine_question,
    structure_idea,
)
from moot.policies.routing import choose_route
from moot.prompts import Prompt, describe_seat, digest_clarifications, digest_gaps, digest_versions, render_prompt
from moot.state.debate import MultiAgentState
from moot.state.refinement import ClassifiedIdea, Elements, MethodologistOutput, Methodology, StructuredQuestion


def make_orchestrator(ask: Ask) -> AsyncNode:
    """Seat the orchestrator, who tells a vague idea from a complete one (F-36)."""

    async def orchestrator(state: MultiAgentState) -> StateUpdate:
        prompt = render_prompt(
            "classify",
            user_input=state["user_input"],
            language=state["case"].language,
            persona=_persona(state, "orchestrator"),
        )
        answer = await ask(state, prompt, ClassifiedIdea, seat="orchestrator", phase="classify")
        found = classify_idea(answer.fields.get("classification"))
        return {
            "orchestrator_classification": found.classification,
            "orchestrator_reasoning": answer.fields.get("reasoning") or found.reason,
            "current_stage": found.stage,
            "messages": [found.reason],
            "turns": [answer.turn],
        }

    return orchestrator


def make_structurer(ask: Ask) -> AsyncNode:
    """Seat the structurer, who words the idea as a question and fills the gaps found in it (F-21..F-27)."""

    async def structurer(state: MultiAgentState) -> StateUpdate:
        verdict = state.get("methodologist_output")
        return await (_refine(state, ask, verdict) if verdict and is_refining(verdict) else _structure(state, ask))

    return structurer


async def _structure(state: MultiAgentState, ask: Ask) -> StateUpdate:
    prompt = render_prompt(
        "structure",
        user_input=state["user_input"],
        language=state["case"].language,
        persona=_persona(state, "structurer"),
    )
    answer = await _ask_structurer(state, ask, prompt)
    output = structure_idea(
        state["user_input"], answer.fields.get("structured_question"), _elements(answer), state["case"].language
    )
    output = output.model_copy(update={"assumptions": answer.fields.get("assumptions") or ()})
    return {"structurer_output": output, "current_stage": "validating", "turns": [answer.turn]}


async def _refine(state: MultiAgentState, ask: Ask, verdict: MethodologistOutput) -> StateUpdate:
    versions = state.get("hypothesis_versions") or []
    version = len(versions) + 1
    previous = find_previous(versions, state.get("structurer_output"), state["user_input"])
    guidance = state.get("guidance") or []
    prompt = render_prompt(
        "restructure",
        user_input=state["user_input"],
        previous_question=previous,
        gaps=digest_gaps(verdict.improvements),
        clarifications=digest_clarifications({**verdict.clarifications, **dict.fromkeys(guidance, "")}),
        version=version,
        language=state["case"].language,
        persona=_persona(state, "structurer"),
    )
    answer = await _ask_structurer(state, ask, prompt)
    output = refine_question(
        previous,
        answer.fields.get("structured_question"),
        version,
        _elements(answer),
        answer.fields.get("addressed_gaps") or (),
        answer.fields.get("assumptions") or (),
    )
    return {
        "structurer_output": output,
        # a refinement is counted when it is made, so versions are always one more.
        "refinement_iteration": state.get("refinement_iteration", 0) + 1,
        "current_stage": "validating",
        "messages": [f"Version {version}: {output.structured_question}"],
        "turns": [answer.turn],
    }


def make_methodologist(ask: Ask) -> AsyncNode:
    """Seat the methodologist, who approves, rejects, or names what is missing (F-09..F-19)."""

    async def methodologist(state: MultiAgentState) -> StateUpdate:
        versions, output = state.get("hypothesis_versions") or [], state.get("structurer_output")
        # an idea that needed no structuring is version 1 as the user wrote it.
        question = output.structured_question if output else state["user_input"]
        verdict = state.get("methodologist_output")
        prompt = render_prompt(
            "methodology",
            # F-17: only the first evaluation sees the user's own words.
            user_input=None if versions else state["user_input"],
            structured_question=question,
            clarifications=digest_clarifications(verdict.clarifications) if verdict else None,
            language=state["case"].language,
            persona=_persona(state, "methodologist"),
        )
        answer = await _ask_methodologist(state, ask, prompt, "methodology")
        found = _hear(answer, read_verdict(_plain(answer)))
        return {
            "methodologist_output": found,
            "hypothesis_versions": [add_version(versions, question, found, output.assumptions if output else ())],
            "current_stage": "validating" if found.status == "needs_refinement" else "done",
            "refinement_step": _next_step(state, found),
            "messages": [found.justification],
            "turns": [answer.turn],
        }

    return methodologist


def make_forced_decision(ask: Ask) -> AsyncNode:
    """Seat the last decision: approved or rejected, nothing else (F-37, F-38)."""

    async def force_decision(state: MultiAgentState) -> StateUpdate:
        versions = state.get("hypothesis_versions") or []
        question = find_previous(versions, state.get("structurer_output"), state["user_input"])
        prompt = render_prompt(
            "force",
            structured_question=question,
            history=digest_versions(versions),
            language=state["case"].language,
            persona=_persona(state, "methodologist"),
        )
        answer = await _ask_methodologist(state, ask, prompt, "force")
        found = _hear(answer, decide_forced(_plain(answer)))
        return {
            "methodologist_output": found,
            "hypothesis_versions": [mark_forced(versions, question, found)],
            "current_stage": "done",
            "messages": [found.justification],
            "turns": [answer.turn],
        }

    return force_decision


def make_handover() -> AsyncNode:
    """Seat the handover: an approved question is argued next, where the profile says so."""

    async def refined(state: MultiAgentState) -> StateUpdate:
        profile, verdict = state["protocol"].profile, state.get("methodologist_output")
        versions = state.get("hypothesis_versions") or []
        if profile.refinement.then == "end" or verdict is None or verdict.status != "approved":
            return {}
        routing = choose_route(profile, state["case"].model_copy(update={"route": "debate"}), versions[-1].question)
        return {"question": versions[-1].question, "routing": routing}

    return refined


def _next_step(state: MultiAgentState, verdict: MethodologistOutput) -> str:
    profile = state["protocol"].profile
    rules = profile.refinement.model_copy(update={"max": state.get("max_refinements", profile.refinement.max)})
    done = state.get("refinement_iteration", 0)
    return choose_refinement_step(verdict, done, rules, on_limit=profile.on_limit).step


async def _ask_structurer(state: MultiAgentState, ask: Ask, prompt: Prompt) -> Answer:
    turn = next_number(state, "structurer", "structure")
    return await ask(state, prompt, StructuredQuestion, seat="structurer", phase="structure", number=turn)


async def _ask_methodologist(state: MultiAgentState, ask: Ask, prompt: Prompt, phase: str) -> Answer:
    turn = next_number(state, "methodologist", phase)
    return await ask(state, prompt, Methodology, seat="methodologist", phase=phase, number=turn)


def _hear(answer: Answer, verdict: MethodologistOutput) -> MethodologistOutput:
    """Tell silence from an unreadable verdict; a model that failed can be asked again."""
    if answer.raw or answer.fields:
        return verdict
    why = f": {answer.error}" if answer.error else "."
    flags = (UNHEARD,) if answer.turn.status == "failed" else ()
    return MethodologistOutput(status="error", justification=f"The methodologist did not answer{why}", flags=flags)


def _plain(answer: Answer) -> Any:
    """Give the reading rules the verdict as plain data, or None when nothing arrived."""
    fields = dict(answer.fields)
    for name in ("improvements", "clarifications"):
        fields[name] = [each.model_dump() for each in fields.get(name) or ()]
    return fields if fields.get("status") else None


def _elements(answer: Answer) -> Elements:
    fields = answer.fields
    return Elements(
        context=fields.get("context") or "",
        problem=fields.get("problem") or "",
        contribution=fields.get("contribution") or "",
    )


def _persona(state: MultiAgentState, seat: str) -> str:
    """Describe a seat of the loop; a profile that debates other seats may not have it."""
    profile = state["protocol"].profile
    return describe_seat(profile.seat(seat)) if seat in profile.seat_ids else profile.role(seat).persona
