"""Seats the agents who look for root causes, and the judge who scores them (R-01..R-05)."""

from collections.abc import Sequence

from moot.models import Answer
from moot.nodes.asking import Ask, next_number, tell_guidance
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.retrieving import add_findings
from moot.nodes.root_cause.inspecting import inspect_log, list_own_inspections, look_up_cited
from moot.policies.root_cause import name_prefixes, read_hypotheses
from moot.policies.root_cause.evidence import check_evidence, doubt_steps, list_cited_sources, score_round
from moot.policies.rounds import limit_rounds
from moot.prompts import GRAPH_ONLY, Prompt, name_example_line, render_prompt, view_for_judge, view_incident
from moot.prompts.hypotheses import (
    describe_course,
    describe_silent,
    digest_cited,
    digest_feedback,
    digest_hypotheses,
    digest_inspections,
    digest_others,
    digest_previous,
    digest_scores,
    tell_search_stage,
    view_signature,
)
from moot.prompts.positions import describe_seat
from moot.state.debate import MultiAgentState
from moot.state.hypotheses import Evaluation, Hypotheses, Hypothesis, HypothesisSheet, Judgement
from moot.state.incident import Incident
from moot.state.protocol import JudgeRules, Seat

_PER_ANSWER = 5
"""So many hypotheses fit into one answer, as its schema says."""


def make_reasoner(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat a reasoner who proposes root causes from what it may see (R-50)."""

    async def reasoner(state: MultiAgentState) -> StateUpdate:
        informed, found = await inspect_log(state, seat, ask, "position")
        rules = state["protocol"].profile.judge
        prompt = render_prompt(
            "hypotheses",
            **_shared(informed, seat),
            min_hypotheses=rules.min_hypotheses,
        )
        return _keep(found, await _propose(informed, seat, ask, prompt, "position"))

    return reasoner


def make_refiner(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat a reasoner who refines its hypotheses with the judge's feedback (R-22, R-28)."""

    async def refiner(state: MultiAgentState) -> StateUpdate:
        made, evaluations = _find_judged(state)
        calm = _list_calm(state)
        feedback = digest_feedback(made, evaluations, seat.id)
        doubts = doubt_steps(made, state.get("incident") or Incident(), state.get("inspections") or [])
        previous = digest_previous(made, evaluations, seat.id, calm, doubts)
        informed, found = await inspect_log(state, seat, ask, "revise", previous, feedback)
        prompt = render_prompt(
            "refine_hypotheses",
            **_shared(informed, seat),
            stage=tell_search_stage(state["round"], limit_rounds(state).max),
            previous_hypotheses=previous,
            judge_feedback=feedback,
            other_hypotheses=digest_others(made, evaluations, seat.id, calm, doubts),
        )
        return _keep(found, await _propose(informed, seat, ask, prompt, "revise"))

    return refiner


def make_judge(ask: Ask) -> AsyncNode:
    """Seat the judge; when it cannot be read, scores follow from the stated confidences (R-46)."""

    async def judge(state: MultiAgentState) -> StateUpdate:
        number, sheets = state["round"], state.get("hypotheses") or []
        made = _hypotheses_of(state, number)
        if not made:
            return {"judgements": [score_round(number, sheets, None)]}
        incident, seen = state.get("incident") or Incident(), state.get("inspections") or []
        checks = {each.id: check_evidence(each, incident, seen) for each in made}
        earlier = [each for each in state.get("judgements") or [] if each.round < number]
        prompt = render_prompt(
            "judge",
            question=state["question"],
            course=describe_course(incident),
            incident=view_for_judge(incident),
            cited=digest_cited(list_cited_sources(made, incident, seen)),
            hypotheses=digest_hypotheses(made, checks, doubt_steps(made, incident, seen)),
            silent=describe_silent(sheet for sheet in sheets if sheet.round == number),
            earlier_scores=digest_scores(earlier),
            guidance=tell_guidance(state),
            language=state["case"].written_in,
            persona=state["protocol"].profile.role("judge").persona,
        )
        turn = next_number(state, "judge", "judge")
        answer = await ask(state, prompt, Judgement, seat="judge", phase="judge", number=turn)
        marks = answer.fields.get("evaluations", ()) if answer.fields else None
        return {"judgements": [score_round(number, sheets, marks, checks)], "turns": [answer.turn]}

    return judge


def _hypotheses_of(state: MultiAgentState, number: int) -> list[Hypothesis]:
    """Collect what the reasoners proposed in one round."""
    sheets = [sheet for sheet in state.get("hypotheses") or [] if sheet.round == number]
    return [hypothesis for sheet in sheets for hypothesis in sheet.hypotheses]


def _find_judged(state: MultiAgentState) -> tuple[list[Hypothesis], Sequence[Evaluation]]:
    """Find what was judged last: a round in which nobody answered leaves nothing to refine."""
    judged = [each for each in state.get("judgements") or [] if each.evaluated_hypotheses]
    return (_hypotheses_of(state, judged[-1].round), judged[-1].evaluated_hypotheses) if judged else ([], ())


def _list_calm(state: MultiAgentState) -> list[HypothesisSheet]:
    """List the sheets of those who found no incident in the last round."""
    sheets = [each for each in state.get("hypotheses") or [] if each.round < state["round"]]
    last = max((each.round for each in sheets), default=0)
    return [each for each in sheets if each.round == last and each.no_incident]


def _shared(state: MultiAgentState, seat: Seat) -> dict[str, str | int | None]:
    incident = state.get("incident") or Incident()
    log, history = view_incident(incident, seat.id)
    return {
        "question": state["question"],
        "line_id": name_example_line(incident),
        "max_hypotheses": min(state["protocol"].profile.judge.max_hypotheses, _PER_ANSWER),
        "guidance": tell_guidance(state),
        "language": state["case"].written_in,
        "course": "" if seat.id == GRAPH_ONLY else describe_course(incident),
        "log": log,
        "signature": view_signature(incident) if seat.id == GRAPH_ONLY else "",
        "history": history,
        "seen": digest_inspections(list_own_inspections(state, seat.id)),
        "persona": describe_seat(seat),
    }


async def _propose(state: MultiAgentState, seat: Seat, ask: Ask, prompt: Prompt, phase: str) -> StateUpdate:
    answer = await ask(state, prompt, Hypotheses, seat=seat.id, phase=phase)
    profile = state["protocol"].profile
    prefix = name_prefixes(profile.seat_ids)[seat.id]
    sheet = _sheet(seat.id, state["round"], answer, prefix, profile.judge)
    return {"hypotheses": [sheet], "turns": [answer.turn], "inspections": await look_up_cited(state, sheet)}


def _keep(found: StateUpdate, update: StateUpdate) -> StateUpdate:
    """Put what a reasoner asked of the log into what it returns."""
    return {
        **add_findings(update, found),
        "inspections": [*found.get("inspections", ()), *update["inspections"]],
    }


def _sheet(seat: str, round_number: int, answer: Answer, prefix: str, rules: JudgeRules) -> HypothesisSheet:
    """Read a reasoner's hypotheses by the rules of R-48, and note how the asking went."""
    items, none = answer.fields.get("hypotheses") or (), answer.fields.get("no_incident") is True
    why = answer.fields.get("no_incident_because") or ""
    sheet = read_hypotheses(seat, round_number, items, prefix, rules, no_incident=none, because=why)
    empty = not sheet.spoke and answer.status == "ok"
    update = {
        "status": "failed" if empty else answer.counts_as,
        "flags": (*sheet.flags, *answer.flags),
        "error": answer.error or sheet.error,
    }
    return sheet.model_copy(update=update)
