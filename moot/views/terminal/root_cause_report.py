"""Writes the report of a root-cause debate (R-32, R-33): what each round brought, the best cause, and how to fix it.

The final result stands at the end and fits a screen: of lists only the first entries are shown, one line each where
they are not the evidence itself. What is empty is left out.
"""

from collections.abc import Sequence

from moot.state.debate import MultiAgentState
from moot.state.hypotheses import (
    ChainLink,
    FinalHypothesis,
    MissingCause,
    RootCause,
    RootCauseRound,
    RootCauseStop,
)
from moot.state.warrant import Warrant
from moot.views.terminal.lines import clean_line, clip_line, hang
from moot.views.wording import say_count, say_unmet

_WIDTH = 70
_RULE = "=" * _WIDTH

_ORIGINS = ("Log:", "Historical:", "Pattern:")
"""How evidence says where it comes from (R-33)."""

_SEES = {"log_focused": "Log:", "kg_focused": "Historical:"}
"""A reasoner who sees one source only cannot cite another (R-50)."""

_WHY: dict[RootCauseStop, str] = {
    "consensus": "consensus on the root cause",
    "plateau": "score plateau",
    "max_rounds": "maximum rounds reached",
    "loop": "the rounds repeat themselves",
    "budget": "budget used up",
    "timeout_total": "time used up",
    "max_iterations": "maximum iterations reached",
    "insufficient_positions": "no hypothesis to go on with",
    "no_data": "nothing to look at",
}

_MISSING: dict[MissingCause, str] = {
    "no_data": "there was nothing to look at",
    "no_incident": "no incident; nothing departs from the ordinary",
    "no_hypothesis": "nobody proposed a cause",
    "unsupported": "the evidence of the best hypothesis does not hold",
    "unjudged": "no judge scored the best hypothesis",
    "below_floor": "the best hypothesis is not argued well enough",
}
_LISTED, _STEPS, _WARNED = 3, 6, 5
"""So many entries of a list, steps of a chain and warnings are shown."""


def report_root_cause(state: MultiAgentState, found: RootCause, warrant: Warrant | None = None) -> str:
    """Write the report; the warrant says whether the cause may stand as a decision."""
    title = f"DEBATE PROTOCOL - {say_count(found.total_rounds, 'ROUND', 'ROUNDS')}"
    lines = [_RULE, title, _RULE, ""]
    for index, item in enumerate(found.rounds):
        lines += [*_round(state, found, index, item), ""]
    lines += [_RULE, "FINAL RESULT", _RULE, "", *_missing(found), *_final(found), ""]
    if found.improvement_trajectory:
        lines.append(f"Improvement Trajectory: {_trajectory(found)}")
    achieved = "Achieved" if found.convergence_achieved else "Not achieved"
    lines.append(f"Convergence: {achieved} ({_say_stop(found)})")
    if warrant is not None:
        told = say_unmet(warrant)
        lines += hang("Warrant: ", f"Not complete ({told})" if told else "Complete", _WIDTH)
    lines += ["", "Warnings:", *_warnings(found)] if found.warnings else []
    return "\n".join(lines) + "\n"


def _say_stop(found: RootCause) -> str:
    """Say why the search ended; a consensus may be that there is nothing to find."""
    if found.stop_reason == "consensus" and found.missing == "no_incident":
        return "consensus that there is no incident"
    return _WHY[found.stop_reason]


def _warnings(found: RootCause) -> list[str]:
    shown = [f"  - {clean_line(text)}" for text in found.warnings[:_WARNED]]
    left = len(found.warnings) - _WARNED
    return [*shown, f"  - {left} more in result.json"] if left > 0 else shown


def _missing(found: RootCause) -> list[str]:
    """Say first that there is no root cause, and what would help."""
    if not found.missing:
        return []
    helps = [line for text in found.what_would_help for line in hang("    - ", text, _WIDTH)]
    told = hang("NO ROOT CAUSE: ", _MISSING[found.missing], _WIDTH)
    return [*told, *(["  What Would Help:", *helps] if helps else []), ""]


def _round(state: MultiAgentState, found: RootCause, index: int, item: RootCauseRound) -> list[str]:
    number, last = item.round_number, index == found.total_rounds - 1
    lines = [f"ROUND {number}: {_name(number, last=last)}"]
    if index == 0:
        lines += [f"  - {_seat(name)}: {_count(len(made))}" for name, made in _by_seat(state, item)]
    else:
        lines.append(f"  - {'Final improvements made' if last else 'Reasoners refined based on feedback'}")
    scores = [_top(each) for each in found.rounds[: index + 1]]
    top = scores[-1]
    lines.append(f"  - Judge Evaluation: Top score = {'none' if top is None else f'{top}/100'}")
    if index and top is not None and scores[-2] is not None:
        lines.append(f"  - Improvement: {top - scores[-2]:+d} points")
    if last:
        told = _say_stop(found)
        lines.append(f"  - Convergence: {told[:1].upper()}{told[1:]}{_detected(found)}")
    return lines


def _name(number: int, *, last: bool) -> str:
    if number == 1:
        return "Initial Hypotheses"
    return "Final Refinement" if last else "Refinement"


def _detected(found: RootCause) -> str:
    return " detected" if found.stop_reason == "plateau" else ""


def _by_seat(state: MultiAgentState, item: RootCauseRound) -> list[tuple[str, tuple[object, ...]]]:
    """List the reasoners in the profile's order, silent ones included."""
    return [(seat, item.hypotheses.get(f"{seat}_hypotheses", ())) for seat in state["routing"].seats]


def _seat(seat: str) -> str:
    """Write a reasoner's name as the report does: Log-Focused, KG-Focused, Hybrid."""
    return "-".join(part.upper() if len(part) <= 2 else part.capitalize() for part in seat.split("_"))


def _count(number: int) -> str:
    return say_count(number, "hypothesis", "hypotheses")


def _top(item: RootCauseRound) -> int | None:
    judged = item.judge_evaluation
    if judged is None:
        return None
    scores = {each.hypothesis_id: each.judge_score for each in judged.evaluated_hypotheses}
    return scores.get(judged.top_hypothesis or "")


def _final(found: RootCause) -> list[str]:
    best = found.final_hypothesis
    if best is None:
        return ["No hypothesis was found."]
    return [
        f"Best Hypothesis (Score: {best.judge_score}/100):",
        f"  Source: {best.source}",
        *hang("  Hypothesis: ", best.hypothesis, _WIDTH),
        f"  Confidence: {best.confidence:.2f}{_say_lowered(best)}",
        f"  Rounds Refined: {best.rounds_refined}",
        *_course(best),
        "",
        "  Evidence:",
        *(line for text in mark_evidence(best) for line in hang("    - ", text, _WIDTH)),
        "",
        *_listed("Ruled Out", [f"{each.hypothesis.rstrip('.')}: {each.why}" for each in best.ruled_out]),
        "  Resolution:",
        *(
            line
            for number, text in enumerate(best.resolution, start=1)
            for line in hang(f"    {number}. ", text, _WIDTH)
        ),
        *_listed("Next Checks", best.next_checks, mark="$ ")[:-1],
    ]


def _say_lowered(best: FinalHypothesis) -> str:
    stated = best.stated_confidence
    lowered = stated is not None and stated > best.confidence
    return f" (stated {stated:.2f}; not all evidence holds)" if lowered else ""


def _course(best: FinalHypothesis) -> list[str]:
    """Tell where it began, when, by what, and what followed from it."""
    steps = [f"    {clip_line(_say_link(link), _WIDTH - 4)}" for link in best.effects[:_STEPS]]
    facts = (
        ("Root Component", best.root_component and f"{best.root_component} ({best.category})"),
        ("Onset", best.onset),
        ("Trigger", _say_link(best.trigger) if best.trigger else ""),
    )
    return [
        *(line for name, text in facts if text for line in hang(f"  {name}: ", text, _WIDTH)),
        *(["  Effects:", *steps] if steps else []),
    ]


def _say_link(link: ChainLink) -> str:
    clock = link.time.partition("T")[2][:8]
    return f"{clock} {link.text}".strip()


def _listed(title: str, texts: Sequence[str], mark: str = "- ") -> list[str]:
    shown = [f"    {mark}{clip_line(text, _WIDTH - 4 - len(mark))}" for text in texts[:_LISTED]]
    return [f"  {title}:", *shown, ""] if shown else []


def mark_evidence(best: FinalHypothesis) -> list[str]:
    """List the evidence of a cause with its origin (R-33); what does not hold is marked in front."""
    doubted = {check.text: check.reason for check in best.checks if not check.holds}
    return [
        f"DOES NOT HOLD ({doubted[text]}): {text}" if text in doubted else name_origin(text, best.source)
        for text in best.evidence
    ]


def name_origin(text: str, source: str) -> str:
    """Put the origin of a piece of evidence in front, as far as it is known (R-33)."""
    if text.startswith(_ORIGINS) or source not in _SEES:
        return text
    return f"{_SEES[source]} {text}"


def _trajectory(found: RootCause) -> str:
    scores = found.improvement_trajectory
    gain = f"{scores[-1] - scores[0]:+d} points over {say_count(found.total_rounds, 'round')}"
    return f"{' → '.join(map(str, scores))} ({gain})"
