"""Keeps in a recording when things happened, how long turns took and what a debate was started with.

A step that ran again, because a process was killed, is the later one: of equal lines the last counts.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from moot import __version__
from moot.models.cleaning import find_secrets
from moot.models.testing.recording.exchange import (
    Heading,
    RecordedInput,
    RecordedLine,
    RecordedLog,
    RecordedLookup,
    RecordedMoment,
    RecordedReview,
    RecordedTurn,
    read_lines,
    write_line,
)
from moot.models.testing.recording.recording import RecordingError
from moot.state.inspection import Inspected

TurnKey = tuple[str, str, int, int]
"""Seat, phase, round and number of a turn."""


@dataclass(frozen=True, slots=True)
class RecordedCourse:
    """What a recording says besides the exchanges with models."""

    moments: dict[str, str] = field(default_factory=dict)
    turns: dict[TurnKey, RecordedTurn] = field(default_factory=dict)
    started: RecordedInput | None = None
    reviews: tuple[RecordedReview, ...] = ()
    log_lines: int | None = None
    """Of the log of the incident; None where nobody could look into one."""
    lookups: dict[tuple[str, str, int], Inspected] = field(default_factory=dict)
    """What was found in it, by name, seat and round."""


def keep_recorded(path: str | Path, line: RecordedLine) -> None:
    """Append one line to a recording; where nobody has been asked yet, it begins with this line."""
    secrets = find_secrets()

    def mask(text: str) -> str:
        for secret in secrets:
            text = text.replace(secret, "***")
        return text

    try:
        with Path(path).open("ab", buffering=0) as file:
            heading = "" if file.tell() else write_line(Heading(moot=__version__), mask)
            file.write((heading + write_line(line, mask)).encode("utf-8", "replace"))
    except OSError as error:
        raise RecordingError(f"{path}: cannot be written: {error.strerror}; name another file") from error


def read_course(path: str | Path) -> RecordedCourse:
    """Read what a recording says of a debate's course."""
    return _read_course(Path(path), Path(path).stat().st_mtime_ns if Path(path).exists() else 0)


@lru_cache(maxsize=4)  # every step of a debate asks
def _read_course(path: Path, changed: int) -> RecordedCourse:  # noqa: ARG001  # another recording of the same name
    lines = list(read_lines(path))
    started = [line for line in lines if isinstance(line, RecordedInput)]
    return RecordedCourse(
        moments={line.step: line.at for line in lines if isinstance(line, RecordedMoment)},
        turns={
            (line.seat, line.phase, line.round, line.number): line for line in lines if isinstance(line, RecordedTurn)
        },
        started=started[0] if started else None,
        reviews=tuple(line for line in lines if isinstance(line, RecordedReview)),
        log_lines=next((line.lines for line in reversed(lines) if isinstance(line, RecordedLog)), None),
        lookups={
            (line.found.id, line.found.seat, line.found.round): line.found
            for line in lines
            if isinstance(line, RecordedLookup)
        },
    )
