"""Tells what happens in a debate, one line per event, for people and for log files."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

import typer

_Event = Mapping[str, Any]
_TERMINAL_INTERVAL, _FILE_INTERVAL = 0.2, 10.0
"""Seconds between two states of a status line: a file is not to be filled."""


class Progress:
    """Tells stderr what happens; results have stdout to themselves."""

    modes = ("custom",)

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.stopped = False
        """Whether the circuit breaker stopped the debate while we watched."""

    def __call__(self, mode: str, data: Any) -> None:
        """Take note of what the graph streams; only our own events are told."""
        self.stopped |= mode == "custom" and data.get("event") == "breaker"
        if mode == "custom" and (line := describe_event(data)):
            typer.echo(f"[{time.monotonic() - self._began:6.1f} s] {line}", err=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: every line stays."""


class StatusLine:
    """Shows one line on stderr that changes; without a terminal, a new line now and then."""

    def __init__(self, *, after: float = 0.0) -> None:
        self._terminal = sys.stderr.isatty()
        self._interval = _TERMINAL_INTERVAL if self._terminal else _FILE_INTERVAL
        self._next, self._shown = time.monotonic() + after * self._interval, False

    @property
    def is_due(self) -> bool:
        """Say whether it is time for another line."""
        return time.monotonic() >= self._next

    def show(self, line: str) -> None:
        """Show a line in the place of the last one."""
        self._next = time.monotonic() + self._interval
        typer.echo(f"\r\x1b[K{line}" if self._terminal else line, err=True, nl=not self._terminal)
        self._shown = True

    def clear(self) -> None:
        """Take the line away before something else is written."""
        if self._shown and self._terminal:
            typer.echo("\r\x1b[K", err=True, nl=False)
            self._shown = False


@contextmanager
def say_loading(*, quiet: bool) -> Iterator[None]:
    """Say that something takes a moment, on a terminal and for as long as it takes."""
    shown = not quiet and can_animate()
    if shown:
        typer.echo("getting ready ...", err=True, nl=False)
    try:
        yield
    finally:
        if shown:
            typer.echo("\r\x1b[K", err=True, nl=False)


def can_animate() -> bool:
    """Say whether stderr is a terminal that can be drawn on."""
    # A terminal that cannot move its cursor is as good as a file.
    return sys.stderr.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


def describe_event(event: _Event) -> str | None:
    """Write one line for an event; None for one that nobody wants to read."""
    from moot.views.terminal import clean_line

    describe = _LINES.get(str(event.get("event")))
    return clean_line(describe(event)) if describe else None


def _seat_finished(event: _Event) -> str:
    status = "" if event["status"] == "ok" else f" [{event['status']}]"
    sure = "" if event["confidence"] is None else f", confidence {_percent(event['confidence'])}"
    error = f": {event['error']}" if event["error"] else ""
    spent = f"{event['tokens']:,} tokens, {event['elapsed_ms'] / 1000:.1f} s"
    return f"{_who(event)} done{status} ({spent}{sure}){error}"


def _round_closed(event: _Event) -> str:
    # How far they agreed is in the reason; not every strategy ends a debate by agreement.
    state = "settled" if event["converged"] else "not settled"
    return f"round {event['round']} closed: {state}. {event['reason']}"


def _escalated(event: _Event) -> str:
    if event["target"] == "none":
        return "nobody else has to look"
    return f"escalated to {event['target']}: {'; '.join(event['reasons'])}"


def _looked_up(event: _Event) -> str:
    return f"round {event['round']}: {event['seat']} looked up {event['queries']}, found {event['found']}"


def _ended(event: _Event) -> str:
    sure = "" if event["confidence"] is None else f" with confidence {_percent(event['confidence'])}"
    unmet = f"; {event['reason']}" if event.get("reason") and event["status"] != "decided" else ""
    return f"ended: {event['status']}{sure}{unmet}"


def _percent(share: float) -> str:
    from moot.views.wording import whole_percent

    return f"{whole_percent(share)}%"


def _who(event: _Event) -> str:
    place = f"round {event['round']}: " if event.get("round") else ""
    phase = "" if event["phase"] == event["seat"] else f" {event['phase']}"
    return f"{place}{event['seat']}{phase}"


_LINES: dict[str, Callable[[_Event], str]] = {
    "began": lambda event: f"debate {event['thread']}, profile {event['profile']}",
    "ingested": lambda event: f"{event['documents']:,} documents in {event['root']} can be looked up",
    "routed": lambda event: f"route {event['route']} with {', '.join(event['seats'])}",
    "rules": lambda event: event["reason"] or (f"{event['count']} rules of law apply" if event["count"] else ""),
    "round_opened": lambda event: f"round {event['round']}: {event['phase']} of {', '.join(event['seats'])}",
    "seat_started": lambda event: f"{_who(event)} ...",
    "seat_finished": _seat_finished,
    "round_closed": _round_closed,
    "breaker": lambda event: f"circuit breaker: {event['reason']}. {event['explanation']}",
    "fallback": lambda event: f"{event['seat']} could not be asked, a rule takes over: {event['reason']}",
    "audited": lambda event: f"audit of the agreement: {event['outcome']}. {event['reason']}",
    "escalated": _escalated,
    "consensus": lambda event: f"conflicts settled: {event['accepted']} of {event['consensus_count']}",
    "reopened": lambda event: f"the debate is opened again, refinement {event['refinement']}",
    "looked_up": _looked_up,
    "council": lambda event: f"the council rules: {event['outcome']}",
    "reviewed": lambda event: f"reviewed: {event['type']}",
    "ended": _ended,
}
