"""Tells stderr how far the reading of a log has come."""

import sys
import time

import typer

_ON_TERMINAL, _IN_FILE = 0.2, 10.0
"""Seconds between two lines: a terminal shows one that changes, a file is not to be filled."""


class LogProgress:
    """A line that changes while a log is read; on anything but a terminal a new one now and then."""

    def __init__(self, name: str) -> None:
        self._name, self._terminal = name, sys.stderr.isatty()
        self._next = time.monotonic() + (_ON_TERMINAL if self._terminal else _IN_FILE)
        self._shown = False

    def __call__(self, done: int, size: int | None) -> None:
        """Take note of how many bytes were read."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (_ON_TERMINAL if self._terminal else _IN_FILE)
        share = f" of {size / 1e6:,.0f} MB ({done / size:.0%})" if size else " MB"
        line = f"reading {self._name}: {done / 1e6:,.0f}{share}"
        typer.echo(f"\r\x1b[K{line}" if self._terminal else line, err=True, nl=not self._terminal)
        self._shown = True

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown and self._terminal:
            typer.echo("\r\x1b[K", err=True, nl=False)
