"""Tells what happens in a debate, one line per event, for people and for log files."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import typer

if TYPE_CHECKING:
    from moot.views.conversation import Utterance

_Event = Mapping[str, Any]
_TERMINAL_INTERVAL, _FILE_INTERVAL = 0.2, 10.0
"""Seconds between two states of a status line: a file is not to be filled."""


class SaidLine(NamedTuple):
    """One thing that was said, and the line that tells it."""

    utterance: "Utterance"
    line: str


_BEFORE_INTAKE = ("began", "frame", "ingested", "rules")
"""Events that come before a debate has a language."""


def stamp_time(began: float) -> str:
    """Say how long ago something began, in the numbers of the language that is spoken."""
    from moot.catalogue import current_translator

    return f"[{current_translator().number(round(time.monotonic() - began, 1), 1):>6} s]"


class Talk:
    """Hears what is said in a debate, in the language that the debate turns out to have."""

    def __init__(self) -> None:
        from moot.views.conversation import Listener

        self._conversation, self._language = Listener(), ""
        self._titles: Mapping[str, str] = {}
        self.options: Sequence[str] = ()
        """The answers that were given to choose from, until somebody takes note of them."""
        self.author_of = self._conversation.author_of

    @property
    def knows_language(self) -> bool:
        """Whether the debate has said its language."""
        return bool(self._language)

    def learn(self, event: _Event) -> None:
        """Take note of the language of a debate that goes on, and of its seats, before it says anything."""
        self._language = self._language or str(event.get("language") or "")
        with self.speaking():
            self._conversation.meet(event.get("labels") or {})

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Say everything inside in the language of the debate."""
        from moot import catalogue

        with catalogue.speaking(catalogue.frame_language(self._language), self._titles):
            yield

    def hear(self, updates: Mapping[str, Any]) -> list[SaidLine]:
        """Return what is new in the updates of some nodes, or in a whole state under any name, as lines."""
        from moot.views.conversation import write_utterance
        from moot.views.lines import clean_line
        from moot.views.result import read_seat_titles

        said: list[SaidLine] = []
        for update in updates.values():
            if not isinstance(update, Mapping):
                continue
            case = update.get("case")
            self._titles = self._titles or read_seat_titles(update)
            if case is not None and not self._language:
                self._language, self.options = case.language, case.options
            heard = self._conversation.hear(update)
            with self.speaking():
                said += [SaidLine(each, clean_line(write_utterance(each))) for each in heard]
        return said


class Progress:
    """Tells stderr what happens; results have stdout to themselves."""

    modes = ("custom", "updates")

    def __init__(self) -> None:
        self._began, self._talk = time.monotonic(), Talk()
        self.stopped = False
        """Whether the circuit breaker stopped the debate while we watched."""
        self._tokens, self._cost = 0, 0.0
        self._unpriced = False
        self._held: list[_Event] = []
        """What happened before the language of the debate was known."""

    def __call__(self, mode: str, data: Any) -> None:
        """Take note of what the graph streams: our own events, and what was said."""
        self.stopped |= mode == "custom" and data.get("event") == "breaker"
        said = self._talk.hear(data) if mode == "updates" else []
        if mode == "custom":
            self._talk.learn(data)
            self._held.append(data)
        if self._talk.knows_language or (mode == "custom" and data.get("event") not in _BEFORE_INTAKE):
            self._tell_held()
        for each in said:
            self._tell(each.line)

    def _tell_held(self) -> None:
        with self._talk.speaking():
            lines = [line for event in self._held for line in (describe_event(event), self._count(event)) if line]
        self._held.clear()
        for line in lines:
            self._tell(line)

    def _count(self, event: _Event) -> str:
        """Add up what answers took, and say it whenever a round closes."""
        from moot.views.wording.figures import say_count, say_money

        if event.get("event") == "seat_finished":
            tokens, cost = event["tokens"], event.get("cost")
            self._tokens += tokens
            self._cost += cost or 0.0
            self._unpriced |= cost is None and tokens > 0
        if event.get("event") != "round_closed" or not self._tokens:
            return ""
        cost = None if self._unpriced else self._cost
        return _say("so_far", tokens=say_count(self._tokens, "tokens"), cost=say_money(cost))

    def _tell(self, line: str) -> None:
        with self._talk.speaking():
            typer.echo(f"{stamp_time(self._began)} {line}", err=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Tell what is left: every line stays."""
        self._tell_held()


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
    from moot.views.lines import clean_line

    describe = _LINES.get(str(event.get("event")))
    return clean_line(describe(event)) if describe else None


def _seat_finished(event: _Event) -> str:
    from moot.policies.rounds.opening import format_timeout

    status = "" if event["status"] == "ok" else f" [{_word('word.literal', event['status'])}]"
    sure = "" if event["confidence"] is None else f", {_say('sure', share=event['confidence'])}"
    sure += f" ({'; '.join(event['steps'])})" if sure and event.get("steps") else ""
    error = f": {event['error']}" if event["error"] else ""
    spent = _say("spent", n=event["tokens"], time=event["elapsed_ms"])
    # D-79: the log line of a seat that ran out of time.
    late = f"{format_timeout(event['seat'], event['phase'])}; " if event["status"] == "timeout" else ""
    return f"{late}{_say('finished', who=_who(event))}{status} ({spent}{sure}){error}"


def _round_closed(event: _Event) -> str:
    # How far they agreed is in the reason; not every strategy ends a debate by agreement.
    code = "closed_settled" if event["converged"] else "closed_open"
    return f"{_say(code, round=event['round'])} {event['reason']}"


def _routed(event: _Event) -> str:
    from moot.views.wording.names import name_actor

    return _say("routed", route=event["route"], seats=[name_actor(seat) for seat in event["seats"]])


def _escalated(event: _Event) -> str:
    if event["target"] == "none":
        opposing = event.get("opposing")
        return _say("nobody_opposed", seats=opposing) if opposing else _say("nobody")
    return (
        f"{_say('escalated', target=event['target'])}: {'; '.join(each.removesuffix('.') for each in event['reasons'])}"
    )


def _frame(event: _Event) -> str:
    """Say once that moot speaks English about a debate in another language, unless somebody chose so."""
    from moot.catalogue import chosen_frame_language

    return "" if chosen_frame_language() else _say("frame", language=event["language"])


def _looked_up(event: _Event) -> str:
    return _say("looked_up", round=event["round"], seat=event["seat"], queries=event["queries"], found=event["found"])


def _ended(event: _Event) -> str:
    sure = "" if event["confidence"] is None else f", {_say('sure', share=event['confidence'])}"
    unmet = f"; {event['reason']}" if event.get("reason") and event["status"] != "decided" else ""
    return f"{_say('ended', status=event['status'])}{sure}{unmet}"


def _say(name: str, **values: Any) -> str:
    from moot.catalogue import say

    return say(f"progress.{name}", **values)


def _word(group: str, name: str) -> str:
    from moot.catalogue import current_translator

    return current_translator().word(group, name)


def _who(event: _Event) -> str:
    from moot.views.wording.names import name_actor

    place = f"{_say('round', round=event['round'])}: " if event.get("round") else ""
    seat = name_actor(event["seat"])
    if event["phase"] == event["seat"]:
        return f"{place}{seat}"
    return f"{place}{_say('speaker', seat=seat, phase=_word('progress.phase', event['phase']))}"


_LINES: dict[str, Callable[[_Event], str]] = {
    "began": lambda event: _say("began", thread=event["thread"], profile=event["profile"]),
    "frame": _frame,
    "ingested": lambda event: _say("ingested", n=event["documents"], root=event["root"]),
    "routed": _routed,
    "rules": lambda event: event["reason"] or (_say("rules", n=event["count"]) if event["count"] else ""),
    "round_opened": lambda event: _say(
        "round_opened", round=event["round"], phase=event["phase"], seats=event["seats"]
    ),
    "seat_started": lambda event: f"{_who(event)} ...",
    "seat_finished": _seat_finished,
    "round_closed": _round_closed,
    "breaker": lambda event: _say("breaker", why=event["explanation"]),
    "fallback": lambda event: _say("fallback", seat=_word("word.actor", event["seat"]), why=event["reason"]),
    "audited": lambda event: _say("audited", why=event["reason"]),
    "escalated": _escalated,
    "consensus": lambda event: _say(
        "consensus",
        n=event["consensus_count"],
        agreed=event.get("agreed", 0),
        ruled=max(0, event["accepted"] - event.get("agreed", 0)),
    ),
    "contested": lambda event: _say("contested", seats=event["seats"], n=event["conflicts"]),
    "reopened": lambda event: _say("reopened", number=event["refinement"]),
    "looked_up": _looked_up,
    "council": lambda event: _say("council", outcome=event["outcome"]),
    "reviewed": lambda event: _say("reviewed", type=event["type"]),
    "ended": _ended,
}
