"""Starts the command `moot`: the entry point of the process."""

import gc
import io
import os
import sys
from collections.abc import Sequence
from contextvars import copy_context
from pathlib import Path

from moot.cli.exit_codes import EXIT_INTERRUPTED


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments, or with those of the process."""
    try:
        return _run_process() if arguments is None else _run(arguments)
    except KeyboardInterrupt:
        # Ctrl-C while the program was still being loaded.
        return EXIT_INTERRUPTED


def _run_process() -> int:
    """Run as a process of its own, which may spare itself what only a long life needs."""
    # What is imported stays: looking through it for garbage again and again, and once more at the end, costs a tenth
    # of a short run. Searching all installed packages for pydantic plugins, which moot does not use, costs as much.
    gc.set_threshold(50_000, 20, 20)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    code = _run(sys.argv[1:])
    gc.freeze()
    return code


def _run(arguments: Sequence[str]) -> int:
    _bear_closed_streams()
    _bear_any_encoding()
    from moot.cli.app import run_program

    # In a context of its own: what a command chooses, such as the language, ends with it where a host calls us.
    return copy_context().run(run_program, arguments)


def _bear_closed_streams() -> None:
    # A shell may start us with stdout or stderr closed (`>&-`). Python then has none, and nobody wants to hear us.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # stays open


def _bear_any_encoding() -> None:
    # Agents write in any script; a terminal that does not know a sign shows a question mark.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
