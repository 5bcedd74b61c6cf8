"""Seats the council: a methodological critic, a devil's advocate, and a synthesizer who chooses (D-116..D-127)."""

from moot.nodes.asking import Ask, announce, ask_again, next_number, tell_guidance, unsupported_claims
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.labels import tell_aliases
from moot.nodes.synthesis import find_choice, seat_names, view_ballot
from moot.nodes.verdict.gate import put_warrant
from moot.policies.limits.breaker import aim_breaker
from moot.policies.verdict import COUNCIL_FALLBACK, adjust_confidence, explain_missing
from moot.policies.verdict.council import (
    calculate_confidence,
    close_council,
    follow_ruling,
    judge_critique,
    weigh_resolution,
)
from moot.policies.verdict.synthesis import compose_resolution
from moot.policies.verdict.warrant import check_warrant
from moot.prompts import Prompt, render_prompt
from moot.prompts.critiques import digest_exchanges
from moot.prompts.findings import digest_council_critique, digest_dissent, digest_evidence, digest_synthesis
from moot.prompts.positions import digest_left_open, digest_positions
from moot.state.budget import Turn
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
    """Seat the synthesizer, who chooses one path; without it a person is shown the debate's synthesis (D-78)."""

    async def council_synthesizer(state: MultiAgentState) -> StateUpdate:
        council, synthesis = state.get("council") or Council(), state["synthesis"]
        assert synthesis is not None  # the gate stands before the council  # noqa: S101
        adjusted = adjust_confidence(state)
        calculated = calculate_confidence(
            adjusted.value if adjusted else synthesis.confidence,
            state.get("convergence"),
            council.critic,
            council.advocate,
            state["protocol"].profile.council.critic,
        )
        prompt = render_prompt(
            "council_synthesizer",
            critic=digest_council_critique(council.critic) if council.critic else None,
            advocate=digest_dissent(council.advocate) if council.advocate else None,
            choices=view_ballot(state).variables["choices"],
            **_case(state, "council_synthesizer"),
        )
        resolution, turns = await _hear_resolution(state, ask, prompt)
        if resolution is None:
            reason = turns[0].error or turns[0].status
            announce("fallback", seat="council_synthesizer", phase="council_synthesizer", reason=reason)
            resolution = compose_resolution(
                synthesis, council.critic, council.advocate, calculated, state["case"].language
            )
        else:
            resolution = weigh_resolution(resolution, calculated)
        return {"council": council.model_copy(update={"resolution": resolution, "ruling": None}), "turns": turns}

    return council_synthesizer


def make_council_ruling(ask: Ask) -> AsyncNode:
    """Seat the ruling: which option the resolution states, whether it is complete, and what follows from it."""

    async def council_ruling(state: MultiAgentState) -> StateUpdate:
        council = state["council"]
        assert council is not None  # the synthesizer has spoken  # noqa: S101
        assert council.resolution is not None  # noqa: S101
        composed = council.resolution.author == COUNCIL_FALLBACK
        resolution, turns = council.resolution, list[Turn]()
        if not composed:
            resolution, turns = await find_choice(state, ask, resolution)
        known: MultiAgentState = {**state, "turns": [*(state.get("turns") or []), *turns]}
        done = close_council(known, council, resolution, (COUNCIL_FALLBACK,) if composed else ())
        announce("council", confidence=done.confidence, outcome=done.ruling.outcome if done.ruling else None)
        escalation, breaker = follow_ruling(known, done), state.get("breaker")
        return {
            "council": done,
            "turns": turns,
            "escalation": escalation,
            "breaker": aim_breaker(breaker, escalation) if breaker and escalation else breaker,
            **put_warrant(state, check_warrant({**known, "council": done, "escalation": escalation})),
        }

    return council_ruling


async def _hear_resolution(
    state: MultiAgentState, ask: Ask, prompt: Prompt
) -> tuple[CouncilResolution | None, list[Turn]]:
    """Ask for a resolution, and once more when parts of it are missing."""
    role, offer = "council_synthesizer", view_ballot(state).offer
    number = next_number(state, role, role)
    answer = await ask(state, prompt, CouncilResolution, seat=role, phase=role, number=number, offer=offer)
    if not answer.whole:
        return None, [answer.turn]
    resolution = CouncilResolution(**answer.fields)
    missing = explain_missing(resolution)
    if not missing:
        return resolution, [answer.turn]
    again = await ask(
        state, ask_again(prompt, answer.raw, missing), CouncilResolution,
        seat=role, phase=role, number=number + 1, after=answer, offer=offer,
    )  # fmt: skip
    return CouncilResolution(**again.fields) if again.whole else resolution, [answer.turn, again.turn]


def _case(state: MultiAgentState, role: str) -> dict[str, str | int | None]:
    """Collect what all three members see."""
    labels, synthesis = seat_names(state), state.get("synthesis")
    critiques, positions = state.get("critiques") or [], state.get("positions") or []
    return {
        "question": state["question"],
        "evidence": digest_evidence(state.get("evidence") or []),
        "positions": digest_positions(positions, labels, claims=True, disputed=critiques),
        "ballot": view_ballot(state).variables["ballot"],
        "exchanges": digest_exchanges(critiques, positions, labels),
        "left_open": digest_left_open(positions, labels),
        "synthesis": digest_synthesis(synthesis) if synthesis else None,
        "unsupported": unsupported_claims(state, labels),
        "aliases": tell_aliases(state) if state["round"] > 1 else None,
        "guidance": tell_guidance(state),
        "language": state["case"].written_in,
        "persona": state["protocol"].profile.role(role).persona,
    }
