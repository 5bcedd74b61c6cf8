"""Asks a model, once, about the pairs of outputs that words do not tell apart (`moot conflicts --model M`)."""

import asyncio
from collections.abc import Mapping

from moot.models import ModelEdge, Settings
from moot.policies.conflicts import Output, add_disputes, list_unsure
from moot.prompts import digest_positions, render_prompt
from moot.state.budget import Lease
from moot.state.conflicts import AgentPosition, ConflictReport, Disputes
from moot.state.positions import Position
from moot.state.protocol import Profile

_COMPARER = "comparer"
_SHOWN = 10_000
"""Tokens of all outputs together that the model is shown."""


def compare_meaning(
    report: ConflictReport,
    outputs: Mapping[str, Output],
    question: str,
    profile: Profile,
    settings: Settings,
    *,
    language: str = "",
    detected_at: str | None = None,
) -> ConflictReport:
    """Add the conflicts that a model sees; without a usable answer the words decide, and the report says so."""
    stated = {agent: _state(agent, output) for agent, output in outputs.items()}
    said = {agent: each for agent, each in stated.items() if each.position.strip()}
    unsure = list_unsure(report, said)
    if not unsure:
        return report
    shown = [
        Position(seat=agent, round=1, recommendation=each.position, reasoning=each.reasoning)
        for agent, each in said.items()
    ]
    prompt = render_prompt(
        "disputes",
        question=question or "(not given)",
        positions=digest_positions(shown, {agent: agent for agent in said}, tokens=_SHOWN),
        pairs=", ".join(f"{a}/{b}" for a, b in unsure),
        language=language or "the language of the texts",
    )
    lease = Lease(seat=_COMPARER, phase="compare", round=1, seconds=profile.timeout.council)
    edge = ModelEdge(settings)
    answer = asyncio.run(edge(prompt, Disputes, lease, seat=_COMPARER, phase="compare", round=1))
    if not answer.whole:
        problem = answer.error or answer.status
        note = f"Only words were compared: the comparing model gave no usable answer ({problem})."
        return report.model_copy(update={"note": note})
    return add_disputes(report, answer.fields.get("pairs") or (), unsure, said, profile.conflicts, detected_at)


def _state(agent: str, output: Output) -> AgentPosition:
    return output if isinstance(output, AgentPosition) else AgentPosition(agent_name=agent, position=output)
