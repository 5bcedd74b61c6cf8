"""Follows stack traces over their lines, and finds the innermost cause they name.

- Java, Node and .NET: the last `Caused by:`, `[cause]:` or `--->`, else the first exception named.
- Python: the exception of the first traceback; what is raised while it is handled stands below it.
- Go: what the panic says.
"""

import re
from collections.abc import Sequence
from typing import Literal

from moot.knowledge.incidents.log_facts import find_exceptions

_PYTHON_START, _GO_START = "Traceback (most recent call last", "goroutine "
TRACE_STARTS = (_PYTHON_START, _GO_START, "panic: ", "fatal error: ")
"""How a trace begins that follows no entry of its own."""
_LINKS = ("The above exception was", "During handling of the above")
_GO_FRAME = re.compile(r"[\w./*()·-]+\(.*\)$|created by |exit status |\[signal |goroutine ")
_CAUSED = re.compile(r"\s*(?:\.{3} )?(?:Caused by: |\[cause\]: |---> )(.+)")
_RAISED = re.compile(r"[A-Za-z_][\w.]*(?::\s.*)?$")
_PANIC = re.compile(r"(?:panic|fatal error): (.+)")
_FRAME = ("at ", 'File "', "... ")
_MAX_CAUSE_CHARS = 200

TraceMode = Literal["", "python", "go"]


def enter_trace(line: str) -> TraceMode:
    """Tell whether a line begins a trace whose lines look like entries of their own."""
    if line.lstrip().startswith(_PYTHON_START):
        return "python"
    return "go" if line.startswith((_GO_START, "panic: ", "fatal error: ")) else ""


def stays_in_trace(mode: TraceMode, line: str) -> tuple[bool, TraceMode]:
    """Tell whether a line belongs to the trace begun before, and what may follow it."""
    if not line.strip() or line[0].isspace() or line.startswith(_LINKS):
        return True, mode
    if mode == "python":
        # The exception itself stands at the edge, and ends its traceback; another one may follow.
        return (True, "python") if line.startswith(_PYTHON_START) else (_RAISED.match(line) is not None, "")
    return (True, mode) if _GO_FRAME.match(line) else (False, "")


def find_innermost_cause(lines: Sequence[str]) -> str:
    """Find the line of a trace that names the innermost cause, without what stands in front of it."""
    caused = [found[1] for line in lines if (found := _CAUSED.match(line))]
    if caused:
        return _cut(caused[-1])
    if any(_PYTHON_START in line for line in lines):
        return _find_raised(lines)
    if panic := next((found[1] for line in lines if (found := _PANIC.match(line))), ""):
        return _cut(panic)
    bare = (line.strip() for line in lines)
    return next((_cut(line) for line in bare if find_exceptions(line) and not line.startswith(_FRAME)), "")


def _find_raised(lines: Sequence[str]) -> str:
    start = next(number for number, line in enumerate(lines) if _PYTHON_START in line)
    depth = len(lines[start]) - len(lines[start].lstrip())
    for line in lines[start + 1 :]:
        bare = line.strip()
        if bare and len(line) - len(line.lstrip()) <= depth and not bare.startswith(_FRAME) and _RAISED.match(bare):
            return _cut(bare)
    return ""


def is_frame(line: str) -> bool:
    """Tell whether a line of a trace says only where the program was."""
    return line.lstrip().startswith(_FRAME)


def _cut(text: str) -> str:
    return " ".join(text.split())[:_MAX_CAUSE_CHARS]
