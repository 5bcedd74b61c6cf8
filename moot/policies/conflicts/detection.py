"""Finds where agents' outputs contradict each other, and how grave that is (C-15..C-21).

Every output is read once (conflict_reading); then each pair of agents is compared by the few ideas it holds. Agents
come in the boardroom's order, others after them by name, so the order of the outputs never matters. A pair has at most
one conflict. Beyond the limit the most severe are kept, at equal severity those found first (X-47). Whether conflicts
are looked for at all (`conflicts.enabled`) is the caller's business.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple
from uuid import UUID, uuid5

from moot.policies.conflicts.extraction import extract_position
from moot.policies.conflicts.pairs import Pair, Stand, find_pairs, find_reversal
from moot.policies.conflicts.texts import read_stands
from moot.policies.conflicts.types import assess_severity, classify_conflict, needs_debate, order_agents
from moot.policies.language import Language
from moot.state.conflicts import SEVERITY_RANK, AgentPosition, Conflict, ConflictReport, ConflictType
from moot.state.lexicon import Lexicon, Lexicons, Phrases
from moot.state.protocol import ConflictRules, ConflictSeverity

_NAMESPACE = UUID("6f2f3c1e-5d0b-5b60-9d5e-7a1d2b7d9c11")
_DESCRIBED_PAIRS = 2

Output = str | AgentPosition
"""What an agent delivered: free text, or a position already taken apart."""


class _Found(NamedTuple):
    """A conflict before it is written out; only those that are kept are."""

    agents: tuple[str, str]
    differences: tuple[str, ...]
    kind: ConflictType
    severity: ConflictSeverity


def detect_conflicts(
    outputs: Mapping[str, Output],
    lexicons: Lexicons,
    rules: ConflictRules,
    execution_id: str,
    *,
    language: Language | None = None,
    detected_at: str | None = None,
) -> ConflictReport:
    """Find the conflicts among the outputs of all agents; empty outputs are skipped (C-20)."""
    texts = {agent: text for agent in order_agents(outputs) if (text := text_of(outputs[agent])).strip()}
    stands = read_stands(texts, lexicons, language)
    found = [conflict for a, b in combinations(texts, 2) for conflict in _compare(a, b, stands, lexicons)]
    found.sort(key=lambda conflict: -SEVERITY_RANK[conflict.severity])  # stable: detection order stays within
    kept = found[: rules.max]
    parties = {agent for conflict in kept for agent in conflict.agents}
    stated = {agent: position_of(agent, outputs[agent], stands[agent]) for agent in sorted(parties)}
    conflicts = []
    for conflict in kept:
        positions = {agent: stated[agent] for agent in conflict.agents}
        phrases = shared_lexicon((stands[agent] for agent in conflict.agents), lexicons).phrases
        conflicts.append(_write(conflict, positions, phrases, rules, execution_id, detected_at))
    dropped = len(found) - len(conflicts)
    return make_report(conflicts, dropped, shared_lexicon(stands.values(), lexicons).phrases, len(texts), execution_id)


def make_report(
    conflicts: Collection[Conflict], dropped: int, phrases: Phrases, agents: int, execution_id: str
) -> ConflictReport:
    """Sum up the conflicts of one execution (C-09)."""
    severities = {conflict.severity for conflict in conflicts}
    topics = tuple(conflict.topic for conflict in conflicts if conflict.requires_debate)
    reason = phrases.found if conflicts else phrases.nothing_found
    reason = reason.format(conflicts=len(conflicts), agents=agents, debated=len(topics))
    return ConflictReport(
        execution_id=execution_id,
        total_conflicts=len(conflicts),
        conflicts=tuple(conflicts),
        has_low_severity="low" in severities,
        has_medium_severity="medium" in severities,
        has_high_severity="high" in severities,
        has_critical_severity="critical" in severities,
        requires_debate=bool(topics),
        debate_topics=topics,
        dropped=dropped,
        reason=reason + (phrases.dropped.format(dropped=dropped) if dropped else ""),
    )


def text_of(output: Output) -> str:
    """The words of an output that take a stand; evidence only reports."""
    return output if isinstance(output, str) else f"{output.position}\n\n{output.reasoning}"


def position_of(agent: str, output: Output, stand: Stand) -> AgentPosition:
    """The position of an output: as given, or taken from its text (C-22)."""
    return output if isinstance(output, AgentPosition) else extract_position(agent, output, stand.reading)


def shared_lexicon(stands: Iterable[Stand], lexicons: Lexicons) -> Lexicon:
    """The lexicon of the language the texts are written in; where they differ, the English one if there is one."""
    spoken = {stand.words.language for stand in stands}
    language: Language = spoken.pop() if len(spoken) == 1 else "en"
    return lexicons.languages.get(language) or next(iter(lexicons.languages.values()))


def _compare(a: str, b: str, stands: Mapping[str, Stand], lexicons: Lexicons) -> Iterator[_Found]:
    """The conflict between two agents, if there is one."""
    mine, theirs = stands[a], stands[b]
    reversal = find_reversal(mine, theirs) if mine.reading.sequences and theirs.reading.sequences else None
    pairs = find_pairs(mine, theirs, lexicons, same_steps=reversal is not None)
    if pairs:
        yield _oppose((a, b), pairs)
    elif reversal is not None:
        orders = (
            stand.words.phrases.sequence.format(first=order.text[0], second=order.text[1])
            for stand, order in zip((mine, theirs), reversal, strict=True)
        )
        yield _Found((a, b), (" vs ".join(orders),), "priority", assess_severity("priority", False))


def _oppose(agents: tuple[str, str], pairs: tuple[Pair, ...]) -> _Found:
    kind = classify_conflict(agents, {family for pair in pairs for family in pair.families})
    return _Found(agents, tuple(pair.text for pair in pairs), kind, assess_severity(kind, len(pairs) > 1))


def _write(
    found: _Found,
    positions: dict[str, AgentPosition],
    phrases: Phrases,
    rules: ConflictRules,
    execution_id: str,
    detected_at: str | None,
) -> Conflict:
    told = phrases.reversed_order if found.kind == "priority" else phrases.described
    stated = (f"{agent}: {position.position}" for agent, position in positions.items())
    content = "\n".join((execution_id, found.kind, *found.differences, *stated))
    return Conflict(
        # The id follows from the content, so that the same input gives the same report (W-C16).
        conflict_id=str(uuid5(_NAMESPACE, content)),
        conflict_type=found.kind,
        severity=found.severity,
        topic=found.differences[0],
        agents_involved=found.agents,
        positions=positions,
        description=told.format(
            a=found.agents[0], b=found.agents[1], pairs="; ".join(found.differences[:_DESCRIBED_PAIRS])
        ),
        key_differences=found.differences,
        mutual_exclusivity=found.kind != "priority" and len(found.differences) > 1,
        requires_debate=needs_debate(found.kind, found.severity, rules.min_severity),
        detected_at=detected_at,
    )
