"""Keeps secrets out of everything people and files get to see."""

import os
import re

_NAMED_LIKE_SECRETS = ("KEY", "TOKEN", "SECRET", "PASSWORD")
_SHORTEST = 6
"""A shorter value is a placeholder; masking it would tear holes into ordinary words."""
_LONGEST_LINE = 300

_LOOKS_SECRET = re.compile(
    r"\b(?:sk|pk|rk|ak)[-_][\w*.…-]{6,}"  # keys by their usual prefixes, whole or shortened by the server
    r"|\S*\*{3,}\S*"  # anything a server has masked in part
    r"|(?i:\bbearer\s+\S+)"
    r"|(?<=://)[^/\s@]+@"  # user and password of an address
)


def redact(text: str) -> str:
    """Mask every secret of the environment, and what looks like one."""
    for secret in find_secrets():
        text = text.replace(secret, "***")
    return _LOOKS_SECRET.sub("***", text)


def find_secrets() -> tuple[str, ...]:
    """Find what must never be shown: the values of every variable that is named like a secret."""
    named = ((name.upper(), value) for name, value in os.environ.items())
    return tuple(value for name, value in named if name.endswith(_NAMED_LIKE_SECRETS) and len(value) >= _SHORTEST)


def one_line(text: str) -> str:
    """Write a text for people: one line, not too long, without secrets."""
    line = " ".join(redact(text).split())
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"
