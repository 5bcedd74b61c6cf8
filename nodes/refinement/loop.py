"""Seats the refinement loop: orchestrator, structurer, methodologist, and the forced decision (F-01..F-38)."""

from collections.abc import Sequence
from typing import Any

from moot.catalogue import speak
from moot.models import Answer
from moot.nodes.asking import Ask, list_said, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.verdict import is_redirected
from moot.policies.refinement import (
    UNHEARD,
    choose_refinement_step,
    classify_idea,
    decide_forced,
    find_previous,
    is_composed,
    is_refining,
    read_verdict,
    refine_question,
    structure_idea,
)
from moot.policies.refinement.evaluation import (
    LEFT_SUBJECT,
    Draft,
    assume,
    evaluate_forced,
    evaluate_version,
    list_open,
    was_sent_back,
)
from moot.policies.routing import choose_route
from moot.policies.verdict.warrant import check_warrant
from moot.prompts import Prompt, render_prompt
from moot.prompts.findings import digest_evidence
from moot.prompts.positions import describe_seat
from moot.prompts.refinement import (
    digest_assumptions,
    digest_clarifications,
    digest_elements,
    digest_gaps,
    digest_listed_gaps,
    digest_said,
    digest_versions,
)
from moot.state.debate import MultiAgentState
from moot.state.facts import state_fact
from moot.state.protocol import Seat
from moot.state.refinement import (
    ClassifiedIdea,
    Elements,
    ForcedMethodology,
    MethodologistOutput,
    Methodology,
    StructuredQuestion,
    Version,
)

REFINERS = ("orchestrator", "structurer", "methodologist")
"""Who is asked while an idea is refined, whatever seats a profile has."""


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
        "structure", language=state["case"].written_in, persona=_persona(state, "structurer"), **_show_user(state)
    )
    answer = await _ask_structurer(state, ask, prompt)
    output = structure_idea(
        state["user_input"], answer.fields.get("structured_question"), _elements(answer), state["case"].language
    )
    output = output.model_copy(update={"assumptions": answer.fields.get("assumptions") or ()})
    return {"structurer_output": output, "current_stage": "validating", "turns": [answer.turn]}


async def _refine(state: MultiAgentState, ask: Ask, verdict: MethodologistOutput) -> StateUpdate:
    versions, before = state.get("hypothesis_versions") or [], state.get("structurer_output")
    version = len(versions) + 1
    previous = find_previous(versions, before, state["user_input"])
    assumed = assume(Draft(question=previous, earlier=tuple(versions)))
    elements = before.elements if before else Elements()
    prompt = render_prompt(
        "restructure",
        previous_question=previous,
        elements=digest_elements(elements),
        gaps=_tell_gaps(verdict, versions),
        assumptions=digest_assumptions(assumed),
        assumption_ids=", ".join(each.id for each in assumed if each.state == "assumed"),
        clarifications=digest_clarifications(verdict.clarifications),
        version=version,
        language=state["case"].written_in,
        persona=_persona(state, "structurer"),
        **_show_user(state),
    )
    answer = await _ask_structurer(state, ask, prompt)
    output = refine_question(
        previous,
        answer.fields.get("structured_question"),
        version,
        _elements(answer, elements),
        answer.fields.get("addressed_gaps") or (),
        answer.fields.get("assumptions") or (),
        state["case"].language,
    )
    withdrawn = answer.fields.get("withdrawn_assumptions") or ()
    return {
        "structurer_output": output.model_copy(update={"withdrawn_assumptions": withdrawn}),
        # a refinement is counted when it is made, so versions are always one more.
        "refinement_iteration": state.get("refinement_iteration", 0) + 1,
        "current_stage": "validating",
        "messages": [state_fact("chat.version", number=version, text=output.structured_question)],
        "turns": [answer.turn],
    }


def make_methodologist(ask: Ask) -> AsyncNode:
    """Seat the methodologist, who approves, rejects, or names what is missing, gap by gap (F-09..F-19)."""

    async def methodologist(state: MultiAgentState) -> StateUpdate:
        draft = _draft(state)
        answer = await _ask_methodologist(state, ask, _show_version(state, draft), "methodology", Methodology)
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


def _draft(state: MultiAgentState) -> Draft:
    """Lay out the version that is judged next, with where it comes from."""
    output, verdict = state.get("structurer_output"), state.get("methodologist_output")
    versions = tuple(state.get("hypothesis_versions") or ())
    return Draft(
        # an idea that needed no structuring is version 1 as the user wrote it.
        question=output.structured_question if output else state["user_input"],
        earlier=versions,
        composed=is_composed(output, versions),
        claimed=output.addressed_gaps if output else (),
        assumptions=output.assumptions if output else (),
        withdrawn=output.withdrawn_assumptions if output else (),
        settled=verdict.clarifications if verdict else {},
        # What a person said on the way is the user's word too.
        idea="\n".join((state["user_input"], *list_said(state))),
        language=state["case"].language,
    )


def _show_version(state: MultiAgentState, draft: Draft) -> Prompt:
    """Show a version with the user's own words, the version before it and every gap found so far (F-17)."""
    output = state.get("structurer_output")
    return render_prompt(
        "methodology",
        previous_question=draft.earlier[-1].question if draft.earlier else None,
        structured_question=draft.question,
        elements=digest_elements(output.elements if output else Elements()),
        assumptions=digest_assumptions(assume(draft)),
        clarifications=digest_clarifications(draft.settled),
        persona=_persona(state, "methodologist"),
        language=state["case"].written_in,
        **_show_user(state),
        **_list_gaps(draft.earlier),
    )


def make_forced_decision(ask: Ask) -> AsyncNode:
    """Seat the last decision: approved or rejected, nothing else (F-37, F-38)."""

    async def force_decision(state: MultiAgentState) -> StateUpdate:
        versions, verdict = state.get("hypothesis_versions") or [], state.get("methodologist_output")
        question = find_previous(versions, state.get("structurer_output"), state["user_input"])
        settled = verdict.clarifications if verdict else {}
        prompt = render_prompt(
            "force",
            structured_question=question,
            assumptions=digest_assumptions(assume(Draft(question=question, earlier=tuple(versions)))),
            clarifications=digest_clarifications(settled),
            history=digest_versions(versions),
            language=state["case"].written_in,
            persona=_persona(state, "methodologist"),
            **_show_user(state),
            **_list_gaps(versions),
        )
        answer = await _ask_methodologist(state, ask, prompt, "force", ForcedMethodology)
        heard = _hear(state, answer, decide_forced(_plain(answer), state["case"].language))
        found = evaluate_forced(versions, question, heard, settled)
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


def _show_user(state: MultiAgentState) -> dict[str, str]:
    """Show everything that comes from the user: the idea, what was said since, and the sources that were given."""
    said, sources = list_said(state), state.get("evidence") or []
    return {
        "user_input": state["user_input"],
        "user_said": digest_said(said),
        "said_since": _count(said, "remark"),
        "evidence": digest_evidence(sources),
        "sources_given": _count(sources, "source"),
    }


def _count(items: Sequence[object], noun: str) -> str:
    return f"{len(items)} {noun}{'' if len(items) == 1 else 's'}" if items else ""


def _list_gaps(versions: Sequence[Version]) -> dict[str, str]:
    """Show every gap found so far under its id, the filled ones too: words that fill one may change (F-17)."""
    listed = versions[-1].gaps if versions else ()
    return {
        "listed_gaps": digest_listed_gaps(listed),
        "gap_ids": ", ".join(each.id for each in listed),
        "no_gaps": "" if listed else "empty, no gap was listed before",
    }


def _tell_gaps(verdict: MethodologistOutput, versions: Sequence[Version]) -> str:
    """Tell the structurer what is missing: the open gaps under their ids, and what else was asked for."""
    listed = list_open(versions[-1] if versions else None)
    known = {(each.aspect, text) for each in listed for text in (each.gap, each.still)}
    return digest_gaps(listed, [each for each in verdict.improvements if (each.aspect, each.gap) not in known])


async def _ask_structurer(state: MultiAgentState, ask: Ask, prompt: Prompt) -> Answer:
    turn = next_number(state, "structurer", "structure")
    return await ask(state, prompt, StructuredQuestion, seat="structurer", phase="structure", number=turn)


async def _ask_methodologist(
    state: MultiAgentState, ask: Ask, prompt: Prompt, phase: str, schema: type[Methodology]
) -> Answer:
    turn = next_number(state, "methodologist", phase)
    return await ask(state, prompt, schema, seat="methodologist", phase=phase, number=turn)


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


def _elements(answer: Answer, before: Elements | None = None) -> Elements:
    """Read what a question is made of; what is left out stays as it was."""
    known = before or Elements()
    return Elements(**{name: answer.fields.get(name) or getattr(known, name) for name in Elements.model_fields})


def _persona(state: MultiAgentState, seat: str) -> str:
    """Describe a seat of the loop; a profile that debates other seats may not have it."""
    profile = state["protocol"].profile
    if seat in profile.seat_ids:
        return describe_seat(profile.seat(seat))
    return describe_seat(Seat(id=seat, title=seat.capitalize(), persona=profile.role(seat).persona))
