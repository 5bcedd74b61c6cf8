"""What happens when an entry of a script answers a request: pauses, pieces, and what goes wrong."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from langchain_core.messages.ai import InputTokenDetails, UsageMetadata

from moot.configs import ScriptEntry, When, find_matches
from moot.models.faults import connection_error, status_error
from moot.models.request import Request
from moot.models.testing.instances import lay_over
from moot.models.testing.steps import FOREVER, Step, last_piece, piece_of

REFUSAL = "I cannot help with that."
_PIECE = 80
"""Characters per piece when nothing is to be seen arriving word by word."""


def fits(when: When, request: Request) -> bool:
    """Whether an entry answers a request."""
    wanted: tuple[tuple[tuple[object, ...], object], ...] = (
        (when.phase, request.phase),
        (when.seat, request.seat),
        (when.round, request.round),
        (when.attempt, request.attempt),
        (when.mode, request.mode),
        (when.schema_name, request.schema_name),
    )
    return all(not some or one in some for some, one in wanted) and bool(re.search(when.prompt, request.prompt))


def perform(entry: ScriptEntry, request: Request) -> Iterator[Step]:
    """Everything that happens when an entry answers, in order."""
    if entry.delay:
        yield entry.delay
    match entry.fail:
        case int(status):
            yield status_error(status, f"scripted failure {status}", retry_after=entry.retry_after)
        case "drop":
            yield connection_error()
        case "hang":
            yield FOREVER
        case "refusal":
            yield _last(entry, request, "", refusal=entry.reply if isinstance(entry.reply, str) else REFUSAL)
        case "empty":
            yield _last(entry, request, "")
        case "malformed" | None:
            yield from _speak(entry, request)


def _speak(entry: ScriptEntry, request: Request) -> Iterator[Step]:
    text = compose(entry.reply, request)
    if entry.fail == "malformed":
        text = text[: len(text) // 2]
    cut = entry.cut
    sent = text if cut is None else text[: cut.after]
    as_call = request.mode == "function" and not isinstance(entry.reply, str)
    for number, piece in enumerate(_pieces(sent, by_word=entry.piece_delay > 0)):
        if entry.piece_delay:
            yield entry.piece_delay
        yield piece_of(piece, request.schema_name if as_call else None, first=number == 0)
    if cut is not None and cut.then == "hang":
        yield FOREVER
    elif cut is not None and cut.then == "drop":
        yield connection_error()
    else:
        yield _last(entry, request, sent, reason="stop" if cut is None else "length")


def compose(reply: dict[str, Any] | str | None, request: Request) -> str:
    """The text of an answer: laid over a minimal one, with everything echoed that it asks for."""
    if isinstance(reply, str):
        return fill(reply, request)
    filled = _fill_all(reply or {}, request)
    return json.dumps(lay_over(request.schema, filled), ensure_ascii=False)


def fill(text: str, request: Request) -> str:
    """Replace `${match:REGEX}` by what it finds in the prompt, and `${seat}` and the like by their values."""
    done, place = [], 0
    for start, end, pattern in find_matches(text):
        found = re.search(pattern, request.prompt)
        echo = (found[1] if found.re.groups else found[0]) if found else ""
        done += [_named(text[place:start], request), echo or ""]
        place = end
    return "".join([*done, _named(text[place:], request)])


def _named(text: str, request: Request) -> str:
    for name in ("seat", "phase", "round", "attempt"):
        text = text.replace(f"${{{name}}}", str(getattr(request, name)))
    return text


def _fill_all(value: Any, request: Request) -> Any:
    if isinstance(value, str):
        return fill(value, request)
    if isinstance(value, Mapping):
        return {key: _fill_all(part, request) for key, part in value.items()}
    return [_fill_all(part, request) for part in value] if isinstance(value, list) else value


def _pieces(text: str, *, by_word: bool) -> list[str]:
    if by_word:
        return re.findall(r"\s*\S+|\s+$", text)
    return [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]


def _last(entry: ScriptEntry, request: Request, text: str, *, reason: str = "stop", refusal: str | None = None) -> Step:
    return last_piece(_usage(entry, request, text), model="scripted", reason=reason, refusal=refusal)


def _usage(entry: ScriptEntry, request: Request, text: str) -> UsageMetadata | None:
    if entry.usage == "none":
        return None
    if entry.usage is None:
        asked, said, cached = math.ceil(len(request.prompt) / 4), math.ceil(len(text) / 4), 0
    else:
        asked, said, cached = entry.usage.prompt_tokens, entry.usage.completion_tokens, entry.usage.cached_tokens
    details = InputTokenDetails(cache_read=cached)
    return UsageMetadata(input_tokens=asked, output_tokens=said, total_tokens=asked + said, input_token_details=details)
