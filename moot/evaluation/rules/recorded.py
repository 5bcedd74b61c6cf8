"""Reads recorded debates: who answered what in which round, and what was right.

A file holds one debate per line, as JSON: `question`, `gold`, `answers` (per round a list with one answer per agent,
null where none could be read) and, if known, `confidences` in the same shape (0 to 1) and the tokens of each round, as
`tokens` or as `prompt_tokens` and `completion_tokens` (also with `_est`). Other fields are ignored. Where a debate has
no tokens every answer counts as one. `accepted` lists further answers that are right too, `decided` is the answer its
users got (null: none), and `asked_a_person` says that it paused for a person.
"""

import json
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, ValidationError, model_validator

from moot.errors import InputError
from moot.policies.agreement.voting import Voice
from moot.state.base import Confidence, Value

RecordedAnswer = str | None


class RecordedDebate(Value):
    """Holds one debate that ran all its rounds."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    id: str = ""
    question: str
    gold: str
    answers: tuple[tuple[RecordedAnswer, ...], ...]
    confidences: tuple[tuple[Confidence | None, ...], ...] = ()
    tokens: tuple[int, ...] = ()
    """Of each round, prompts and answers together."""
    accepted: tuple[str, ...] = ()
    """Other ways to write the gold answer."""
    decided: RecordedAnswer = None
    """The answer its users got."""
    asked_a_person: bool = False

    @property
    def knows_decision(self) -> bool:
        """Tell whether the record says what was decided, be it nothing."""
        return "decided" in self.model_fields_set

    def is_right(self, answer: RecordedAnswer) -> bool:
        """Tell whether an answer is the gold answer."""
        return answer is not None and answer in (self.gold, *self.accepted)

    @model_validator(mode="before")
    @classmethod
    def _add_tokens(cls, given: Any) -> Any:
        if not isinstance(given, dict) or given.get("tokens"):
            return given
        sent, received = (given.get(name, given.get(f"{name}_est")) for name in ("prompt_tokens", "completion_tokens"))
        if isinstance(sent, list) and isinstance(received, list):
            if len(sent) != len(received):
                raise ValueError("prompt and completion tokens do not fit together")
            return {**given, "tokens": [a + b for a, b in zip(sent, received, strict=True)]}
        return {**given, "tokens": [len(row) for row in given.get("answers") or [] if isinstance(row, list)]}

    @model_validator(mode="after")
    def _shaped(self) -> "RecordedDebate":
        if not self.answers or not all(self.answers):
            raise ValueError("answers: at least one round with at least one agent is needed")
        if len(self.tokens) != len(self.answers):
            raise ValueError(f"tokens: {len(self.answers)} rounds need as many numbers, there are {len(self.tokens)}")
        shape = [len(row) for row in self.answers]
        if self.confidences and [len(row) for row in self.confidences] != shape:
            raise ValueError("confidences: they need the same shape as the answers")
        return self

    def voices(self, rounds: int) -> list[list[Voice]]:
        """Return what was answered in the first rounds."""
        stated = self.confidences or tuple((None,) * len(row) for row in self.answers)
        return [
            [Voice(answer, confidence) for answer, confidence in zip(row, sure, strict=True)]
            for row, sure in zip(self.answers[:rounds], stated, strict=False)
        ]


def read_recorded(path: str | Path) -> tuple[RecordedDebate, ...]:
    """Read recorded debates; a wrong line is named."""
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; name a file of JSON lines") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8 text") from error
    debates = tuple(
        _read_recorded_line(line, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line.strip()
    )
    if not debates:
        raise InputError(f"{path}: holds no debate; one JSON object per line is needed")
    return debates


def _read_recorded_line(line: str, where: str) -> RecordedDebate:
    try:
        return RecordedDebate.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: no JSON at character {error.pos + 1}: {error.msg}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(
            f"{where}: {f'{place}: ' if place else ''}{first['msg'].removeprefix('Value error, ')}"
        ) from error
    except TypeError as error:
        raise InputError(f"{where}: tokens have to be numbers") from error
