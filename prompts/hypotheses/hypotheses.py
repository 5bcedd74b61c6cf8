"""Writes hypotheses, what they rest on and what was asked of the log, within a budget of tokens, for a prompt.

Hypotheses rank by the judge's score, then by confidence, then by id. What does not hold is marked where it stands, and
before everything else. What does not fit is left out whole and counted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from moot.catalogue import speak_to_models
from moot.prompts.fitting import Line, arrange, join_texts, list_lines, percent, share_lines, shorten, squash
from moot.state.facts import Fact
from moot.state.hypotheses import Evaluation, EvidenceCheck, Hypothesis, HypothesisSheet, JudgeRound
from moot.state.incident import Incident
from moot.state.inspection import Inspected, SeenLine

_Checks = Mapping[str, Sequence[EvidenceCheck]]
_instruct = speak_to_models()
"""Who tells models what policies found: prompts are in English."""
_FAILS = "DOES NOT HOLD"
_SIGNATURE = 500
_INSPECTED = 4_000
"""Tokens for what a reasoner asked of the log: logs take more of them to the word than prose."""
_REASONING = 8_000
_CITED = 4_000
_SCORES = 700
_CAUSES = 2_500
_ROW = 300
"""Tokens for one row of a hypothesis: its evidence, its weaknesses."""
_SHORT_ROW = 120
_RISES = 1.5
"""How much more trouble a component has to have to have more than usual."""


def tell_search_stage(number: int, last: int) -> str:
    """Say which round of a search it is, and what becomes of what it finds."""
    told = f"This is round {number}, the last one" if number >= last else f"This is round {number} of at most {last}"
    return f"{told}; the best hypothesis of all rounds counts."


def view_signature(incident: Incident, *, tokens: int = _SIGNATURE) -> str:
    """Show who sees the history only what the present incident looks like: its errors and components, no lines."""
    errors = list(_list_signs(incident))
    troubled = list(_list_troubled(incident))
    window = incident.window
    when = [f"trouble from {window.start} to {window.end}"] if window is not None else []
    found = [*when, *dict.fromkeys(errors), *troubled]
    if not found:
        return ""
    found = [course, *found] if (course := describe_course(incident)) else found
    told = list_lines(found, tokens, "errors and components")
    return f"the present incident, of whose log you see no lines:\n{told}"


def _list_signs(incident: Incident) -> Iterator[str]:
    """Name the errors, those that became more frequent first, each with its rate before and in that time."""
    by_message = {event.message: event for event in incident.events}
    rates = [(event.rate_before, event.rate_inside) if (event := by_message.get(each.message)) else (0.0, 0.0)
             for each in incident.error_messages]  # fmt: skip
    for each, (before, inside) in sorted(
        zip(incident.error_messages, rates, strict=True), key=lambda pair: pair[1][0] - pair[1][1]
    ):
        where = f" in {each.component}" if each.component else ""
        often = f" ({before:.2g} -> {inside:.2g} a minute)" if before or inside else ""
        yield f"{each.error_type}{where}{often}"


def _list_troubled(incident: Incident) -> Iterator[str]:
    """Say of each component how much more trouble it has while there is trouble, the most first; then who has as usual.

    A component that always warns has no part in it.
    """
    events = [event for event in incident.events or incident.timeline if event.severity != "INFO" and event.component]
    compared = any(event.rate_before or event.rate_inside for event in events)
    found: dict[str, tuple[float, float, int]] = {}
    for event in events:
        before, inside, count = found.get(event.component, (0.0, 0.0, 0))
        found[event.component] = before + event.rate_before, inside + event.rate_inside, count + event.count
    if not compared:
        for name, (*_, count) in sorted(found.items(), key=lambda item: -item[1][2]):
            yield f"{name}: {count} errors and warnings in the whole log"
        return
    for name, (before, inside, _) in sorted(found.items(), key=lambda item: item[1][0] - item[1][1]):
        odd = "" if inside >= _RISES * before and inside else " (no more than usual)"
        yield f"{name}: errors and warnings {before:.2g} -> {inside:.2g} a minute in that time{odd}"


def describe_course(incident: Incident) -> str:
    """Say in one line how trouble runs through the whole log: that it rises, or that nothing departs from the usual."""
    outline = incident.outline
    if outline is None or not outline.lines:
        return ""
    told = f"the whole log: {outline.lines:,} entries, {outline.errors:,} errors, {outline.warnings:,} warnings"
    if incident.window is not None and incident.window == incident.burst and incident.window.lines:
        return f"{told}; they rise from {incident.window.start} to {incident.window.end}"
    if outline.burst_from:
        return f"{told}; they rise from {outline.burst_from} to {outline.burst_to}"
    if outline.departs:
        return f"{told}; they depart from the log's own baseline"
    calm = outline.departs is False and not incident.departs
    return f"{told}; nothing departs from the log's own baseline" if calm else told


def describe_silent(sheets: Iterable[HypothesisSheet]) -> str:
    """Say which reasoners propose nothing because they find no incident, and why."""
    return "\n".join(
        f"{sheet.seat} finds no incident: {shorten(sheet.no_incident_because, _ROW) or 'no reason given'}"
        for sheet in sheets
        if sheet.no_incident
    )


def digest_inspections(answers: Iterable[Inspected], *, tokens: int = _INSPECTED) -> str:
    """Show a reasoner what it asked of the log and what it was shown; every line can be cited."""
    return arrange([line for each in answers for line in _write_answer(each)], tokens)


def _write_answer(each: Inspected) -> list[Line]:
    head, note = f"{each.id} {each.request.told}", f" ({each.note})" if each.note else ""
    if each.outcome == "refused":
        return [Line(f"{head}: not answered: {each.note}", 0)]
    if each.outcome == "empty":
        return [Line(f"{head}: no line{note}", 0)]
    counts = [Line(f"  {'; '.join(each.counts)}", 0)] if each.counts else []
    turns = _rank_lines(each.lines)
    lines = [
        Line(
            f"  {line.id}{f' x{line.count}' if line.count > 1 else ''} {squash(line.shown)}",
            1,
            f"lines of {each.id}",
            turns[place],
        )
        for place, line in enumerate(each.lines)
    ]
    return [Line(f"{head}: {each.total} lines{note}", 0), *counts, *lines]


def _rank_lines(lines: Sequence[SeenLine]) -> list[int]:
    """Give each line its turn where not all fit: trouble and rare forms first, of equals those spread over all."""
    places = range(len(lines))
    spread = sorted(places, key=lambda place: f"{place:08b}"[::-1])
    ranked = sorted(spread, key=lambda place: (lines[place].severity == "INFO", lines[place].count))
    return [ranked.index(place) for place in places]


def digest_hypotheses(
    hypotheses: Iterable[Hypothesis],
    checks: _Checks,
    doubts: Mapping[str, Fact] = MappingProxyType({}),
    *,
    tokens: int = _REASONING,
) -> str:
    """Show the judge every hypothesis by id with the whole reasoning, what does not hold first.

    `doubts` are the steps of their courses that do not hold.
    """
    made = list(hypotheses)
    reasonings = share_lines((("  reasoning: ", each.reasoning) for each in made), tokens)
    pairs = zip(made, reasonings, strict=True)
    return "\n".join(_write_hypothesis(each, checks.get(each.id, ()), reasoning, doubts) for each, reasoning in pairs)


def _write_hypothesis(
    each: Hypothesis, checks: Sequence[EvidenceCheck], reasoning: str, doubts: Mapping[str, Fact]
) -> str:
    holding = sum(check.holds for check in checks)
    told = f"{holding} of {len(checks)} pieces of evidence hold" if checks else "no evidence"
    evidence = [f"  {_mark_check(check)}" for check in sorted(checks, key=lambda check: (check.holds, check.bears))]
    return "\n".join(
        [
            f"{each.id} [{told}] (confidence {percent(each.confidence)}, {each.category}): {squash(each.hypothesis)}",
            reasoning.rstrip(),
            *evidence,
            *(f"  {line}" for line in _write_chain(each, doubts)),
            f"  resolution: {join_texts(each.suggested_resolution, _SHORT_ROW)}".rstrip(),
            *([f"  next checks: {join_texts(each.next_checks, _SHORT_ROW)}"] if each.next_checks else []),
            *([f"  changes made: {squash(each.changes_made)}"] if each.changes_made else []),
        ]
    )


def _write_chain(each: Hypothesis, doubts: Mapping[str, Fact] = MappingProxyType({})) -> list[str]:
    """Write the course of the incident as a hypothesis sees it, part by part; what it leaves empty is left out."""

    def step(text: str) -> str:
        wrong = doubts.get(text)
        return f"{squash(text)} ({_FAILS}: {_instruct.tell(wrong)})" if wrong is not None else squash(text)

    parts = (
        ("components", ", ".join(map(squash, each.affected_components))),
        ("began in", squash(" ".join(filter(None, (each.root_component, each.onset))))),
        ("trigger", step(each.trigger)),
        ("effects", " -> ".join(map(step, each.effects))),
        ("ended", step(each.ended)),
        ("made worse by", " | ".join(map(squash, each.contributing))),
        ("ruled out", " | ".join(map(squash, each.ruled_out))),
        ("does not know", " | ".join(map(squash, each.unknowns))),
    )
    return [f"{name}: {text}" for name, text in parts if text]


def _mark_check(check: EvidenceCheck) -> str:
    if not check.holds:
        return f"{_FAILS} ({_instruct.tell(check.reason)}): {squash(check.text)}"
    return squash(check.text) if check.bears else f"HOLDS, BUT SHARES NOTHING WITH IT: {squash(check.text)}"


def digest_cited(cited: Mapping[str, str], *, tokens: int = _CITED) -> str:
    """Show the judge what the hypotheses cite, each source once; long ones give way to short ones."""
    return "\n".join(share_lines(((f"- {name}: ", text) for name, text in cited.items()), tokens))


def digest_scores(judgements: Iterable[JudgeRound], *, tokens: int = _SCORES) -> str:
    """Show the judge what it gave in earlier rounds; where not all fit, the latest rounds."""
    lines = [
        Line(
            f"round {judged.round} {each.hypothesis_id} {each.judge_score}/100: {squash(each.hypothesis)}",
            kind="earlier scores",
            turn=-judged.round,
        )
        for judged in judgements
        for each in judged.evaluated_hypotheses
        if not each.fallback
    ]
    return arrange(lines, tokens)


def digest_causes(tops: Mapping[str, Hypothesis], *, tokens: int = _CAUSES) -> str:
    """Show whoever compares causes what each reasoner holds most likely."""
    return "\n".join(share_lines(((_head_cause(seat, each), each.reasoning) for seat, each in tops.items()), tokens))


def _head_cause(seat: str, each: Hypothesis) -> str:
    trigger = f"Trigger: {squash(each.trigger)} " if each.trigger else ""
    kind = f"{each.category}; {', '.join(each.affected_components)}"
    return f"{seat}: {squash(each.hypothesis)} ({kind}) {trigger}Reasoning: "


def _rank(hypotheses: Iterable[Hypothesis], scores: Mapping[str, Evaluation]) -> list[Hypothesis]:
    def place(each: Hypothesis) -> tuple[int, float, str]:
        return -(scores[each.id].judge_score if each.id in scores else 0), -each.confidence, each.id

    return sorted(hypotheses, key=place)[:3]


def _score(each: Hypothesis, scores: Mapping[str, Evaluation]) -> str:
    return f"score {scores[each.id].judge_score}/100" if each.id in scores else "not scored"


def _mark(each: Hypothesis, scores: Mapping[str, Evaluation]) -> list[str]:
    """Mark the evidence that was found not to hold."""
    doubted = scores[each.id].unsupported if each.id in scores else ()
    return [f"{text} ({_FAILS})" if text in doubted else text for text in each.evidence]


def digest_previous(
    hypotheses: Iterable[Hypothesis],
    evaluations: Iterable[Evaluation],
    seat: str,
    calm: Iterable[HypothesisSheet] = (),
    doubts: Mapping[str, Fact] = MappingProxyType({}),
) -> str:
    """Show a reasoner its own three best hypotheses with score and confidence (R-28, R-41), or why it found none."""
    scores = {each.hypothesis_id: each for each in evaluations}
    own = _rank((each for each in hypotheses if each.source == seat), scores)
    none = describe_silent(sheet for sheet in calm if sheet.seat == seat)
    return "\n".join(
        [f"{_write_scored(each, scores, doubts)} Resolution: {join_texts(each.suggested_resolution, _SHORT_ROW)}"
         for each in own] or ([none] if none else [])
    )  # fmt: skip


def _write_scored(each: Hypothesis, scores: Mapping[str, Evaluation], doubts: Mapping[str, Fact]) -> str:
    """Write a hypothesis as those who refine see it: whole, with what does not hold marked."""
    course = "".join(f" {text[:1].upper()}{text[1:]}." for text in _write_chain(each, doubts))
    return (
        f"{each.id} ({_score(each, scores)}, confidence {percent(each.confidence)}, {each.category}): "
        f"{squash(each.hypothesis)} Reasoning: {shorten(each.reasoning, _ROW)} "
        f"Evidence: {join_texts(_mark(each, scores), _ROW)}.{course}"
    )


def digest_feedback(hypotheses: Iterable[Hypothesis], evaluations: Iterable[Evaluation], seat: str) -> str:
    """Show a reasoner what the judge said of its three best hypotheses: strengths, weaknesses, feedback (R-28)."""
    scores = {each.hypothesis_id: each for each in evaluations}
    own = _rank((each for each in hypotheses if each.source == seat), scores)
    return "\n".join(
        f"{each.id} strengths: {join_texts(scores[each.id].strengths, _SHORT_ROW) or 'none'}\n"
        f"{each.id} weaknesses: {join_texts(tuple(map(_instruct.tell, scores[each.id].weaknesses)), _ROW) or 'none'}\n"
        f"{each.id} feedback: {squash(scores[each.id].feedback) or 'none'}"
        for each in own
        if each.id in scores
    )


def digest_others(
    hypotheses: Iterable[Hypothesis],
    evaluations: Iterable[Evaluation],
    seat: str,
    calm: Iterable[HypothesisSheet] = (),
    doubts: Mapping[str, Fact] = MappingProxyType({}),
) -> str:
    """Show a reasoner the three best hypotheses of the others, none of its own (R-22, R-39), and who found none."""
    scores = {each.hypothesis_id: each for each in evaluations}
    others = _rank((each for each in hypotheses if each.source != seat), scores)
    none = describe_silent(sheet for sheet in calm if sheet.seat != seat)
    return "\n".join([*(_write_scored(each, scores, doubts) for each in others), *([none] if none else [])])
