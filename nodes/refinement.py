"""Seats the refinement loop: orchestrator, structurer, methodologist, and the forced decision (F-01..F-38)."""

from collections.abc import Sequence
from typing import Any

from moot.catalogue import speak
from moot.models import Answer
from moot.nodes.asking import Ask, list_said, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.gate import is_redirected
from moot.policies.refinement import (
    LEFT_SUBJECT,
    UNHEARD,
    Draft,
    choose_refinement_step,
    classify_idea,
    decide_forced,
    evaluate_forced,
    evaluate_version,
    find_previous,
    is_refining,
    list_open,
    read_verdict,
    refine_question,
    structure_idea,
    was_sent_back,
)
from moot.policies.routing import choose_route
from moot.policies.verdict import check_warrant
from moot.prompts import (
    Prompt,
    describe_seat,
    digest_assumptions,
    digest_clarifications,
    digest_gaps,
    digest_listed_gaps,
    digest_versions,
    render_prompt,
)
from moot.state.debate import MultiAgentState
from moot.state.refinement import (
    ClassifiedIdea,
    Elements,
    MethodologistOutput,
    Methodology,
    StructuredQuestion,
    Version,
)


def make_orchestrator(ask: Ask) -> AsyncNode:
    """Seat the orchestrator, who tells a vague idea from a complete one (F-36)."""

    async def orchestrator(state: MultiAgentState) -> StateUpdate:
        prompt = render_prompt(
            "classify",
            user_input=state["user_input"],
            language=state["case"].written_in,
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
        # What a person said on the way is the user's word too.
        user_input="\n".join((state["user_input"], *list_said(state))),
        language=state["case"].written_in,
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
    prompt = render_prompt(
        "restructure",
        user_input=state["user_input"],
        previous_question=previous,
        gaps=_tell_gaps(verdict, versions),
        assumptions=digest_assumptions(versions[-1].assumptions if versions else ()),
        clarifications=digest_clarifications({**verdict.clarifications, **dict.fromkeys(list_said(state), "")}),
        version=version,
        language=state["case"].written_in,
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
        state["case"].language,
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
    """Seat the methodologist, who approves, rejects, or names what is missing, gap by gap (F-09..F-19)."""

    async def methodologist(state: MultiAgentState) -> StateUpdate:
        versions, output = state.get("hypothesis_versions") or [], state.get("structurer_output")
        # an idea that needed no structuring is version 1 as the user wrote it.
        question = output.structured_question if output else state["user_input"]
        answer = await _ask_methodologist(state, ask, _show_version(state, question), "methodology")
        draft = Draft(
            question=question,
            earlier=tuple(versions),
            claimed=output.addressed_gaps if output else (),
            assumptions=output.assumptions if output else (),
            # What a person said on the way is the user's word too.
            idea="\n".join((state["user_input"], *list_said(state))),
            language=state["case"].language,
        )
        found = evaluate_version(draft, _hear(state, answer, read_verdict(_plain(answer), state["case"].language)))
        return {
            "methodologist_output": found.verdict,
            "hypothesis_versions": [found.version],
            "current_stage": "validating" if found.verdict.status == "needs_refinement" else "done",
            "refinement_step": _next_step(state, found.verdict),
            "messages": [found.verdict.justification],
            "turns": [answer.turn],
        }

    return methodologist


def _show_version(state: MultiAgentState, question: str) -> Prompt:
    """Show a version with the user's own words, the version before it and the gaps it has to fill (F-17)."""
    versions, output = state.get("hypothesis_versions") or [], state.get("structurer_output")
    verdict, earlier = state.get("methodologist_output"), versions[-1].assumptions if versions else ()
    return render_prompt(
        "methodology",
        user_input=state["user_input"],
        previous_question=versions[-1].question if versions else None,
        structured_question=question,
        assumptions=digest_assumptions(dict.fromkeys((*earlier, *(output.assumptions if output else ())))),
        clarifications=_tell_said(state, verdict),
        persona=_persona(state, "methodologist"),
        language=state["case"].written_in,
        **_list_gaps(versions),
    )


def make_forced_decision(ask: Ask) -> AsyncNode:
    """Seat the last decision: approved or rejected, nothing else (F-37, F-38)."""

    async def force_decision(state: MultiAgentState) -> StateUpdate:
        versions = state.get("hypothesis_versions") or []
        question = find_previous(versions, state.get("structurer_output"), state["user_input"])
        prompt = render_prompt(
            "force",
            user_input=state["user_input"],
            structured_question=question,
            history=digest_versions(versions),
            language=state["case"].written_in,
            persona=_persona(state, "methodologist"),
            **_list_gaps(versions),
        )
        answer = await _ask_methodologist(state, ask, prompt, "force")
        found = evaluate_forced(
            versions, question, _hear(state, answer, decide_forced(_plain(answer), state["case"].language))
        )
        return {
            "methodologist_output": found.verdict,
            "hypothesis_versions": [found.version],
            "current_stage": "done",
            "messages": [found.verdict.justification],
            "turns": [answer.turn],
        }

    return force_decision


def make_handover() -> AsyncNode:
    """Seat the handover: what lacks something goes to a person, what was earned is argued where the profile says so."""

    async def refined(state: MultiAgentState) -> StateUpdate:
        verdict, versions = state.get("methodologist_output"), state.get("hypothesis_versions") or []
        # Who took another direction has said it, and is not asked again.
        if verdict is None or not versions or is_redirected(state):
            return {}
        approved = verdict.status == "approved"
        if (approved or LEFT_SUBJECT in verdict.flags) and check_warrant(state).unmet:
            return {"refinement_step": "review"}
        return hand_over(state, versions[-1].question) if approved else {}

    return refined


def hand_over(state: MultiAgentState, question: str) -> StateUpdate:
    """Have a question argued next, as part of the same run, where the profile says so."""
    profile = state["protocol"].profile
    if profile.refinement.then == "end":
        return {}
    routing = choose_route(profile, state["case"].model_copy(update={"route": "debate"}), question)
    return {"question": question, "routing": routing}


def _next_step(state: MultiAgentState, verdict: MethodologistOutput) -> str:
    profile = state["protocol"].profile
    rules = profile.refinement.model_copy(update={"max": state.get("max_refinements", profile.refinement.max)})
    done = state.get("refinement_iteration", 0)
    sent_back = was_sent_back(state.get("hypothesis_versions") or [])
    return choose_refinement_step(verdict, done, rules, on_limit=profile.on_limit, sent_back=sent_back).step


def _list_gaps(versions: Sequence[Version]) -> dict[str, str]:
    """Show the open gaps under their ids, and say of which of them a verdict is wanted."""
    left = list_open(versions[-1] if versions else None)
    return {
        "listed_gaps": digest_listed_gaps(left),
        "gap_ids": ", ".join(each.id for each in left),
        "no_gaps": "" if left else "empty, no gap was listed before",
    }


def _tell_gaps(verdict: MethodologistOutput, versions: Sequence[Version]) -> str:
    """Tell the structurer what is missing: what was asked for last, and what is still open from before."""
    asked = {(each.aspect, each.gap) for each in verdict.improvements}
    older = [each for each in list_open(versions[-1] if versions else None) if (each.aspect, each.gap) not in asked]
    return "\n".join(filter(None, (digest_gaps(verdict.improvements), digest_gaps(older))))


def _tell_said(state: MultiAgentState, verdict: MethodologistOutput | None) -> str:
    """List what is settled already, and what a person said on the way."""
    settled = verdict.clarifications if verdict else {}
    return digest_clarifications({**settled, **dict.fromkeys(list_said(state), "")})


async def _ask_structurer(state: MultiAgentState, ask: Ask, prompt: Prompt) -> Answer:
    turn = next_number(state, "structurer", "structure")
    return await ask(state, prompt, StructuredQuestion, seat="structurer", phase="structure", number=turn)


async def _ask_methodologist(state: MultiAgentState, ask: Ask, prompt: Prompt, phase: str) -> Answer:
    turn = next_number(state, "methodologist", phase)
    return await ask(state, prompt, Methodology, seat="methodologist", phase=phase, number=turn)


def _hear(state: MultiAgentState, answer: Answer, verdict: MethodologistOutput) -> MethodologistOutput:
    """Tell silence from an unreadable verdict; a model that failed can be asked again."""
    if answer.raw or answer.fields:
        return verdict
    code = "refinement.unheard_because" if answer.error else "refinement.unheard"
    flags = (UNHEARD,) if answer.turn.status == "failed" else ()
    told = speak(state["case"].language)(code, error=answer.error or "")
    return MethodologistOutput(status="error", justification=told, flags=flags)


def _plain(answer: Answer) -> Any:
    """Give the reading rules the verdict as plain data, or None when nothing arrived."""
    fields = dict(answer.fields)
    for name in ("improvements", "clarifications", "gaps"):
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
