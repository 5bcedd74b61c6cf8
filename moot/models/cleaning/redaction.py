"""Keeps secrets out of everything people and files get to see.

Texts may come from a server that means ill, so the time this takes grows with the length of a text and not faster.
"""

import os
import re
from typing import Any

from moot.models.cleaning.cleaning import clean_text

_NAMED_LIKE_SECRETS = ("KEY", "TOKEN", "SECRET", "PASSWORD")
_SHORTEST = 6
"""A shorter value is a placeholder; masking it would tear holes into ordinary words."""
_SHORTEST_ECHO = 12
"""In an answer a shorter one is left: there it is more likely a word than a key that the server sends back."""
_MOST_REMEMBERED = 1000
_LONGEST_LINE = 300
_LONGEST_READ = 64 * 1024

_LOOKS_SECRET = re.compile(
    r"\b(?:sk|pk|rk|ak)[-_][\w*.…-]{6,}"  # keys by their usual prefixes, whole or shortened by the server
    r"|(?i:\bbearer\s+\S+)"
    r"|(?<=://)[^/\s@]+@"  # user and password of an address
)
_NAMED_SECRET = re.compile(r"""(?i)([?&][\w.%-]{0,40}(?:key|token|secret|password|sig|signature)=)[^\s&'"<>]+""")
_QUERY_VALUE = re.compile(r"""([?&][\w.%-]{1,64}=)[^\s&'"<>]+""")
_WORD = re.compile(r"\S+")
_MASK = "***"


def redact(text: str) -> str:
    """Mask every secret of the environment, and what looks like one."""
    for secret in find_secrets():
        text = text.replace(secret, _MASK)
    if _MASK in text:
        # A word that somebody has masked in part may show the rest of it.
        text = _WORD.sub(lambda word: _MASK if _MASK in word[0] else word[0], text)
    return _NAMED_SECRET.sub(_keep_name, _LOOKS_SECRET.sub(_MASK, text))


def redact_address(text: str) -> str:
    """Mask secrets, and of every address the values of its query: which of them are secret only its server knows."""
    return _QUERY_VALUE.sub(_keep_name, redact(text))


def _keep_name(found: re.Match[str]) -> str:
    return found[1] + _MASK


def find_secrets() -> tuple[str, ...]:
    """Find what must never be shown: the values of every variable that is named like a secret, and of addresses."""
    # By their names first: to read every value takes longer than all else that is done to an answer.
    named = [os.environ.get(name, "") for name in os.environ if name.upper().endswith(_NAMED_LIKE_SECRETS)]
    return (*(value for value in named if len(value) >= _SHORTEST), *_remembered)


_remembered: dict[str, None] = {}
"""What is sent to servers besides keys, in the order it was first used."""


def remember_secret(value: str) -> None:
    """Keep something secret that is in no variable; of very many the oldest is forgotten."""
    if len(value) >= _SHORTEST and value not in _remembered:
        _remembered[value] = None
        if len(_remembered) > _MOST_REMEMBERED:
            del _remembered[next(iter(_remembered))]


def hide_secrets(data: Any) -> Any:
    """Mask secrets in what a model said: a server has seen the key, and might say it where it would be kept."""
    secrets = [secret for secret in find_secrets() if len(secret) >= _SHORTEST_ECHO]
    return _hide(data, secrets) if secrets else data


def _hide(data: Any, secrets: list[str]) -> Any:
    match data:
        case str():
            for secret in secrets:
                data = data.replace(secret, _MASK)
            return data
        case dict():
            return {_hide(name, secrets): _hide(part, secrets) for name, part in data.items()}
        case list():
            return [_hide(part, secrets) for part in data]
        case _:
            return data


def one_line(text: str) -> str:
    """Write a text for people: one line, not too long, without secrets."""
    line = " ".join(redact_address(clean_text(_head(text))).split())
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"


def _head(text: str) -> str:
    """Cut a very long text before its last word, which might be half a secret; a single word says nothing."""
    return text if len(text) <= _LONGEST_READ else text[:_LONGEST_READ].rpartition(" ")[0]
