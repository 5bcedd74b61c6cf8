"""Finds where agents' outputs contradict each other, and how grave that is (C-15..C-21).

Every output is read once (`reading`); then each pair of agents is compared by the few ideas it holds. Agents
come in the boardroom's order, others after them by name, so the order of the outputs never matters. A pair has at most
one conflict. Beyond the limit the most severe are kept, at equal severity those found first (X-47). Whether conflicts
are looked for at all (`conflicts.enabled`) is the caller's business.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple
from uuid import UUID, uuid5

from moot.policies.conflicts.extraction import (
    QuotableSentence,
    extract_position,
    keep_sentences,
    list_quotable,
    quote_clause,
)
from moot.policies.conflicts.reading import (
    CompiledLexicons,
    Output,
    Pair,
    Stand,
    compile_lexicons,
    find_pairs,
    find_reversal,
    output_text,
    puts_first,
    read_stands,
    starts_elsewhere,
)
from moot.policies.language import Language
from moot.state.conflicts import SEVERITY_RANK, AgentPosition, Conflict, ConflictReport, ConflictType
from moot.state.lexicon import Family, Lexicon, Lexicons, Phrases
from moot.state.protocol import ConflictRules, ConflictSeverity

_NAMESPACE = UUID("6f2f3c1e-5d0b-5b60-9d5e-7a1d2b7d9c11")
_DESCRIBED_PAIRS = 2
_TOPIC_LENGTH = 140

_BOARDROOM = ("analyst", "commercial", "financial", "market", "reviewer")
"""The agents whose roles the protocol knows, in the order they are examined (C-20)."""
_SEVERITY: dict[ConflictType, ConflictSeverity] = {
    "financial": "high",
    "strategic": "high",
    "risk": "medium",
    "tactical": "low",
    "priority": "low",
    "unknown": "low",
}


class _Found(NamedTuple):
    """A conflict before it is written out; only those that are kept are."""

    agents: tuple[str, str]
    differences: tuple[str, ...]
    kind: ConflictType
    severity: ConflictSeverity
    exclusive: bool = False
    clauses: tuple[Sequence[str], Sequence[str]] | None = None


def detect_conflicts(
    outputs: Mapping[str, Output],
    lexicons: Lexicons | CompiledLexicons,
    rules: ConflictRules,
    execution_id: str,
    *,
    question: str = "",
    language: Language | None = None,
    detected_at: str | None = None,
) -> ConflictReport:
    """Find the conflicts among the outputs of all agents; empty outputs are skipped (C-20)."""
    compiled = compile_lexicons(lexicons)
    texts = {agent: text for agent in _order_agents(outputs) if (text := output_text(outputs[agent])).strip()}
    stands = read_stands(texts, compiled, language, question)
    found = [conflict for a, b in combinations(texts, 2) for conflict in _compare(a, b, stands, compiled)]
    found.sort(key=lambda conflict: -SEVERITY_RANK[conflict.severity])  # stable: detection order stays within
    kept = found[: rules.max]
    parties = {agent for conflict in kept for agent in conflict.agents}
    stated = {agent: position_of(agent, outputs[agent], stands[agent]) for agent in sorted(parties)}
    quoted = {agent for conflict in kept if conflict.clauses is not None for agent in conflict.agents}
    quotable = {agent: list_quotable(texts[agent]) for agent in quoted}
    conflicts = []
    for conflict in kept:
        positions = {agent: stated[agent] for agent in conflict.agents}
        phrases = shared_lexicon((stands[agent] for agent in conflict.agents), compiled).phrases
        dispute = _quote_dispute(conflict, quotable, positions)
        conflicts.append(_write(conflict, dispute, positions, phrases, rules, execution_id, detected_at))
    dropped = len(found) - len(conflicts)
    return _make_report(conflicts, dropped, shared_lexicon(stands.values(), compiled).phrases, len(texts), execution_id)


def position_of(agent: str, output: Output, stand: Stand) -> AgentPosition:
    """Take the position of an output: as given, or taken from its text (C-22)."""
    return output if isinstance(output, AgentPosition) else extract_position(agent, output, stand.reading)


def shared_lexicon(stands: Iterable[Stand], compiled: CompiledLexicons) -> Lexicon:
    """Choose the lexicon of the texts' language; where they differ, the English one if there is one."""
    spoken = {stand.words.language for stand in stands}
    language: Language = spoken.pop() if len(spoken) == 1 else "en"
    languages = compiled.lexicons.languages
    return languages.get(language) or next(iter(languages.values()))


def _make_report(
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


def _compare(a: str, b: str, stands: Mapping[str, Stand], compiled: CompiledLexicons) -> Iterator[_Found]:
    """Find the conflict between two agents, if there is one."""
    mine, theirs = stands[a], stands[b]
    first = puts_first(mine, theirs)
    if first is not None:
        steps = (mine.words.phrases.sequence.format(first=one, second=other) for one, other in (first, first[::-1]))
        yield _Found((a, b), (" vs ".join(steps),), "priority", _assess_severity("priority", False))
        return
    reversal = find_reversal(mine, theirs) if mine.reading.sequences and theirs.reading.sequences else None
    pairs = find_pairs(mine, theirs, compiled, same_steps=reversal is not None)
    if pairs:
        yield _oppose((a, b), pairs)
        return
    later = starts_elsewhere(mine, theirs)
    if reversal is None and later is not None:
        steps = (mine.words.phrases.sequence.format(first=one, second=other) for one, other in (later, later[::-1]))
        yield _Found((a, b), (" vs ".join(steps),), "priority", _assess_severity("priority", False))
    elif reversal is not None:
        orders = (
            stand.words.phrases.sequence.format(first=order.text[0], second=order.text[1])
            for stand, order in zip((mine, theirs), reversal, strict=True)
        )
        yield _Found((a, b), (" vs ".join(orders),), "priority", _assess_severity("priority", False))


def _oppose(agents: tuple[str, str], pairs: tuple[Pair, ...]) -> _Found:
    kind = _classify_conflict(agents, {family for pair in pairs for family in pair.families})
    exclusive = len(pairs) > 1 or any(pair.exclusive for pair in pairs)
    severity = _assess_severity(kind, exclusive)
    clauses = next((pair.clauses for pair in pairs if pair.clauses), None)
    return _Found(agents, tuple(pair.text for pair in pairs), kind, severity, exclusive, clauses)


def _quote_dispute(
    found: _Found, quotable: Mapping[str, Sequence[QuotableSentence]], positions: Mapping[str, AgentPosition]
) -> str:
    """Word a dispute as the parties did: what they recommend, side by side."""
    if found.kind == "priority":
        return found.differences[0]
    stated = [positions[agent].position for agent in found.agents]
    if found.clauses is not None:
        parties = zip(found.agents, found.clauses, strict=True)
        quotes = [quote_clause(quotable[agent], clause) for agent, clause in parties]
        stated = [quote or position for quote, position in zip(quotes, stated, strict=True)]
    return " vs ".join(keep_sentences(each, _TOPIC_LENGTH) for each in stated)


def _write(
    found: _Found,
    dispute: str,
    positions: dict[str, AgentPosition],
    phrases: Phrases,
    rules: ConflictRules,
    execution_id: str,
    detected_at: str | None,
) -> Conflict:
    differences = found.differences if found.clauses is None else (dispute, *found.differences[:-1])
    told = phrases.reversed_order if found.kind == "priority" else phrases.described
    stated = (f"{agent}: {position.position}" for agent, position in positions.items())
    content = "\n".join((execution_id, found.kind, *found.differences, *stated))
    return Conflict(
        # The id follows from the content, so that the same input gives the same report (W-C16).
        conflict_id=str(uuid5(_NAMESPACE, content)),
        conflict_type=found.kind,
        severity=found.severity,
        topic=dispute,
        agents_involved=found.agents,
        positions=positions,
        description=told.format(a=found.agents[0], b=found.agents[1], pairs="; ".join(differences[:_DESCRIBED_PAIRS])),
        key_differences=differences,
        mutual_exclusivity=found.exclusive,
        requires_debate=_needs_debate(found.kind, found.severity, rules.min_severity),
        detected_at=detected_at,
    )


def _order_agents(agents: Collection[str]) -> tuple[str, ...]:
    """Put agents into the one order in which they are examined: the boardroom first, others by name."""
    return (*(agent for agent in _BOARDROOM if agent in agents), *sorted(set(agents) - set(_BOARDROOM)))


def _classify_conflict(agents: Collection[str], families: Collection[Family]) -> ConflictType:
    """Name the type of a conflict by who disagrees on what; the first rule that fits wins (C-18).

    The roles of agents outside the boardroom are not known: between them the subject alone decides.
    """
    known = set(agents) <= set(_BOARDROOM)
    if "shortfall" in families:
        return "financial"  # C-04: a cost against a smaller return, whoever says so
    if "money" in families and (not known or set(agents) == {"financial", "commercial"}):
        return "financial"
    if "risk" in families and (not known or set(agents) == {"analyst", "market"}):
        return "risk"
    return "strategic" if "direction" in families else "tactical"


def _assess_severity(conflict_type: ConflictType, mutually_exclusive: bool) -> ConflictSeverity:
    """Grade a conflict by its type; a tactical one is raised when the parties exclude each other (X-34)."""
    return "medium" if conflict_type == "tactical" and mutually_exclusive else _SEVERITY[conflict_type]


def _needs_debate(conflict_type: ConflictType, severity: ConflictSeverity, minimum: ConflictSeverity) -> bool:
    """Say whether a conflict is argued out (C-53); mere sequencing never is (X-35)."""
    return conflict_type != "priority" and SEVERITY_RANK[severity] >= SEVERITY_RANK[minimum]
