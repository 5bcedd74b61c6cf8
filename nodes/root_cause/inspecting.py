"""Lets a reasoner ask the log before it answers, and looks up the lines it cites afterwards.

Asking is a turn of its own, paid like a look-up: with at most half of what its seat was leased. Nobody is asked where
there is no log to look into, where the selection shows all of it, where a seat has used up its requests, saw no need to
ask before, or sees the history only. What was shown is kept, so that a resumed debate asks nothing twice.
"""

from functools import partial

from moot.nodes.asking import Ask, announce, lease_for
from moot.nodes.context import StateUpdate
from moot.nodes.retrieving import charge_lease
from moot.nodes.root_cause.lookups import count_log_lines, look_into_log
from moot.policies.limits.leases import halve_lease
from moot.policies.root_cause import name_prefixes
from moot.policies.root_cause.evidence import list_cited_lines
from moot.prompts import GRAPH_ONLY, name_example_line, render_prompt, view_incident
from moot.prompts.hypotheses import describe_course, digest_inspections
from moot.prompts.positions import describe_seat
from moot.state.debate import MultiAgentState
from moot.state.hypotheses import HypothesisSheet
from moot.state.incident import Incident
from moot.state.inspection import CITED, Inspected, Inspection, name_cited
from moot.state.protocol import Seat

_PER_TURN = 5
"""So many requests fit into one turn."""


async def inspect_log(
    state: MultiAgentState, seat: Seat, ask: Ask, phase: str, previous: str = "", feedback: str = ""
) -> tuple[MultiAgentState, StateUpdate]:
    """Let a reasoner look into the log; the state it goes on with, and what the debate keeps of it."""
    lines, left = count_log_lines(), count_requests_left(state, seat.id)
    shown = state.get("incident") or Incident()
    if lines is None or left < 1 or seat.id == GRAPH_ONLY or lines <= len(shown.events):
        return state, {}
    if not await ask.can_answer(state, seat.id, "inspect"):
        return state, {}
    from moot.knowledge.incidents import answer_request

    lease, most = lease_for(state, seat.id, phase), min(left, _PER_TURN)
    log, history = view_incident(shown, seat.id)
    prompt = render_prompt(
        "inspect",
        question=state["question"],
        course=describe_course(shown),
        lines=f"{lines:,}",
        max_requests=most,
        line_id=name_example_line(shown),
        aim="refine your hypotheses" if previous else "name a root cause",
        log=log,
        history=history,
        seen=digest_inspections(list_own_inspections(state, seat.id)),
        previous_hypotheses=previous,
        feedback=feedback,
        persona=describe_seat(seat),
    )
    answer = await ask(state, prompt, Inspection, seat=seat.id, phase="inspect", lease=halve_lease(lease))
    wanted, number = (answer.fields.get("requests") or ())[:most], state["round"]
    first = 1 + len(list_own_inspections(state, seat.id))
    prefix = name_prefixes(state["protocol"].profile.seat_ids)[seat.id]
    found: list[Inspected] = []
    for at, each in enumerate(wanted, start=first):
        name = f"{prefix}_q{at}"
        find = partial(answer_request, request=each, name=name, seat=seat.id, round_number=number)
        seen = await look_into_log(name, seat.id, number, find)
        found += [seen] if seen is not None else []
    announce("inspected", seat=seat.id, round=number, requests=len(found), lines=sum(each.total for each in found))
    told: MultiAgentState = {**state, "inspections": [*(state.get("inspections") or []), *found]}
    return charge_lease(told, lease, answer.turn), {"turns": [answer.turn], "inspections": found}


def count_requests_left(state: MultiAgentState, seat: str) -> int:
    """Count the requests a reasoner may still make; none when it was asked before and wanted nothing."""
    made = list_own_inspections(state, seat)
    asked = {turn.round for turn in state.get("turns") or [] if turn.seat == seat and turn.phase == "inspect"}
    if asked - {each.round for each in made}:
        return 0
    return state["protocol"].profile.judge.inspections - len(made)


def list_own_inspections(state: MultiAgentState, seat: str) -> list[Inspected]:
    """List what a reasoner asked of the log so far."""
    return [each for each in state.get("inspections") or [] if each.seat == seat and each.number != CITED]


async def look_up_cited(state: MultiAgentState, sheet: HypothesisSheet) -> list[Inspected]:
    """Look up the lines that hypotheses cite, so that everybody who checks them has them whole."""
    names = list_cited_lines(text for each in sheet.hypotheses for text in each.texts)
    if not names:
        return []
    from moot.knowledge.incidents import read_cited_lines

    number = state["round"]
    find = partial(read_cited_lines, names=names, seat=sheet.seat, round_number=number)
    found = await look_into_log(name_cited(sheet.seat), sheet.seat, number, find)
    return [found] if found is not None else []
