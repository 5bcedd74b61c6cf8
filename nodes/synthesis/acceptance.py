"""Asks the parties of a conflict about its ruling, and settles the conflict by what they say (DESIGN 9, X-44)."""

import asyncio

from moot.catalogue import speak
from moot.configs.tables import load_lexicons
from moot.nodes.asking import Ask, announce, spent_so_far, tell_guidance
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.disputes import view_disputes, view_reservations
from moot.nodes.labels import tell_aliases
from moot.nodes.moments import take_moment
from moot.nodes.synthesis.syntheses import seat_names
from moot.policies.conflicts import contest_missed, settle_debates
from moot.policies.conflicts.boardroom import stamp_rounds
from moot.policies.language import declines
from moot.policies.rounds import close_round
from moot.policies.verdict import MEDIATOR_MISSING
from moot.policies.verdict.synthesis import conclude_conflicts
from moot.prompts import Prompt, render_prompt
from moot.prompts.disputes import digest_ruling
from moot.prompts.findings import digest_evidence
from moot.prompts.positions import describe_seat, digest_positions
from moot.prompts.votes import digest_options
from moot.state.budget import Event
from moot.state.conflicts import Acceptance, ConflictReport
from moot.state.debate import MultiAgentState
from moot.state.protocol import Seat


def make_acceptor(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat a party that says whether it accepts the ruling; one that gives no whole answer has not accepted."""

    async def acceptor(state: MultiAgentState) -> StateUpdate:
        answer = await ask(state, _prompt(state, seat), Acceptance, seat=seat.id, phase="accept")
        # A word from a list, above a text that declines to answer, was not chosen by anybody.
        told = answer.whole and not declines(str(answer.fields.get("because") or ""))
        fields = answer.fields if told else {}
        said = Acceptance(seat=seat.id, round=state["round"], **fields)
        announce("accepted", seat=seat.id, stance=said.stance)
        return {"acceptances": [said], "turns": [answer.turn]}

    return acceptor


def make_acceptance_recorder() -> AsyncNode:
    """Seat whoever settles the conflicts once the parties were heard on the ruling."""

    async def acceptance_recorder(state: MultiAgentState) -> StateUpdate:
        report, debates, before = state.get("conflict_report"), state.get("conflict_debates"), state.get("synthesis")
        if report is None or before is None:
            return {}
        if not debates:
            return _argue_missed(state, report)
        profile, positions = state["protocol"].profile, state.get("positions") or []
        results = settle_debates(
            report,
            debates,
            positions,
            profile.conflicts,
            await asyncio.to_thread(load_lexicons),
            ruling=state.get("ruling"),
            acceptances=[each for each in state.get("acceptances") or [] if each.round == state["round"]],
            breaker=state.get("breaker"),
            resolved_at=take_moment(f"acceptance:{state['round']}"),
        )
        language = state["case"].language
        synthesis = conclude_conflicts(results, report, positions, profile, state.get("ruling"), language=language)
        missing = (MEDIATOR_MISSING,) if MEDIATOR_MISSING in before.flags else ()
        flags = tuple(dict.fromkeys((*synthesis.flags, *missing)))
        return {"consensus_results": list(results), "synthesis": synthesis.model_copy(update={"flags": flags})}

    return acceptance_recorder


def _argue_missed(state: MultiAgentState, report: ConflictReport) -> StateUpdate:
    """Let the parties argue what only the mediator saw, where one of them opposes its ruling and a round is left."""
    heard = [each for each in state.get("acceptances") or [] if each.round == state["round"]]
    opposing = [each.seat for each in heard if each.stance == "opposes"]
    contested = contest_missed(report, opposing, state["protocol"].profile.conflicts)
    if not contested.requires_debate:
        return {}
    closing = close_round({**state, "conflict_report": contested})
    if not closing.debates or closing.breaker is not None or closing.convergence.converged:
        return {}
    now, say = take_moment(f"acceptance:{state['round']}"), speak(state["case"].language)
    told = say("conflict.contested", seats=tuple(opposing), n=len(closing.debates))
    announce("contested", seats=opposing, conflicts=len(closing.debates))
    at_ms = round(spent_so_far(state).seconds * 1000)
    return {
        "conflict_report": contested,
        "conflict_debates": list(stamp_rounds(closing.debates, now)),
        "convergence": closing.convergence,
        # What was ruled is an earlier proposal now, which the parties and whoever decides are shown.
        "synthesis": None,
        "events": [Event(at_ms=at_ms, kind="consensus", round=state["round"], text=told)],
    }


def _prompt(state: MultiAgentState, seat: Seat) -> Prompt:
    # The ruling names the seats, so whoever is asked about it is told by name too; how they knew each other stands by.
    labels, positions = seat_names(state), state.get("positions") or []
    synthesis, results = state.get("synthesis"), state.get("consensus_results") or ()
    return render_prompt(
        "accept",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        options=digest_options(ballot.options, labels) if (ballot := state.get("ballot")) else None,
        ruling=digest_ruling(view_disputes(state), results, synthesis, labels, view_reservations(state)),
        aliases=tell_aliases(state),
        guidance=tell_guidance(state),
        own_position=digest_positions(positions, {seat.id: labels[seat.id]}, claims=True),
        persona=describe_seat(seat),
        label=labels[seat.id],
        language=state["case"].written_in,
    )
