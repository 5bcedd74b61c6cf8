"""Finds the JSON in what a model wrote, whole or cut short (L-51, F-48, R-51, X-21b).

Tried in this order: the whole text; a fenced block; the first object or list of objects that is complete,
whatever stands around it. Line breaks inside texts are accepted. Something that is closed but not quite
JSON (trailing commas, single quotes, comments) is mended. Thoughts in <think> tags are no part of the answer.

Of an answer that was cut short a member counts when nothing that could still have come would have changed it:
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
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from moot.models.cleaning import DEEPEST

_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(```|\Z)", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*?(?:</think>|\Z)", re.DOTALL)
_START = re.compile(r"[{\[]")
_MOST_TRIES = 50
"""So many places of a text are looked at; the answer does not stand behind fifty other objects."""
_LONGEST_MENDED = 50_000
"""Characters; mending is slow, and what is so long and still not JSON is no answer."""
_MOST_MENDING = 20_000_000
"""Characters times commas: after each comma outside of quotes the mender looks through all the rest."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found in a text."""

    data: Any = None
    """The JSON value; None when there is none, or none that is complete."""
    mended: bool = False
    """It was not quite JSON."""
    raw: bool = False
    """It did not stand alone: the text is worth keeping as it came (W-L12)."""
    cut: bool = False
    """A value begins and never ends."""
    partial: Any = None
    """What is complete of a value that was cut short."""

    @property
    def began(self) -> bool:
        """Tell whether there is any JSON at all."""
        return self.data is not None or self.cut


def extract(text: str) -> _Found:
    """Find the answer in a text, whole or cut short."""
    spoken = _THOUGHT.sub("", text).strip()
    data = _loads(spoken)
    if _is_answer(data):
        return _Found(data)
    fence = _FENCE.search(spoken)
    inside = _find(fence[1].strip()) if fence else _Found()
    if fence and inside.began:
        return replace(inside, raw=inside.raw or not fence[2])
    return _find(spoken)


def _find(text: str) -> _Found:
    place, tries = _START.search(text), 0
    while place and tries < _MOST_TRIES:
        reach, tries = scan(text, place.start()), tries + 1
        if reach.end is None:
            return _Found(raw=place.start() > 0, cut=True, partial=complete_members(text[place.start() :]))
        data, mended = _mend(reach.complete)
        if _is_answer(data):
            return _Found(data, mended, raw=place.start() > 0 or reach.end < len(text))
        place = _START.search(text, reach.end)
    return _Found(raw=True)


def _mend(text: str) -> tuple[Any, bool]:
    data = _loads(text)
    if data is not None:
        return data, False
    if text[0] == "{" and ":" not in text:
        return None, False  # braces of a prose text, not an object
    if len(text) > _LONGEST_MENDED or len(text) * text.count(",") > _MOST_MENDING:
        return None, False
    from json_repair import repair_json

    try:
        return repair_json(text, return_objects=True, skip_json_loads=True), True
    except Exception:  # noqa: BLE001  # it guesses at text that anybody may have written; a failed guess is no answer
        return None, False


def _loads(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _is_answer(data: Any) -> bool:
    """Accept an object, or a list of objects or of texts: a number or a text alone is no structured answer."""
    if isinstance(data, list):
        return bool(data) and any(all(isinstance(item, kind) for item in data) for kind in (dict, str))
    return isinstance(data, dict)


_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|"', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}


class _Scan(NamedTuple):
    """How far a JSON value in a text goes."""

    end: int | None
    """Where it ends; None when it is cut short."""
    complete: str
    """The value, closed after its last complete member; empty when it has none."""


def scan(text: str, start: int) -> _Scan:
    """Follow the object or list that starts at `start`, to its end or as far as it goes."""
    stack: list[str] = []
    safe, closing, last = start, "", ""
    for token in _TOKEN.finditer(text, start):
        sign = token[0]
        if sign == '"':  # a text whose closing quote never came
            break
        if sign in _CLOSING:
            stack.append(sign)
            if len(stack) > DEEPEST:
                break
        elif sign in {"}", "]"}:
            if not stack or _CLOSING[stack.pop()] != sign:
                break
            if not stack:
                return _Scan(token.end(), text[start : token.end()])
            if _is_member(stack, sign):
                safe, closing = token.end(), _close(stack)
        elif stack == ["{"] and (sign == "," or (last == ":" and sign.startswith('"'))):
            safe, closing = token.end() - (sign == ","), "}"
        last = sign
    return _Scan(None, text[start:safe] + closing if closing else "")


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
    """Tell whether what just closed is a member of the outermost object, or a record of a list that is one."""
    return stack == ["{"] or (sign == "}" and stack in (["["], ["{", "["]))


def _close(stack: list[str]) -> str:
    return "".join(_CLOSING[sign] for sign in reversed(stack))
