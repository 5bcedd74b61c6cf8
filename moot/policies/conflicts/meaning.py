"""Adds what a model or a mediator sees to what words show: the second stage of finding conflicts.

- Unsure is every pair of agents between whom the words found no conflict that is argued, unless both say the same in
  the same words. The ballot's one question covers all of them.
- A pair in options that exclude each other becomes a conflict of at least MEDIUM, in the place of a milder one the
  words found.
- Where a model compared meanings its word stands: a pair in one option, or in options that do not exclude each other
  on the ballot, is no conflict because of words alone. Only where it named no options at all that exclude each other,
  words that plainly do so still count: a silent model does not make peace. The ballot opposes also those who say the
  same but for a negation.
- Where no model compared meanings, the votes as words count them say which options exclude each other: a contested
  ballot is never "no conflict" (X-34).
- What a mediator names after the fact is on record as a conflict: it has been decided, and is argued only when a party
  of it opposes the ruling, which was made before it could say anything against it.
- Beyond the limit the most severe are kept, at equal severity those found first (X-47).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from uuid import UUID, uuid5

from moot.policies.conflicts.extraction import keep_sentences
from moot.policies.language import words
from moot.state.ballot import Ballot, Grouping
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
    ballot: Ballot | None = None,
) -> ConflictReport:
    """Add the pairs whose recommendations a model found to exclude each other, and drop those it did not.

    `ballot` is the count of the same round, by what the model said.
    """
    report = _drop_compatible(report, ballot, rules, silent=not grouping.opposed) if ballot is not None else report
    labels = {seat: option.label for option in grouping.options for seat in option.seats}
    places = {option.label: place for place, option in enumerate(grouping.options)}
    opposed = {frozenset((a, b)) for pair in grouping.opposed for a, b in combinations(pair, 2)}
    found = {}
    for pair in list_unsure(report, positions):
        sides = sorted((labels.get(agent, "") for agent in pair), key=lambda label: places.get(label, len(places)))
        if frozenset(sides) in opposed:
            made = _make(report, pair, " / ".join(sides), positions, detected_at)
            found[frozenset(pair)] = made.model_copy(update={"found_by": "model"})
    return _replace(report, found, rules)


def _drop_compatible(report: ConflictReport, ballot: Ballot, rules: ConflictRules, *, silent: bool) -> ConflictReport:
    """Drop what only words found between two who vote for one option, or for options that go together.

    A model that is `silent` about what excludes what has not said that two options go together.
    """

    def goes_together(conflict: Conflict) -> bool:
        votes = [ballot.vote_of(seat) for seat in conflict.agents_involved]
        if len(votes) != 2 or None in votes:
            return False
        apart = (silent and conflict.mutual_exclusivity) or ballot.is_opposed(str(votes[0]), str(votes[1]))
        return votes[0] == votes[1] or not apart

    kept = [each for each in report.conflicts if not goes_together(each)]
    return report if len(kept) == len(report.conflicts) else _sum_up(report, kept, rules)


def add_contested(
    report: ConflictReport,
    ballot: Ballot,
    positions: Mapping[str, AgentPosition],
    rules: ConflictRules,
    detected_at: str | None = None,
    *,
    unheard: bool = False,
) -> ConflictReport:
    """Add the pairs that vote for options which exclude each other.

    With `unheard` whoever was asked to compare them gave no answer: then nothing shows that two options go together.
    """
    texts = {option.id: option.text for option in ballot.options}
    found = {}
    for pair in list_unsure(report, positions):
        one, other = (ballot.vote_of(agent) for agent in pair)
        if one is not None and other is not None and one != other and (unheard or ballot.is_opposed(one, other)):
            about = " / ".join(texts[option] for option in sorted((one, other)))
            found[frozenset(pair)] = _make(report, pair, about, positions, detected_at)
    return _replace(report, found, rules)


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


def contest_missed(report: ConflictReport, opposing: Collection[str], rules: ConflictRules) -> ConflictReport:
    """Have those conflicts argued that only the mediator saw, and whose ruling one of the parties opposes.

    Nobody could argue them before they were decided; where the parties accept the ruling, there is nothing to argue.
    """
    enough = SEVERITY_RANK[rules.min_severity]
    found = [
        each.model_copy(update={"requires_debate": True})
        if each.found_by == "mediator"
        and not {*each.agents_involved}.isdisjoint(opposing)
        and SEVERITY_RANK[each.severity] >= enough
        else each
        for each in report.conflicts
    ]
    return _sum_up(report, found, rules) if found != [*report.conflicts] else report


def _make(
    report: ConflictReport,
    agents: Texts,
    about: str,
    positions: Mapping[str, AgentPosition],
    detected_at: str | None,
) -> Conflict:
    sides = " vs ".join(keep_sentences(positions[agent].position, _SIDE_LENGTH) for agent in agents)
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
    )


def _replace(report: ConflictReport, found: Mapping[frozenset[str], Conflict], rules: ConflictRules) -> ConflictReport:
    """Let these conflicts stand in the place of milder ones between the same agents; severe enough ones are argued."""
    kept = [each for each in report.conflicts if frozenset(each.agents_involved) not in found]
    argued = [
        each.model_copy(update={"requires_debate": SEVERITY_RANK[each.severity] >= SEVERITY_RANK[rules.min_severity]})
        for each in found.values()
    ]
    return _sum_up(report, [*kept, *argued], rules)


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
