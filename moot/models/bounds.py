"""Bounds what an answer may hold, and reads it forgivingly.

Every text and every list that is asked of a model is bounded: a model that decodes by grammar
otherwise writes until its token limit cuts the answer. Two sizes exist: `full`, and `compact` for
small local models, whose every word costs seconds.

What is asked for is strict, what is read is forgiving, as far as the meaning is beyond doubt:
- a text that is too long is shortened to whole sentences, and says so; an id, a stance and a list end at their bound;
- a missing list, or null, is empty; one text where a list was wanted is a list of one;
- a number in a list of texts is its digits (evidence ids);
- a choice is found whatever its case, accents, blanks or hyphens; a word outside the choice is an error;
- a confidence may come as 80, "80", "80%", "80/100", or as a fraction strictly between 0 and 1 (0.8 is 80). 1.0 is
  an error: nobody can say whether it means 1 or 100.
"""

import math
import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from moot.prompts import fit_text
from moot.state.asked import Choice, Items, ListKind, Text, TextKind

Size = Literal["full", "compact"]

TEXTS: Mapping[TextKind, Mapping[Size, int]] = {
    "id": {"full": 120, "compact": 24},
    "stance": {"full": 80, "compact": 48},
    "line": {"full": 600, "compact": 80},
    "text": {"full": 1600, "compact": 140},
    "essay": {"full": 2400, "compact": 220},
}
"""Characters of a text, by its kind."""

LISTS: Mapping[ListKind, Mapping[Size, int]] = {
    "few": {"full": 5, "compact": 1},
    "some": {"full": 8, "compact": 2},
    "claims": {"full": 12, "compact": 2},
    "critiques": {"full": 8, "compact": 3},
    "answers": {"full": 80, "compact": 3},
    "evaluations": {"full": 24, "compact": 6},
    "pairs": {"full": 80, "compact": 6},
}
"""Items of a list, by its kind. Claims go beyond the usual limit of 10, so that too many are seen (L-32)."""

_NAMES: Collection[TextKind] = ("id", "stance")
"""Texts that are compared word for word: nothing is written into them."""
OPTIONAL = "x-optional"
"""Marks a member that may be left out: saying nothing says something of its own."""

_PERCENT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(%|/\s*100)?\s*")
_LONGEST_PERCENT = 40
"""Digits: what has more is no confidence, and may be more than a number can hold."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """Shortens a text to its bound; the bound itself goes into the schema later, when the size is known."""

    asked: Text

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._read, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "x-text": self.asked.kind, **({} if self.asked.blank else {"minLength": 1})}

    def _read(self, text: str) -> str:
        said, most = text.strip(), TEXTS[self.asked.kind]["full"]
        said = said[:most] if self.asked.kind in _NAMES else fit_text(said, most)
        if not said and not self.asked.blank:
            raise PydanticCustomError("blank_text", "this text must not be empty")
        return said


@dataclass(frozen=True, slots=True)
class ReadItems:
    """Shortens a list to its bound, and reads what is nearly a list."""

    asked: Items

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._read, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "x-list": self.asked.kind}

    def _read(self, value: Any) -> Any:
        if value is None:
            return []
        if isinstance(value, str | dict):
            value = [value]
        elif isinstance(value, list) and self.asked.named_by:
            # an item that does not name what it is about is dropped.
            value = [item for item in value if not isinstance(item, dict) or item.get(self.asked.named_by)]
        if not isinstance(value, list | tuple):
            return value
        most = LISTS[self.asked.read_as or self.asked.kind]["full"]
        return [str(item) if _is_number(item) else item for item in value[:most]]


@dataclass(frozen=True, slots=True)
class ReadChoice:
    """Finds the meant member of a closed choice whatever its spelling."""

    asked: Choice
    members: tuple[str, ...]
    """In their order. Python takes choices of the same words in another order for the same type, and reuses it."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        known = {fold_word(member): member for member in self.members}
        known |= {fold_word(alias): member for alias, member in self.asked.aliases}

        def read(value: Any) -> Any:
            return known.get(fold_word(value), self.asked.other or value) if isinstance(value, str) else value

        return core_schema.no_info_before_validator_function(read, handler(source))


def fold_word(text: str) -> str:
    """Reduce a word to its letters and digits, without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def read_percent(value: Any) -> Any:
    """Read a confidence as an integer 0..100, where the meaning is beyond doubt (X-75)."""
    number = value
    if isinstance(value, bool):
        raise PydanticCustomError("not_a_confidence", "write an integer from 0 to 100")
    if isinstance(value, str):
        found = _PERCENT.fullmatch(value)
        if not found:
            return value
        if len(found[1]) > _LONGEST_PERCENT:
            return value
        if found[2]:
            return math.floor(float(found[1]) + 0.5)
        number = float(found[1]) if "." in found[1] else int(found[1])
    if not isinstance(number, float):
        return number
    if 0 < number < 1:
        return math.floor(number * 100 + 0.5)
    if number == 1:
        raise PydanticCustomError("ambiguous_confidence", "1.0 may mean 1 or 100; write an integer from 0 to 100")
    return math.floor(number + 0.5) if math.isfinite(number) else number


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
