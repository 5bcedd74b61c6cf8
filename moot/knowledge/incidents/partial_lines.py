"""Joins the lines that a container runtime cut into pieces: all but the last are marked P, the last one F (CRI)."""

import re
from collections.abc import Iterator

_PIECE = re.compile(r"(\S+ (std(?:out|err)) )([FP]) (.*)", re.DOTALL)
_MAX_CHARS = 32_768
"""Characters of a joined line; what follows is dropped."""


def join_partial_lines(blocks: Iterator[list[str]]) -> Iterator[list[str]]:
    """Put the pieces of a line onto the line they begin on, and leave the lines after it empty.

    The two streams of a container are cut independently. A line that goes on in the next list begins there.
    """
    carried: dict[str, str] = {}
    for lines in blocks:
        if not carried and not any(" P " in line[:60] for line in lines):
            yield lines
            continue
        joined, begun = list(lines), dict[str, int]()
        for place, line in enumerate(lines):
            found = _PIECE.match(line)
            if found is None:
                continue
            front, stream, mark, text = found.groups()
            before = joined[begun[stream]] if stream in begun else carried.pop(stream, "")
            at = begun.pop(stream, place)
            joined[place] = ""
            joined[at] = f"{before}{text}"[:_MAX_CHARS] if before else f"{front}F {text}"
            if mark == "P":
                begun[stream] = at
        for stream, at in begun.items():
            carried[stream], joined[at] = joined[at], ""
        yield joined
    if carried:
        yield list(carried.values())
