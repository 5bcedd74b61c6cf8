"""Reads questions with known answers, one JSON object per line.

`question` and `gold` are needed. `choices` is a list of texts, or an object from letters to texts; `gold` is then a
letter or one of the texts. Choices named A, B, C and so on are the options the debate chooses from. `context` is
evidence the agents may cite: a text, a list of texts, or a list of objects with id and text. `id` names the question;
without it its place does. Other fields are ignored.
"""

import json
import string
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, ValidationError, field_validator, model_validator

from moot.errors import InputError
from moot.state.base import Value

_LETTERS = string.ascii_uppercase
_FEWEST_OPTIONS, _MOST_OPTIONS = 2, 12
"""So many options can be given to a debate."""


class DatasetItem(Value):
    """Holds one question, what is right, and what may be cited."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    id: str = ""
    question: str
    gold: str
    choices: dict[str, str] = {}
    context: tuple[dict[str, str], ...] = ()

    @field_validator("question", "gold")
    @classmethod
    def _said(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("is empty")
        return text.strip()

    @field_validator("gold", mode="before")
    @classmethod
    def _plain(cls, gold: Any) -> Any:
        return ("yes" if gold else "no") if isinstance(gold, bool) else gold

    @field_validator("choices", mode="before")
    @classmethod
    def _lettered(cls, choices: Any) -> Any:
        if isinstance(choices, list):
            if len(choices) > len(_LETTERS):
                raise ValueError(f"more than {len(_LETTERS)} choices")
            return {_LETTERS[at]: str(text) for at, text in enumerate(choices)}
        if isinstance(choices, dict):
            return {str(letter).strip().upper(): str(text) for letter, text in choices.items()}
        return choices or {}

    @field_validator("context", mode="before")
    @classmethod
    def _numbered(cls, context: Any) -> Any:
        given = [context] if isinstance(context, str) else context or []
        return [each if isinstance(each, dict) else {"id": f"E{at}", "text": each} for at, each in enumerate(given, 1)]

    @model_validator(mode="after")
    def _answerable(self) -> "DatasetItem":
        if any(not (each.get("id") and each.get("text")) for each in self.context):
            raise ValueError("context: every piece needs an id and a text")
        if any(len(letter) != 1 or letter not in _LETTERS for letter in self.choices):
            raise ValueError("choices: name them with single letters")
        if self.choices and self.letter is None:
            raise ValueError(f"gold: {self.gold!r} is none of the choices")
        return self

    @property
    def options(self) -> tuple[str, ...]:
        """List the choices as the options of the debate, in the order of their letters; none where they cannot be.

        The options of a debate are named A, B and so on, so choices with other letters would be confused with them.
        """
        letters = sorted(self.choices)
        texts = tuple(self.choices[letter].strip() for letter in letters)
        named = "".join(letters) == _LETTERS[: len(letters)]
        distinct = all(texts) and len({text.casefold() for text in texts}) == len(texts)
        return texts if named and distinct and _FEWEST_OPTIONS <= len(texts) <= _MOST_OPTIONS else ()

    @property
    def letter(self) -> str | None:
        """Find the right choice's letter; None where there are no choices."""
        named = self.gold.strip("() .").upper()
        if named in self.choices:
            return named
        wanted = self.gold.casefold()
        return next((letter for letter, text in self.choices.items() if text.strip().casefold() == wanted), None)


def read_dataset(path: str | Path) -> tuple[DatasetItem, ...]:
    """Read questions; a wrong line is named, and so is an id that comes twice."""
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; name a file of JSON lines") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8 text") from error
    items: dict[str, DatasetItem] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        item = _read_line(line, f"{path}, line {number}")
        named = item if item.id else item.model_copy(update={"id": f"q{len(items) + 1}"})
        if named.id in items:
            raise InputError(f"{path}, line {number}: the id {named.id!r} comes twice; give each question its own")
        items[named.id] = named
    if not items:
        raise InputError(f'{path}: holds no question; a line is {{"question": "...", "gold": "..."}}')
    return tuple(items.values())


def _read_line(line: str, where: str) -> DatasetItem:
    try:
        return DatasetItem.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: no JSON at character {error.pos + 1}: {error.msg}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        said = first["msg"].removeprefix("Value error, ")
        raise InputError(f"{where}: {f'{place}: ' if place else ''}{said}") from error
