"""Adds what a model or a mediator sees to what words show: the second stage of finding conflicts.

- Unsure is every pair of agents between whom the words found no conflict that is argued, unless both say the same in
  the same words. The ballot's one question covers all of them.
- A pair in options that exclude each other becomes a conflict of at least MEDIUM, in the place of a milder one the
  words found; every other pair stays as the words left it.
- What a mediator names after the fact is on record as a conflict, and no longer argued: it has been decided.
- Beyond the limit the most severe are kept, at equal severity those found first (X-47).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from uuid import UUID, uuid5

from moot.policies.conflicts.extraction import shorten_statement
from moot.policies.language import words
from moot.state.ballot import Grouping
from moot.state.base import Texts
from moot.state.conflicts import SEVERITY_RANK, AgentPosition, Conflict, ConflictReport
from moot.state.facts import state_fact
from moot.state.outcome import Divergence
from moot.state.protocol import ConflictRules

_NAMESPACE = UUID("b1f1b0f4-6d6c-5d3c-9f0e-0c2b6a7c51aa")
_SIDE_LENGTH = 140


def list_unsure(report: ConflictReport, positions: Mapping[str, AgentPosition]) -> tuple[tuple[str, str], ...]:
    """List the pairs of agents that only meaning can tell apart."""
    settled = {frozenset(each.agents_involved) for each in report.conflicts if each.requires_debate}
    return tuple(
        (a, b)
        for a, b in combinations(positions, 2)
        if frozenset((a, b)) not in settled and words(positions[a].position) != words(positions[b].position)
    )


def add_disputes(
    report: ConflictReport,
    grouping: Grouping,
    positions: Mapping[str, AgentPosition],
    rules: ConflictRules,
    detected_at: str | None = None,
) -> ConflictReport:
    """Add the pairs whose recommendations a model found to exclude each other."""
    labels = {seat: option.label for option in grouping.options for seat in option.seats}
    places = {option.label: place for place, option in enumerate(grouping.options)}
    opposed = {frozenset((a, b)) for pair in grouping.opposed for a, b in combinations(pair, 2)}
    found: dict[frozenset[str], Conflict] = {}
    for pair in list_unsure(report, positions):
        sides = sorted((labels.get(agent, "") for agent in pair), key=lambda label: places.get(label, len(places)))
        if frozenset(sides) in opposed:
            made = _make(report, pair, " / ".join(sides), positions, detected_at)
            debated = SEVERITY_RANK[made.severity] >= SEVERITY_RANK[rules.min_severity]
            found[frozenset(pair)] = made.model_copy(update={"requires_debate": debated})
    kept = [each for each in report.conflicts if frozenset(each.agents_involved) not in found]
    return _sum_up(report, [*kept, *found.values()], rules)


def add_missed(
    report: ConflictReport,
    divergences: Iterable[Divergence],
    positions: Mapping[str, AgentPosition],
    rules: ConflictRules,
    detected_at: str | None = None,
) -> ConflictReport:
    """Record the conflicts that a mediator named and nobody had found; they are decided, not argued."""
    known = {frozenset(each.agents_involved) for each in report.conflicts}
    found = []
    for each in divergences:
        sides = tuple(dict.fromkeys(side.seat for side in each.sides if side.seat in positions))
        if len(sides) > 1 and frozenset(sides) not in known:
            known.add(frozenset(sides))
            made = _make(report, sides, each.theme, positions, detected_at)
            found.append(made.model_copy(update={"found_by": "mediator"}))
    return _sum_up(report, [*report.conflicts, *found], rules)


def _make(
    report: ConflictReport,
    agents: Texts,
    about: str,
    positions: Mapping[str, AgentPosition],
    detected_at: str | None,
) -> Conflict:
    sides = " vs ".join(shorten_statement(positions[agent].position, _SIDE_LENGTH) for agent in agents)
    topic = about.strip() or sides
    return Conflict(
        conflict_id=str(uuid5(_NAMESPACE, "\n".join((report.execution_id, *agents, topic)))),
        conflict_type="tactical",
        severity="medium",
        topic=topic,
        agents_involved=agents,
        positions={agent: positions[agent] for agent in agents},
        description=f"{', '.join(agents)}: {topic}",
        key_differences=(sides,),
        mutual_exclusivity=True,
        requires_debate=False,
        detected_at=detected_at,
        found_by="model",
    )


def _sum_up(report: ConflictReport, conflicts: Sequence[Conflict], rules: ConflictRules) -> ConflictReport:
    ordered = sorted(conflicts, key=lambda each: -SEVERITY_RANK[each.severity])[: rules.max]
    severities = {each.severity for each in ordered}
    topics = tuple(each.topic for each in ordered if each.requires_debate)
    return report.model_copy(
        update={
            "total_conflicts": len(ordered),
            "conflicts": tuple(ordered),
            **{f"has_{name}_severity": name in severities for name in SEVERITY_RANK},
            "requires_debate": bool(topics),
            "debate_topics": topics,
            "reason": state_fact("conflict.found", n=len(ordered), debated=len(topics)) if conflicts else report.reason,
            "dropped": report.dropped + len(conflicts) - len(ordered),
        }
    )
