"""Shows a debate while it runs, in place: as a table in Jupyter, as one line in a terminal."""

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from moot.catalogue import current_translator, frame_language, say, speaking
from moot.views.pages import render_template
from moot.views.result import read_seat_titles
from moot.views.wording import say_literal
from moot.views.wording.figures import say_percent
from moot.views.wording.names import name_actor, say_seat


class LiveView:
    """Watches one debate: `await debate(question, watch=LiveView())`."""

    modes = ("custom", "updates")

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Any]] = {}
        self._line, self._language, self._handle = "", "", _open_display()
        self._titles: Mapping[str, str] = {}

    def __call__(self, mode: str, event: dict[str, Any]) -> None:
        """Take note of what happened, and draw it again, in the language that the debate turns out to have."""
        if mode == "updates":
            updates = [update for update in event.values() if isinstance(update, dict)]
            cases = (update.get("case") for update in updates)
            self._language = next((case.language for case in cases if case is not None), self._language)
            self._titles = next(filter(None, map(read_seat_titles, updates)), self._titles)
            return
        self._language = str(event.get("language") or self._language)
        with speaking(frame_language(self._language), self._titles):
            self._take(event)

    def _take(self, event: dict[str, Any]) -> None:
        match event.get("event"):
            case "began":
                self._rows = {seat: {"state": "", "said": ""} for seat in event["seats"]}
                self._line = event["question"]
            case "seat_started":
                self._row(event["seat"]).update(state=f"{_say_phase(event)} …")
            case "seat_finished":
                row = self._row(event["seat"])
                # A turn without words of its own, such as a settlement, leaves what the seat said before.
                said = str(event.get("said") or event.get("error") or row["said"])
                mark = "✓" if event["status"] == "ok" else f"({say_literal(event['status'])})"
                row.update(state=f"{_say_phase(event)} {mark}", said=said[:160])
            case "round_closed":
                share = event.get("convergence")
                ended = "settled" if event.get("converged") else "open"
                self._line = say(f"progress.closed_{ended}", round=event["round"]).removesuffix(".")
                if share is not None:
                    self._line += f" ({say_percent(share)})"
            case "ended":
                self._line = f"{_say_status(event)}: {event.get('decision') or event.get('reason') or ''}"
            case _:
                return
        self._draw()

    def _row(self, seat: str) -> dict[str, Any]:
        return self._rows.setdefault(seat, {"state": "", "said": ""})

    def _draw(self) -> None:
        if self._handle is not None:
            rows = [(say_seat(seat), row["state"], row["said"]) for seat, row in self._rows.items()]
            self._handle(str(render_template("notebook/live.html", line=self._line, rows=rows)), self._line)
            return
        busy = ", ".join(name_actor(seat) for seat, row in self._rows.items() if row["state"].endswith("…"))
        text = " | ".join(filter(None, (self._line, busy)))
        # The line is cleared and written anew, so a terminal shows one line that changes.
        sys.stderr.write(f"\r\x1b[2K{text[:110]}" if sys.stderr.isatty() else f"{text[:110]}\n")
        sys.stderr.flush()


def _say_phase(event: dict[str, Any]) -> str:
    return current_translator().word("progress.phase", event["phase"])


def _say_status(event: dict[str, Any]) -> str:
    return current_translator().word("word.status", event["status"])


def _open_display() -> Any:
    """Return what replaces a piece of a notebook's output; None where no notebook listens."""
    if find_spec("IPython") is None or "IPython" not in sys.modules:
        return None
    from IPython.core.getipython import get_ipython

    pages: Any = import_module("IPython.display")
    if not hasattr(get_ipython(), "kernel"):
        return None
    handle = pages.display({"text/plain": ""}, raw=True, display_id=True)
    return lambda page, line: handle.update({"text/html": page, "text/plain": line}, raw=True)
