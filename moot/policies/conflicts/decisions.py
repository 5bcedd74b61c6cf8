"""Weighs the decision of a conflict: who takes it, who stands where, how sure it is, what it costs and leaves open.

- Priority chooses who decides; without anybody on the list the most confident does (C-27).
- Explicit acceptance supports the decision; explicit refusal, or an opposition that is still there, opposes it; an
  argument close enough to it supports it; everything else is neutral (X-44). Opposition is looked for before closeness,
  because "expand" and "do not expand" share all their words. The decision maker supports its own decision.
- Its confidence is that of its maker, its support and its evidence (C-29, C-30).
- What it gives up and what it weighed is listed, each as one sentence (C-34, X-45).
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from moot.catalogue import speak
from moot.policies.conflicts.extraction import find_hazards
from moot.policies.conflicts.reading import CompiledLexicons, find_pairs, read_stands
from moot.policies.language import Language, jaccard, rough_words, words
from moot.policies.thresholds import tidy
from moot.state.conflicts import Acceptance, AgentPosition, Conflict, DebateEnd, DebateRound
from moot.state.facts import Fact, state_fact
from moot.state.lexicon import Lexicon
from moot.state.protocol import ConflictRules, ConflictSeverity

_DECISION = "\n"
"""The key under which the decision is read beside the agents; no agent can have this name."""

_DECIDER_WEIGHT = 0.4
_SUPPORT_WEIGHT = 0.3
_EVIDENCE_WEIGHT = 0.1
_PER_EVIDENCE = 0.02
_CRITICAL_PENALTY = 0.2
_HIGHEST = _DECIDER_WEIGHT + _SUPPORT_WEIGHT + _EVIDENCE_WEIGHT
"""The formula cannot reach 1; normalising divides by this (X-40)."""
_WEIGHED_PAIRS = 2
_ACCEPTING = ("accepts", "accepts_with_reservation")
_ONLY = frozenset({"so", "somente", "apenas", "only", "hanya"})
"""Who accepts only one thing does not accept another."""


class _Stances(NamedTuple):
    """The agents by their stance, each in the order given, and what still divides the parties."""

    supporting: tuple[str, ...]
    opposing: tuple[str, ...]
    neutral: tuple[str, ...]
    remaining: tuple[str, ...]
    reserved: tuple[str, ...] = ()
    """Those of the supporting who do so with a reservation."""


def find_stances(
    decision: str,
    decider: str,
    arguments: Mapping[str, str],
    parties: Collection[str],
    compiled: CompiledLexicons,
    *,
    support: float,
    accepted_by: Collection[str] = (),
    language: Language | None = None,
) -> _Stances:
    """Place every agent by its last argument, and list the opposing pairs left between the parties."""
    stands = read_stands({**arguments, _DECISION: decision}, compiled, language)
    decided = stands[_DECISION]
    wanted = rough_words(decision, decided.words.language)
    sides: dict[str, list[str]] = {"supporting": [], "opposing": [], "neutral": []}
    for agent, argument in arguments.items():
        reading = stands[agent].reading
        accepts = reading.accepts and not reading.refuses and _speaks_of(argument, wanted, reading.language)
        if agent == decider or agent in accepted_by or accepts:
            sides["supporting"].append(agent)
        elif reading.refuses or find_pairs(stands[agent], decided, compiled):
            sides["opposing"].append(agent)
        else:
            alike = jaccard(rough_words(argument, reading.language), wanted) >= support
            sides["supporting" if alike else "neutral"].append(agent)
    argued = [agent for agent in parties if agent in stands]
    left = (find_pairs(stands[a], stands[b], compiled) for a, b in combinations(argued, 2))
    remaining = tuple(dict.fromkeys(pair.text for pairs in left for pair in pairs))
    return _Stances(tuple(sides["supporting"]), tuple(sides["opposing"]), tuple(sides["neutral"]), remaining)


def hear_stances(decider: str, parties: Sequence[str], said: Mapping[str, Acceptance], lexicon: Lexicon) -> _Stances:
    """Place the parties by what they said about the decision; who did not answer has not accepted it."""
    stances = {agent: said[agent].stance if agent in said else None for agent in parties if agent != decider}
    supporting = tuple(agent for agent in parties if agent == decider or stances.get(agent) in _ACCEPTING)
    opposing = tuple(agent for agent, stance in stances.items() if stance == "opposes")
    neutral = tuple(agent for agent, stance in stances.items() if stance is None)
    name, unheard = speak(lexicon.language).seat, lexicon.phrases.unheard
    open_points = tuple(
        unheard.format(agent=name(agent)) if stance is None else f"{name(agent)}: {said[agent].because}"
        for agent, stance in stances.items()
        if stance is None or (stance != "accepts" and said[agent].because.strip())
    )
    deciding = () if decider in parties else (decider,)
    reserved = tuple(agent for agent, stance in stances.items() if stance == "accepts_with_reservation")
    return _Stances((*supporting, *deciding), opposing, neutral, open_points, reserved)


class Decider(NamedTuple):
    """The agent that decides, and the rule that chose it (X-85)."""

    agent: str
    rule: Literal["priority", "confidence"]


class _Weight(NamedTuple):
    """How much a decision weighs, and what that means."""

    confidence: float
    severity: ConflictSeverity
    accepted: bool
    flags: tuple[str, ...]
    weighing: Fact
    """How it follows from what its maker said."""


def choose_decision_maker(candidates: Mapping[str, AgentPosition], priority: Sequence[str]) -> Decider | None:
    """Choose by priority who decides; without anybody on the list the most confident, then the first by name."""
    for agent in priority:
        if agent in candidates:
            return Decider(agent, "priority")
    if not candidates:
        return None
    return Decider(min(candidates, key=lambda agent: (-candidates[agent].confidence, agent)), "confidence")


def weigh_decision(
    conflict: Conflict,
    stated: Mapping[str, AgentPosition],
    decider: Decider,
    stances: _Stances,
    rules: ConflictRules,
    ended_by: DebateEnd,
) -> _Weight:
    """Weigh the decision of a conflict, raise its severity when the debate failed, and say whether it is accepted."""
    evidence = sum(len(position.supporting_evidence) for position in stated.values())

    def weigh(severity: ConflictSeverity) -> float:
        return _weigh_confidence(
            stated[decider.agent].confidence,
            len(stances.supporting),
            len(stances.opposing),
            evidence,
            severity,
            normalise=rules.normalise,
        )

    severity = conflict.severity
    confidence = weigh(severity)
    grave = severity == "high" and conflict.mutual_exclusivity and ended_by != "converged"
    if grave and confidence < rules.min_confidence:
        severity = "critical"  # only a debate that failed makes a conflict critical
        confidence = weigh(severity)
    accepted = confidence >= rules.min_confidence
    flags = {"critical": severity == "critical", "below_minimum": not accepted, "timeout": ended_by == "timeout"}
    supporters, opponents = len(stances.supporting), len(stances.opposing)
    weighing = state_fact(
        "council.weighed_critical" if severity == "critical" else "council.weighed",
        who=decider.agent,
        stated=tidy(stated[decider.agent].confidence * 100),
        own=tidy(stated[decider.agent].confidence * _DECIDER_WEIGHT * 100),
        support=tidy(_share_support(supporters, opponents) * _SUPPORT_WEIGHT * 100),
        evidence=tidy(min(_EVIDENCE_WEIGHT, evidence * _PER_EVIDENCE) * 100),
        weight=tidy(confidence * 100),
    )
    return _Weight(confidence, severity, accepted, tuple(flag for flag, raised in flags.items() if raised), weighing)


def justify(
    decider: str,
    stated: Mapping[str, AgentPosition],
    stances: _Stances,
    lexicon: Lexicon,
    said: Mapping[str, Acceptance] | None = None,
) -> str:
    """Give the decider's reasoning and the strongest point of the other side (X-51); never empty (C-42).

    The other side is who opposes the decision. Once the parties were asked (`said`), it is else who did not answer, and
    the point of who opposes is what it then said of the decision: what it argued before was against other proposals.
    Who accepts the decision is not quoted against it.
    """
    phrases, say = lexicon.phrases, speak(lexicon.language)
    own = stated[decider].reasoning.strip()
    why = own or phrases.no_reasoning.format(agent=say.seat(decider), position=stated[decider].position)
    rest = stances.neutral if said is not None else tuple(agent for agent in stated if agent != decider)
    told = {
        agent: position.model_copy(update={"reasoning": said[agent].because})
        if said and agent in said and said[agent].because.strip()
        else position
        for agent, position in stated.items()
    }
    point = _strongest_point(told, stances.opposing or rest)
    if point is None:
        return why
    ended = why if why[-1:] in ".!?…" else f"{why}."
    return f"{ended} {phrases.strongest_point.format(agent=say.seat(point[0]), point=point[1])}"


def sum_up_debate(
    rounds: Sequence[DebateRound],
    decider: Decider,
    stances: _Stances,
    ended_by: DebateEnd,
    weight: _Weight,
    lexicon: Lexicon,
) -> str:
    """Tell in one line how the debate went and who decided by which rule."""
    phrases, say = lexicon.phrases, speak(lexicon.language)
    measured = rounds[-1].convergence if rounds else None
    numbers = [each.round_number for each in rounds]
    whole = numbers == [*range(1, len(rounds) + 1)]
    agreed = ended_by == "converged"
    told = (phrases.summary_agreed if agreed else phrases.summary).format(
        rounds=len(rounds) if whole else f"{len(rounds)} ({', '.join(map(str, numbers))})",
        convergence="-" if measured is None else say.number(measured, 2),
        supporters=len(stances.supporting),
        reserved=len(stances.reserved),
        opponents=len(stances.opposing),
        agent=say.seat(decider.agent),
        rule=phrases.by_priority if decider.rule == "priority" else phrases.by_confidence,
    )
    notes = [phrases.repeated] if ended_by == "repeated" else []
    notes += [phrases.critical] if weight.severity == "critical" else []
    return " ".join((told, *notes))


def list_open_aspects(
    conflict: Conflict,
    rounds: Sequence[DebateRound],
    stances: _Stances,
    weight: _Weight,
    ended_by: DebateEnd,
    rules: ConflictRules,
    lexicon: Lexicon,
    *,
    left: Sequence[str] = (),
) -> tuple[str, ...]:
    """List the oppositions still there after the last round, what the parties left open, and why it is not accepted.

    X-44, X-48 and X-49 name what belongs here.
    """
    phrases, say = lexicon.phrases, speak(lexicon.language)
    open_pairs = stances.remaining if rounds else conflict.key_differences
    notes = []
    if not weight.accepted:
        value, minimum = (say.number(each, 2) for each in (weight.confidence, rules.min_confidence))
        notes.append(phrases.below_minimum.format(value=value, minimum=minimum))
    if ended_by == "timeout":
        notes.append(phrases.timeout.format(rounds=len(rounds)))
    return tuple(dict.fromkeys((*open_pairs, *left, *notes)))


def list_trade_offs(
    conflict: Conflict,
    rounds: Sequence[DebateRound],
    decision: str,
    decider: str,
    opposing: Collection[str],
    lexicon: Lexicon,
    *,
    support: float,
) -> tuple[str, ...]:
    """List rejected positions, then what was balanced, then the risks the arguments named; there is no cap.

    A party that decides rejects what the others first asked for, even if they came round; a mediator rejects only
    what its opponents hold.
    """
    phrases, say = lexicon.phrases, speak(lexicon.language)
    given_up = [
        (agent, position.position)
        for agent, position in conflict.positions.items()
        if agent != decider
        and (agent in opposing or (decider in conflict.positions and not _alike(position, decision, lexicon, support)))
    ]
    entries = [phrases.rejected.format(agent=say.seat(agent), position=position) for agent, position in given_up]
    entries += [phrases.balanced.format(pair=pair) for pair in conflict.key_differences[:_WEIGHED_PAIRS]]
    entries += [phrases.hazard.format(agent=say.seat(agent), point=point) for agent, point in _hazards(rounds, lexicon)]
    return tuple(dict.fromkeys(entries))


def _weigh_confidence(
    decider_confidence: float,
    supporters: int,
    opponents: int,
    evidence: int,
    severity: ConflictSeverity,
    *,
    normalise: bool = False,
) -> float:
    """Weigh a decision by its maker's confidence, its support and its evidence (C-29)."""
    confidence = decider_confidence * _DECIDER_WEIGHT + _share_support(supporters, opponents) * _SUPPORT_WEIGHT
    confidence += min(_EVIDENCE_WEIGHT, evidence * _PER_EVIDENCE)
    if severity == "critical":
        confidence -= _CRITICAL_PENALTY
    # Rounded, so that 0.1 + 0.3 is the 0.4 people expect at the threshold.
    return round(max(0.0, min(1.0, confidence / _HIGHEST if normalise else confidence)), 9)


def _share_support(supporters: int, opponents: int) -> float:
    # C-32: with nobody against it, a decision has full support.
    return supporters / (supporters + opponents) if opponents else 1.0


def _strongest_point(positions: Mapping[str, AgentPosition], agents: Collection[str]) -> tuple[str, str] | None:
    """Pick the reasoning (else the position) of the most confident of some agents, the first named on a draw."""
    spoken = [positions[agent] for agent in agents if agent in positions and positions[agent].position.strip()]
    if not spoken:
        return None
    best = max(spoken, key=lambda position: position.confidence)
    return best.agent_name, best.reasoning.strip() or best.position


def _speaks_of(argument: str, wanted: frozenset[str], language: Language) -> bool:
    """Say whether an acceptance is one of this decision: "I only accept leaving" accepts no sale."""
    return _ONLY.isdisjoint(words(argument)) or not rough_words(argument, language).isdisjoint(wanted)


def _alike(position: AgentPosition, decision: str, lexicon: Lexicon, support: float) -> bool:
    language: Language = lexicon.language
    return jaccard(rough_words(position.position, language), rough_words(decision, language)) >= support


def _hazards(rounds: Sequence[DebateRound], lexicon: Lexicon) -> Sequence[tuple[str, str]]:
    said = ((agent, argument) for closed in rounds for agent, argument in closed.arguments.items())
    return [(agent, point) for agent, argument in said for point in find_hazards(argument, lexicon)]
