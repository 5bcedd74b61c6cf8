"""What a model is being asked, read from the messages and the settings of one call.

Models that do not go over the wire (scripted, replayed) and the recorder know a request only by
what `ask` sends: its headers, and the form in which it wants the answer.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import BaseMessage

from moot.configs.scripts import AnswerMode


@dataclass(frozen=True, slots=True)
class Request:
    """One request: who asks, in which phase, and what shape the answer has to have."""

    thread: str = ""
    """Which debate; no part of what makes two requests the same."""
    phase: str = ""
    seat: str = ""
    round: int = 0
    attempt: int = 1
    schema_name: str = ""
    schema: Mapping[str, Any] = field(default_factory=dict)
    mode: AnswerMode = "prompt"
    prompt: str = ""
    digest: str = ""

    @property
    def name(self) -> str:
        """The request as a person would call it."""
        who = (
            f"seat {self.seat!r}, phase {self.phase!r}" if self.seat or self.phase else "a call without x-moot headers"
        )
        return f"{who}, round {self.round}, attempt {self.attempt}, schema {self.schema_name or 'none'}"


def read_request(messages: Sequence[BaseMessage], settings: Mapping[str, Any]) -> Request:
    """Read a request from the messages and keyword arguments of a model call."""
    headers = {str(key).lower(): str(value) for key, value in (settings.get("extra_headers") or {}).items()}
    mode, name, schema = _wanted(settings)
    return Request(
        thread=headers.get("x-moot-thread", ""),
        phase=headers.get("x-moot-phase", ""),
        seat=headers.get("x-moot-seat", ""),
        round=_number(headers.get("x-moot-round"), 0),
        attempt=_number(headers.get("x-moot-attempt"), 1),
        schema_name=name,
        schema=schema,
        mode=mode,
        prompt="\n".join(text_of(message) for message in messages),
        digest=_digest(messages, name),
    )


def text_of(message: BaseMessage) -> str:
    """The text of a message, whatever form its content has."""
    return message.content if isinstance(message.content, str) else str(message.text)


def _wanted(settings: Mapping[str, Any]) -> tuple[AnswerMode, str, Mapping[str, Any]]:
    form = settings.get("response_format")
    if isinstance(form, Mapping) and isinstance(form.get("json_schema"), Mapping):
        return "schema", str(form["json_schema"].get("name", "")), form["json_schema"].get("schema") or {}
    for tool in settings.get("tools") or ():
        function = tool.get("function", {}) if isinstance(tool, Mapping) else {}
        return "function", str(function.get("name", "")), function.get("parameters") or {}
    return "prompt", "", {}


def _digest(messages: Sequence[BaseMessage], schema_name: str) -> str:
    """Identifies what was asked; times and thread ids are no part of it, so a replay finds it again."""
    parts = [schema_name, *([message.type, text_of(message)] for message in messages)]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()


def _number(text: str | None, default: int) -> int:
    return int(text) if text is not None and text.isdecimal() else default
