"""Seats the agents who look for root causes, and the judge who scores them (R-01..R-05)."""

from moot.models import Answer
from moot.nodes.asking import Ask, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.root_cause import (
    list_unresolved_evidence,
    mark_unresolved,
    name_prefixes,
    read_hypotheses,
    score_round,
)
from moot.prompts import (
    Prompt,
    describe_seat,
    digest_feedback,
    digest_hypotheses,
    digest_others,
    digest_previous,
    render_prompt,
    view_for_judge,
    view_incident,
)
from moot.state.debate import MultiAgentState
from moot.state.hypotheses import Hypotheses, Hypothesis, HypothesisSheet, Judgement
from moot.state.incident import Incident
from moot.state.protocol import JudgeRules, Seat


def make_reasoner(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat a reasoner who proposes root causes from what it may see (R-50)."""

    async def reasoner(state: MultiAgentState) -> StateUpdate:
        rules = state["protocol"].profile.judge
        prompt = render_prompt(
            "hypotheses",
            **_shared(state, seat),
            min_hypotheses=rules.min_hypotheses,
            max_hypotheses=rules.max_hypotheses,
        )
        return await _propose(state, seat, ask, prompt, "position")

    return reasoner


def make_refiner(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat a reasoner who refines its hypotheses with the judge's feedback (R-22, R-28)."""

    async def refiner(state: MultiAgentState) -> StateUpdate:
        # A round in which nobody answered leaves nothing to refine: the one before it counts.
        judged = [each for each in state.get("judgements") or [] if each.evaluated_hypotheses]
        made = _hypotheses_of(state, judged[-1].round) if judged else []
        evaluations = judged[-1].evaluated_hypotheses if judged else ()
        prompt = render_prompt(
            "refine_hypotheses",
            **_shared(state, seat),
            previous_hypotheses=digest_previous(made, evaluations, seat.id),
            judge_feedback=digest_feedback(made, evaluations, seat.id),
            other_hypotheses=digest_others(made, evaluations, seat.id),
        )
        return await _propose(state, seat, ask, prompt, "revise")

    return refiner


def make_judge(ask: Ask) -> AsyncNode:
    """Seat the judge; when it cannot be read, scores follow from the stated confidences (R-46)."""

    async def judge(state: MultiAgentState) -> StateUpdate:
        number, sheets = state["round"], state.get("hypotheses") or []
        made = _hypotheses_of(state, number)
        if not made:
            return {"judgements": [score_round(number, sheets, None)]}
        prompt = render_prompt(
            "judge",
            question=state["question"],
            incident=view_for_judge(state.get("incident") or Incident()),
            hypotheses=digest_hypotheses(mark_unresolved(made, state.get("incident") or Incident())),
            guidance="\n".join(state.get("guidance") or []),
            language=state["case"].language,
            persona=state["protocol"].profile.role("judge").persona,
        )
        turn = next_number(state, "judge", "judge")
        answer = await ask(state, prompt, Judgement, seat="judge", phase="judge", number=turn)
        marks = answer.fields.get("evaluations", ()) if answer.fields else None
        return {"judgements": [score_round(number, sheets, marks)], "turns": [answer.turn]}

    return judge


def _hypotheses_of(state: MultiAgentState, number: int) -> list[Hypothesis]:
    """Collect what the reasoners proposed in one round."""
    sheets = [sheet for sheet in state.get("hypotheses") or [] if sheet.round == number]
    return [hypothesis for sheet in sheets for hypothesis in sheet.hypotheses]


def _shared(state: MultiAgentState, seat: Seat) -> dict[str, str | int | None]:
    log, history = view_incident(state.get("incident") or Incident(), seat.id)
    return {
        "question": state["question"],
        "guidance": "\n".join(state.get("guidance") or []),
        "language": state["case"].language,
        "log": log,
        "history": history,
        "persona": describe_seat(seat),
    }


async def _propose(state: MultiAgentState, seat: Seat, ask: Ask, prompt: Prompt, phase: str) -> StateUpdate:
    answer = await ask(state, prompt, Hypotheses, seat=seat.id, phase=phase)
    profile = state["protocol"].profile
    prefix = name_prefixes(profile.seat_ids)[seat.id]
    sheet = _sheet(seat.id, state["round"], answer, prefix, profile.judge)
    missing = list_unresolved_evidence(sheet.hypotheses, state.get("incident") or Incident())
    told = sheet.model_copy(update={"flags": (*sheet.flags, *missing)})
    return {"hypotheses": [told], "turns": [answer.turn]}


def _sheet(seat: str, round_number: int, answer: Answer, prefix: str, rules: JudgeRules) -> HypothesisSheet:
    """Read a reasoner's hypotheses by the rules of R-48, and note how the asking went."""
    sheet = read_hypotheses(seat, round_number, answer.fields.get("hypotheses") or (), prefix, rules)
    empty = not sheet.hypotheses and answer.status == "ok"
    update = {
        "status": "failed" if empty else answer.counts_as,
        "flags": (*sheet.flags, *answer.flags),
        "error": answer.error or sheet.error,
    }
    return sheet.model_copy(update=update)
