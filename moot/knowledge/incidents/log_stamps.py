"""Takes the times out of the lines of a log, where all have them in the same place and written alike.

Lines that are objects have them behind the same name, others begin with them. What is left of most lines was met
before, so that they need no closer look.
"""

import re
from collections.abc import Sequence
from itertools import repeat
from operator import add, itemgetter
from typing import NamedTuple

from moot.knowledge.incidents.log_formats import JSON_FORMAT, LogFormat

STEM_CHARS, _EPOCH_STEM = 20, 10
"""Characters of a time that tell one second from another, those of an access log included; fractions of it follow."""
_ZONE_START = re.compile(r" ?[+-]\d", re.ASCII)
"""How a zone begins behind a time that was taken to have none."""
_PLAIN_STAMP = re.compile(r"(?:[A-Z][a-z]{2} [ \d])?\d[\d :.,/TZ-]*", re.ASCII)
_END_OF_SECOND, _STEM_ENDS = 19, ".,Z"
"""Some programs leave a fraction out that is zero: behind the second stands what it ends with, or the zone."""
_SHAPES = (("[A-Z]", str.isupper), ("[a-z]", str.islower), (r"\d", str.isdecimal))


def measure_stem(stamp: str) -> int:
    """Say how many characters of a time tell one second from another."""
    return _EPOCH_STEM if stamp[:_EPOCH_STEM].isdecimal() else STEM_CHARS


class TimeStamps(NamedTuple):
    """Says where the times of a log's lines stand, and how they look."""

    length: int
    stem: int
    """How many of their characters tell one second from another."""
    shape: re.Pattern[str]
    """Any number of them, so far."""
    front: str = ""
    """What stands before them in objects, `"ts":"` as it may be; lines that are none begin with their times."""
    end: str = ""
    """What stands behind them there."""

    def cut(self, lines: Sequence[str]) -> tuple[list[str], list[str]]:
        """Take the times out of lines: what they are, and what is left; nothing where a line has none."""
        if not self.front:
            stamps = list(map(itemgetter(slice(self.length)), lines))
            zoned = any(map(_ZONE_START.match, set(map(itemgetter(slice(self.length, self.length + 3)), lines))))
            return ([], []) if zoned else (stamps, list(map(itemgetter(slice(self.length, None)), lines)))
        objects = lines[0][:1] == "{" and lines[-1][-1:] == "}" and "\n".join(lines).count("}\n{") == len(lines) - 1
        parts = list(map(str.partition, lines, repeat(self.front))) if objects else []
        if not parts or not all(map(itemgetter(1), parts)):
            return [], []
        behind = list(map(str.partition, map(itemgetter(2), parts), repeat(self.end)))
        rests = list(map(add, map(itemgetter(0), parts), map(itemgetter(2), behind)))
        return list(map(itemgetter(0), behind)), rests

    def find_stems(self, stamps: Sequence[str]) -> list[str]:
        """Find what tells one second of these times from another; nothing where one is written differently."""
        stems = list(map(itemgetter(slice(self.stem)), stamps))
        return stems if self.shape.fullmatch("".join(set(stems))) else []


def learn_stamp(line: str, log_format: LogFormat) -> TimeStamps | None:
    """Learn from a line where times stand and how they look; None where no place is known."""
    fields = log_format.read(line)
    stamp = fields[0] if fields is not None else ""
    front = end = ""
    if log_format is JSON_FORMAT:
        found = re.search(rf'"[^"]+": ?(?P<quote>")?{re.escape(stamp)}(?P<end>(?(quote)["]|[,}}]))', line)
        if not stamp or found is None:
            return None
        front, end = found[0].removesuffix(f"{stamp}{found['end']}"), found["end"]
    elif not _PLAIN_STAMP.fullmatch(stamp) or not line.startswith(f"{stamp} "):
        return None
    # A day of one digit has a blank before it.
    padded = stamp[:1].isalpha()
    stem = stamp[: measure_stem(stamp)]
    shape = "".join(
        r"[ \d]" if padded and place == len("Jan ") else _shape_char(char, place, objects=bool(front))
        for place, char in enumerate(stem)
    )
    return TimeStamps(len(stamp), len(stem), re.compile(f"(?:{shape})+", re.ASCII), front, end)


def _shape_char(char: str, place: int, *, objects: bool) -> str:
    if objects and place == _END_OF_SECOND and char in _STEM_ENDS:
        return f"[{_STEM_ENDS}]"
    return next((shape for shape, fits in _SHAPES if fits(char)), re.escape(char))
