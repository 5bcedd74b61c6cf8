"""Says what a search has to look at, and which reasoners have nothing.

A reasoner that sees the log only needs something of the log, one that sees the history only needs past incidents,
causal paths, patterns or known entities (R-50); any other one needs either. Where nobody has anything nothing is looked
for.
"""

from collections.abc import Sequence

from moot.prompts import GRAPH_ONLY, LOG_ONLY
from moot.state.base import Texts
from moot.state.incident import Incident


def has_log(incident: Incident | None) -> bool:
    """Tell whether there is anything of a log."""
    return incident is not None and bool(incident.events or incident.timeline or incident.error_messages)


def has_history(incident: Incident | None) -> bool:
    """Tell whether the incident graph knows anything of it."""
    return incident is not None and bool(
        incident.similar_incidents or incident.causal_paths or incident.patterns or incident.entity_context
    )


def list_idle_reasoners(incident: Incident | None, seats: Sequence[str]) -> Texts:
    """List the reasoners who have nothing to look at."""
    log, history = has_log(incident), has_history(incident)
    sees = {LOG_ONLY: log, GRAPH_ONLY: history}
    return tuple(seat for seat in seats if not sees.get(seat, log or history))
