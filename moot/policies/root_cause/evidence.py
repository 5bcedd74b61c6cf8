"""Traces the evidence of a hypothesis to events, past incidents or patterns (R-33).

- A line that cites ids (L17, HDFS_001) resolves to them; one that cites a line number the incident does not have
  resolves to nothing, whatever else it says.
- A line without an id is compared with what its prefix names (everything, without a prefix): it resolves to an entry
  that has all its numbers and at least half of its telling words, two or more, or its only one.
- A pattern is named by its components, in their order.

Of several entries the one that shares most words is taken, ties in the order of the incident. An incident without any
data has nothing to check against, and nothing is reported.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from moot.policies.language import STOP_WORDS, fold, words
from moot.state.base import Texts, Value
from moot.state.hypotheses import FinalHypothesis, Hypothesis
from moot.state.incident import Incident

_Origin = Literal["log", "history", "pattern", "unknown"]

NOT_FOUND = "(not found in the data)"
"""What a judge reads behind evidence that resolves to nothing."""

_PREFIX = re.compile(r"\s*(log|historical|history|pattern)s?\s*:\s*", re.IGNORECASE)
_ORIGINS: dict[str, _Origin] = {"log": "log", "historical": "history", "history": "history", "pattern": "pattern"}
_LINE = re.compile(r"\bL\d+\b(?!\s+cache)")
_ARROW = re.compile(r"\s*(?:→|->|=>|➔)\s*")
_VAGUE = """
log logs line lines event events entry error errors message messages failure failures failed incident incidents similar
same pattern sequence historical history past shows show showed reports reported report seen found usage percent
component components first last root cause similarity
"""
_SMALL = STOP_WORDS["en"] | STOP_WORDS["pt"] | STOP_WORDS["id"] | frozenset(_VAGUE.split())
"""Words that stand in many entries and tell none apart."""


class Link(Value):
    """Where one line of evidence leads."""

    text: str
    origin: _Origin
    ids: Texts
    """The events, incidents or patterns it rests on; none when it resolves to nothing."""
    reason: str


class _Entry(NamedTuple):
    origin: _Origin
    id: str
    text: str


def resolve_evidence(hypothesis: Hypothesis | FinalHypothesis, incident: Incident) -> tuple[Link, ...]:
    """Trace every line of a hypothesis's evidence to the incident's own data."""
    entries = tuple(_list_entries(incident))
    return tuple(_resolve(text, entries) for text in hypothesis.evidence) if entries else ()


def list_unresolved_evidence(hypotheses: Iterable[Hypothesis], incident: Incident) -> Texts:
    """Say which lines of evidence resolve to nothing, and why."""
    return tuple(
        f"{hypothesis.id}: the evidence {link.text!r} resolves to nothing: {link.reason}"
        for hypothesis in hypotheses
        for link in resolve_evidence(hypothesis, incident)
        if not link.ids
    )


def mark_unresolved(hypotheses: Iterable[Hypothesis], incident: Incident) -> list[Hypothesis]:
    """Mark the evidence that resolves to nothing, so that nobody is impressed by it."""
    return [_mark(each, resolve_evidence(each, incident)) for each in hypotheses]


def _mark(hypothesis: Hypothesis, links: Sequence[Link]) -> Hypothesis:
    if all(link.ids for link in links):
        return hypothesis
    marked = tuple(link.text if link.ids else f"{link.text} {NOT_FOUND}" for link in links)
    return hypothesis.model_copy(update={"evidence": marked})


def _list_entries(incident: Incident) -> Iterator[_Entry]:
    for number, event in enumerate(incident.events or incident.timeline, start=1):
        told = f"{event.timestamp} {event.severity} {event.component} {event.message} {event.action}"
        yield _Entry("log", event.id or f"event {number}", told)
    for error in incident.error_messages:
        yield _Entry("log", error.error_type, f"{error.error_type} {error.component} {error.message}")
    for past in incident.similar_incidents:
        told = f"{past.root_cause} {past.root_cause_description} {past.root_cause_category} {' '.join(past.components)}"
        yield _Entry("history", past.incident_id, f"{past.incident_id} {past.label} {told}")
    for number, path in enumerate(incident.causal_paths, start=1):
        yield _Entry("history", f"path {number}", f"causal path {' '.join(path.events)} {path.error_type}")
    for name, context in incident.entity_context.items():
        yield _Entry("history", name, f"{name} {context.type} {context.context}")
    for pattern in incident.patterns:
        yield _Entry("pattern", pattern.pattern, pattern.pattern)
    for link in incident.relationships:
        yield _Entry("pattern", f"{link.source} {link.type} {link.target}", f"{link.source} → {link.target}")


def _resolve(text: str, entries: Sequence[_Entry]) -> Link:
    prefix = _PREFIX.match(text)
    origin = _ORIGINS[prefix[1].lower()] if prefix else "unknown"
    body = text[prefix.end() :] if prefix else text
    asked = [entry for entry in entries if origin in ("unknown", entry.origin)]
    cited = tuple(dict.fromkeys(entry.id for entry in asked if _names(body, entry.id)))
    strangers = sorted(set(_LINE.findall(body)) - {entry.id for entry in entries})
    if strangers and origin != "pattern":
        return Link(text=text, origin=origin, ids=(), reason=f"there is no {strangers[0]} in this incident")
    if cited:
        return Link(text=text, origin=origin, ids=cited, reason="it cites what the incident has")
    found = _compare_patterns(body, asked) if origin == "pattern" else _compare_words(body, asked)
    if found is None:
        return Link(text=text, origin=origin, ids=(), reason="nothing in the incident says so")
    return Link(text=text, origin=origin, ids=(found.id,), reason="the incident says the same")


def _names(body: str, identifier: str) -> bool:
    return bool(identifier) and re.search(rf"(?<!\w){re.escape(identifier)}(?!\w)", body) is not None


def _compare_words(body: str, entries: Iterable[_Entry]) -> _Entry | None:
    telling = _telling(body)
    best, most = None, 0
    for entry in entries:
        there = frozenset(words(entry.text))
        shared = telling & there
        numbers = {word for word in telling if word.isdigit()} <= there
        enough = len(shared) >= max(min(2, len(telling)), len(telling) / 2)
        if shared and numbers and enough and len(shared) > most:
            best, most = entry, len(shared)
    return best


def _telling(body: str) -> frozenset[str]:
    return frozenset(word for word in words(body) if word not in _SMALL and (len(word) > 2 or word.isdigit()))


def _compare_patterns(body: str, entries: Iterable[_Entry]) -> _Entry | None:
    """A pattern is meant when its components stand in the text in their order."""
    told = fold(body)
    for entry in entries:
        steps = [fold(step) for step in _ARROW.split(entry.text)]
        place = 0
        for step in steps:
            place = told.find(step, place)
            if place < 0:
                break
            place += len(step)
        else:
            return entry
    return None
