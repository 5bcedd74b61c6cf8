"""Writes the report of a root-cause debate (R-32, R-33): what each round brought, the best cause, and how to fix it."""

from moot.state.debate import MultiAgentState
from moot.state.hypotheses import RootCause, RootCauseRound, RootCauseStop
from moot.state.warrant import Warrant
from moot.views.terminal.lines import clean_line, hang
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
}


def report_root_cause(state: MultiAgentState, found: RootCause, warrant: Warrant | None = None) -> str:
    """Write the report; the warrant says whether the cause may stand as a decision."""
    title = f"DEBATE PROTOCOL - {say_count(found.total_rounds, 'ROUND', 'ROUNDS')}"
    lines = [_RULE, title, _RULE, ""]
    for index, item in enumerate(found.rounds):
        lines += [*_round(state, found, index, item), ""]
    lines += [_RULE, "FINAL RESULT", _RULE, "", *_final(found), ""]
    if found.improvement_trajectory:
        lines.append(f"Improvement Trajectory: {_trajectory(found)}")
    achieved = "Achieved" if found.convergence_achieved else "Not achieved"
    lines.append(f"Convergence: {achieved} ({_WHY[found.stop_reason]})")
    if warrant is not None:
        told = say_unmet(warrant)
        lines += hang("Warrant: ", f"Not complete ({told})" if told else "Complete", _WIDTH)
    lines += ["", "Warnings:", *(f"  - {clean_line(text)}" for text in found.warnings)] if found.warnings else []
    return "\n".join(lines) + "\n"


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
        lines.append(f"  - Convergence: {_WHY[found.stop_reason].capitalize()}{_detected(found)}")
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
        f"  Confidence: {best.confidence:.2f}",
        f"  Rounds Refined: {best.rounds_refined}",
        "",
        "  Evidence:",
        *(line for text in best.evidence for line in hang("    - ", name_origin(text, best.source), _WIDTH)),
        "",
        "  Resolution:",
        *(
            line
            for number, text in enumerate(best.resolution, start=1)
            for line in hang(f"    {number}. ", text, _WIDTH)
        ),
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
