"""Concludes which root cause the debate found, and how it got there.

The best hypothesis is the one with the highest judge score among the tops of all rounds, those with evidence that holds
before all others; the earliest wins a tie (R-40, X-63a), so a worse last round replaces nothing. Its confidence is at
most the share of its evidence that holds, and one tenth when none does. `rounds_refined` is the number of rounds run,
`refinements` one less (X-63). The search converged when it ended by consensus or plateau, even in the last round
(X-59). Rounds without a judged hypothesis have no place in the trajectory. What several rounds say is warned of once.

Each reasoner stands for what it holds most likely itself. Where that is another cause than the chosen one it is told as
dissent, also for the reasoner who proposed the chosen one as its second. Open are the points of the chosen hypothesis
only, and each is told once: what the judge says in other words of a point that its reasoner named is the same point.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from moot.policies.root_cause.advice import find_missing, say_what_would_help
from moot.policies.root_cause.evidence import (
    Source,
    agree_on_none,
    check_evidence,
    doubt_step,
    list_sources,
    share_holding,
    telling_words,
)
from moot.policies.root_cause.hypotheses import EMPTY_ANSWER, tops_by_reasoner
from moot.prompts import GRAPH_ONLY, LOG_ONLY
from moot.state.ballot import Ballot
from moot.state.base import Texts, Value
from moot.state.facts import Fact, Saying, Sayings, state_fact
from moot.state.findings import StopReason
from moot.state.hypotheses import (
    ChainLink,
    Doubt,
    Evaluation,
    EvidenceCheck,
    FinalHypothesis,
    Hypothesis,
    HypothesisSheet,
    JudgeRound,
    NoIncident,
    ReasonerStand,
    RootCause,
    RootCauseRound,
    RootCauseStop,
    RuledOut,
)
from moot.state.incident import LINE_ID, Incident
from moot.state.inspection import CITED, Inspected

_STOPS: dict[str, RootCauseStop] = {reason: reason for reason in get_args(RootCauseStop)}


_LINE = re.compile(rf"\b{LINE_ID}\b")
_LEAST_CONFIDENCE = 0.1
_MOST_RULED_OUT = 6
_MOST_SIMILAR = 3
_ALIKE, _MIN_SHARED = 0.7, 2
"""The share of telling words two points have in common to be one, and the fewest."""


class SearchFacts(Value):
    """What a conclusion looks at besides hypotheses and scores."""

    incident: Incident | None = None
    """What was looked at; without it no evidence can be checked, and none is doubted."""
    inspections: tuple[Inspected, ...] = ()
    ballot: Ballot | None = None
    sat_out: Texts = ()
    floor: int = 0


class _Search(NamedTuple):
    """Everything that was said in a search."""

    sheets: tuple[HypothesisSheet, ...]
    judgements: tuple[JudgeRound, ...]
    facts: SearchFacts


def conclude_root_cause(
    sheets: Sequence[HypothesisSheet],
    judgements: Sequence[JudgeRound],
    stop: StopReason | None,
    facts: SearchFacts = SearchFacts(),  # noqa: B008  # frozen
) -> RootCause:
    """Put together the result of a root-cause debate (R-17..R-19)."""
    search = _Search(tuple(sheets), tuple(judgements), facts)
    numbers = sorted({sheet.round for sheet in sheets} | {judgement.round for judgement in judgements})
    best = select_best(judgements)
    final = _finish(best, search, len(numbers)) if best else None
    missing = find_missing(facts.incident, sheets, final, best[1] if best else None, facts.floor)
    silent: RootCauseStop = "no_data" if missing == "no_data" else "insufficient_positions"
    reason: RootCauseStop = _STOPS.get(stop or "", "max_rounds") if best or missing == "no_incident" else silent
    return RootCause(
        rounds=tuple(_describe_round(number, sheets, judgements) for number in numbers),
        final_hypothesis=final,
        convergence_achieved=reason in ("consensus", "plateau"),
        total_rounds=len(numbers),
        improvement_trajectory=tuple(top_scores(judgements).values()),
        stop_reason=reason,
        best_round=best[0] if best else None,
        refinements=max(0, len(numbers) - 1),
        warnings=_warn(search),
        missing=missing,
        no_incident=_list_calm(sheets) if missing == "no_incident" else (),
        what_would_help=say_what_would_help(missing, facts.incident, final, best[1] if best else None, facts.floor),
        sat_out=facts.sat_out,
        inspections=tuple(each for each in facts.inspections if each.number != CITED),
        outline=facts.incident.outline if facts.incident is not None else None,
        **_describe_data(facts.incident),
    )


def _list_calm(sheets: Sequence[HypothesisSheet]) -> tuple[NoIncident, ...]:
    """List what those say who find no incident in the last round: whoever stays with it may give its reason earlier."""
    last = max((sheet.round for sheet in sheets), default=0)
    calm = sorted({each.seat for each in sheets if each.round == last and each.no_incident})
    said = {seat: [each.no_incident_because for each in sheets if each.seat == seat] for seat in calm}
    return tuple(NoIncident(seat=seat, because=max(said[seat], key=len)) for seat in calm)


def _describe_data(incident: Incident | None) -> dict[str, Any]:
    """Say what was looked at, and which past incidents resemble it."""
    if incident is None:
        return {}
    return {
        "similar_incidents": incident.similar_incidents[:_MOST_SIMILAR],
        "logs": incident.logs,
        "began": incident.started,
        "over": incident.ended,
    }


def top_scores(judgements: Iterable[JudgeRound]) -> dict[int, int]:
    """List the best score of every judged round, by round (R-19)."""
    ordered = sorted(judgements, key=lambda each: each.round)
    return {judgement.round: top.judge_score for judgement in ordered if (top := _find_top(judgement))}


def _find_top(judgement: JudgeRound) -> Evaluation | None:
    """Take the best evaluation of a round."""
    return next((e for e in judgement.evaluated_hypotheses if e.hypothesis_id == judgement.top_hypothesis), None)


def select_best(judgements: Iterable[JudgeRound]) -> tuple[int, Evaluation] | None:
    """Select the best hypothesis over all rounds, and the round it comes from (R-40, X-63a)."""
    tops = [(judgement.round, top) for judgement in judgements if (top := _find_top(judgement))]
    return min(tops, key=lambda each: (not each[1].supported, -each[1].judge_score, each[0]), default=None)


def _finish(best: tuple[int, Evaluation], search: _Search, rounds: int) -> FinalHypothesis | None:
    number, evaluation = best
    chosen, facts = _find_hypothesis(number, evaluation.hypothesis_id, search.sheets), search.facts
    if chosen is None:
        return None
    incident = facts.incident or Incident()
    checks = check_evidence(chosen, incident, facts.inspections) if facts.incident is not None else ()
    known = {each.id: each for each in list_sources(incident, facts.inspections) if each.origin == "log"}
    return FinalHypothesis(
        hypothesis=chosen.hypothesis,
        names=chosen.names,
        confidence=_cap_confidence(chosen.confidence, checks) if facts.incident is not None else chosen.confidence,
        stated_confidence=chosen.confidence,
        judge_score=evaluation.judge_score,
        source=chosen.source,
        reasoning=chosen.reasoning,
        evidence=chosen.evidence,
        checks=checks,
        resolution=chosen.suggested_resolution,
        rounds_refined=rounds,
        refinements=rounds - 1,
        category=chosen.category,
        affected_components=chosen.affected_components,
        root_component=chosen.root_component,
        onset=chosen.onset,
        trigger=_link(chosen.trigger, known) if chosen.trigger else None,
        effects=tuple(_link(text, known) for text in chosen.effects),
        ended=_link(chosen.ended, known) if chosen.ended else None,
        contributing=chosen.contributing,
        ruled_out=tuple(_rule_out(chosen, number, search)),
        doubts=tuple(_list_doubts(chosen, evaluation, _list_agreeing(chosen, number, search))),
        stands=tuple(_list_stands(chosen, number, search)),
        next_checks=chosen.next_checks,
        changes_made=chosen.changes_made,
        hypothesis_id=chosen.id,
        final_round=number,
    )


def _cap_confidence(stated: float, checks: Sequence[EvidenceCheck]) -> float:
    return min(stated, max(_LEAST_CONFIDENCE, share_holding(checks)))


def _link(text: str, known: Mapping[str, Source]) -> ChainLink:
    """Name the lines of a step that exist; the first of them tells its time, and all of them whether they say it."""
    cited = tuple(dict.fromkeys(_LINE.findall(text)))
    lines = tuple(name for name in cited if name in known)
    return ChainLink(
        text=text,
        lines=lines,
        time=known[lines[0]].time if lines else "",
        doubt=doubt_step(text, known) or "",
    )


def _rule_out(chosen: Hypothesis, number: int, search: _Search) -> Iterable[RuledOut]:
    """List the other causes: what the reasoner itself ruled out, then what lost in the same round, best first."""
    told = [RuledOut(hypothesis=head, why=why or head, by=chosen.source) for head, why in map(_split, chosen.ruled_out)]
    judged = next((each.evaluated_hypotheses for each in search.judgements if each.round == number), ())
    same = {chosen.id, *_list_same_cause(chosen, number, search)}
    # What has the same score has not lost: it stands beside the chosen one, and who names it is told.
    best = max((each.judge_score for each in judged if each.hypothesis_id in same), default=0)
    lost = [
        RuledOut(hypothesis=each.hypothesis, why=_say_why(each), by="judge" if each.supported else "evidence")
        for each in judged
        if each.hypothesis_id not in same and each.hypothesis != chosen.hypothesis
        if each.judge_score < best or not each.supported
    ]
    return [*told, *lost][:_MOST_RULED_OUT]


def _list_agreeing(chosen: Hypothesis, number: int, search: _Search) -> list[Hypothesis]:
    """List the hypotheses of others that name the same cause."""
    same = set(_list_same_cause(chosen, number, search)) - {chosen.id}
    return [top for top in tops_by_reasoner(number, search.sheets, search.judgements).values() if top.id in same]


def _list_doubts(chosen: Hypothesis, evaluation: Evaluation, agreeing: Iterable[Hypothesis] = ()) -> Iterable[Doubt]:
    """List what stays open: what those who name the cause do not know, then what the judge finds weak; each once."""
    told = [Doubt(text=text, by=each.source) for each in (chosen, *agreeing) for text in each.unknowns]
    # What the program found, such as evidence that does not hold, is marked where it stands; the judge speaks in words.
    weak = [Doubt(text=text, by="judge") for text in evaluation.weaknesses if isinstance(text, str)]
    kept: list[Doubt] = []
    for each in (*told, *weak):
        if not any(_say_alike(each.text, other.text) for other in kept):
            kept.append(each)
    return kept


def _say_alike(one: str, other: str) -> bool:
    """Tell whether two points are one, in other words: most telling words of the shorter stand in the longer."""
    a, b = telling_words(one), telling_words(other)
    if min(len(a), len(b)) < _MIN_SHARED:
        return one == other
    return len(a & b) >= max(_MIN_SHARED, _ALIKE * min(len(a), len(b)))


def _list_stands(chosen: Hypothesis, number: int, search: _Search) -> Iterable[ReasonerStand]:
    """List what every reasoner holds in the round of the chosen one: who proposed it first, then who agrees."""
    same = {chosen.id, *_list_same_cause(chosen, number, search)}
    tops = tops_by_reasoner(number, search.sheets, search.judgements)
    stands = [
        ReasonerStand(
            seat=seat,
            hypothesis=top.hypothesis,
            category=top.category,
            confidence=top.confidence,
            same=top.id in same or top.hypothesis == chosen.hypothesis,
        )
        for seat, top in tops.items()
    ]
    return sorted(stands, key=lambda each: (each.seat != chosen.source, not each.same, each.seat))


def _list_same_cause(chosen: Hypothesis, number: int, search: _Search) -> Iterable[str]:
    """List the hypotheses that the ballot counts for the same cause: those of another reasoner are not ruled out."""
    ballot = search.facts.ballot
    vote = ballot.vote_of(chosen.source, number) if ballot is not None else None
    tops = tops_by_reasoner(number, search.sheets, search.judgements)
    held = tops.get(chosen.source)
    # Whoever proposed it may hold another cause more likely, and then voted for that one.
    if ballot is None or vote is None or held is None or held.id != chosen.id:
        return []
    return [top.id for seat, top in tops.items() if ballot.vote_of(seat, number) == vote]


def _split(text: str) -> tuple[str, str]:
    head, _, why = text.partition(": ")
    return head, why


def _say_why(each: Evaluation) -> Fact:
    if not each.weaknesses:
        return state_fact("cause.scored", score=each.judge_score)
    return state_fact("cause.scored_because", score=each.judge_score, why=each.weaknesses[0])


def _find_hypothesis(number: int, identifier: str | None, sheets: Sequence[HypothesisSheet]) -> Hypothesis | None:
    made = (each for sheet in sheets if sheet.round == number for each in sheet.hypotheses)
    return next((each for each in made if each.id == identifier), None)


def _describe_round(number: int, sheets: Sequence[HypothesisSheet], judgements: Sequence[JudgeRound]) -> RootCauseRound:
    judgement = next((each for each in judgements if each.round == number), None)
    of_round = sorted((sheet for sheet in sheets if sheet.round == number), key=lambda sheet: sheet.seat)
    return RootCauseRound(
        round_number=number,
        hypotheses={f"{sheet.seat}_hypotheses": sheet.hypotheses for sheet in of_round},
        judge_evaluation=judgement,
        top_hypothesis=_find_hypothesis(number, judgement.top_hypothesis, sheets) if judgement else None,
    )


def _warn(search: _Search) -> Sayings:
    told: list[tuple[int, str, Sayings]] = [
        (each.round, each.seat, each.flags) for each in search.sheets if each.hypotheses
    ]
    # Where all find none, that is the result and no warning.
    none = [(each.round, each.seat, (state_fact("cause.finds_none", seat=each.seat),))
            for each in search.sheets if each.no_incident and not agree_on_none(search.sheets)]  # fmt: skip
    silent = [(each.round, each.seat, (_say_silent(each),)) for each in search.sheets if not each.spoke]
    judge = [
        (each.round, "judge", tuple(state_fact(f"cause.{flag}") for flag in each.flags)) for each in search.judgements
    ]
    rounds: dict[Saying, list[int]] = {}
    for number, _, texts in sorted([*told, *none, *silent, *judge], key=lambda each: each[:2]):
        for text in texts:
            rounds.setdefault(text, []).append(number)
    facts = search.facts
    idle = tuple(_say_idle(seat, facts.incident) for seat in facts.sat_out)
    notes = facts.incident.warnings if facts.incident is not None else ()
    found = (
        state_fact("cause.in_rounds", n=len(numbers), rounds=tuple(map(str, numbers)), what=what)
        for what, numbers in rounds.items()
    )
    return (*found, *idle, *notes)


def _say_idle(seat: str, incident: Incident | None) -> Fact:
    """Say why a reasoner was not asked: what it looks at was not there."""
    if seat == GRAPH_ONLY and incident is not None and incident.past_incidents:
        return state_fact("cause.sat_out_unlike", seat=seat, n=incident.past_incidents)
    if seat == GRAPH_ONLY:
        return state_fact("cause.sat_out_history", seat=seat)
    return state_fact("cause.sat_out_log" if seat == LOG_ONLY else "cause.sat_out", seat=seat)


def _say_silent(sheet: HypothesisSheet) -> Fact:
    if not sheet.error or sheet.error == EMPTY_ANSWER:
        return state_fact("cause.silent", seat=sheet.seat)
    return state_fact("cause.silent_because", seat=sheet.seat, error=sheet.error)
