"""The format of a recording: one JSON object per line, a heading first, then one per exchange and per remark heard.

A process that goes on with a recorded debate appends to the same file and writes its own heading.
Keys are not in it, and every text goes through a mask that removes them. A request is known by its digest; its prompt
is kept to name what differs. Moments and durations are kept, so that a replay is the same to the byte.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from moot.configs.scripts import AnswerMode
from moot.errors import InputError
from moot.models.request import Request
from moot.models.testing.steps import ErrorFamily
from moot.state.base import Value
from moot.state.inspection import Inspected
from moot.state.remarks import Remark

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
    prompt: str = ""
    """What was asked, to name what differs; empty in recordings of earlier versions."""
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


class HeardRemark(Remark):
    """What a person said to the debate, and where it was heard: prompts after it have it in them."""

    kind: Literal["remark"] = "remark"


class RecordedMoment(Value):
    """A point in time that the debate wrote down, by the step that did."""

    kind: Literal["moment"] = "moment"
    step: str
    at: str


class RecordedTurn(Value):
    """How long one actor's turn took, its own work included."""

    kind: Literal["turn"] = "turn"
    seat: str
    phase: str
    round: int
    number: int
    wall_ms: int
    queued_ms: int = 0
    status: str = ""
    """How it ended; empty in recordings of earlier versions."""


class RecordedInput(Value):
    """What a debate was started with: enough to start it again from the recording alone."""

    kind: Literal["debate"] = "debate"
    thread: str
    given: dict[str, JsonValue]
    profile: dict[str, JsonValue]
    base_url: str | None = None
    seat_models: dict[str, str] = {}


class RecordedReview(Value):
    """What a person answered when the debate waited."""

    kind: Literal["review"] = "review"
    response: dict[str, JsonValue]


def key_of(request: Request) -> RequestKey:
    """What a recorded exchange must have in common with a request."""
    return (request.phase, request.seat, request.round, request.attempt, request.schema_name, request.digest)


class RecordedLog(Value):
    """How many lines the log of the incident had."""

    kind: Literal["log"] = "log"
    lines: int


class RecordedLookup(Value):
    """What was found in the log of the incident: whoever replays the debate does not have it."""

    kind: Literal["lookup"] = "lookup"
    found: Inspected


RecordedLine = (
    Heading
    | Exchange
    | HeardRemark
    | RecordedMoment
    | RecordedTurn
    | RecordedInput
    | RecordedReview
    | RecordedLog
    | RecordedLookup
)
_LINE: TypeAdapter[RecordedLine] = TypeAdapter(Annotated[RecordedLine, Field(discriminator="kind")])


def write_line(line: RecordedLine, mask: Callable[[str], str] = str) -> str:
    """One line of a recording; what was not there is left out, and every text goes through the mask."""
    values = line.model_dump(mode="json", by_alias=True, exclude_none=True)
    return json.dumps(_masked(values, mask), ensure_ascii=False) + "\n"


def _masked(value: Any, mask: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {key: _masked(part, mask) for key, part in value.items()}
    if isinstance(value, list):
        return [_masked(part, mask) for part in value]
    return mask(value) if isinstance(value, str) else value


def read_lines(path: Path) -> Iterator[RecordedLine]:
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


def _checked(line: bytes, number: int, path: Path) -> RecordedLine:
    try:
        value = _LINE.validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        # What has no kind is another file; how its fields miss ours is nobody's concern.
        told = f": {place} {first['msg']}" if place else "; `moot run ... --record FILE` makes a recording"
        raise InputError(f"{path}, line {number}: not a line of a recording{told}") from error
    if number == 1 and not isinstance(value, Heading):
        raise InputError(f"{path}: not a recording: the first line has no heading")
    if isinstance(value, Heading) and value.version != _VERSION:
        raise InputError(f"{path}: a recording of version {value.version}; this moot reads version {_VERSION}")
    return value
