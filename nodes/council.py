"""Seats the council: a methodological critic, a devil's advocate, and a synthesizer who chooses (D-116..D-127)."""

from moot.nodes.asking import Ask, announce, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.synthesizer import seat_names, unsupported_claims
from moot.policies.verdict import (
    COUNCIL_FALLBACK,
    calculate_confidence,
    close_council,
    compose_resolution,
    judge_critique,
)
from moot.prompts import (
    digest_council_critique,
    digest_critiques,
    digest_dissent,
    digest_positions,
    digest_synthesis,
    percent,
    render_prompt,
)
from moot.state.debate import MultiAgentState
from moot.state.outcome import Council, CouncilCritique, CouncilDissent, CouncilResolution


def make_council_critic(ask: Ask) -> AsyncNode:
    """Seat the critic, who judges how the agents reasoned."""

    async def council_critic(state: MultiAgentState) -> StateUpdate:
        prompt = render_prompt("council_critic", **_case(state, "council_critic"))
        answer = await ask(
            state, prompt, CouncilCritique, seat="council_critic", phase="council_critic",
            number=next_number(state, "council_critic", "council_critic"),
        )  # fmt: skip
        if not answer.whole:
            return {"council": Council(flags=("critic_missing",)), "turns": [answer.turn]}
        critic = CouncilCritique(**answer.fields)
        verdict = judge_critique(critic, state["protocol"].profile.council.critic)
        return {"council": Council(critic=critic, verdict=verdict), "turns": [answer.turn]}

    return council_critic


def make_council_advocate(ask: Ask) -> AsyncNode:
    """Seat the devil's advocate, who looks for the way it fails."""

    async def council_advocate(state: MultiAgentState) -> StateUpdate:
        prompt = render_prompt("council_advocate", **_case(state, "council_advocate"))
        answer = await ask(
            state, prompt, CouncilDissent, seat="council_advocate", phase="council_advocate",
            number=next_number(state, "council_advocate", "council_advocate"),
        )  # fmt: skip
        if not answer.whole:
            return {"council": Council(flags=("advocate_missing",)), "turns": [answer.turn]}
        return {"council": Council(advocate=CouncilDissent(**answer.fields)), "turns": [answer.turn]}

    return council_advocate


def make_council_synthesizer(ask: Ask) -> AsyncNode:
    """Seat the synthesizer, who chooses one path; without it the path follows from the debate's synthesis (D-78)."""

    async def council_synthesizer(state: MultiAgentState) -> StateUpdate:
        council, synthesis = state.get("council") or Council(), state["synthesis"]
        assert synthesis is not None  # the gate stands before the council  # noqa: S101
        calculated = calculate_confidence(
            synthesis.confidence,
            state.get("convergence"),
            council.critic,
            council.advocate,
            state["protocol"].profile.council.critic,
        )
        prompt = render_prompt(
            "council_synthesizer",
            critic=digest_council_critique(council.critic) if council.critic else None,
            advocate=digest_dissent(council.advocate) if council.advocate else None,
            base_confidence=percent(synthesis.confidence),
            **_case(state, "council_synthesizer"),
        )
        answer = await ask(
            state, prompt, CouncilResolution, seat="council_synthesizer", phase="council_synthesizer",
            number=next_number(state, "council_synthesizer", "council_synthesizer"),
        )  # fmt: skip
        flags: tuple[str, ...] = ()
        if answer.whole:
            resolution = CouncilResolution(**answer.fields, calculation=calculated.calculation)
        else:
            announce("fallback", seat="council_synthesizer", phase="council_synthesizer", reason=answer.error or "")
            resolution = compose_resolution(synthesis, council.critic, council.advocate, calculated)
            flags = (COUNCIL_FALLBACK,)
        turns = [*(state.get("turns") or []), answer.turn]
        done = close_council({**state, "turns": turns}, council, resolution, flags)
        announce("council", confidence=done.confidence, outcome=done.ruling.outcome if done.ruling else None)
        return {"council": done, "turns": [answer.turn]}

    return council_synthesizer


def _case(state: MultiAgentState, role: str) -> dict[str, str | int | None]:
    """Collect what all three members see."""
    labels, synthesis = seat_names(state), state.get("synthesis")
    open_critiques = [each for each in state.get("critiques") or [] if not each.resolved]
    return {
        "question": state["question"],
        "positions": digest_positions(state.get("positions") or [], labels),
        "critiques": digest_critiques(open_critiques, labels) if open_critiques else None,
        "synthesis": digest_synthesis(synthesis) if synthesis else None,
        "unsupported": unsupported_claims(state, labels),
        "guidance": "\n".join(state.get("guidance") or []),
        "language": state["case"].language,
        "persona": state["protocol"].profile.role(role).persona,
    }
