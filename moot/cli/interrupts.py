"""Ends the program on Ctrl-C: what is in flight is dropped, what is done is kept, within two seconds.

The first Ctrl-C cancels the work, which then saves what there is. A watching thread makes sure that it does not
take long: the store survives a program that just ends. The second Ctrl-C ends the program at once.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Coroutine
from types import FrameType, TracebackType
from typing import Any, NoReturn, Self, TypeVar

from moot.cli.exit_codes import EXIT_INTERRUPTED

_PATIENCE = 1.0
"""Seconds between the first Ctrl-C and the end, whatever still hangs."""

_SHOW_CURSOR = "\x1b[?25h\n"

_T = TypeVar("_T")


class Interruptible:
    """Ends on Ctrl-C what `run` runs; `last_words` are said when there is no time for better ones."""

    def __init__(self, last_words: str) -> None:
        self._last_words = last_words
        self._asked, self._over = threading.Event(), threading.Event()
        self._work: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None
        self._before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            threading.Thread(target=self._watch, name="moot-interrupt-watch", daemon=True).start()
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        self._over.set()
        self._asked.set()

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine; KeyboardInterrupt says that it was ended by Ctrl-C."""
        try:
            return asyncio.run(self._known(work))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    async def _known(self, work: Coroutine[Any, Any, _T]) -> _T:
        task = asyncio.current_task()
        if task is not None:
            self._work = asyncio.get_running_loop(), task
        if self._asked.is_set():
            work.close()
            raise asyncio.CancelledError
        try:
            return await work
        finally:
            self._work = None

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self._asked.is_set():
            self._leave()
        self._asked.set()
        if self._work is None:
            raise KeyboardInterrupt
        loop, task = self._work
        loop.call_soon_threadsafe(task.cancel)

    def _watch(self) -> None:
        """Wait for the first Ctrl-C, and then not for ever."""
        self._asked.wait()
        if not self._over.wait(_PATIENCE):
            self._leave()

    def _leave(self) -> NoReturn:
        # Nothing is flushed or joined on this way out: whatever hangs would hang that too.
        cursor = _SHOW_CURSOR if sys.stderr.isatty() else ""
        os.write(2, f"{cursor}moot: {self._last_words}\n".encode(errors="replace"))
        os._exit(EXIT_INTERRUPTED)
