"""Cleans what a model says, once, on entry.

Halves of surrogate pairs, NUL and control characters go: a database, a file or a terminal would not take them, or would
obey them. So do levels of data that nobody asked for, and numbers that cannot be stored.
"""

import re
from typing import Any

DEEPEST = 32
"""Levels of an answer's JSON; what we ask for has five."""

_LARGEST_NUMBER = 2**53
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n?|[\x85\u2028\u2029]")
"""Those that not every reader knows: a file of JSON lines with one of them in a text is torn by whoever does."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u206f]")
"""Those of Unicode included that show a text, and what we write behind it, in another order than it has."""


def clean_text(text: str) -> str:
    """Return a text that every store, file and terminal takes; lines end with a line feed."""
    if text.isprintable():
        return text  # as almost all are, and then there is nothing to look for
    if _SURROGATE.search(text):
        # Two halves that arrived apart are one character.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _CONTROL.sub("", _LINE_ENDS.sub("\n", text))


def clean_data(data: Any, level: int = 0) -> Any:
    """Return the data of an answer with clean texts, numbers that can be stored, and no level too deep."""
    match data:
        case str():
            return clean_text(data)
        case dict() | list() if level >= DEEPEST:
            return None
        case dict():
            return {clean_text(str(name)): clean_data(part, level + 1) for name, part in data.items()}
        case list():
            return [clean_data(part, level + 1) for part in data]
        case int() if abs(data) > _LARGEST_NUMBER:
            return str(data)
        case _:
            return data
