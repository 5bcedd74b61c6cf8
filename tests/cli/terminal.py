"""A terminal that a test can look at: the real program behind a pseudo-terminal, its screen emulated."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Self

import pyte

_START = (
    "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from moot.cli.main import main; sys.exit(main())"
)
"""Makes the pseudo-terminal the controlling one, so that Ctrl-C is a signal, and runs the program."""

CTRL_C = b"\x03"


class Terminal:
    """A program on a terminal."""

    def __init__(self, *arguments: str, columns: int = 100, lines: int = 30, **environment: str) -> None:
        self.screen = pyte.HistoryScreen(columns, lines, history=10_000)
        self._stream = pyte.ByteStream(self.screen)
        self._ours, theirs = pty.openpty()
        self.resize(columns, lines)
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**kept, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environment},
            cwd=Path.cwd(),
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    @property
    def shown(self) -> str:
        """What the screen shows now."""
        return "\n".join(line.rstrip() for line in self.screen.display).strip("\n")

    @property
    def everything(self) -> str:
        """Everything the screen shows or has shown, as somebody finds it who scrolls up."""
        past = ["".join(line[at].data for at in range(self.screen.columns)) for line in self.screen.history.top]
        return "\n".join(line.rstrip() for line in [*past, *self.screen.display])

    def look(self, seconds: float = 0.05) -> str:
        """Let the screen change for a while, and look at it."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            readable, _, _ = select.select([self._ours], [], [], left)
            if readable and not self._read():
                break
        return self.shown

    def wait_for(self, *texts: str, seconds: float = 30) -> str:
        """Look until the screen shows all of these at once."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self.look()
            if all(text in shown for text in texts):
                return shown
            if self.process.poll() is not None and not self._read():
                break
        raise AssertionError(f"the screen never showed {texts}, but:\n{self.shown}")

    def press(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._ours, keys)

    def resize(self, columns: int, lines: int) -> None:
        """Make the terminal another size, as somebody does who drags its corner."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        if hasattr(self, "process"):
            self.screen.resize(lines, columns)
            self.process.send_signal(signal.SIGWINCH)

    def wait(self, seconds: float = 30) -> int:
        """Let the program end, and say with which code it did."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self.look()
        while self._read():
            pass
        return self.process.wait(timeout=0.1)

    def _read(self) -> bool:
        """Take what the program wrote; False when there is nothing more to come."""
        try:
            if not select.select([self._ours], [], [], 0)[0]:
                return False
            data = os.read(self._ours, 65536)
        except OSError:
            return False
        self._stream.feed(data)
        return bool(data)
