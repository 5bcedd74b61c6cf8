"""Writes an incident within a budget of tokens for a prompt; hypotheses about it are in `hypotheses`.

A log reasoner sees the log only, a graph reasoner the history only, everyone else both (R-50). Of the events those that
rank best are kept, without a rank the severe ones and then the earliest; they are shown in the order of time.
"""

from collections.abc import Iterable, Sequence

from moot.prompts.fitting import join_texts, list_lines, shorten
from moot.state.incident import Incident, LogEvent

LOG_ONLY, GRAPH_ONLY = "log_focused", "kg_focused"
_SEVERITIES = ("ERROR", "WARN", "INFO")
_CHARS_PER_TOKEN = 3
"""As the ledger estimates; a log has more tokens to the character than prose."""
LOG_TOKENS = 3000
_HISTORY_TOKENS = 1_600
_JUDGE_TOKENS = 1_400
_JUDGED_EVENTS = 10
_WHOLE, _LONG_LINE, _SHORT_LINE, _JUDGED_LINE = 12, 80, 38, 60
"""So many of the best are shown with a whole example, in tokens; of the rest less is said, so that more of them fit. A
line of a log is no sentence: where it is broken off, that and how much is missing is said, and it can be asked for."""


def _weigh(line: str) -> int:
    """Weigh a line of a list: what is not ASCII takes about twice the tokens."""
    return 2 * len(line.encode()) - len(line.encode("ascii", "ignore")) + 3


def _shorten_time(text: str, day: str) -> str:
    """Leave out the day where all share it, and fractions of a second."""
    clock = text.removeprefix(f"{day}T") if day else text
    return clock.partition(".")[0].removesuffix("Z") if clock[:2].isdigit() else clock


def _event(event: LogEvent, day: str = "", room: int = _LONG_LINE) -> str:
    """Show a kind by one line: id, time and severity, how often and since when, how much more of it, its words."""
    often = f"x{event.count}" if event.count > 1 else ""
    seen = ""
    if event.count > 1 and event.first_seen and event.last_seen != event.first_seen:
        seen = f"{_shorten_time(event.first_seen, day)}..{_shorten_time(event.last_seen, day)}"
    known = event.rate_before or event.rate_inside
    rates = f"{event.rate_before:g}->{event.rate_inside:g}/min" if event.count > 1 and known else ""
    drawn = f"[{event.histogram}]" if event.histogram and room > _SHORT_LINE else ""
    parts = (event.id, _shorten_time(event.timestamp, day), event.severity, often, seen, rates, drawn, event.component)
    why = ", ".join(reason for reason in event.reasons if reason != "change")
    text = shorten(event.message or event.action, room)
    return " ".join((*(part for part in parts if part), text, *([f"({why})"] if why else [])))


def _find_day(incident: Incident) -> str:
    days = {event.timestamp[:10] for event in incident.events if event.timestamp}
    day = next(iter(days), "")
    return day if len(days) == 1 and day[4:5] == "-" else ""


def _order(event: LogEvent, place: int) -> tuple[int, int, int]:
    return event.rank or 10**6, _SEVERITIES.index(event.severity), place


def _fit_events(incident: Incident, room: int, most: int = 10**6) -> list[tuple[bool, str]]:
    """Choose the best events that fit, in the order of time: whether each may have started it, and its line."""
    timeline, day = incident.timeline or incident.events, _find_day(incident)
    ranked = sorted(enumerate(timeline), key=lambda pair: _order(pair[1], pair[0]))
    shown: dict[int, tuple[bool, str]] = {}
    for number, (place, event) in enumerate(ranked[:most]):
        line = _event(event, day, _LONG_LINE if number < _WHOLE else _SHORT_LINE)
        if _weigh(line) > room:
            continue
        room -= _weigh(line)
        shown[place] = ("change" in event.reasons, line)
    return [shown[place] for place in sorted(shown)]


def _section(name: str, texts: Sequence[str], tokens: int) -> list[str]:
    return [f"{name}:", list_lines(texts, tokens, name)] if texts else []


def _describe_logs(incident: Incident) -> list[str]:
    """Say what was read, from when to when, and where trouble stands out."""
    if not incident.lines:
        return []
    day = _find_day(incident)
    told = [
        f"logs: {', '.join(incident.logs[:10])}; {incident.lines:,} entries, {incident.started} to {incident.ended}"
        + (" (all times in UTC)" if len(incident.logs) > 1 and incident.started[4:5] == "-" else "")
    ]
    window = incident.window
    if window is not None and (window.start, window.end) == (incident.started, incident.ended):
        told.append(
            f"asked about: the whole log, {window.lines} errors and warnings; there is nothing before or after to "
            "compare it with. After the line's number and time: xN how often it occurs, first..last time, [over the "
            "log's time]"
        )
    elif window is not None:
        span = f"{_shorten_time(window.start, day)} to {_shorten_time(window.end, day)}"
        stands_out = "trouble stands out" if window.lines else "durations stand out"
        what = stands_out if window == incident.burst else "asked about"
        usual = "outside" if window.start == incident.started else "before"
        told.append(
            f"{what} from {span}: {window.lines} errors and warnings. After the line's number and time: xN how often "
            f"it occurs, first..last time, rate {usual} -> inside this window, [over the log's time]; in the end what "
            f"is odd: new in this window, a value {usual} -> inside (the line is the first with a changed value), "
            "fewer than usual"
        )
    else:
        told.append("no stretch of time stands out from the rest of the log")
    if incident.histogram:
        gaps = ", _ = no entry at all" if "_" in incident.histogram else ""
        told.append(f"errors and warnings over the log's time (9 = most, . = none{gaps}): [{incident.histogram}]")
    return told


def view_log(incident: Incident, *, tokens: int = LOG_TOKENS) -> str:
    """Show what the log says, within a budget: where trouble stands out, what changed before, what tells most."""
    entities = [f"{each.type} {each.name}" for each in incident.entities if each.type != "component"]
    relations = [f"{each.source} {each.type} {each.target}" for each in incident.relationships]
    requests = [f"{each.request}: {' | '.join(each.lines)}" for each in incident.requests]
    head = _describe_logs(incident)
    tail = [
        *_section("one request through the log", requests[:2], tokens // 12),
        *(["entities:", f"- {join_texts(entities, tokens // 24, ', ')}"] if entities else []),
        *_section("relations, by order and components, not shown to be causes", relations, tokens // 16),
    ]
    room = tokens * _CHARS_PER_TOKEN - sum(_weigh(line) for line in (*head, *tail)) - 120
    events = _fit_events(incident, room)
    changes, rest = [line for change, line in events if change], [line for change, line in events if not change]
    sections = [
        *head,
        *(["what happened before and may have started it:", *(f"- {line}" for line in changes)] if changes else []),
        *(["events:", *(f"- {line}" for line in rest)] if rest else []),
        *tail,
    ]
    hidden = len(incident.events) - len(events)
    return "\n".join([*sections, *([f"({hidden} more kinds of lines are not shown)"] if hidden > 0 else [])])


def view_history(incident: Incident, *, tokens: int = _HISTORY_TOKENS) -> str:
    """Show what the incident graph knows: similar incidents, causal paths, entities, patterns (R-50)."""
    similar = [f"{each.incident_id} ({each.told[0]}) {'. '.join(each.told[1:])}"
               for each in incident.similar_incidents[:5]]  # fmt: skip
    paths = [f"P{number} {each.told}" for number, each in enumerate(incident.causal_paths[:3], start=1)]
    context = [
        f"{name} ({each.type}): {each.event_count} events in {each.incident_count} incidents {each.context}"
        for name, each in incident.entity_context.items()
    ]
    patterns = [f"{each.pattern} (seen {each.frequency} times)" for each in incident.patterns]
    sections = [
        *_section("similar incidents", similar, tokens // 2),
        *_section("causal paths", paths, tokens // 5),
        *_section("entities", context, tokens // 10),
        *_section("patterns (what followed what, more than once)", patterns, tokens // 10),
    ]
    # An unknown pattern costs whoever cites it points: say that there is none.
    return "\n".join([*sections, "patterns: none is known"] if sections and not patterns else sections)


def view_incident(incident: Incident, seat: str) -> tuple[str, str]:
    """Give a reasoner its own view as (log, history); what it may not see is empty."""
    log = "" if seat == GRAPH_ONLY else view_log(incident)
    history = "" if seat == LOG_ONLY else view_history(incident) or _describe_no_history(incident)
    return log, history


def _describe_no_history(incident: Incident) -> str:
    """Say that there is nothing to check the log against, so that nobody looks for it."""
    known = incident.past_incidents
    told = f"none of the {known} past incidents that are known is similar" if known else "no past incident is known"
    return f"empty: {told}"


def name_example_line(incident: Incident) -> str:
    """Write the id of a line as this incident's lines have them: of several logs with the log."""
    return "F2L17" if len(incident.logs) > 1 else "L17"


def _keep_various(events: Iterable[LogEvent], most: int = 2) -> list[LogEvent]:
    """Keep at most a few events of one form, so that one flood in many words does not hide the others."""
    seen: dict[str, int] = {}
    kept = []
    for event in events:
        seen[event.template_id] = seen.get(event.template_id, 0) + 1
        if not event.template_id or seen[event.template_id] <= most:
            kept.append(event)
    return kept


def view_for_judge(incident: Incident, *, tokens: int = _JUDGE_TOKENS) -> str:
    """Show the judge at most ten events, what may have started it among them, and all errors (R-47)."""
    timeline, day = incident.timeline or incident.events, _find_day(incident)
    ranked = [event for _, event in sorted(enumerate(timeline), key=lambda pair: _order(pair[1], pair[0]))]
    changes = [event for event in ranked if "change" in event.reasons][: _JUDGED_EVENTS // 2]
    others = _keep_various(event for event in ranked if "change" not in event.reasons)[: _JUDGED_EVENTS - len(changes)]
    chosen = [event for event in timeline if event in changes or event in others]
    events = [_event(event, day, _JUDGED_LINE) for event in chosen]
    # What stands among the events need not be said twice.
    shown = {event.message for event in chosen}
    errors = [
        f"{each.error_type} {each.component}".rstrip() + ("" if each.message in shown else f": {each.message}")
        for each in incident.error_messages
    ]
    return "\n".join([*_section("events", events, 2 * tokens // 3), *_section("errors", errors, tokens // 3)])
