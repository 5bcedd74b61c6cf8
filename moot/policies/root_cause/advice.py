"""Says why there is no root cause, and what would help to find one.

The first reason that holds is named: nothing to look at, no incident, no hypothesis, no cause in it, no evidence
of it, nobody who judged it, a score below the floor. A log shows no incident, whatever hypothesis was argued best,
when both measures of it say so: its course over time does not depart from its own baseline, and no stretch of it stands
out or was asked about. Where they disagree there is an incident to explain. The floor itself is reached.
"""

from collections.abc import Sequence
from typing import assert_never

from moot.policies.root_cause.evidence import agree_on_none
from moot.policies.root_cause.material import has_history, has_log
from moot.policies.root_cause.naming import names_cause
from moot.state.facts import Sayings, state_fact
from moot.state.hypotheses import Evaluation, FinalHypothesis, HypothesisSheet, MissingCause
from moot.state.incident import Incident

_SHOWN = 3


def find_missing(
    incident: Incident | None,
    sheets: Sequence[HypothesisSheet],
    best: FinalHypothesis | None,
    evaluation: Evaluation | None,
    floor: int,
) -> MissingCause:
    """Find why the best hypothesis is no root cause; empty when it is one."""
    if not has_log(incident) and not has_history(incident):
        return "no_data"
    if shows_no_incident(incident) or agree_on_none(sheets):
        return "no_incident"
    if best is None or evaluation is None:
        return "no_hypothesis"
    if not names_cause(best):
        return "no_cause"
    if not evaluation.supported:
        return "unsupported"
    if evaluation.fallback:
        return "unjudged"
    return "below_floor" if evaluation.judge_score < floor else ""


def shows_no_incident(incident: Incident | None) -> bool:
    """Tell whether the log was measured, and nothing in it departs from its own baseline by either measure."""
    if incident is None or incident.outline is None:
        return False
    return incident.outline.departs is False and not incident.departs


def say_what_would_help(
    missing: MissingCause,
    incident: Incident | None,
    best: FinalHypothesis | None,
    evaluation: Evaluation | None,
    floor: int,
) -> Sayings:
    """List what would help to find a root cause; nothing where there is one."""
    checks = (
        tuple(state_fact("cause.help.run", command=command) for command in best.next_checks[:_SHOWN])
        if best is not None
        else ()
    )
    weak = evaluation.weaknesses[:_SHOWN] if evaluation is not None else ()
    match missing:
        case "":
            return ()
        case "no_data":
            return (
                state_fact("cause.help.name_log"),
                state_fact("cause.help.past"),
            )
        case "no_incident":
            note = incident.outline.note if incident is not None and incident.outline is not None else ""
            return (
                *((state_fact("cause.help.baseline", note=note),) if shows_no_incident(incident) else ()),
                state_fact("cause.help.longer_log"),
                state_fact("cause.help.other_logs"),
            )
        case "no_hypothesis":
            return (state_fact("cause.help.model"),)
        case "no_cause":
            open_points = best.doubts[:_SHOWN] if best is not None else ()
            settle = tuple(state_fact("cause.help.settle", text=each.text) for each in open_points)
            return (*settle, *checks, state_fact("cause.help.before"))
        case "unsupported":
            doubted = evaluation.unsupported if evaluation is not None else ()
            return (*(state_fact("cause.help.evidence", text=text) for text in doubted[:_SHOWN]), *checks)
        case "unjudged":
            return (state_fact("cause.help.judge"), *checks)
        case "below_floor":
            return (
                *(state_fact("cause.help.settle", text=text) for text in weak),
                *checks,
                state_fact("cause.help.floor", floor=floor),
            )
        case _:
            assert_never(missing)
