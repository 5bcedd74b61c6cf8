"""Asks a model, once, about the outputs that words do not tell apart (`moot conflicts --model M`)."""

import asyncio
from collections.abc import Mapping

from moot.models import ModelEdge, Settings
from moot.nodes.closing import COMPARER, ask_grouping, read_grouping
from moot.policies.conflicts import add_disputes, list_unsure
from moot.policies.conflicts.reading import Output
from moot.state.ballot import Grouping
from moot.state.budget import Lease
from moot.state.conflicts import AgentPosition, ConflictReport
from moot.state.positions import Position
from moot.state.protocol import Profile


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
    if not list_unsure(report, said):
        return report
    shown = [
        Position(seat=agent, round=1, recommendation=each.position, reasoning=each.reasoning)
        for agent, each in said.items()
    ]
    prompt = ask_grouping(shown, question or "(not given)", language or "the language of the texts")
    lease = Lease(seat=COMPARER, phase="ballot", round=1, seconds=profile.timeout.council)
    edge = ModelEdge(settings)
    answer = asyncio.run(edge(prompt, Grouping, lease, seat=COMPARER, phase="ballot", round=1))
    grouping = read_grouping(answer.fields, shown) if answer.whole else None
    if grouping is None:
        problem = answer.error or ("it placed nobody" if answer.whole else answer.status)
        note = f"Only words were compared: the comparing model gave no usable answer ({problem})."
        return report.model_copy(update={"note": note})
    return add_disputes(report, grouping, said, profile.conflicts, detected_at)


def _state(agent: str, output: Output) -> AgentPosition:
    return output if isinstance(output, AgentPosition) else AgentPosition(agent_name=agent, position=output)
