"""Opens a round: numbers the critiques of the last one, names who speaks, and leases what they may use."""

from moot.catalogue import speak
from moot.nodes.asking import announce, spent_so_far
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.critique import number_critiques
from moot.policies.critique.evidence import criticise_fabrications
from moot.policies.critique.ledger import make_bearing
from moot.policies.limits.leases import choose_execution, lease_wave
from moot.policies.rounds.opening import choose_speakers, format_timeout, start_ladder
from moot.policies.verdict.council import tell_reopening
from moot.state.budget import Event
from moot.state.debate import MultiAgentState
from moot.state.routing import Wave


def make_convener() -> AsyncNode:
    """Seat the convener, who opens rounds."""

    async def open_round(state: MultiAgentState) -> StateUpdate:
        last = state.get("round", 0)
        wave = name_wave(state, last + 1, "revise" if last else "position")
        ladder = None if last else start_ladder(wave.seats, state)
        climbing: StateUpdate = {}
        if ladder is not None:
            wave, climbing = wave.model_copy(update={"seats": ladder.last.seats}), {"ladder": ladder}
        announce("round_opened", round=wave.round, phase=wave.phase, seats=list(wave.seats))
        opened = {"round": wave.round, "breaker": None, **open_wave(state, wave), **climbing}
        return {**opened, **take_critiques(state, last)}

    return open_round


def name_wave(state: MultiAgentState, number: int, phase: str) -> Wave:
    """Say who speaks in the coming wave, and whether at once or in turn."""
    profile = state["protocol"].profile
    seats = choose_speakers(phase, state["routing"], state.get("conflict_debates") or (), profile)
    execution = choose_execution(profile, spent_so_far(state), seats, phase, number, state.get("turns") or [])
    return Wave.model_validate({"phase": phase, "round": number, "seats": seats, "execution": execution})


def open_wave(state: MultiAgentState, wave: Wave) -> StateUpdate:
    """Lease to each seat of the wave what it may use."""
    profile, turns = state["protocol"].profile, state.get("turns") or []
    leases = lease_wave(profile, spent_so_far(state), wave.seats, wave.phase, wave.round, turns, wave.execution)
    return {"wave": wave, "leases": list(leases)}


def take_critiques(state: MultiAgentState, last: int) -> StateUpdate:
    """Number what was criticised in a round; sources that do not exist are criticised by the system."""
    sheets = [sheet for sheet in state.get("sheets") or [] if sheet.round == last]
    positions, evidence = state.get("positions") or [], state.get("evidence") or []
    language = state["case"].language
    invented = criticise_fabrications(last, positions, evidence, language=language)
    sheets += [invented] if invented else []
    if not sheets:
        return {}
    taken = [critique for critique in state.get("critiques") or [] if critique.round < last]
    profile = state["protocol"].profile
    intake = number_critiques(sheets, positions, profile.seat_ids, taken, make_bearing(evidence, profile.claims))
    late = [sheet for sheet in sheets if sheet.status == "timeout"]
    at_ms = round(spent_so_far(state).seconds * 1000)

    def event(kind: str, seat: str, text: str) -> Event:
        return Event(at_ms=at_ms, kind=kind, seat=seat, phase="critique", round=last, text=text)

    return {
        "critiques": list(intake.accepted),
        "events": [
            *(event("timeout", each.agent, format_timeout(each.agent, "critique")) for each in late),
            *(event("critique_rejected", each.agent, speak(language).tell(each.reason)) for each in intake.rejected),
        ],
    }


def make_reopening() -> AsyncNode:
    """Seat the reopening, which counts the refinement and clears what the last gate found."""

    async def reopen(state: MultiAgentState) -> StateUpdate:
        council, number = state.get("council"), state.get("refinements", 0) + 1
        asked = list(council.critic.gaps) if council and council.critic and council.verdict == "revise" else []
        announce("reopened", refinement=number)
        told = tell_reopening(state)
        at_ms, last = round(spent_so_far(state).seconds * 1000), state.get("round", 0)
        return {
            "refinements": number,
            "guidance": [f"The council's critic asks to close this gap: {gap}" for gap in asked],
            "events": [Event(at_ms=at_ms, kind="reopened", phase="council", round=last, text=told)] if told else [],
            "breaker": None,
            "escalation": None,
        }

    return reopen
