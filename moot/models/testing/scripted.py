"""Answers as a script says: for tests, notebooks, documentation and rehearsals.

Deterministic: the answer depends on the script, the request and how often an entry with `times`
has answered in this debate, never on a clock or on chance. It fails as a real server fails, with the
errors of the OpenAI client, so everything above it behaves as it would with a real model.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self

from langchain_core.messages.ai import InputTokenDetails, UsageMetadata
from pydantic import PrivateAttr
from typing_extensions import override

from moot.configs.scripts import Script, ScriptCondition, ScriptEntry, find_match_patterns, load_script, make_script
from moot.errors import InputError
from moot.models.request import Request
from moot.models.testing.instances import lay_over
from moot.models.testing.steps import (
    FOREVER,
    Step,
    SteppedChatModel,
    connection_error,
    last_piece,
    piece_of,
    status_error,
)

_REFUSAL = "I cannot help with that."
_PIECE = 80
"""Characters per piece when nothing is to be seen arriving word by word."""


class ScriptedChatModel(SteppedChatModel):
    """A chat model that answers from a script."""

    script: Script
    _used: Counter[tuple[str, int]] = PrivateAttr(default_factory=Counter)
    _requests: list[Request] = PrivateAttr(default_factory=list)

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """A model for the script in a YAML file."""
        return cls(script=load_script(path))

    @classmethod
    def from_entries(
        cls, answers: Sequence[Mapping[str, Any]], otherwise: Literal["minimal", "error"] = "minimal"
    ) -> Self:
        """A model for a script written in Python: the same keys as in the file."""
        return cls(script=make_script({"otherwise": otherwise, "answers": list(answers)}))

    @property
    def model_name(self) -> str:
        """The name under which usage is kept."""
        return "scripted"

    @property
    @override
    def known_phases(self) -> frozenset[str]:
        return frozenset(phase for entry in self.script.answers for phase in entry.when.phase)

    @property
    def requests(self) -> tuple[Request, ...]:
        """Everything asked so far, in order of arrival."""
        return tuple(self._requests)

    @property
    def unused(self) -> tuple[ScriptEntry, ...]:
        """The entries that never answered: in a test most likely a mistake in `when`."""
        used = {number for _, number in self._used}
        return tuple(entry for number, entry in enumerate(self.script.answers) if number not in used)

    @override
    def take_steps(self, request: Request) -> Iterator[Step]:
        """Find the entry that fits, and perform it."""
        self._requests.append(request)
        return _perform(self._choose(request), request)

    def _choose(self, request: Request) -> ScriptEntry:
        for number, entry in enumerate(self.script.answers):
            spent = entry.times is not None and self._used[request.thread, number] >= entry.times
            if not spent and _fits(entry.when, request):
                self._used[request.thread, number] += 1
                return entry
        if self.script.otherwise == "error":
            raise InputError(f"the script has no answer for {request.name}; add one, or set otherwise: minimal")
        return ScriptEntry()

    @property
    @override
    def _llm_type(self) -> str:
        return "scripted"

    @property
    @override
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name}


def _fits(when: ScriptCondition, request: Request) -> bool:
    """Find out whether an entry answers a request."""
    wanted: tuple[tuple[tuple[object, ...], object], ...] = (
        (when.phase, request.phase),
        (when.seat, request.seat),
        (when.round, request.round),
        (when.attempt, request.attempt),
        (when.mode, request.mode),
        (when.schema_name, request.schema_name),
    )
    return all(not some or one in some for some, one in wanted) and bool(re.search(when.prompt, request.prompt))


def _perform(entry: ScriptEntry, request: Request) -> Iterator[Step]:
    """Perform what happens when an entry answers, in order."""
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
            yield _last(entry, request, "", refusal=entry.reply if isinstance(entry.reply, str) else _REFUSAL)
        case "empty":
            yield _last(entry, request, "")
        case "malformed" | None:
            yield from _speak(entry, request)


def _speak(entry: ScriptEntry, request: Request) -> Iterator[Step]:
    text = _compose(entry.reply, request)
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


def _compose(reply: dict[str, Any] | str | None, request: Request) -> str:
    """Write the text of an answer: laid over a minimal one, with everything echoed that it asks for."""
    if isinstance(reply, str):
        return _fill(reply, request)
    filled = _fill_all(reply or {}, request)
    return json.dumps(lay_over(request.schema, filled), ensure_ascii=False)


def _fill(text: str, request: Request) -> str:
    """Replace `${match:REGEX}` by what it finds in the prompt, and `${seat}` and the like by their values."""
    done, place = [], 0
    for start, end, pattern in find_match_patterns(text):
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
        return _fill(value, request)
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
