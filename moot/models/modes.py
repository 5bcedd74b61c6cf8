"""The ways of asking for a structured answer, and which of them a model understands.

By JSON schema; if the server does not take that, by a function call; if not that either, in words. A way is given up
when the server rejects it (400, 415, 422, 501), or when a model that never gave a valid answer sends no JSON at all:
then the server ignores what it does not know. What was found out holds for the rest of the debate. Seats that
are in flight together may each find it out; nobody after them does.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel

from moot.configs.scripts import AnswerMode
from moot.models.bounds import Size
from moot.models.schemas import function_tool, response_format, shape
from moot.models.served import Served
from moot.models.usage import PER_MESSAGE, estimate_tokens
from moot.prompts import Prompt, render_prompt

_DROPPABLE = ("temperature", "stream_options", "max_tokens")
"""Parameters we can do without, or have another name for, when a server complains about them."""

_LARGEST_STRETCH = 6.0
"""More than this is no tokenizer's doing; a server that reports nonsense must not end a debate."""

_IN_WORDS = "Reply with exactly one JSON object of this shape and nothing else:"


@dataclass(slots=True)
class _Known:
    """What is known of one model."""

    works: set[AnswerMode] = field(default_factory=set)
    fails: set[AnswerMode] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    stretch: float = 1.0
    """How many times more tokens than estimated a prompt had, at most."""


class Ways:
    """Remembers what was found out about each model: which way of asking works, and how it counts tokens."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], _Known] = {}

    def _of(self, served: Served) -> _Known:
        return self._known.setdefault(served.key, _Known())

    def choose(self, served: Served) -> AnswerMode:
        """The way to ask: one that worked before, else the first that did not fail."""
        known = self._of(served)
        order = [way for way in served.ways if way in known.works]
        order += [way for way in served.ways if way not in known.fails]
        return (order or list(served.ways))[0]

    def worked(self, served: Served, way: AnswerMode) -> None:
        """Remember a way that brought a valid answer."""
        self._of(served).works.add(way)

    def understands(self, served: Served) -> bool:
        """Whether a model ever gave a valid answer: then no nonsense it talks is the fault of the way of asking."""
        return bool(self._of(served).works)

    def give_up(self, served: Served, way: AnswerMode) -> AnswerMode | None:
        """Remember a way that does not work, and name the next one; None when there is none left."""
        known = self._of(served)
        known.fails.add(way)
        later = served.ways[served.ways.index(way) + 1 :]
        following = next((other for other in later if other not in known.fails), None)
        if following is None:
            known.fails.clear()  # all of them failed, so it was not the way of asking
        return following

    def drop(self, served: Served, complaint: str) -> bool:
        """Find out which parameter a server complains about; whether there is one to leave out from now on."""
        known = self._of(served)
        named = [name for name in _DROPPABLE if name in complaint and name not in known.dropped]
        known.dropped.update(named[:1])
        return bool(named)

    def dropped(self, served: Served) -> frozenset[str]:
        """The parameters a server does not take."""
        return frozenset(self._of(served).dropped)

    def expect(self, served: Served, estimated: int) -> int:
        """Correct an estimate by what the model reported before; upwards only, so that caps hold."""
        return math.ceil(estimated * self._of(served).stretch)

    def learn(self, served: Served, estimated: int, reported: int) -> None:
        """Remember that a prompt had more tokens than estimated."""
        known = self._of(served)
        known.stretch = max(known.stretch, min(reported / max(estimated, 1), _LARGEST_STRETCH))


def write_messages(
    prompt: Prompt, way: AnswerMode, schema: type[BaseModel], served: Served, correction: tuple[str, str] | None = None
) -> list[BaseMessage]:
    """The messages of a request; a correction is the answer that could not be used, and why."""
    parts = [prompt.shared, prompt.own]
    if way == "prompt":
        parts.append(f"{_IN_WORDS}\n{shape(schema, served.size)}\n")
    if correction is not None:
        answer, error = correction
        # In the same message as the question: some chat templates want roles to alternate.
        parts.append(render_prompt("repair", answer=answer, error=error).text)
    return [SystemMessage(prompt.system), HumanMessage("".join(parts))]


def write_options(
    way: AnswerMode,
    schema: type[BaseModel],
    served: Served,
    max_tokens: int,
    temperature: float | None,
    without: frozenset[str],
) -> dict[str, Any]:
    """The options of a request, in OpenAI's dialect."""
    options = _form(way, schema, served.size, served.strict)
    options["max_completion_tokens" if "max_tokens" in without else "max_tokens"] = max_tokens
    if temperature is not None and "temperature" not in without:
        options["temperature"] = temperature
    if "stream_options" in without:
        options["stream_usage"] = False
    return options


def _form(way: AnswerMode, schema: type[BaseModel], size: Size, strict: bool) -> dict[str, Any]:
    """The part of the options that says which form the answer has to have."""
    match way:
        case "schema":
            return {"response_format": response_format(schema, size, strict)}
        case "function":
            tool = function_tool(schema, size, strict)
            return {"tools": [tool], "tool_choice": {"type": "function", "function": {"name": schema.__name__}}}
        case _:
            return {}


def estimate_messages(messages: Sequence[BaseMessage]) -> int:
    """Estimate the tokens of the messages of a request."""
    return PER_MESSAGE + sum(estimate_tokens(str(message.content)) + PER_MESSAGE for message in messages)


def prepare(way: AnswerMode, schema: type[BaseModel], served: Served) -> None:
    """Build what the first request by this schema would have to build, before anybody's clock runs."""
    estimate_form(way, schema, served)


def estimate_form(way: AnswerMode, schema: type[BaseModel], served: Served) -> int:
    """Estimate the tokens of the schema that is sent along: many servers count it too."""
    return _form_tokens(way, schema, served.size, served.strict)


@cache
def _form_tokens(way: AnswerMode, schema: type[BaseModel], size: Size, strict: bool) -> int:
    form = _form(way, schema, size, strict)
    return estimate_tokens(json.dumps(form, separators=(",", ":"))) if form else 0


def write_headers(values: Mapping[str, str | int]) -> dict[str, str]:
    """The x-moot headers; gateways attribute cost by them."""
    return {f"x-moot-{name}": _header(str(value)) for name, value in values.items()}


@lru_cache(maxsize=1024)
def _header(value: str) -> str:
    # Headers are Latin-1 at best; a thread's name may be anything.
    return quote(value, safe=" :/@+=,;()[]{}")
