"""The format of a recording: one JSON object per line, a heading first, then one line per exchange.

A process that goes on with a recorded debate appends to the same file and writes its own heading.
Neither keys nor addresses nor prompts are in it: a request is known by its digest.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from moot.configs import AnswerMode
from moot.errors import InputError
from moot.models.request import Request
from moot.models.testing.steps import ErrorFamily
from moot.state.base import Value

_VERSION = 1
_MAX_BYTES = 200_000_000
"""Bytes; a debate makes some hundred kilobytes."""

RequestKey = tuple[str, str, int, int, str, str]
"""Phase, seat, round, attempt, schema and digest: what makes two requests the same."""


class Heading(Value):
    """The first line of every run in a recording."""

    kind: Literal["recording"] = "recording"
    version: int = _VERSION
    moot: str = ""
    about: dict[str, str] = {}
    """What the run was started with, for example its model."""


class RecordedUsage(Value):
    """What the server said it used."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int = 0


class RecordedError(Value):
    """What went wrong, in the words of the client and of the server."""

    type: str
    family: ErrorFamily
    """What it is to whoever handles it; the type itself may belong to any client."""
    text: str = ""
    said: str | None = None
    """The server's own message."""
    code: str | None = None
    status: int | None = None
    retry_after: float | None = None


class Exchange(Value):
    """One request and everything that came back."""

    kind: Literal["exchange"] = "exchange"
    phase: str
    seat: str
    round: int
    attempt: int
    number: int = 1
    """Counts the same request when it is made again."""
    schema_name: str = Field(alias="schema")
    mode: AnswerMode
    digest: str
    model: str = ""
    outcome: Literal["ok", "error", "cut"]
    """`cut`: the asker's time was over, or it was interrupted."""
    text: str = ""
    arguments: str | None = None
    """What came as the arguments of a function call."""
    refusal: str | None = None
    finish_reason: str | None = None
    usage: RecordedUsage | None = None
    error: RecordedError | None = None
    elapsed_ms: int = 0

    @property
    def key(self) -> RequestKey:
        """What a replayed request must have in common with the recorded one."""
        return (self.phase, self.seat, self.round, self.attempt, self.schema_name, self.digest)


def key_of(request: Request) -> RequestKey:
    """What a recorded exchange must have in common with a request."""
    return (request.phase, request.seat, request.round, request.attempt, request.schema_name, request.digest)


_Line = Annotated[Heading | Exchange, Field(discriminator="kind")]
_LINE: TypeAdapter[Heading | Exchange] = TypeAdapter(_Line)


def write_line(line: Heading | Exchange, mask: Callable[[str], str] = str) -> str:
    """One line of a recording; what was not there is left out, and every text goes through the mask."""
    values = line.model_dump(mode="json", by_alias=True, exclude_none=True)
    return json.dumps(_masked(values, mask), ensure_ascii=False) + "\n"


def _masked(value: Any, mask: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {key: _masked(part, mask) for key, part in value.items()}
    return mask(value) if isinstance(value, str) else value


def read_lines(path: Path) -> Iterator[Heading | Exchange]:
    """Read a recording; the first thing wrong with it ends the reading with one clear line."""
    try:
        text = path.read_bytes() if path.stat().st_size <= _MAX_BYTES else None
    except OSError as error:
        raise InputError(f"{path}: the recording cannot be read: {error.strerror}; check the path") from error
    if text is None:
        raise InputError(f"{path}: larger than {_MAX_BYTES:,} bytes; is this a recording?")
    if not text:
        raise InputError(f"{path}: not a recording: the file is empty")
    lines = text.split(b"\n")
    if lines.pop():
        raise InputError(f"{path}, line {len(lines) + 1}: the recording breaks off; record the debate again")
    for number, line in enumerate(lines, 1):
        yield _checked(line, number, path)


def _checked(line: bytes, number: int, path: Path) -> Heading | Exchange:
    try:
        value = _LINE.validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{path}, line {number}: not a line of a recording: {place} {first['msg']}".strip()) from error
    if number == 1 and not isinstance(value, Heading):
        raise InputError(f"{path}: not a recording: the first line has no heading")
    if isinstance(value, Heading) and value.version != _VERSION:
        raise InputError(f"{path}: a recording of version {value.version}; this moot reads version {_VERSION}")
    return value
