"""Follows a debate for somebody who watches it: who speaks, how far they agree, what was used.

The board knows nothing of terminals. It is told events and pieces of answers, and can be asked at any time.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from moot.catalogue import say
from moot.policies.agreement.ballot import open_ballot
from moot.prompts import unlabel
from moot.views.terminal.board.speech import Speech
from moot.views.wording.agreement import measures_agreement, name_measure
from moot.views.wording.names import say_seat

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


@dataclass(slots=True)
class BallotLine:
    """Holds one option of the ballot, and who votes for it at the moment."""

    id: str
    text: str
    seats: list[str] = field(default_factory=list)


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
        self.ballot: dict[str, BallotLine] = {}
        """The options, with the votes as they were cast so far."""
        self._labels: Mapping[str, str] = {}
        self._name_author: Callable[[str], str] = str
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
                self._count_votes((event.get("ballot") or {}).get("options") or ())
            case _:
                pass

    def hear(self, node: str, piece: str) -> None:
        """Take note of a piece of an answer, by the node of the graph it comes from."""
        row = self._speakers.get(node) or self._find(node)
        if row is not None:
            self._speakers[node] = row
            row.speech.hear(piece)

    def words(self, row: Row) -> str:
        """Return what an actor says, while it speaks; then what it came to."""
        if row.standing != "speaking":
            objects_to_nothing = row.phase == "critique" and row.standing == "ok" and not row.said
            return say("talk.no_critique") if objects_to_nothing else row.said
        return row.speech.find_sentence(self._name_seat, self._name_author)

    def know_authors(self, name_author: Callable[[str], str]) -> None:
        """Be told who finds the author of a critique by its id."""
        self._name_author = lambda critique: say_seat(seat) if (seat := name_author(critique)) else ""

    def offer(self, options: Iterable[str]) -> None:
        """Take note of the answers that were given to choose from."""
        self.ballot = {each.id: BallotLine(each.id, each.text) for each in open_ballot(tuple(options))}

    def vote(self, seat: str, option: str) -> None:
        """Take note of a vote as soon as it is cast; a seat that names no option votes as before."""
        if not option:
            return
        for line in self.ballot.values():
            line.seats = [each for each in line.seats if each != seat]
        if option in self.ballot:
            self.ballot[option].seats.append(seat)

    def _count_votes(self, options: Iterable[_Event]) -> None:
        counted = [BallotLine(each["id"], each["text"], list(each["seats"])) for each in options]
        self.ballot = {each.id: each for each in counted} or self.ballot

    def _name_seat(self, label: str) -> str:
        """Name a seat by the label its peers see."""
        seat = unlabel(label, self._labels)
        return say_seat(seat) if seat else ""

    def _begin(self, event: _Event) -> None:
        spent = event["spent"]
        self.profile, self.limits = event["profile"], event["limits"]
        self.round, self.convergence = event["round"], event["convergence"]
        self.measure = name_measure(event["strategy"])
        # Where something else than agreement ends the rounds, no share of it is needed.
        self.threshold = event["threshold"] if measures_agreement(event["strategy"]) else None
        self.rows = {seat: Row(seat) for seat in event["seats"]}
        self._labels = event.get("labels") or {}
        self._count_votes(event.get("options") or ())
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
        sentence = row.speech.find_sentence(self._name_seat, self._name_author)
        row.said = event["error"] or event.get("said") or sentence
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
