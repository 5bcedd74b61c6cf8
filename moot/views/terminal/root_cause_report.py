"""Writes the report of a root-cause debate (R-32, R-33): what each round brought, the best cause, and how to fix it.

The final result stands at the end and fits a screen: of lists only the first entries are shown, one line each where
they are not the evidence itself. What is empty is left out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from moot.catalogue import SOURCE_LANGUAGE, current_translator, say
from moot.state.debate import MultiAgentState
from moot.state.hypotheses import (
    ChainLink,
    FinalHypothesis,
    ReasonerStand,
    RootCause,
    RootCauseRound,
)
from moot.state.incident import SimilarIncident
from moot.state.warrant import Warrant
from moot.views.lines import clean_line, hang
from moot.views.wording import capital, say_literal
from moot.views.wording.figures import say_count, say_number
from moot.views.wording.names import name_seat
from moot.views.wording.warrants import say_unmet

_WIDTH = 70
_RULE = "=" * _WIDTH
_SHOWN_LOGS = 3
_TRULY_ALIKE = 0.3
"""How similar a past incident has to be to be told although nobody cites it."""

_ORIGINS = ("Log:", "Historical:", "Pattern:")
"""How evidence says where it comes from (R-33)."""

_SEES = {"log_focused": "Log:", "kg_focused": "Historical:"}
"""A reasoner who sees one source only cannot cite another (R-50)."""


def report_root_cause(state: MultiAgentState, found: RootCause, warrant: Warrant | None = None) -> str:
    """Write the report; the warrant says whether the cause may stand as a decision."""
    title = say("cause.title", n=found.total_rounds)
    lines = [_RULE, title, _RULE, "", *_subject(state, found)]
    for index, item in enumerate(found.rounds):
        lines += [*_round(state, found, index, item), ""]
    lines += [_RULE, say("cause.final"), _RULE, "", *_missing(found), *_final(found), ""]
    if found.improvement_trajectory:
        lines.append(_trajectory(found))
    code = "cause.achieved" if found.convergence_achieved else "cause.not_achieved"
    lines.append(say(code, why=_say_stop(found)))
    if warrant is not None:
        told = say_unmet(warrant)
        lines += hang(
            f"{say('cause.warrant')}: ", say("cause.incomplete", why=told) if told else say("cause.complete"), _WIDTH
        )
    lines += ["", f"{say('cause.warnings')}:", *_warnings(found)] if found.warnings else []
    return "\n".join(lines) + "\n"


def tell_cause(found: RootCause) -> list[str]:
    """Tell the best cause with its course, what it rests on, what stays open and how to fix it."""
    return [*_missing(found), *_final(found)]


def _say_stop(found: RootCause) -> str:
    """Say why the search ended; a consensus may be that there is nothing to find."""
    if found.stop_reason == "consensus" and found.no_incident:
        return say("cause.stop.no_incident")
    return say(f"cause.stop.{found.stop_reason}")


def _warnings(found: RootCause) -> list[str]:
    return [f"  - {clean_line(current_translator().tell(text))}" for text in found.warnings]


def _missing(found: RootCause) -> list[str]:
    """Say first that there is no root cause, and what would help."""
    if not found.missing:
        return []
    helps = [line for text in found.what_would_help for line in hang("    - ", current_translator().tell(text), _WIDTH)]
    told = hang(f"{say('cause.none')}: ", say(f"cause.missing.{found.missing}"), _WIDTH)
    seen = (
        hang(f"  {say('cause.looked_at')}: ", _say_seen(found), _WIDTH) if found.no_incident and found.outline else []
    )
    why = _listed(say("cause.no_incident_because"), _say_calm(found))[:-1]
    return [*told, *seen, *why, *([f"  {say('cause.helps')}:", *helps] if helps else []), ""]


def _say_calm(found: RootCause) -> list[str]:
    """Say in their own words why reasoners find no incident; those without words are only named."""
    return [": ".join(filter(None, (name_seat(each.seat), each.because))) for each in found.no_incident]


def _say_seen(found: RootCause) -> str:
    outline = found.outline
    if outline is None:
        return ""
    errors, warnings = say_count(outline.errors, "errors"), say_count(outline.warnings, "warnings")
    return say("cause.outline", errors=errors, warnings=warnings, n=outline.lines)


def _round(state: MultiAgentState, found: RootCause, index: int, item: RootCauseRound) -> list[str]:
    number, last = item.round_number, index == found.total_rounds - 1
    lines = [f"{say('cause.round', round=number)}: {_name(number, last=last)}"]
    if index == 0:
        lines += [f"  - {_seat(name)}: {_say_made(found, name, made)}" for name, made in _by_seat(state, item)]
    else:
        lines += hang("  - ", _say_improved(item, last=last), _WIDTH)
    scores = [_top(each) for each in found.rounds[: index + 1]]
    top = scores[-1]
    if top is not None or not found.no_incident:
        lines.append(f"  - {say('cause.no_top') if top is None else say('cause.top', score=top)}")
    if index and top is not None and scores[-2] is not None:
        lines.append(f"  - {say('cause.gain', gain=f'{top - scores[-2]:+d}')}")
    if last:
        code = "cause.plateau_detected" if found.stop_reason == "plateau" else "cause.ended"
        lines.append(f"  - {say(code, why=capital(_say_stop(found)))}")
    return lines


def _subject(state: MultiAgentState, found: RootCause) -> list[str]:
    """Say what was asked, and what was looked at."""
    entries = found.outline.lines if found.outline is not None else 0
    logs = ", ".join(found.logs[:_SHOWN_LOGS]) + (" ..." if len(found.logs) > _SHOWN_LOGS else "")
    span = say("cause.log_span", logs=logs, n=entries, start=found.began, end=found.over) if found.logs else ""
    facts = ((say("cause.question"), state.get("question") or ""), (say("cause.log"), span))
    told = [line for name, text in facts if text for line in hang(f"{name}: ", text, _WIDTH)]
    return [*told, ""] if told else []


def _say_improved(item: RootCauseRound, *, last: bool) -> str:
    """Say that a round refined, and what its best hypothesis changed."""
    told = say("cause.improved_last" if last else "cause.improved")
    changes = item.top_hypothesis.changes_made if item.top_hypothesis is not None else ""
    return f"{told}: {changes}" if changes else told


def _name(number: int, *, last: bool) -> str:
    if number == 1:
        return say("cause.initial")
    return say("cause.last" if last else "cause.refined")


def _by_seat(state: MultiAgentState, item: RootCauseRound) -> list[tuple[str, tuple[object, ...]]]:
    """List the reasoners in the profile's order, silent ones included."""
    return [(seat, item.hypotheses.get(f"{seat}_hypotheses", ())) for seat in state["routing"].seats]


def _seat(seat: str, literal: str = "") -> str:
    """Name a reasoner: in English literally as the report of the source does (R-32), elsewhere by its title."""
    if current_translator().language != SOURCE_LANGUAGE:
        return name_seat(seat)
    return literal or "-".join(part.upper() if len(part) <= 2 else part.capitalize() for part in seat.split("_"))


def _say_made(found: RootCause, seat: str, made: Sequence[object]) -> str:
    calm = not made and any(each.seat == seat for each in found.no_incident)
    return say("cause.no_incident") if calm else say_count(len(made), "hypotheses")


def _top(item: RootCauseRound) -> int | None:
    judged = item.judge_evaluation
    if judged is None:
        return None
    scores = {each.hypothesis_id: each.judge_score for each in judged.evaluated_hypotheses}
    return scores.get(judged.top_hypothesis or "")


def _final(found: RootCause) -> list[str]:
    best = found.final_hypothesis
    if best is None:
        return [] if found.no_incident else [say("report.no_hypothesis")]
    return [
        say("cause.best", score=best.judge_score),
        f"  {say('cause.source')}: {_seat(best.source, best.source)}",
        *hang(f"  {say('cause.hypothesis')}: ", best.hypothesis, _WIDTH),
        f"  {say('cause.confidence')}: {say_number(best.confidence, 2)}{_say_lowered(best)}",
        f"  {say('cause.rounds_refined')}: {best.rounds_refined}",
        *(hang(f"  {say('cause.reviewed')}: ", say_reviewed(found), _WIDTH) if found.reviewed else []),
        *_course(best),
        "",
        *_listed(say("cause.reasoning"), [best.reasoning] if best.reasoning else [], mark=""),
        *_listed(say("cause.stands"), _say_stands(best)),
        f"  {say('cause.evidence')}:",
        *(line for text in mark_evidence(best) for line in hang("    - ", text, _WIDTH)),
        "",
        *_listed(
            say("cause.ruled_out"),
            [f"{each.hypothesis.rstrip('.')}: {current_translator().tell(each.why)}" for each in best.ruled_out],
        ),
        *_listed(say("cause.doubts"), _say_doubts(best)),
        f"  {say('cause.resolution')}:",
        *(
            line
            for number, text in enumerate(best.resolution, start=1)
            for line in hang(f"    {number}. ", text, _WIDTH)
        ),
        *_list_commands(say("cause.next_checks"), best.next_checks),
        *["", *_listed(say("cause.fixed"), _say_past(found))][:-1],
    ]


def say_reviewed(found: RootCause) -> str:
    """Say who confirmed the cause, corrected or rejected it; empty where nobody has looked at it."""
    word = found.reviewed
    if word is None:
        return ""
    told = say(f"cause.reviewed_as.{word.type}", who=clean_line(word.reviewer) or say("word.role.human"))
    return f"{told}: {word.text}" if word.text else told


def _say_lowered(best: FinalHypothesis) -> str:
    stated = best.stated_confidence
    lowered = stated is not None and stated > best.confidence
    return f" {say('cause.lowered', stated=stated)}" if lowered else ""


def _course(best: FinalHypothesis) -> list[str]:
    """Tell where it began, when, by what, and what followed from it."""
    steps = [line for link in best.effects for line in hang("    ", _say_link(link), _WIDTH)]
    facts = (
        (say("cause.root_component"), best.root_component and f"{best.root_component} ({say_literal(best.category)})"),
        (say("report.onset"), best.onset),
        (say("cause.trigger"), _say_link(best.trigger) if best.trigger else ""),
        (say("cause.finished"), _say_link(best.ended) if best.ended else ""),
        (say("report.affected"), ", ".join(best.affected_components)),
        (say("cause.contributing"), "; ".join(best.contributing)),
    )
    return [
        *(line for name, text in facts if text for line in hang(f"  {name}: ", text, _WIDTH)),
        *([f"  {say('cause.effects')}:", *steps] if steps else []),
    ]


def _say_link(link: ChainLink) -> str:
    """Say a step of the course with its time, once."""
    clock = link.time.partition("T")[2][:8] or link.time[:8]
    told = link.text if not clock or clock in link.text else f"{clock} {link.text}"
    return say("synthesis.does_not_hold", why=link.doubt, text=told) if link.doubt else told


def _say_stands(best: FinalHypothesis) -> list[str]:
    """Say where each reasoner stands, unless all say exactly the same."""
    held = {(each.same, each.category, each.confidence) for each in best.stands}
    return [_say_stand(each) for each in best.stands] if len(held) > 1 else []


def _say_stand(stand: ReasonerStand) -> str:
    code = "cause.stand_same" if stand.same else "cause.stand_other"
    kind = say_literal(stand.category)
    return say(code, seat=stand.seat, cause=stand.hypothesis.rstrip("."), sure=stand.confidence, kind=kind)


def _list_commands(title: str, commands: Sequence[str]) -> list[str]:
    """List commands one to a line, however long: whoever copies one must not copy a line break."""
    return [f"  {title}:", *(f"    $ {clean_line(each).removeprefix('$ ')}" for each in commands)] if commands else []


class CauseTexts(NamedTuple):
    """Is what a page says of a cause besides its fields, in words."""

    trigger: str
    ended: str
    effects: Sequence[str]
    stands: Sequence[str]
    doubts: Sequence[str]
    past: Sequence[str]
    calm: Sequence[str]
    reviewed: str = ""


def describe_cause(found: RootCause) -> CauseTexts:
    """Describe the course of a cause, who stands for it, what stays open and what fixed similar incidents."""
    best = found.final_hypothesis
    if best is None:
        return CauseTexts("", "", (), (), (), _say_past(found), _say_calm(found))
    return CauseTexts(
        trigger=_say_link(best.trigger) if best.trigger else "",
        ended=_say_link(best.ended) if best.ended else "",
        effects=[_say_link(each) for each in best.effects],
        stands=_say_stands(best),
        doubts=_say_doubts(best),
        past=_say_past(found),
        calm=_say_calm(found),
        reviewed=say_reviewed(found),
    )


def _say_doubts(best: FinalHypothesis) -> list[str]:
    return [say("cause.doubt", text=each.text, who=current_translator().actor(each.by)) for each in best.doubts]


def _list_related(found: RootCause) -> list[SimilarIncident]:
    """List the past incidents that the cause rests on, also for those who name it too; else those truly like this one.

    One that somebody cites for another cause, or rules out, says nothing of what to do now.
    """
    best = found.final_hypothesis
    if found.missing == "no_incident" or best is None:
        return []
    same = {best.hypothesis, *(each.hypothesis for each in best.stands if each.same)}
    made = [each for item in found.rounds for sheet in item.hypotheses.values() for each in sheet]
    others = [text for each in made if each.hypothesis not in same for text in each.evidence]
    others += [text for each in best.ruled_out for text in (each.hypothesis, str(each.why))]
    doubted = {check.text for check in best.checks if not check.holds}
    holding = [text for each in made if each.hypothesis in same for text in each.evidence if text not in doubted]
    holding += [text for text in best.evidence if text not in doubted]
    unlike = [each for each in found.similar_incidents if not _is_named(each, others)]
    own = [text for text in best.evidence if text not in doubted]
    cited = [each for each in found.similar_incidents if _is_named(each, own)]
    cited += [each for each in unlike if each not in cited and _is_named(each, holding)]
    return cited or [each for each in unlike if each.similarity_score >= _TRULY_ALIKE]


def _is_named(past: SimilarIncident, texts: Sequence[str]) -> bool:
    return any(past.incident_id in text for text in texts)


def _say_past(found: RootCause) -> list[str]:
    """Say of the past incidents that bear on the cause and whose remedy is known what fixed them."""
    told = []
    for past in (each for each in _list_related(found) if each.resolution):
        when = past.timestamp.partition("T")[0] or "?"
        cause = (past.root_cause or past.description).rstrip(".")
        head = say("cause.fixed_item", id=past.incident_id, when=when, score=past.similarity_score, cause=cause)
        told.append(f"{head}; {say('cause.fixed_by', fix='; '.join(past.resolution))}")
    return told


def _listed(title: str, texts: Sequence[str], mark: str = "- ") -> list[str]:
    shown = [line for text in texts for line in hang(f"    {mark}", text, _WIDTH)]
    return [f"  {title}:", *shown, ""] if shown else []


def mark_evidence(best: FinalHypothesis) -> list[str]:
    """List the evidence of a cause with its origin (R-33); what does not hold is marked in front."""
    doubted = {check.text: check.reason for check in best.checks if not check.holds}
    argued = [text for text in doubted if text not in best.evidence]
    return [
        say("synthesis.does_not_hold", why=doubted[text], text=text)
        if text in doubted
        else name_origin(text, best.source)
        for text in (*best.evidence, *argued)
    ]


def name_origin(text: str, source: str) -> str:
    """Put the origin of a piece of evidence in front, as far as it is known (R-33)."""
    if text.startswith(_ORIGINS) or source not in _SEES:
        return text
    return f"{_SEES[source]} {text}"


def _trajectory(found: RootCause) -> str:
    scores = found.improvement_trajectory
    if len(scores) == 1:
        return say("cause.trajectory_one", score=scores[0])
    gain, rounds = f"{scores[-1] - scores[0]:+d}", say_count(found.total_rounds, "rounds")
    return say("cause.trajectory", scores=" → ".join(map(str, scores)), gain=gain, rounds=rounds)
