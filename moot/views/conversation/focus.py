"""Reads out of a half-written answer the sentence that matters now, by its field: never values glued together."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import from_json

from moot.catalogue import current_translator, say

_PLAIN = (
    "recommendation", "decision", "answer", "structured_question", "weakest_premise", "justification", "reasoning",
    "reason", "because", "stance",
)  # fmt: skip
"""What an answer comes to, as far as it has it."""
_LONGEST = 60_000
"""Characters of an answer that are read; none that is worth showing is longer."""

NameSeat = Callable[[str], str]
"""Names a seat as people know it, by the label its peers see."""


def find_spoken_sentence(text: str, name_seat: NameSeat, name_author: NameSeat) -> str:
    """Find what is being said in an answer that is still arriving; prose is shown as it is."""
    start = text.find("{")
    if start < 0:
        return "" if text.lstrip().startswith("`") else text
    try:
        read = from_json(text[start:_LONGEST], allow_partial="trailing-strings")
    except ValueError:
        return ""
    return _choose(read, name_seat, name_author) if isinstance(read, Mapping) else ""


def _choose(answer: Mapping[str, Any], name_seat: NameSeat, name_author: NameSeat) -> str:
    """Choose what matters of what was written: an answer to a critic, a verdict, a critique, a cause, a position."""
    for name, write in (("answers", _answer), ("verdicts", _verdict), ("critiques", _critique)):
        last = _last(answer.get(name))
        if last is not None:
            written = write(last, name_author if name == "answers" else name_seat)
            if written:
                return written
    cause = _last(answer.get("hypotheses"))
    if cause is not None and cause.get("hypothesis"):
        return str(cause["hypothesis"])
    return next((said for name in _PLAIN if isinstance(said := answer.get(name), str) and said), "")


def _last(items: Any) -> Mapping[str, Any] | None:
    """Return the item that is being written; one that has only begun leaves the one before it standing."""
    whole = [each for each in items if isinstance(each, Mapping)] if isinstance(items, list) else []
    return whole[-1] if whole else None


def _critique(item: Mapping[str, Any], name_seat: NameSeat) -> str:
    said, severity = str(item.get("description") or ""), str(item.get("severity") or "")
    whom = name_seat(str(item.get("target") or ""))
    return _address(whom, f"{said} ({severity})" if severity and said else said)


def _answer(item: Mapping[str, Any], name_author: NameSeat) -> str:
    about, outcome = str(item.get("critique_id") or ""), str(item.get("outcome") or "")
    return _address(name_author(about), _join(_say_word("talk.outcome", outcome), about, str(item.get("reason") or "")))


def _verdict(item: Mapping[str, Any], _: NameSeat) -> str:
    about, verdict = str(item.get("critique_id") or ""), str(item.get("verdict") or "")
    return _join(about, _say_word("talk.settled", verdict), str(item.get("reason") or ""))


def _say_word(group: str, word: str) -> str:
    """Say a word of a closed set; one that has only begun to arrive is left out."""
    return say(f"{group}.{word}") if current_translator().knows(f"{group}.{word}") else ""


def _join(*parts: str) -> str:
    *names, text = parts
    named = " ".join(filter(None, names))
    return f"{named}: {text}" if text and named else named or text


def _address(whom: str, text: str) -> str:
    return say("talk.to", whom=whom, text=text) if whom and text else text
