"""Writes hypotheses, what they rest on and what was asked of the log as bounded text for a prompt.

Hypotheses rank by the judge's score, then by confidence, then by id. What does not hold is marked where it stands, and
before everything else.
"""

from collections.abc import Iterable, Mapping, Sequence

from moot.prompts.clip import bullet, clip, fit
from moot.prompts.fitting import squash
from moot.prompts.positions import percent
from moot.state.hypotheses import Evaluation, EvidenceCheck, Hypothesis, HypothesisSheet, JudgeRound
from moot.state.incident import Incident
from moot.state.inspection import Inspected

_Checks = Mapping[str, Sequence[EvidenceCheck]]
_FAILS = "DOES NOT HOLD"


def view_signature(incident: Incident, *, limit: int = 1500) -> str:
    """Show who sees the history only what the present incident looks like: its errors and components, no lines."""
    errors = [f"{each.error_type} in {each.component}" if each.component else each.error_type
              for each in incident.error_messages]  # fmt: skip
    counts: dict[str, int] = {}
    for event in incident.events or incident.timeline:
        if event.severity != "INFO" and event.component:
            counts[event.component] = counts.get(event.component, 0) + event.count
    troubled = [f"{name}: {count} errors and warnings" for name, count in sorted(counts.items(), key=lambda e: -e[1])]
    found = [*dict.fromkeys(errors), *troubled]
    return f"the present incident:\n{bullet(found, limit)}" if found else ""


def describe_course(incident: Incident) -> str:
    """Say in one line how trouble runs through the whole log: when it rises, or that nothing departs from the usual."""
    outline = incident.outline
    if outline is None or not outline.lines:
        return ""
    told = f"the whole log: {outline.lines:,} lines, {outline.errors:,} errors, {outline.warnings:,} warnings"
    if outline.burst_from:
        return f"{told}; they rise from {outline.burst_from} to {outline.burst_to}"
    calm = outline.departs is False and not incident.departs
    return f"{told}; nothing departs from the log's own baseline" if calm else told


def describe_silent(sheets: Iterable[HypothesisSheet]) -> str:
    """Say which reasoners propose nothing because they find no incident."""
    found = [sheet.seat for sheet in sheets if sheet.no_incident]
    return f"finds no incident: {', '.join(found)}" if found else ""


def digest_inspections(answers: Iterable[Inspected], *, limit: int = 12_000) -> str:
    """Show a reasoner what it asked of the log and what it was shown; every line can be cited."""
    shown = [_write_answer(each) for each in answers]
    room = limit // max(1, len(shown))
    return "\n".join(text if len(text) <= room else f"{text[:room]}…" for text in shown)


def _write_answer(each: Inspected) -> str:
    head = f"{each.id} {each.request.told}"
    if each.outcome == "refused":
        return f"{head}: not answered: {each.note}"
    if each.outcome == "empty":
        return f"{head}: no line"
    lines = [f"{line.id}{f' x{line.count}' if line.count > 1 else ''} {squash(line.text)}" for line in each.lines]
    note = f" ({each.note})" if each.note else ""
    counts = [f"  {'; '.join(each.counts)}"] if each.counts else []
    return "\n".join([f"{head}: {each.total} lines{note}", *counts, *(f"  {line}" for line in lines)])


def digest_hypotheses(hypotheses: Iterable[Hypothesis], checks: _Checks, *, limit: int = 24_000) -> str:
    """Show the judge every hypothesis by id with the whole reasoning, what does not hold first."""
    made = list(hypotheses)
    room = max(1200, limit // max(1, len(made)))
    return "\n".join(_write_hypothesis(each, checks.get(each.id, ()), room) for each in made)


def _write_hypothesis(each: Hypothesis, checks: Sequence[EvidenceCheck], room: int) -> str:
    holding = sum(check.holds for check in checks)
    told = f"{holding} of {len(checks)} pieces of evidence hold" if checks else "no evidence"
    evidence = [f"  {_mark_check(check)}" for check in sorted(checks, key=lambda check: (check.holds, check.bears))]
    chain = [f"  trigger: {squash(each.trigger)}"] if each.trigger else []
    chain += [f"  effects: {' -> '.join(map(squash, each.effects))}"] if each.effects else []
    chain += [f"  ruled out: {' | '.join(map(squash, each.ruled_out))}"] if each.ruled_out else []
    return "\n".join(
        [
            f"{each.id} [{told}] (confidence {percent(each.confidence)}, {each.category}): {squash(each.hypothesis)}",
            f"  reasoning: {clip(each.reasoning, room)}",
            *evidence,
            *chain,
            f"  resolution: {clip(' | '.join(each.suggested_resolution), 400)}",
        ]
    )


def _mark_check(check: EvidenceCheck) -> str:
    if not check.holds:
        return f"{_FAILS} ({check.reason}): {squash(check.text)}"
    return squash(check.text) if check.bears else f"HOLDS, BUT SHARES NOTHING WITH IT: {squash(check.text)}"


def digest_cited(cited: Mapping[str, str], *, limit: int = 12_000) -> str:
    """Show the judge what the hypotheses cite, each source once and in full."""
    return bullet((f"{name}: {text}" for name, text in cited.items()), limit)


def digest_scores(judgements: Iterable[JudgeRound], *, limit: int = 2000) -> str:
    """Show the judge what it gave in earlier rounds."""
    lines = [
        f"round {judged.round} {each.hypothesis_id} {each.judge_score}/100: {clip(each.hypothesis, 160)}"
        for judged in judgements
        for each in judged.evaluated_hypotheses
        if not each.fallback
    ]
    return "\n".join(fit(lines, limit))


def digest_causes(tops: Mapping[str, Hypothesis], *, limit: int = 8000) -> str:
    """Show whoever compares causes the best hypothesis of each reasoner."""
    room = limit // max(1, len(tops))
    return "\n".join(
        f"{seat}: {squash(each.hypothesis)} ({each.category}; {', '.join(each.affected_components)}) "
        f"{f'Trigger: {squash(each.trigger)} ' if each.trigger else ''}Reasoning: {clip(each.reasoning, room)}"
        for seat, each in tops.items()
    )


def _rank(hypotheses: Iterable[Hypothesis], scores: Mapping[str, Evaluation]) -> list[Hypothesis]:
    def place(each: Hypothesis) -> tuple[int, float, str]:
        return -(scores[each.id].judge_score if each.id in scores else 0), -each.confidence, each.id

    return sorted(hypotheses, key=place)[:3]


def _score(each: Hypothesis, scores: Mapping[str, Evaluation]) -> str:
    return f"score {scores[each.id].judge_score}/100" if each.id in scores else "not scored"


def _mark(each: Hypothesis, scores: Mapping[str, Evaluation]) -> list[str]:
    """Mark the evidence that was found not to hold."""
    doubted = scores[each.id].unsupported if each.id in scores else ()
    return [
        f"{text} ({_FAILS})" if any(told.startswith(f"{text}: ") for told in doubted) else text
        for text in each.evidence
    ]


def digest_previous(hypotheses: Iterable[Hypothesis], evaluations: Iterable[Evaluation], seat: str) -> str:
    """Show a reasoner its own three best hypotheses with score and confidence (R-28, R-41)."""
    scores = {each.hypothesis_id: each for each in evaluations}
    own = _rank((each for each in hypotheses if each.source == seat), scores)
    return "\n".join(
        f"{each.id} ({_score(each, scores)}, confidence {percent(each.confidence)}, {each.category}): "
        f"{clip(each.hypothesis, 400)} Evidence: {' | '.join(fit(_mark(each, scores), 900))} "
        f"Resolution: {' | '.join(fit(each.suggested_resolution, 200))}"
        for each in own
    )


def digest_feedback(hypotheses: Iterable[Hypothesis], evaluations: Iterable[Evaluation], seat: str) -> str:
    """Show a reasoner what the judge said of its three best hypotheses: strengths, weaknesses, feedback (R-28)."""
    scores = {each.hypothesis_id: each for each in evaluations}
    own = _rank((each for each in hypotheses if each.source == seat), scores)
    return "\n".join(
        f"{each.id} strengths: {' | '.join(fit(scores[each.id].strengths, 300)) or 'none'}\n"
        f"{each.id} weaknesses: {' | '.join(fit(scores[each.id].weaknesses, 900)) or 'none'}\n"
        f"{each.id} feedback: {clip(scores[each.id].feedback, 500) or 'none'}"
        for each in own
        if each.id in scores
    )


def digest_others(hypotheses: Iterable[Hypothesis], evaluations: Iterable[Evaluation], seat: str) -> str:
    """Show a reasoner the three best hypotheses of the others, none of its own (R-22, R-39)."""
    scores = {each.hypothesis_id: each for each in evaluations}
    others = _rank((each for each in hypotheses if each.source != seat), scores)
    return "\n".join(
        f"{each.id} ({_score(each, scores)}, confidence {percent(each.confidence)}, {each.category}): "
        f"{clip(each.hypothesis, 400)} Evidence: {' | '.join(fit(_mark(each, scores), 600))}"
        for each in others
    )
