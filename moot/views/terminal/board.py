"""Follows a debate for somebody who watches it: who speaks, how far they agree, what was used.

The board knows nothing of terminals. It is told events and pieces of answers, and can be asked at any time.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from moot.views.terminal.speech import Speech
from moot.views.wording import name_measure

_SeatStanding = Literal["waiting", "speaking", "ok", "partial", "timeout", "failed", "refused"]
_Event = Mapping[str, Any]


@dataclass(slots=True)
class Row:
    """Holds what one actor does, and what came of it."""

    seat: str
    phase: str = ""
    standing: _SeatStanding = "waiting"
    confidence: float | None = None
    tokens: int = 0
    said: str = ""
    speech: Speech = field(default_factory=Speech)

    @property
    def words(self) -> str:
        """Return what it says, while it speaks; then what it came to."""
        return self.speech.tail() if self.standing == "speaking" else self.said


@dataclass(slots=True)
class _Used:
    """Counts what a debate has used so far."""

    seconds: float = 0.0
    """Before this run; a run adds its own time."""
    tokens: int = 0
    cost: float = 0.0
    unpriced: bool = False


class Board:
    """Follows one debate."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._began = clock, clock()
        self.rows: dict[str, Row] = {}
        self.profile = ""
        self.round = 0
        self.limits: Mapping[str, Any] = {}
        self.measure = "agreement"
        self.threshold: float | None = None
        self.convergence: float | None = None
        self.used = _Used()
        self._speakers: dict[str, Row] = {}

    @property
    def elapsed(self) -> float:
        """Seconds of this debate, those of an earlier run included."""
        return self.used.seconds + self._clock() - self._began

    def note(self, event: _Event) -> None:
        """Take note of an event; one of tomorrow changes nothing."""
        match event.get("event"):
            case "began":
                self._begin(event)
            case "round_opened":
                self._open_round(event)
            case "seat_started":
                self._start(event)
            case "seat_finished":
                self._finish(event)
            case "round_closed":
                self.convergence = event["convergence"]
            case _:
                pass

    def hear(self, node: str, piece: str) -> None:
        """Take note of a piece of an answer, by the node of the graph it comes from."""
        row = self._speakers.get(node) or self._find(node)
        if row is not None:
            self._speakers[node] = row
            row.speech.hear(piece)

    def _begin(self, event: _Event) -> None:
        spent = event["spent"]
        self.profile, self.limits = event["profile"], event["limits"]
        self.round, self.convergence = event["round"], event["convergence"]
        self.measure = name_measure(event["strategy"])
        # Where something else than agreement ends the rounds, no share of it is needed.
        self.threshold = event["threshold"] if self.measure == "agreement" else None
        self.rows = {seat: Row(seat) for seat in event["seats"]}
        for each in event["standing"]:
            row = self._row(each["seat"])
            row.phase, row.standing, row.said = each["phase"], each["status"], each["said"]
            row.confidence, row.tokens = each["confidence"], each["tokens"]
        self.used = _Used(spent["seconds"], spent["tokens"], spent["cost"], bool(spent["unpriced"]))
        self._began = self._clock()

    def _open_round(self, event: _Event) -> None:
        self.round = event["round"]
        for seat in event["seats"]:
            row = self._row(seat)
            row.phase, row.standing, row.said = event["phase"], "waiting", ""

    def _start(self, event: _Event) -> None:
        row = self._row(event["seat"])
        row.phase, row.standing, row.said, row.speech = event["phase"], "speaking", "", Speech()
        self._speakers.clear()

    def _finish(self, event: _Event) -> None:
        row = self._row(event["seat"])
        row.phase, row.standing = event["phase"], event["status"]
        row.said = event["error"] or event.get("said") or row.speech.tail()
        row.tokens += event["tokens"]
        if event["confidence"] is not None:
            row.confidence = event["confidence"]
        self.used.tokens += event["tokens"]
        cost = event.get("cost")
        self.used.cost += cost or 0.0
        self.used.unpriced |= cost is None and event["tokens"] > 0

    def _row(self, seat: str) -> Row:
        return self.rows.setdefault(seat, Row(seat))

    def _find(self, node: str) -> Row | None:
        """Whose node it is: `revise_cfo` is the cfo's, `judge` the judge's; else it is of whoever speaks alone."""
        speaking = [row for row in self.rows.values() if row.standing == "speaking"]
        named = [row for row in speaking if node in (row.seat, row.phase, f"{row.phase}_{row.seat}")]
        ending = sorted((row for row in speaking if node.endswith(f"_{row.seat}")), key=lambda row: -len(row.seat))
        return next(iter([*named, *ending, *(speaking if len(speaking) == 1 else [])]), None)
