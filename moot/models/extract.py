"""Finds the JSON in what a model wrote (L-51, F-48, R-51).

Tried in this order: the whole text; a fenced block; the first object or list of objects that is complete,
whatever stands around it. Line breaks inside texts are accepted. Something that is closed but not quite
JSON (trailing commas, single quotes, comments) is mended. Thoughts in <think> tags are no part of the answer.
"""

import json
import re
from dataclasses import dataclass, replace
from typing import Any

from moot.models.partial import complete_members, scan

_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(```|\Z)", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*?(?:</think>|\Z)", re.DOTALL)
_START = re.compile(r"[{\[]")


@dataclass(frozen=True, slots=True)
class Found:
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
        """Whether there is any JSON at all."""
        return self.data is not None or self.cut


def extract(text: str) -> Found:
    """Find the answer in a text, whole or cut short."""
    spoken = _THOUGHT.sub("", text).strip()
    data = _loads(spoken)
    if _is_answer(data):
        return Found(data)
    fence = _FENCE.search(spoken)
    inside = _find(fence[1].strip()) if fence else Found()
    if fence and inside.began:
        return replace(inside, raw=inside.raw or not fence[2])
    return _find(spoken)


def _find(text: str) -> Found:
    place = _START.search(text)
    while place:
        reach = scan(text, place.start())
        if reach.end is None:
            return Found(raw=place.start() > 0, cut=True, partial=complete_members(text[place.start() :]))
        data, mended = _mend(reach.complete)
        if _is_answer(data):
            return Found(data, mended, raw=place.start() > 0 or reach.end < len(text))
        place = _START.search(text, reach.end)
    return Found(raw=True)


def _mend(text: str) -> tuple[Any, bool]:
    data = _loads(text)
    if data is not None:
        return data, False
    if text[0] == "{" and ":" not in text:
        return None, False  # braces of a prose text, not an object
    from json_repair import repair_json

    return repair_json(text, return_objects=True, skip_json_loads=True), True


def _loads(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _is_answer(data: Any) -> bool:
    """An object, or a list of objects or of texts: a number or a text alone is no structured answer."""
    if isinstance(data, list):
        return bool(data) and any(all(isinstance(item, kind) for item in data) for kind in (dict, str))
    return isinstance(data, dict)
