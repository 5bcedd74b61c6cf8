"""Asks the incident graph about an incident, and adds to it what a debate found.

A graph that cannot be read, or knows nothing, never stops a debate: the incident then says so in its warnings (R-59).
A root cause is learned as confirmed only when a person stands for it; one that nobody has looked at can be learned
too, and says so wherever it is shown.
"""

import os
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import assert_never

from platformdirs import user_data_path

from moot.errors import StoreError, UsageError
from moot.knowledge.incidents.memory.incident_graph import IN_MEMORY, add_incidents, open_graph, remove_incident
from moot.knowledge.incidents.memory.past_incidents import (
    Cause,
    PastCause,
    PastEntity,
    PastError,
    PastEvent,
    PastIncident,
    complete_incident,
)
from moot.knowledge.incidents.memory.similar import (
    describe_entities,
    find_causal_paths,
    find_patterns,
    find_similar,
    relate_incidents,
)
from moot.state.hypotheses import FinalHypothesis
from moot.state.incident import LINE_ID, Incident
from moot.state.outcome import ReviewResponse

_PLACE_VARIABLE = "MOOT_INCIDENTS"
_FILE_URL, _URL = "sqlite:///", re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
_LINE_NAMES = re.compile(rf"[\s(\[]*\b{LINE_ID}(?:\s*(?:,|and|e|dan)\s*{LINE_ID})*\b[)\]]*[:,]?")
_MAX_RELATED = 20
"""So many new incidents are related at once: each is compared with all others, and likeness is found anyway."""


_MAX_LEARNED = 20
"""Events of an incident that are learned: the most telling."""


def find_incident_graph(given: str | None = None) -> str:
    """Find the incident graph: as given, else by the environment, else a file in the user's data folder.

    It may be written as a store is: `sqlite:///past.db`. No other URL is the name of a file.
    """
    place = given or os.environ.get(_PLACE_VARIABLE) or str(user_data_path("moot", appauthor=False) / "incidents.db")
    if place in (IN_MEMORY, f"{IN_MEMORY}//"):
        return IN_MEMORY
    name = place.removeprefix(_FILE_URL)
    if not name or _URL.match(name):
        raise UsageError(f"incident graph {place!r}: name a file, as in past.db, or {IN_MEMORY}")
    return name


def recall_history(incident: Incident, place: str, known: Sequence[PastIncident] = (), besides: str = "") -> Incident:
    """Fill in what the graph knows of an incident; `known` incidents are added to the graph first."""
    if not known and place != IN_MEMORY and not Path(place).exists():
        return incident
    try:
        with open_graph(place, write=bool(known)) as graph:
            _add_and_relate(graph, known)
            return _fill_history(incident, graph, besides)
    except StoreError as error:
        warned = _add_warning(incident, f"{error}; the debate goes on without its history")
    # What the caller brought along is used even when it cannot be kept.
    return recall_history(warned, IN_MEMORY, known, besides) if known and place != IN_MEMORY else warned


def _add_warning(incident: Incident, text: str) -> Incident:
    return incident.model_copy(update={"warnings": (*incident.warnings, text)})


def _fill_history(incident: Incident, graph: sqlite3.Connection, besides: str) -> Incident:
    names = [entity.name for entity in incident.entities]
    (known,) = graph.execute("SELECT COUNT(*) FROM incident WHERE id <> ?", (besides,)).fetchone()
    return incident.model_copy(
        update={
            "past_incidents": known,
            "similar_incidents": find_similar(graph, incident, besides),
            "causal_paths": find_causal_paths(graph, (error.error_type for error in incident.error_messages)),
            "entity_context": describe_entities(graph, names),
            "patterns": find_patterns(graph, (event.component for event in incident.events)),
        }
    )


def _add_and_relate(graph: sqlite3.Connection, known: Sequence[PastIncident]) -> None:
    """Add past incidents to the graph, and relate the new ones to those they resemble (R-55)."""
    changed = add_incidents(graph, known) if known else []
    relate_incidents(graph, changed[:_MAX_RELATED])


def learn_cause(incident: Incident, cause: FinalHypothesis, place: str, *, name: str, confirmed: bool = False) -> None:
    """Add an incident with its root cause to the graph, under a name; it replaces one learned under that name."""
    with open_graph(place, write=True) as graph:
        _add_and_relate(graph, [_make_past_incident(incident, cause, name=name, confirmed=confirmed)])


def learn_review(
    incident: Incident, cause: FinalHypothesis, response: ReviewResponse, place: str, *, name: str
) -> None:
    """Learn what a person said of a root cause: kept as confirmed when approved or corrected, dropped when rejected."""
    match response.type:
        case "approve":
            learn_cause(incident, cause, place, name=name, confirmed=True)
        case "edit":
            corrected = cause.model_copy(update={"hypothesis": response.text, "reasoning": "", "trigger": None})
            learn_cause(incident, corrected, place, name=name, confirmed=True)
        case "reject":
            _forget_cause(place, name)
        case "respond":
            pass  # nothing is decided yet
        case _:
            assert_never(response.type)


def _forget_cause(place: str, name: str) -> bool:
    """Remove what was learned under a name; False when there is nothing."""
    if place == IN_MEMORY or not Path(place).exists():
        return False
    with open_graph(place, write=True) as graph:
        return remove_incident(graph, name)


def _describe_course(cause: FinalHypothesis) -> str:
    """Write what happened as the hypothesis has it, without the lines of a log that nobody will have then.

    Its reasoning argues with others, and tells nothing to whoever reads it in another year.
    """
    steps = [*([cause.trigger.text] if cause.trigger else []), *(each.text for each in cause.effects)]
    told = [" ".join(_LINE_NAMES.sub(" ", text).split()).rstrip(".") for text in steps]
    return "; ".join(dict.fromkeys(text for text in told if text))


def _make_past_incident(incident: Incident, cause: FinalHypothesis, *, name: str, confirmed: bool) -> PastIncident:
    """Write an incident as the graph keeps it."""
    # Of a long log only what had a part in the trouble is worth remembering.
    events = [event for event in incident.timeline or incident.events if event.rank <= _MAX_LEARNED]
    severe = any(event.severity == "ERROR" for event in events)
    return complete_incident(
        PastIncident(
            id=name,
            timestamp=events[0].timestamp if events else "",
            label=cause.category,
            severity="ERROR" if severe else "WARN",
            root_cause=cause.hypothesis,
            description=_describe_course(cause),
            cause=PastCause(
                description=cause.hypothesis,
                category=cause.category,
                confidence=cause.confidence,
                resolution=cause.resolution,
            ),
            events=tuple(
                PastEvent(
                    id=each.id,
                    timestamp=each.timestamp,
                    component=each.component,
                    action=each.action,
                    severity=each.severity,
                    message=each.message,
                    template_id=each.template_id,
                )
                for each in events
            ),
            entities=tuple(
                PastEntity(type=each.type, name=each.name, context=each.context) for each in incident.entities
            ),
            errors=tuple(
                PastError(error_type=each.error_type, message=each.message, component=each.component)
                for each in incident.error_messages
            ),
            causes=tuple(
                # What shares a host or a block with something earlier need not follow from it.
                Cause(source=each.source, target=each.target, confidence=1.0 if each.type == "causes" else 0.5)
                for each in incident.relationships
                if each.type in ("causes", "triggers")
            ),
            confirmed=confirmed,
        )
    )
