"""What an answer that was cut short holds: the members that are complete, and nothing else (X-21b).

A member counts when nothing that could still have come would have changed it:
- a text counts when its closing quote arrived;
- a number or a word (true, false, null) counts when something follows it: 8 may have been the start of 85;
- a list or an object counts when its closing bracket arrived, with one exception: of a list of records
  (claims, critiques, hypotheses) the records that are complete count, because each of them says something by
  itself. Half a list of texts does not: fewer premises are other premises.

Incremental JSON parsers (jiter, partial-json-parser) were tried: they complete what is open, and do not
tell a finished list or number from an unfinished one, which is the very question here.
"""

import json
import re
from typing import Any, NamedTuple

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|"', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}


class Scan(NamedTuple):
    """How far a JSON value in a text goes."""

    end: int | None
    """Where it ends; None when it is cut short."""
    complete: str
    """The value, closed after its last complete member; empty when it has none."""


def scan(text: str, start: int) -> Scan:
    """Follow the object or list that starts at `start`, to its end or as far as it goes."""
    stack: list[str] = []
    safe, closing, last = start, "", ""
    for token in _TOKEN.finditer(text, start):
        sign = token[0]
        if sign == '"':  # a text whose closing quote never came
            break
        if sign in _CLOSING:
            stack.append(sign)
        elif sign in {"}", "]"}:
            if not stack or _CLOSING[stack.pop()] != sign:
                break
            if not stack:
                return Scan(token.end(), text[start : token.end()])
            if _is_member(stack, sign):
                safe, closing = token.end(), _close(stack)
        elif stack == ["{"] and (sign == "," or (last == ":" and sign.startswith('"'))):
            safe, closing = token.end() - (sign == ","), "}"
        last = sign
    return Scan(None, text[start:safe] + closing if closing else "")


def complete_members(text: str) -> Any:
    """Read what is complete of a JSON value that was cut short; None when nothing is."""
    start = min((place for place in (text.find("{"), text.find("[")) if place >= 0), default=-1)
    if start < 0:
        return None
    try:
        return json.loads(scan(text, start).complete, strict=False)
    except (ValueError, RecursionError):
        return None


def _is_member(stack: list[str], sign: str) -> bool:
    """Whether what just closed is a member of the outermost object, or a record of a list that is one."""
    return stack == ["{"] or (sign == "}" and stack in (["["], ["{", "["]))


def _close(stack: list[str]) -> str:
    return "".join(_CLOSING[sign] for sign in reversed(stack))
