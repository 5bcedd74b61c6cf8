"""Shows a debate live on a terminal: what happened scrolls by, below it the board is kept up to date.

The debate only leaves notes. A thread of its own draws them a few times a second, so neither a fast model nor a slow
or stopped terminal holds the debate up.
"""

import sys
import time
from collections import deque
from threading import Lock
from types import TracebackType
from typing import Any, Self

from rich.console import Console, ConsoleRenderable, Group
from rich.control import Control
from rich.live import Live
from rich.text import Text

from moot.cli.progress import Talk, describe_event, stamp_time
from moot.views.lines import hang
from moot.views.terminal.board import Board, choose_signs, draw_board

_PER_SECOND = 8
_REMEMBERED = 200
"""Lines that can be shown again after the terminal was resized."""

_ON_BOARD = ("routed", "round_opened", "seat_started")
"""Events the board shows by itself."""


class LiveProgress:
    """Shows a debate on the terminal behind stderr; results have stdout to themselves."""

    modes = ("custom", "messages", "updates")

    def __init__(self) -> None:
        self._console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
        self._signs = choose_signs(self._console.encoding)
        self._board, self._lock, self._began = Board(), Lock(), time.monotonic()
        self._talk = Talk()
        self._board.know_authors(self._talk.author_of)
        self._fresh: list[str] = []
        self._told: deque[str] = deque(maxlen=_REMEMBERED)
        self._screen = _Screen(self, self._console)
        self.stopped = False
        """Whether the circuit breaker stopped the debate while we watched."""

    def __call__(self, mode: str, data: Any) -> None:
        """Take note of what the graph streams; drawing is somebody else's business."""
        with self._lock:
            if mode == "custom":
                self.stopped |= data.get("event") == "breaker"
                self._talk.learn(data)
                with self._talk.speaking():
                    # A finished turn is worded when it is noted: in the debate's language, with the seats' titles.
                    self._board.note(data)
                    line = describe_event(data)
                if line and not _is_on_board(data):
                    self._fresh.append(self._stamp(line))
            elif mode == "messages":
                piece, about = data
                self._board.hear(str(about.get("langgraph_node", "")), _text(piece))
            elif mode == "updates":
                for said in self._talk.hear(data):
                    self._board.vote(said.utterance.speaker, said.utterance.choice)
                    self._fresh.append(self._stamp(said.line))
                if self._talk.options:
                    self._board.offer(self._talk.options)
                    self._talk.options = ()

    def _stamp(self, line: str) -> str:
        with self._talk.speaking():
            return f"{stamp_time(self._began)} {line}"

    def __enter__(self) -> Self:
        self._screen.start(refresh=True)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._screen.stop()
        if self._told:
            # Sets the answer apart from what led to it.
            self._console.print()

    def draw(self) -> Group:
        """Draw the board as it stands."""
        size = self._console.size
        with self._lock, self._talk.speaking():
            return Group(*draw_board(self._board, size.width, size.height, self._signs))

    def take_lines(self, *, again: bool = False) -> list[Text]:
        """Take what happened since the last look; with `again`, as much of everything as fits on the screen."""
        with self._lock:
            fresh, self._fresh = self._fresh, []
            self._told.extend(fresh)
            lines = [line for told in (self._told if again else fresh) for line in self._wrapped(told)]
            room = max(0, self._console.size.height - len(self._board.rows) - 6)
        shown = lines[-room:] if again and room else [] if again else lines
        return [Text(line, style="dim", no_wrap=True) for line in shown]

    def _wrapped(self, line: str) -> list[str]:
        head, _, text = line.partition("] ")
        return hang(f"{head}] ", self._signs.show(text), max(30, self._console.size.width - 1))


class _Screen(Live):
    """Draws everything anew when the terminal is resized.

    Terminals disagree on what becomes of lines that are too long for them now, so nobody knows where the old board is.
    """

    def __init__(self, progress: LiveProgress, console: Console) -> None:
        self._progress, self._size = progress, console.size
        super().__init__(
            console=console,
            get_renderable=progress.draw,
            refresh_per_second=_PER_SECOND,
            transient=True,
            redirect_stdout=False,
            vertical_overflow="crop",
        )

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Put what happened above the board."""
        resized, self._size = self._size != self.console.size, self.console.size
        above: list[ConsoleRenderable] = [*self._progress.take_lines(again=resized)]
        lines = super().process_renderables([*above, *renderables])
        # The first one leads back to the top of the old board.
        return [Control.home(), Control.clear(), *lines[1:]] if resized else lines


def _is_on_board(event: Any) -> bool:
    name = event.get("event")
    return name in _ON_BOARD or (name == "seat_finished" and event["status"] == "ok")


def _text(piece: Any) -> str:
    """Return the text of a piece, also when it comes as the arguments of a function call."""
    if isinstance(piece.content, str) and piece.content:
        return piece.content
    return "".join(str(call.get("args") or "") for call in getattr(piece, "tool_call_chunks", ()))
