r"""Reads recorded debates: who answered what in which round, and what was right.

A file holds one debate per line, as JSON: `question`, `gold`, `answers` (per round a list with one answer per agent,
null where none could be read) and, if known, `confidences` in the same shape (0 to 1) and the tokens of each round, as
`tokens` or as `prompt_tokens` and `completion_tokens` (also with `_est`). Other fields are ignored. Where a debate has
no tokens every answer counts as one, in all debates of the file. `accepted` lists further answers that are right too,
`decided` is the answer its users got (null: none), and `asked_a_person` says that it paused for a person. A debate
whose `gold` is missing or null can teach nothing about what was right: it is left out, and counted.

Answers are compared as they are written, but for spaces, a full stop at the end, a frame such as `\boxed{}` or `(A)`,
capitals where there is nothing but words, and how a number is set: 1,200 and 1200.0 are the same. An empty answer is
none.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, ValidationError, field_validator, model_validator

from moot.errors import InputError
from moot.evaluation.grading import tidy_number
from moot.policies.agreement.voting import Voice
from moot.state.base import Confidence, Value

RecordedAnswer = str | None

_FRAME = re.compile(
    r"\$+(.+?)\$+|\\boxed\{(.+)\}|\(([A-Za-z])\)|(?:final )?answer:\s*(\S.*)", re.IGNORECASE | re.DOTALL
)
_WORDS = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")


class RecordedDebate(Value):
    """Holds one debate that ran all its rounds."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    id: str = ""
    question: str
    gold: RecordedAnswer = None
    answers: tuple[tuple[RecordedAnswer, ...], ...]
    confidences: tuple[tuple[Confidence | None, ...], ...] = ()
    tokens: tuple[int, ...] = ()
    """Of each round, prompts and answers together."""
    tokens_recorded: bool = False
    """Whether the tokens were recorded; else every answer counts as one."""
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
        if not isinstance(given, dict):
            return given
        if given.get("tokens"):
            return {**given, "tokens_recorded": True}
        sent, received = (given.get(name, given.get(f"{name}_est")) for name in ("prompt_tokens", "completion_tokens"))
        if isinstance(sent, list) and isinstance(received, list):
            if len(sent) != len(received):
                raise ValueError("prompt and completion tokens do not fit together")
            added = [a + b for a, b in zip(sent, received, strict=True)]
            return {**given, "tokens": added, "tokens_recorded": bool(added)}
        return {**given, "tokens": _count_answers(given.get("answers") or []), "tokens_recorded": False}

    @field_validator("gold", "decided", mode="after")
    @classmethod
    def _tidy(cls, answer: RecordedAnswer) -> RecordedAnswer:
        return tidy_answer(answer)

    @field_validator("accepted", mode="after")
    @classmethod
    def _tidy_all(cls, answers: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(filter(None, map(tidy_answer, answers)))

    @field_validator("answers", mode="after")
    @classmethod
    def _tidy_rounds(cls, rounds: tuple[tuple[RecordedAnswer, ...], ...]) -> tuple[tuple[RecordedAnswer, ...], ...]:
        return tuple(tuple(map(tidy_answer, row)) for row in rounds)

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


def tidy_answer(answer: RecordedAnswer) -> RecordedAnswer:
    """Write an answer as everybody's is compared; None when it is empty."""
    plain = " ".join((answer or "").split())
    while (framed := _FRAME.fullmatch(plain)) is not None:
        plain = next(each for each in framed.groups() if each is not None).strip()
    plain = plain.removesuffix(".").rstrip()
    if not plain:
        return None
    number = tidy_number(plain)
    if number is not None:
        return number
    if _WORDS.fullmatch(plain):
        return plain.upper() if len(plain) == 1 else plain.casefold()
    return plain


def select_judged(debates: Sequence[RecordedDebate], source: str = "") -> tuple[RecordedDebate, ...]:
    """Select the debates whose gold answer is known; where any has no tokens, every answer of all counts as one."""
    judged = [each for each in debates if each.gold is not None]
    if not judged:
        raise InputError(f"{source}: no debate has a gold answer; add `gold` to say what was right")
    if all(each.tokens_recorded for each in judged):
        return tuple(judged)
    return tuple(each.model_copy(update={"tokens": tuple(map(len, each.answers))}) for each in judged)


def _count_answers(rounds: Any) -> list[int]:
    return [len(row) for row in rounds if isinstance(row, list)] if isinstance(rounds, list) else []


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
